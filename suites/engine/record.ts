import type { RecordedExchange } from '../../reporters/report.ts';
import type { Exchange } from '../../target/exchange.ts';
import { longestBody, shortened } from '../../target/journal.ts';
import type { Redactor } from '../../target/redaction.ts';
import { shortenLists } from './shorten-lists.ts';

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
 * items, such that it stays JSON; only what is none is cut.
 *
 * @returns the record, and the pointer as it leads through it
 */
export function recordOf(
  exchange: Exchange,
  { redactor, pointer, epoch }: RecordMeans,
): { readonly recorded: RecordedExchange; readonly pointer: string } {
  const redacted = redactor.exchange(exchange);
  const { response } = redacted;
  const short =
    response !== undefined && response.body.length > longestBody
      ? shortenLists(response.body, pointer, longestBody)
      : undefined;
  const recorded: RecordedExchange = {
    ...shortened(
      response === undefined || short === undefined
        ? redacted
        : { ...redacted, response: { ...response, body: short.text } },
    ),
    ...(epoch === undefined ? {} : { startedAt: new Date(epoch + exchange.startedAt).toISOString() }),
  };
  if (short === undefined || recorded.response === undefined) return { recorded, pointer };
  return {
    recorded: { ...recorded, response: { ...recorded.response, leftOut: short.leftOut } },
    pointer: short.pointer,
  };
}
