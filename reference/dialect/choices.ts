import type { Dialect } from './dialect.ts';

/** The values worth trying at one open point; the first is this service's own choice. */
export interface Choice<Value> {
  readonly about: string;
  readonly values: readonly [Value, ...Value[]];
}

/** Every open point with its values: the one table behind the default dialect and the random ones. */
export const choices: { readonly [Name in keyof Dialect]: Choice<Dialect[Name]> } = {
  tokenStatus: { about: 'success status of the token request', values: [200, 201] },
  tokenAlgorithm: { about: 'signature algorithm of tokens', values: ['RS256', 'ES256', 'EdDSA'] },
  expiresInUnit: { about: 'unit of expires_in', values: ['milliseconds', 'seconds'] },
  connectionStatus: { about: 'success status of creating a connection', values: [201, 200, 202] },
  decisionStatus: { about: 'success status of creating a renewal decision', values: [201, 200, 202] },
  staleEdit: { about: 'an edit of a version that is not current', values: [409, 412, 'accept'] },
  defaultPageSize: { about: 'page size when none is asked for', values: [20, 10, 50] },
  maxPageSize: { about: 'largest page', values: [100, 20, 1000] },
  pageSizeOverMax: { about: 'a page size above the largest', values: ['capped', 'refused'] },
  listOrder: { about: 'order of lists', values: ['oldest-first', 'newest-first', 'by-id'] },
  invalidBodyStatus: { about: 'status of an invalid body', values: [422, 400] },
  errorShape: { about: 'shape of error bodies', values: ['structured', 'problem', 'flat', 'empty'] },
  extraFields: { about: 'members beyond the documented ones', values: [false, true] },
  idCase: { about: 'letter case of issued identifiers', values: ['lower', 'upper'] },
  timestampUnit: { about: 'unit of created and modified', values: ['seconds', 'milliseconds'] },
  pace: { about: 'milliseconds per fulfilment step', values: [1000, 50, 250, 60_000] },
  basePath: { about: 'path of the API below its origin', values: ['', '/benefits', '/gateway/fulfillment'] },
  origins: { about: 'token service and API on one origin or two', values: ['one', 'two'] },
  createdMembers: { about: 'members listed as created', values: ['new', 'all'] },
  replacedByUnset: { about: 'replaced_by before a replacement', values: ['null', 'absent'] },
  filterDates: { about: 'date forms in filters', values: ['http-date-and-iso', 'http-date'] },
};
