import type { RenewalDecisionInput } from '../../spec/index.ts';
import type { JsonObject } from '../rules/reading.ts';

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
