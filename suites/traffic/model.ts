import { type JsonObject, type RenewalDecisionInput, type RequirementId } from '../../spec/index.ts';
import type { Api } from '../engine/api.ts';
import { foundHere, noteInCase, runningCase } from '../engine/case-scope.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import type { Finding } from '../engine/verdicts.ts';

/** A decision as the service should know it. */
export interface KnownDecision {
  readonly group: string;
  /** The position of its day. */
  day: number;
  /** What the last successful write sent, and the record in its answer. */
  sent: RenewalDecisionInput;
  record: JsonObject;
  /** Versions that edits have replaced. */
  readonly past: unknown[];
  /** Whether an edit was refused since the last successful one. */
  isRefused: boolean;
  /** Whether no other decision was edited since the last write of this one. */
  isAlone: boolean;
  /** Whether a list has shown the content of the last write. */
  isShown: boolean;
}

/** An employee as the service should know it. */
export interface KnownEmployee {
  readonly group: string;
  readonly id: string;
  /** In the letter case that the target gave. */
  readonly snapshotIds: string[];
  /** A create got no answer and was repeated: the list may hold more than is known. */
  isUncertain: boolean;
}

/** Everything that a sequence of requests has made; employees by slot, as commands name them before they are made. */
export interface Model {
  readonly decisions: KnownDecision[];
  readonly employees: Map<number, KnownEmployee>;
}

export function emptyModel(): Model {
  return { decisions: [], employees: new Map() };
}

/** The item at a position that was drawn without knowing how many there are. */
export function pick<T>(items: readonly T[], drawn: number): T | undefined {
  return items[drawn % items.length];
}

/** What the commands act on: the target, and parts of bodies for it. */
export interface Real {
  readonly session: Session;
  readonly api: Api;
  /** Groups that take decisions, and groups that take snapshots: one or two each. */
  readonly decisionGroups: readonly string[];
  /** Groups whose list was so long that from then on only the part with the days of a sequence is read. */
  readonly longGroups: Set<string>;
  readonly snapshotGroups: readonly string[];
  /** Decisions of different content that the target is known to take. */
  readonly contents: readonly RenewalDecisionInput[];
  /** Marks what this sequence makes. */
  readonly tag: string;
  /** The day at a position, from 0 to 5; empty if the target has no room for more decisions. */
  day(position: number): string;
}

/** Maximum number of a sequence's exchanges shown with a finding. */
const shownExchanges = 30;

/** Asserts on behalf of a requirement: the evidence is those exchanges of the sequence that `isShown` accepts. */
export function judge(
  { session: { ledger } }: Real,
  id: RequirementId,
  holds: boolean,
  finding: () => Omit<Finding, 'exchanges'>,
  isShown: (exchange: KeptExchange<Exchange>) => boolean = () => true,
): void {
  ledger.judged(id);
  if (holds) return;
  const ofCase = runningCase()?.exchanges ?? [];
  const exchanges = ofCase
    .flatMap(({ kept = [] }) => kept)
    .filter(isShown)
    .slice(-shownExchanges)
    .map((kept) => kept.recall());
  const whole = foundHere({ ...finding(), exchanges });
  ledger.broken(id, whole);
  noteInCase(id, whole);
}
