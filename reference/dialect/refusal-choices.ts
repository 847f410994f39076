import { choice } from './choice.ts';

/** What is open about refusals (`spec/documents/7-errors.md`). */
export const refusalChoices = {
  challenge: choice('whether a 401 carries WWW-Authenticate', [true, false]),
  unauthorizedExtras: choice('members of 401 bodies beyond the documented ones', [false, true]),
  brokenToken: choice('what is found wrong with three parts between dots that are no JWT', [
    'credentials',
    'signature',
  ]),
  cutToken: choice('what is found wrong with a token of which only two parts are left', ['credentials', 'signature']),
  schemeCase: choice('letter cases in which the scheme Bearer is taken', ['any', 'exact']),
  strangerStatus: choice('status of an unknown path for a request without a good token', [401, 404]),
  errorShape: choice('shape of error bodies other than the documented 401', [
    'structured',
    'problem',
    'flat',
    'empty',
    'text',
    'html',
    'none',
  ]),
  invalidBodyStatus: choice('status of a body that breaks a documented type or a rule', [422, 400]),
  malformedBodyStatus: choice('status of a body that cannot be read', [400, 422]),
  mediaTypeStatus: choice('status of a body of another media type', [415, 400]),
  unknownIdStatus: choice('status of an unknown identifier', [404, 400, 403, 410]),
  badIdStatus: choice('status of an identifier that is no UUID', [404, 400, 422]),
  methodStatus: choice('status of a method that a path does not have', [405, 404]),
};
