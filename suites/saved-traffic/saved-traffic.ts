import type { Doubt } from '../engine/definition.ts';
import type { EndpointId } from '../../spec/index.ts';
import type { Exchange } from '../../target/exchange.ts';

/** An exchange as it was saved. */
export interface SavedExchange {
  readonly exchange: Exchange;
  readonly doubts: readonly Doubt[];
}

/** One saved exchange, read only when it is needed: there may be many. */
export interface SavedEntry {
  /** Milliseconds on the clock of its traffic. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Milliseconds as measured by the tool that saved it; absent: not known. */
  readonly durationMs?: number;
  /** An earlier try may have reached the service at any time before. */
  readonly repeated: boolean;
  readonly endpoint: EndpointId | 'token';
  /** Base address of the service. */
  readonly base: string;
  /** Entries of one scope share a memory: one service as one client sees it, as far as clients can be told apart. */
  readonly scope: string;
  /** Where it is saved, for messages: `journal.ndjson:12`. */
  readonly place: string;
  read(): SavedExchange;
}

/** Exchanges that share a clock: those of one run, or of one HAR file. */
export interface SavedTraffic {
  readonly source: 'journal' | 'har';
  /** Whether every request of the sender is known to be included. */
  readonly isWhole: boolean;
  /** Zero of the clock in milliseconds since 1970; absent: not known. */
  readonly epoch?: number;
  readonly entries: readonly SavedEntry[];
  /** Number of entries for other services than this interface. */
  readonly unrelated: number;
  /** Number of answers that came from a cache. */
  readonly cached: number;
}

/** Saved traffic that cannot be read; the message is one line that says what and where. */
export class UnreadableTraffic extends Error {
  override readonly name = 'UnreadableTraffic';
}
