import type { IdsOf } from './ids-of.ts';

/** How the requirements of `token` are checked (`spec/documents/5-authentication.md`). */
export const tokenMethods: Readonly<Record<IdsOf<'token'>, string>> = {
  'token.issue':
    'Five tokens in a row are asked for with the good key, and every success among these and other such requests of the run has to have the three members. A key that is refused ends the run before it begins, without a verdict.',
  'token.jwt':
    'Every token that the good key was given is taken apart: three parts of base64url, the first two with a JSON object each. The signature is not verified.',
  'token.expires-in': 'Every success with the good key counts: `expires_in`, where it is there, has to be an integer.',
  'token.expires-in-unit':
    'Observed on one token: the lifetime that the token itself states, in whole minutes, and `expires_in` beside it, which may have been issued before. A token without `iat` and `exp` leaves it undecided.',
  'token.type':
    'Every success with the good key counts: `token_type`, where it is there, has to be the text `Bearer`, letter by letter.',
  'token.lifetime':
    'Of every token that the good key was given `exp - iat` is computed, and has to lie between 300 and 1200 seconds. A token without either claim leaves it undecided.',
  'token.wrong-secret':
    'Seven wrong keys are tried: the secret longer, shorter, in another letter case, empty, and the client id in its place; an unknown client, and none. No answer, whatever its status, may hold an access token.',
  'token.malformed-request':
    'Ten requests are sent: without Authorization, with Bearer, with empty and with unreadable Basic credentials; and, with the good key, another grant, none, a number, JSON cut short, plain text and an array. Each has to get a 4xx and no token.',
  'token.usable':
    'A new token is asked for with each configured key, and E1 is called with it: the answer has to be 200. A key that gets no token leaves it undecided.',
  'token.sandbox-group':
    'E1 is called once, and the list may not be empty. Targets that are not configured as a sandbox, and a list that is no success, leave it undecided.',
};
