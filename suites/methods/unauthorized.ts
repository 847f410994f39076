import type { IdsOf } from './ids-of.ts';

/** How the requirements of `unauthorized` are checked (`spec/documents/7-errors.md`). */
export const unauthorizedMethods: Readonly<Record<IdsOf<'unauthorized'>, string>> = {
  'unauthorized.missing':
    'Each of E1 to E8 is called without the header in four ways: for records that exist, for unknown ids, with an invalid body, and with a body that is cut short. Each answer has to be 401 with the first message.',
  'unauthorized.not-bearer':
    'Headers of many kinds, with generated schemes and texts, go to each of E1 to E8: the good token under other schemes and under none, Basic credentials, empty values, text without dots, dotted text that is no JWT. Each goes to records that exist, and in turn with unknown ids, invalid or malformed bodies; status and message are compared.',
  'unauthorized.altered':
    'The good token is changed at generated places: a character of each part exchanged such that its bytes differ, characters appended to each part, the signature cut, emptied or missing. Each goes to each of E1 to E8, and status and message are compared. A token that is no JWT leaves it undecided.',
  'unauthorized.forged':
    'The good token is sent unsigned in two ways, signed anew by keys of the suite (its own algorithm, RS256, ES256, HS256), and with another subject, organization or later expiry under the old signature, to each of E1 to E8; status and message are compared. A token that is no JWT leaves it undecided.',
  'unauthorized.expired':
    'An expired token goes to each of E1 to E8, for records that exist, for unknown ids, with invalid and with malformed bodies: each answer has to be 401 with the third message. The token comes from the configuration; without one it stays undecided.',
  'unauthorized.shape':
    'Every 401 of E1 to E8 in the run is validated against the schema. Each endpoint is asked without a header, with `Bearer` alone and with a token of one part for it.',
  'unauthorized.details-present': 'In every 401 of E1 to E8 in the run `details` has to have an entry.',
  'unauthorized.no-effect':
    'A snapshot, a decision, an edit and a connection are sent without a header. Then, with a good token, the list of an employee of its own, the decisions of a day of its own, the decision that was to be edited, and the names of the groups are read: nothing may have come of it. A write that was not refused with 401 is not judged here.',
  'unauthorized.challenge':
    'Observed on every 401 of E1 to E8: the scheme of `WWW-Authenticate`, or that there is none.',
};
