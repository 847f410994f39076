/**
 * One choice for each point that the documents leave open. Every place where this service had to choose reads its
 * choice from here, so that another equally valid service is only another record away.
 */
export interface Dialect {
  /** Success status of the token request (`spec/documents/5-authentication.md`). */
  readonly tokenStatus: 200 | 201;
  /** Signature algorithm of access tokens. */
  readonly tokenAlgorithm: 'RS256' | 'ES256' | 'EdDSA';
  /** Unit of `expires_in`: the document calls it milliseconds, its sample says otherwise. */
  readonly expiresInUnit: 'milliseconds' | 'seconds';
  /** Success status of E2 (`spec/documents/4-endpoints.md`). */
  readonly connectionStatus: 200 | 201 | 202;
  /** Success status of E3. */
  readonly decisionStatus: 200 | 201 | 202;
  /** What E4 does with a version that is not the current one: a refusal with this status, or the edit is made. */
  readonly staleEdit: 409 | 412 | 'accept';
  /** Page size when the request names none (`spec/documents/8-limits.md`). */
  readonly defaultPageSize: number;
  /** Largest page handed out. */
  readonly maxPageSize: number;
  /** What becomes of a larger `page_size`: answered with the largest page, or refused. */
  readonly pageSizeOverMax: 'capped' | 'refused';
  /** Order of all lists. */
  readonly listOrder: 'oldest-first' | 'newest-first' | 'by-id';
  /** Status of a body that breaks a documented type or a rule of this service (`spec/documents/7-errors.md`). */
  readonly invalidBodyStatus: 422 | 400;
  /** Shape of error bodies other than the documented 401. */
  readonly errorShape: 'structured' | 'problem' | 'flat' | 'empty';
  /** Whether records carry members that the document doesn't list. */
  readonly extraFields: boolean;
  /** Letter case of the identifiers this service makes up. */
  readonly idCase: 'lower' | 'upper';
  /** Unit of `created` and `modified` (`spec/documents/2-resources.md`). */
  readonly timestampUnit: 'seconds' | 'milliseconds';
  /** Milliseconds from a write to each following step of recalculation and fulfilment (`spec/documents/3-states.md`). */
  readonly pace: number;
  /** Path below the origin where the API lives; empty or starting with a slash. */
  readonly basePath: string;
  /** Whether the token service shares the API's origin or has one of its own. */
  readonly origins: 'one' | 'two';
  /** Whether `created_members` lists everybody in a snapshot or only those seen for the first time. */
  readonly createdMembers: 'new' | 'all';
  /** How E7 shows that a snapshot has not been replaced. */
  readonly replacedByUnset: 'null' | 'absent';
  /** Date forms that the filters of E5 understand. */
  readonly filterDates: 'http-date-and-iso' | 'http-date';
}
