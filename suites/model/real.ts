import type { RequirementId, RenewalDecisionInput } from '../../spec/index.ts';
import type { Api } from '../engine/api.ts';
import { foundHere, noteInCase, runningCase } from '../engine/case-scope.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import type { Finding } from '../engine/verdicts.ts';

/** What the commands act on: the target, and what bodies for it are made of. */
export interface Real {
  readonly session: Session;
  readonly api: Api;
  /** Groups that take decisions, and groups that take snapshots: one or two each. */
  readonly decisionGroups: readonly string[];
  readonly snapshotGroups: readonly string[];
  /** Decisions that the target is known to take, told apart by their content. */
  readonly contents: readonly RenewalDecisionInput[];
  /** Tells what this sequence makes from what others make. */
  readonly tag: string;
  /** The day of a position, from 0 to 29: days that hardly anybody else uses. */
  day(position: number): string;
}

/** Exchanges of a sequence that are shown with a finding at the most. */
const shownExchanges = 30;

/**
 * Asserts on behalf of a requirement: the evidence is the sequence of requests so far.
 *
 * @param isShown - whether an exchange of the sequence belongs to the evidence; default: all do
 */
export function judge(
  { session: { ledger } }: Real,
  id: RequirementId,
  holds: boolean,
  finding: () => Omit<Finding, 'exchanges'>,
  isShown: (exchange: Exchange) => boolean = () => true,
): void {
  ledger.judged(id);
  if (holds) return;
  const exchanges = (runningCase()?.exchanges ?? []).filter(isShown).slice(-shownExchanges);
  const whole = foundHere({ ...finding(), exchanges });
  ledger.broken(id, whole);
  noteInCase(id, whole);
}
