import type { RecordedExchange } from '../../results/report.ts';
import type { Exchange } from '../../target/exchange.ts';
import { longestBody } from '../../target/exchange-record.ts';
import type { Redactor } from '../../target/redaction.ts';
import { shortenLists } from './shorten-lists.ts';
import { shortenNesting } from './shorten-nesting.ts';

/** What a record is made with. */
export interface RecordMeans {
  readonly redactor: Redactor;
  /** Place of a finding in the answer, which stays in it; `""` for none. */
  readonly pointer: string;
  /** Unix time, in milliseconds, of 0 on the clock of the exchange; absent where nothing tells. */
  readonly epoch?: number | undefined;
}

/**
 * An exchange as it is written to reports: redacted, and of an answer that is long what can be read of it. A list loses
 * items, and what is nested too deep goes, such that it stays JSON; only what is none is cut.
 *
 * @returns the record, and the pointer as it leads through it
 */
export function recordOf(
  exchange: Exchange,
  { redactor, pointer, epoch }: RecordMeans,
): { readonly recorded: RecordedExchange; readonly pointer: string } {
  const text = shortenNesting(exchange.answer?.text ?? '');
  const short = text.length > longestBody ? shortenLists(text, pointer, longestBody) : undefined;
  const recorded: RecordedExchange = {
    ...redactor.exchange(exchange, short?.text ?? text),
    ...(epoch === undefined ? {} : { startedAt: new Date(epoch + exchange.startedAt).toISOString() }),
  };
  if (short === undefined || recorded.response === undefined) return { recorded, pointer };
  return {
    recorded: { ...recorded, response: { ...recorded.response, leftOut: short.leftOut } },
    pointer: short.pointer,
  };
}
