import { isDeepStrictEqual } from 'node:util';
import type { Counterexample, RecordedExchange } from '../../results/report.ts';
import { valueAt } from '../../spec/index.ts';
import type { Answer } from '../../target/exchange.ts';
import { isCut } from '../../target/exchange-record.ts';

/** What an exchange that was sent again says: the violation, its absence, or nothing that could be told from it alone. */
export type Showing = 'shows again' | 'in order' | 'open';

/** The value at the place of a finding: a pointer into the body, the status, or a header. */
function placeValue({ status, headers, json }: Pick<Answer, 'status' | 'headers' | 'json'>, pointer: string): unknown {
  if (pointer === '#status') return status;
  const header = /^#headers\/(.+)$/.exec(pointer)?.[1];
  return header === undefined ? valueAt(json, pointer) : headers[header.toLowerCase()];
}

/**
 * What the place of a finding says now: what was found there then is the violation still, and what was asked for there
 * is in order. A phrase in the place of a value is equal to nothing, and leaves it open.
 */
export function showingOf(answer: Answer, { pointer, expected, expectedOneOf, actual }: Counterexample): Showing {
  const now = placeValue(answer, pointer);
  if (isDeepStrictEqual(now, actual)) return 'shows again';
  const wanted: readonly unknown[] = expectedOneOf === true && Array.isArray(expected) ? expected : [expected];
  return wanted.some((one) => isDeepStrictEqual(now, one)) ? 'in order' : 'open';
}

/** What a recorded answer has at the place of a finding. */
export function recordedValue(response: NonNullable<RecordedExchange['response']>, pointer: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(response.body);
  } catch {
    // No JSON: there is nothing at any pointer.
  }
  return placeValue({ ...response, json }, pointer);
}

/** Whether the record has no more than the beginning of an answer: nothing can be looked up in it. */
export function isCutAnswer({ body }: NonNullable<RecordedExchange['response']>): boolean {
  return isCut(body);
}
