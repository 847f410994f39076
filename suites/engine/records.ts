import type { Outage } from '../../target/outage-log.ts';
import { isSuccess, type Exchange } from '../../target/exchange.ts';
import type { Finding } from './verdicts.ts';

/** When the records of a run were made. Milliseconds on the clock of its exchanges. */
export interface MadeRecords {
  note(exchange: Exchange): void;
  /** Whether a request names a record, or was refused with a token, that was made before then. */
  isOfOlder(exchange: Exchange, than: number): boolean;
}

/** Members of an answer that name what the request has made. */
const namesOfMade = ['id', 'employee_id', 'version', 'access_token'] as const;
const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/** Identifiers that differ by letter case only are the same. */
function keyOf(id: string): string {
  return id.toLowerCase();
}

/**
 * No record has been made yet.
 *
 * @param expiredToken - was made before the run
 */
export function createMadeRecords(expiredToken?: string): MadeRecords {
  const made = new Map<string, number>();
  if (expiredToken !== undefined) made.set(keyOf(expiredToken), Number.NEGATIVE_INFINITY);
  return {
    note(exchange) {
      const { request, answer, startedAt } = exchange;
      if (request.method === 'GET' || !isSuccess(exchange) || typeof answer?.json !== 'object') return;
      const record = { ...answer.json } as Readonly<Record<string, unknown>>;
      for (const name of namesOfMade) {
        const id = record[name];
        if (typeof id === 'string' && !made.has(keyOf(id))) made.set(keyOf(id), startedAt);
      }
    },
    isOfOlder({ request: { url, body, headers }, answer }, than) {
      const text = `${url} ${typeof body === 'string' ? body : ''}`;
      const named = [...text.matchAll(uuids)].map(([id]) => id);
      const [, token] = headers['authorization']?.split(' ') ?? [];
      const used = answer?.status === 401 && token !== undefined ? [token] : [];
      return [...named, ...used].some((id) => (made.get(keyOf(id)) ?? Number.POSITIVE_INFINITY) < than);
    },
  };
}

/**
 * The time in which the target was away between what a finding is about and what it was found by: it may have lost
 * records then, and is not blamed for what it answers about them.
 */
export function outageWithin(
  { exchanges }: Finding,
  outages: readonly Outage[],
  records: MadeRecords,
): Outage | undefined {
  return outages.find(
    ({ from }) =>
      exchanges.some(({ endedAt }) => from <= endedAt) &&
      exchanges.some((exchange) => exchange.startedAt < from || records.isOfOlder(exchange, from)),
  );
}
