import type { RenewalDecisionInput, RequirementId } from '../../spec/index.ts';
import type { JsonObject } from '../rules/reading.ts';
import type { Api } from '../engine/api.ts';
import { foundHere, noteInCase, runningCase } from '../engine/case-scope.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import type { Finding } from '../engine/verdicts.ts';

/** A decision as the service should know it. */
export interface KnownDecision {
  readonly group: string;
  /** What the last successful write sent. */
  sent: RenewalDecisionInput;
  /** The record that it was answered with. */
  record: JsonObject;
  /** Versions that edits have put behind it. */
  readonly past: unknown[];
  /** Whether an edit of it was refused since the last one that was not. */
  isRefused: boolean;
  /** Edits of any decision at the time of the last one of this. */
  editsThen: number;
  /** Whether a list has shown it as it was given last. */
  isShown: boolean;
}

/** An employee as the service should know it. */
export interface KnownEmployee {
  readonly group: string;
  readonly id: string;
  /** Ids of the snapshots that were made, in one letter case. */
  readonly snapshotIds: string[];
  /** A create was lost without an answer and repeated: the list may hold more than is known. */
  isUncertain: boolean;
}

/** All that a sequence of requests has made: what the service has to show, whatever came before or goes on beside it. */
export interface Model {
  readonly decisions: KnownDecision[];
  /** By slot: the commands name employees before they are made. */
  readonly employees: Map<number, KnownEmployee>;
  /** Successful edits of any decision. */
  edits: number;
}

/** A service of which nothing is known. */
export function emptyModel(): Model {
  return { decisions: [], employees: new Map(), edits: 0 };
}

/** The item at a position that was drawn without knowing how many there are. */
export function pick<T>(items: readonly T[], drawn: number): T | undefined {
  return items[drawn % items.length];
}

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
