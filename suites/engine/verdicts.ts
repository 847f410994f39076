import type { Reason } from '../../results/report.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { Violation } from './assertions.ts';

/** What the document asks for at one place of an answer, what was there instead, and the exchanges that show it. */
export interface Finding extends Omit<Violation, 'code' | 'earlier' | 'exchange'> {
  readonly code?: string;
  /** The exchanges that show it, the deciding one last. */
  readonly exchanges: readonly Exchange[];
  /** The property, workload or check (by its requirement's id) whose traffic shows it. */
  readonly foundIn?: string;
  /** The failing case was run again, alone, and did not fail: the exchange that asked the same then, if one did. */
  readonly passedAgain?: { readonly exchange: Exchange | undefined };
}

/** The finding of a violation. @param judged - the exchange that was judged, where the violation names no other */
export function findingOf({ earlier = [], exchange, ...violation }: Violation, judged = exchange): Finding {
  const shown = exchange ?? judged;
  return { ...violation, exchanges: shown === undefined ? earlier : [...earlier, shown] };
}

/** Thrown by a check whose assertion does not hold: a verdict on the target, never a fault of the suite. */
export class AssertionFailure extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.message);
    this.name = 'AssertionFailure';
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
