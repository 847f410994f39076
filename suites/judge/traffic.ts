import type { EndpointId } from '../../spec/index.ts';
import type { Exchange } from '../../target/exchange.ts';

/**
 * What saved traffic does not tell of an exchange:
 * `answer body`: it was not kept, or not whole; `headers`: those of the answer were not kept;
 * `query`: plan that no document names, or given twice, may have changed what was asked for;
 * `newness`: whether a create made a record, or answered with one that was there; `token`: it was taken out;
 * `characters`: whether the ones that could not be read, or that look like a mask, were sent like that.
 */
export type Doubt = 'answer body' | 'headers' | 'query' | 'newness' | 'token' | 'characters';

/** An exchange as it was saved, with what is not known of it. */
export interface SavedExchange {
  readonly exchange: Exchange;
  readonly doubts: readonly Doubt[];
}

/** One saved exchange, not read before it is needed: there may be many. */
export interface SavedEntry {
  /** Milliseconds on the clock of its traffic. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Milliseconds, as the one who saved it measured them; absent: not known. */
  readonly durationMs?: number;
  /** An earlier try may have reached the service at any time before. */
  readonly repeated: boolean;
  readonly endpoint: EndpointId | 'token';
  /** Base address of the service. */
  readonly base: string;
  /** What one memory is kept for: the service, as far as the one who asked can be told. */
  readonly scope: string;
  /** Where it is saved, as messages name it: `journal.ndjson:12`. */
  readonly place: string;
  read(): SavedExchange;
}

/** Exchanges that share a clock: those of one run, or of one capture. */
export interface Traffic {
  readonly source: 'journal' | 'capture';
  /** Whether nothing is missing that the sender of these requests has sent. */
  readonly isWhole: boolean;
  /** Instant of the clock's zero, in milliseconds since 1970; absent: not known. */
  readonly epoch?: number;
  readonly entries: readonly SavedEntry[];
  /** Entries that are no traffic of this interface. */
  readonly strangers: number;
  /** Entries that a cache has answered, and not the service. */
  readonly cached: number;
}

/** Saved traffic that cannot be read: the message is one line of where and what. */
export class UnreadableTraffic extends Error {
  override readonly name = 'UnreadableTraffic';
}
