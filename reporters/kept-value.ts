import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../spec/index.ts';
import type { Counterexample, RecordedExchange } from '../results/report.ts';

/** The JSON object of a recorded answer; empty where it has none. */
function recordOf({ response }: RecordedExchange): object {
  try {
    return Object(JSON.parse(response?.body ?? ''));
  } catch {
    return {};
  }
}

/**
 * What is to be said where an edit left a value as it had been: read beside what was asked for it looks like another value
 * that went wrong. Undefined where the evidence has no edit, or not what the record was before it.
 */
export function keptLine({ exchanges, pointer, actual }: Counterexample): string | undefined {
  const edit = exchanges.findLastIndex(({ request }) => request.method === 'PUT');
  const { request, response } = exchanges[edit] ?? {};
  const place = pointer.replace(/^\/response\/\d+/, '');
  const isOfEdit = /^\/(?:renewal_date$|body\/)/.test(place);
  if (!isOfEdit || actual === undefined || response === undefined || response.status >= 300) return undefined;
  const before = exchanges
    .slice(0, edit)
    .map(recordOf)
    .findLast((record) => 'id' in record && request?.url.includes(`/${String(record.id)}/`) === true);
  return before !== undefined && isDeepStrictEqual(valueAt(before, place), actual)
    ? 'what it was before the edit: it kept that value'
    : undefined;
}
