import type { UnauthorizedMessage } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { writeJson } from '../json-values.ts';
import type { AuthFailure } from '../tokens/issued-tokens.ts';

/** The message of each failure, verbatim (`spec/documents/7-errors.md`). */
export const failureMessages: Readonly<Record<AuthFailure, UnauthorizedMessage>> = {
  credentials: 'JWT validation failed: Missing or invalid credentials',
  signature: 'JWT validation failed: The JWT cannot be validated with any of the public keys.',
  expired: 'JWT validation failed: TIME_CONSTRAINT_FAILURE',
};

export interface Complaint {
  /** JSON pointer into the body, or the name of a query parameter. */
  readonly pointer: string;
  /** The rule that is broken: a schema keyword, or a rule of this service. */
  readonly rule: string;
  readonly message: string;
}

const references = {
  'known-carrier': 'names no known carrier',
  'known-plan': 'names no known plan',
  'known-event': 'names no event of the snapshot',
  'known-individual': 'names no person of the snapshot',
  'individual-type': 'is not what this person is in the snapshot',
  'distinct-people': 'is the id of another person of the snapshot',
  'same-group': 'is not the group of the path',
} as const;

export function brokenReference(rule: keyof typeof references, pointer: string): Complaint {
  return { pointer, rule, message: references[rule] };
}

/** The refusals other than the documented 401; `status` is a number, or names the dialect's choice that decides it. */
const kinds = {
  malformed: { status: 'malformedBodyStatus', title: 'the request cannot be read' },
  query: { status: 400, title: 'a query parameter cannot be understood' },
  invalid: { status: 'invalidBodyStatus', title: 'the body breaks a rule' },
  'not-found': { status: 'unknownIdStatus', title: 'no such record or path' },
  'bad-id': { status: 'badIdStatus', title: 'no such record' },
  method: { status: 'methodStatus', title: 'the path does not have this method' },
  conflict: { status: 409, title: 'the record has changed since that version' },
  taken: { status: 409, title: 'another record, or the state of this one, stands in the way' },
  'too-early': { status: 425, title: 'the request comes too soon after another one' },
  forbidden: { status: 403, title: 'the request looks like an attack' },
  'too-large': { status: 413, title: 'the body is too large' },
  'media-type': { status: 'mediaTypeStatus', title: 'the body must be application/json' },
  'unsupported-grant': { status: 400, title: 'grant_type must be client_credentials' },
  'not-acceptable': { status: 406, title: 'answers are JSON, which the request does not accept' },
  'too-soon': { status: 429, title: 'the request comes too soon after another one', retryAfter: '2' },
  'too-many': { status: 429, title: 'too many requests; try again later' },
  unavailable: { status: 503, title: 'the service is not available for a moment' },
  fault: { status: 500, title: 'the service failed' },
} as const;

export type ProblemKind = keyof typeof kinds;

/** A refusal: thrown where it is found, turned into an answer in one place. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly complaints: readonly Complaint[];
  readonly status: number | undefined;

  constructor(kind: ProblemKind, detail?: string, complaints: readonly Complaint[] = [], status?: number) {
    super(detail ?? kinds[kind].title);
    this.name = 'Problem';
    this.kind = kind;
    this.complaints = complaints;
    this.status = status;
  }
}

/** A record that doesn't exist, or not for the calling organization: clients cannot tell the two apart. */
export function notFound(what: string): Problem {
  return new Problem('not-found', `there is no such ${what}`);
}

export function refuseFor(kind: ProblemKind, complaints: readonly Complaint[]): void {
  if (complaints.length > 0) throw new Problem(kind, undefined, complaints);
}

/** An empty body has no type. */
type Body = { readonly contentType?: string; readonly text: string };
type Renderer = (problem: Problem, status: number, dialect: Dialect) => Body;

/** Complaints that are shown, at most: a large body can break a rule in every member. */
const shown = 50;

const json = (body: object, dialect: Dialect, contentType: string = dialect.contentType): Body => ({
  contentType,
  text: writeJson(body, dialect),
});

const inWords = ({ message, complaints }: Problem): string =>
  [message, ...complaints.slice(0, shown).map((complaint) => `${complaint.pointer}: ${complaint.message}`)].join('; ');

const forHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const shapes: Readonly<Record<Dialect['errorShape'], Renderer>> = {
  structured: ({ kind, message, complaints }, _status, dialect) =>
    json({ error: { code: kind, message, errors: complaints.slice(0, shown) } }, dialect),
  problem({ kind, message, complaints }, status, dialect) {
    const type = `urn:benefits-fulfillment-reference:problem:${kind}`;
    const body = { type, title: message, status, violations: complaints.slice(0, shown) };
    return json(body, dialect, 'application/problem+json');
  },
  flat: (problem, _status, dialect) => json({ message: inWords(problem) }, dialect),
  empty: (_problem, _status, dialect) => json({}, dialect),
  text: (problem) => ({ contentType: 'text/plain; charset=utf-8', text: inWords(problem) }),
  html: (problem, status) => ({
    contentType: 'text/html; charset=utf-8',
    text: `<!doctype html>\n<title>${status}</title>\n<h1>${status}</h1>\n<p>${forHtml(inWords(problem))}</p>\n`,
  }),
  none: () => ({ text: '' }),
};

/** A refusal other than the documented 401, in the dialect's shape (`spec/documents/7-errors.md`). */
export function refusalOf(problem: Problem, dialect: Dialect) {
  const { status: ofKind, ...kind } = kinds[problem.kind];
  const status = problem.status ?? (typeof ofKind === 'number' ? ofKind : dialect[ofKind]);
  const retryAfter = 'retryAfter' in kind ? kind.retryAfter : undefined;
  return { status, retryAfter, ...shapes[dialect.errorShape](problem, status, dialect) };
}
