import type { Complaint } from '../domain/complaint.ts';

/** The refusals other than the documented 401, which the documents leave open (`spec/documents/7-errors.md`). */
const kinds = {
  malformed: { status: 400, title: 'the request cannot be read' },
  query: { status: 400, title: 'a query parameter cannot be understood' },
  invalid: { status: 422, title: 'the body breaks a rule' },
  'not-found': { status: 404, title: 'no such record or path' },
  'bad-id': { status: 404, title: 'no such record' },
  method: { status: 405, title: 'the path does not have this method' },
  conflict: { status: 409, title: 'the record has changed since that version' },
  'too-large': { status: 413, title: 'the body is too large' },
  'media-type': { status: 415, title: 'the body must be application/json' },
  'unsupported-grant': { status: 400, title: 'grant_type must be client_credentials' },
  'too-many': { status: 429, title: 'too many requests; come again a little later' },
  unavailable: { status: 503, title: 'the service is not available for a moment' },
  fault: { status: 500, title: 'the service failed' },
} as const;

/** The kinds of refusal. */
export type ProblemKind = keyof typeof kinds;

/** The status of a kind of refusal where no dialect has another. */
export function defaultStatus(kind: ProblemKind): number {
  return kinds[kind].status;
}

/** A refusal: thrown wherever it is found, turned into an answer in one place. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly complaints: readonly Complaint[];
  /** Set where the status is not that of the kind. */
  readonly status: number | undefined;

  constructor(kind: ProblemKind, detail?: string, complaints: readonly Complaint[] = [], status?: number) {
    super(detail ?? kinds[kind].title);
    this.name = 'Problem';
    this.kind = kind;
    this.complaints = complaints;
    this.status = status;
  }
}

/** A record that doesn't exist, or not for the calling organization: the two look the same from outside. */
export function notFound(what: string): Problem {
  return new Problem('not-found', `there is no such ${what}`);
}
