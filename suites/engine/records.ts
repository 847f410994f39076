import { idKey, objectOf } from '../../spec/index.ts';
import type { Outage } from '../../target/outage-log.ts';
import { isSuccess, type Exchange } from '../../target/exchange.ts';
import type { Finding } from './verdicts.ts';

/** Members of an answer that name what the request has made. */
const namesOfMade = ['id', 'employee_id', 'version', 'access_token'] as const;
const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

export type MadeRecords = ReturnType<typeof createMadeRecords>;

/**
 * Remembers when the records of a run were made, in milliseconds on the clock of its exchanges.
 *
 * @param expiredToken - was made before the run
 */
export function createMadeRecords(expiredToken?: string) {
  const made = new Map<string, number>();
  if (expiredToken !== undefined) made.set(idKey(expiredToken), Number.NEGATIVE_INFINITY);
  return {
    note(exchange: Exchange): void {
      const { request, answer, startedAt } = exchange;
      if (request.method === 'GET' || !isSuccess(exchange)) return;
      const record = objectOf(answer?.json);
      for (const name of namesOfMade) {
        const id = record[name];
        if (typeof id === 'string' && !made.has(idKey(id))) made.set(idKey(id), startedAt);
      }
    },
    /** Whether a request names a record, or was refused with a token, that was made before then. */
    isOfOlder({ request: { url, body, headers }, answer }: Exchange, than: number): boolean {
      const text = `${url} ${typeof body === 'string' ? body : ''}`;
      const named = [...text.matchAll(uuids)].map(([id]) => id);
      const [, token] = headers['authorization']?.split(' ') ?? [];
      const used = answer?.status === 401 && token !== undefined ? [token] : [];
      return [...named, ...used].some((id) => (made.get(idKey(id)) ?? Number.POSITIVE_INFINITY) < than);
    },
  };
}

/**
 * The outage between what a finding is about and the answer that shows it: the target may have lost records then, and is
 * not blamed for what it answers about them.
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
