import type * as fc from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';

/** The messages of the document's table of 401 answers, numbered in its order (`spec/documents/7-errors.md`). */
export type MessageNumber = 1 | 2 | 3;

/** The requirements that authorization cases are for. */
export type AuthorizationRequirement = Extract<
  RequirementId,
  | 'unauthorized.missing'
  | 'unauthorized.not-bearer'
  | 'unauthorized.altered'
  | 'unauthorized.forged'
  | 'unauthorized.expired'
>;

/** A request's Authorization header that has to be refused with a 401. */
export interface AuthorizationCase {
  readonly name: string;
  readonly requirement: AuthorizationRequirement;
  /** The header's value; undefined: the header is not sent. */
  readonly header: string | undefined;
  /** The messages that the answer may carry. */
  readonly messages: readonly MessageNumber[];
}

/** A kind of case: its name, and the headers of that kind. */
export interface AuthorizationKind {
  readonly name: string;
  readonly requirement: AuthorizationRequirement;
  readonly headers: fc.Arbitrary<Refused>;
}

/** A header with the messages that refuse it. */
export type Refused = Pick<AuthorizationCase, 'header' | 'messages'>;

/** Only the answer to credentials that are missing or not of the form `Bearer <JWT>`. */
export const notOfTheForm: readonly MessageNumber[] = [1];
/** Only the answer to a token that no key validates. */
export const notValidated: readonly MessageNumber[] = [2];
/** Either: whether such text is a JWT at all is a matter of view. */
export const either: readonly MessageNumber[] = [1, 2];
/** Only the answer to a token past its time. */
export const pastItsTime: readonly MessageNumber[] = [3];
