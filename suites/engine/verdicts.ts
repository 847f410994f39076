import type { Reason } from '../../results/report.ts';
import type { Exchange } from '../../target/exchange.ts';

/** What the document asks for at one place of an answer, and what was there instead. */
export interface Finding {
  /** What was seen, as one line. */
  readonly message: string;
  /** What went wrong, in a word or two that are the same in every run; by default made of what was asked for and found. */
  readonly code?: string;
  /** The exchanges that show it, the deciding one last. */
  readonly exchanges: readonly Exchange[];
  /** JSON pointer into the deciding answer's body, `#status`, or `#headers/<name>`. */
  readonly pointer: string;
  readonly expected: unknown;
  /** `expected` is a list of values, one of which is asked for. */
  readonly expectedOneOf?: true;
  readonly actual?: unknown;
  /** It takes a change of the clock between two writes to show. */
  readonly isOfClock?: true;
  /** The property, drive or check (by its requirement's id) whose traffic shows it. */
  readonly foundIn?: string;
  /** The failing case was run again, alone, and did not fail: the exchange that asked the same then, if one did. */
  readonly passedAgain?: { readonly exchange: Exchange | undefined };
}

/** Thrown by a check whose assertion does not hold: a verdict on the target, never a fault of the suite. */
export class Violation extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.message);
    this.name = 'Violation';
    this.finding = finding;
  }
}

/** Thrown by a check that cannot be decided here: neither a pass nor a failure. */
export class Undecided extends Error {
  readonly reason: Reason;
  /** The exchange that the check could not get past, if there was one. */
  readonly exchange: Exchange | undefined;
  constructor(reason: Reason, detail: string, exchange?: Exchange) {
    super(detail);
    this.name = 'Undecided';
    this.reason = reason;
    this.exchange = exchange;
  }
}

/** What is thrown in place of a request that the run has no time for. */
export function outOfTime(): Undecided {
  return new Undecided('not-reached', 'the time budget was used up before; allow more with --time-budget');
}
