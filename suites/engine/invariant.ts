import type { RequirementId } from '../../spec/index.ts';
import type { AnsweredExchange, Exchange } from '../../target/exchange.ts';
import type { Memory } from './memory.ts';

/** One place where an answer breaks a requirement. */
export interface Breach {
  readonly message: string;
  /** As in a finding. */
  readonly code?: string;
  readonly pointer: string;
  readonly expected: unknown;
  /** `expected` is a list of values, one of which is asked for. */
  readonly expectedOneOf?: true;
  readonly actual?: unknown;
  /** Exchanges before the judged one that belong to the evidence. */
  readonly earlier?: readonly Exchange[];
  /** As in a finding. */
  readonly isOfClock?: true;
  /** The judged exchange as it is to be shown, where not as it is. */
  readonly exchange?: Exchange;
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

/** A requirement that every exchange of a run is held against, those without an answer among them. */
export interface ExchangeInvariant {
  readonly id: RequirementId;
  /** @returns the breaches (none: it holds), or undefined when the exchange says nothing of the requirement */
  readonly judge: (exchange: Exchange, memory: Memory) => readonly Breach[] | undefined;
}

/** Remembers something of an exchange for the invariants, without judging it. */
export type Note = (exchange: AnsweredExchange, memory: Memory) => void;

/** What exchanges are held against: everything is noted first, then judged. */
export interface Law {
  readonly notes: readonly Note[];
  readonly invariants: readonly Invariant[];
  /** Absent where nothing is known of exchanges without an answer. */
  readonly ofAll?: readonly ExchangeInvariant[];
}
