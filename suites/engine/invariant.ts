import type { RequirementId } from '../../spec/index.ts';
import type { AnsweredExchange, Exchange } from '../../target/exchange.ts';
import type { Memory } from './memory.ts';

/** One place where an answer breaks a requirement. */
export interface Breach {
  readonly message: string;
  readonly pointer: string;
  readonly expected: unknown;
  readonly actual?: unknown;
  /** Exchanges before the judged one that belong to the evidence. */
  readonly earlier?: readonly Exchange[];
}

/**
 * A requirement that every exchange of a run is held against, whichever check sent it. Pure but for the memory, so
 * that saved traffic can be judged like live traffic.
 */
export interface Invariant {
  readonly id: RequirementId;
  /** @returns the breaches (none: it holds), or undefined when the exchange says nothing of the requirement */
  readonly judge: (exchange: AnsweredExchange, memory: Memory) => readonly Breach[] | undefined;
}

/** Remembers something of an exchange for the invariants, without judging it. */
export type Note = (exchange: AnsweredExchange, memory: Memory) => void;

/** What exchanges are held against: everything is noted first, then judged. */
export interface Law {
  readonly notes: readonly Note[];
  readonly invariants: readonly Invariant[];
}
