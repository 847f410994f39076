import type { EndpointId } from '../../spec/index.ts';

/** A request to an endpoint, authenticated and read, but not yet validated. */
export interface Call {
  readonly organizationId: string;
  /** Path parameters by their documented names. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /** Query parameters; an array when one is given more than once. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body; undefined when there is none. */
  readonly body: unknown;
}

/** What an endpoint answers. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** An endpoint's work: gives the answer or throws a Problem, and knows nothing of HTTP beyond the status. */
export type Operation = (call: Call) => Answer;

/** An operation for every documented endpoint (`spec/documents/4-endpoints.md`). */
export type Operations = Readonly<Record<EndpointId, Operation>>;
