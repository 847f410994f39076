import { idKey, isObject, objectOf } from '../../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange, type OutgoingRequest } from '../../target/exchange.ts';
import type { Query, Send } from '../engine/api.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { memberAt, unless, type Violation } from '../engine/assertions.ts';
import { ruleOnSuccesses, type Rule } from '../engine/definition.ts';
import { isList, listEndpoints, numberOf, recordsOf } from './reading.ts';

/** The numbers of a page envelope, once they are known to be integers. */
export interface Page {
  readonly offset: number;
  readonly pageNum: number;
  readonly pageSize: number;
  readonly total: number;
  readonly length: number;
}

/** The largest documented page size; larger ones are up to the target. */
export const shownPageSize = 20;

/** The page of a list answer; undefined if its numbers are not integers, or if it is not a list. */
export function pageOf(exchange: AnsweredExchange): Page | undefined {
  if (!isList(exchange.request.endpoint) || !isSuccess(exchange)) return undefined;
  const { meta, response } = objectOf(exchange.answer.json);
  if (!isObject(meta) || !Array.isArray(response)) return undefined;
  const { offset, page_num: pageNum, page_size: pageSize, total_records: total } = meta;
  if (![offset, pageNum, pageSize, total].every(Number.isInteger)) return undefined;
  return { offset, pageNum, pageSize, total, length: response.length } as Page;
}

/** The total that a list answer names, whatever else is wrong with its page; undefined if it is not an integer. */
export function totalIn({ answer }: AnsweredExchange): number | undefined {
  const { total_records: total } = objectOf(objectOf(answer.json).meta);
  return Number.isInteger(total) ? (total as number) : undefined;
}

/** Whether the request asked for a page that a list of `total` records has: the effect of any other page is open. */
export function asksForAnOrdinaryPage({ request: { query } }: AnsweredExchange, total: number): boolean {
  const { offset = '0', page_size: size = '1' } = query;
  if (!/^\d{1,9}$/.test(offset) || !/^\d{1,3}$/.test(size)) return false;
  return Number(size) >= 1 && (Number(offset) < total || Number(offset) === 0);
}

/** Whether a page was refused because of its paging, and not because of the caller, the path or the list. */
export function isRefusedForItsPage({ answer: { status } }: AnsweredExchange): boolean {
  return status === 400 || status === 416 || status === 422;
}

/** The violation code of a page that holds more records than its total leaves. */
const moreThanTotal = 'more-than-total';

/** The first reason why a page's numbers do not fit each other. An empty page may be number 0 or 1. */
export function unsoundness({ offset, pageNum, pageSize, total, length }: Page): Violation | undefined {
  const held = numberOf(length, 'record');
  const left = total - offset;
  const bound = (holds: boolean, pointer: string, expected: string, actual: unknown) =>
    unless(holds, () => ({
      code: 'bounds',
      message: `${pointer} is ${String(actual)}, expected ${expected}`,
      pointer,
      expected,
      actual,
    }));
  // The first page's length is a lower bound for the total; the total bounds the records of a later page.
  const isOfFirst = offset === 0;
  const [violation] = [
    ...bound(offset >= 0, '/meta/offset', 'at least 0', offset),
    ...bound(pageNum >= 1 || (pageNum === 0 && length === 0), '/meta/page_num', 'at least 1', pageNum),
    ...bound(pageSize >= 1, '/meta/page_size', 'at least 1', pageSize),
    ...bound(total >= 0, '/meta/total_records', 'at least 0', total),
    ...bound(length <= pageSize, '/response', `at most ${numberOf(pageSize, 'record')} (meta.page_size)`, held),
    ...unless(length === 0 || length <= left, () => ({
      code: moreThanTotal,
      message: isOfFirst
        ? `total_records is ${total}, the first page alone holds ${length}`
        : `a page at offset ${offset} holds ${held} where total_records ${total} leaves ${Math.max(left, 0)}`,
      pointer: isOfFirst ? '/meta/total_records' : '/response',
      expected: isOfFirst ? `at least ${length}` : left <= 0 ? 'no record' : `at most ${numberOf(left, 'record')}`,
      actual: isOfFirst ? total : held,
    })),
  ];
  return violation;
}

/**
 * The pages of a list whose paging is not documented (E1, E5), until its end, or until one has nothing new. The first
 * one is requested without parameters, others by `offset`, with the documented `page_size` unless that is refused.
 */
export async function* pagesByOffset(list: Send<Query>, most: number): AsyncGenerator<AnsweredExchange, void> {
  const met = new Set<string>();
  for (let [offset, pages] = [0, 1]; ; pages += 1) {
    const at = { offset: String(offset) };
    let exchange = await list(offset === 0 ? {} : { ...at, page_size: String(shownPageSize) });
    if (offset > 0 && isRefusal(exchange)) exchange = await list(at);
    const page = pageOf(exchange);
    // Further pages are not documented: an answer that is no page says nothing about the list.
    if (page !== undefined || offset === 0) yield exchange;
    const before = met.size;
    for (const { record } of recordsOf(exchange)) met.add(idKey(record.id));
    if (page === undefined || met.size === before || page.offset + page.length >= page.total || pages === most) return;
    offset = page.offset + page.length;
  }
}

/**
 * By list, the latest at the end: how many writes to what it shows are in flight, and when the last one was answered.
 * For older ones, the reads that overlapped the writes have been answered by now.
 */
const writesOfLists: Slot<Map<string, { underWay: number; answeredAt: number }>> = () => new Map();

/** Number of lists whose writes are remembered. */
const mostLists = 1000;

/** The list that a request reads or writes to: the list of groups, the list of decisions, or that of an employee. */
const listOf: Readonly<Partial<Record<string, (request: OutgoingRequest) => string>>> = {
  E1: () => 'groups',
  E2: () => 'groups',
  E3: () => 'decisions',
  E4: () => 'decisions',
  E5: () => 'decisions',
  E6: ({ json }) => idKey(objectOf(objectOf(json).employee).id),
  E8: ({ pathParameters }) => idKey(pathParameters['employee_id']),
};

/** Remembers that a write to what a list shows has been sent. */
export function noteListWriteSent(request: OutgoingRequest, memory: Memory): void {
  const list = listOf[request.endpoint]?.(request);
  if (list === undefined || request.method === 'GET') return;
  const writes = memory.at(writesOfLists);
  const { underWay, answeredAt } = writes.get(list) ?? { underWay: 0, answeredAt: Number.NEGATIVE_INFINITY };
  writes.delete(list);
  writes.set(list, { underWay: underWay + 1, answeredAt });
  const [oldest] = writes.keys();
  if (writes.size > mostLists && oldest !== undefined) writes.delete(oldest);
}

/** Remembers that a write to what a list shows was answered. */
export function noteListWritten({ request, endedAt }: AnsweredExchange, memory: Memory): void {
  const list = request.method === 'GET' ? undefined : listOf[request.endpoint]?.(request);
  const known = memory.at(writesOfLists).get(list ?? '');
  if (known === undefined) return;
  known.underWay = Math.max(known.underWay - 1, 0);
  known.answeredAt = Math.max(known.answeredAt, endedAt);
}

/**
 * Why the numbers of an answered page do not fit each other. A page with more records than its total leaves is not
 * judged if the list was written to while it was read: a service may count the records before it reads them. Only the
 * lists of employees are written to by nobody else.
 */
export function unsoundAtRest(page: Page, exchange: AnsweredExchange, memory: Memory): Violation | undefined {
  const violation = unsoundness(page);
  if (violation?.code !== moreThanTotal) return violation;
  if (!isListAtRest(exchange, memory)) return undefined;
  return exchange.request.endpoint === 'E8' ? violation : { ...violation, isOfOthers: true as const };
}

/** Whether no write of the run to what a list shows was under way while it was read. */
function isListAtRest({ request, startedAt }: AnsweredExchange, memory: Memory): boolean {
  const writes = memory.at(writesOfLists).get(listOf[request.endpoint]?.(request) ?? '');
  return writes === undefined || (writes.underWay === 0 && writes.answeredAt <= startedAt);
}

/** A rule about every page envelope. */
export function onPages(judge: (page: Page, ...judged: Parameters<Rule>) => ReturnType<Rule>): Rule {
  return ruleOnSuccesses(listEndpoints, (exchange, memory) => {
    const page = pageOf(exchange);
    return page === undefined ? undefined : judge(page, exchange, memory);
  });
}

/** Judges that a page of a list holds no record twice. */
export const eachOnce = ruleOnSuccesses(listEndpoints, (exchange) => {
  const records = recordsOf(exchange).filter(({ record }) => typeof record.id === 'string');
  const ids = records.map(({ record }) => idKey(record.id));
  const twice = records[ids.findIndex((id, at) => ids.indexOf(id) !== at)];
  // A sound page of another list shows nothing about the pages of E8.
  if (twice === undefined) return exchange.request.endpoint === 'E8' && ids.length > 1 ? [] : undefined;
  return memberAt(`${twice.pointer}/id`, twice.record.id).satisfies(false, {
    code: 'twice-on-a-page',
    message: 'a page holds a record twice',
    expected: 'every record once',
  });
});

/** Judges that a page of E8 names the size that was asked for. The whole list is not judged: it may name its length. */
export const namesItsSize: Rule = onPages((page, { request: { endpoint, query } }) => {
  const size = Number(query.page_size);
  const isOrdinary = endpoint === 'E8' && /^\d{1,2}$/.test(query.page_size ?? '') && size >= 1 && size <= shownPageSize;
  if (!isOrdinary || page.length === 0 || page.length === page.total) return undefined;
  const message = `page_size ${size} was asked for, meta.page_size is ${page.pageSize}`;
  return memberAt('/meta/page_size', page.pageSize).equals(size, message, 'page-size');
});

/** Judges that a page of an own employee's list at rest holds as many records as its own `meta` has room for. */
export function fullByMeta({ length, offset, pageSize, total }: Page, exchange: AnsweredExchange, memory: Memory) {
  // A whole list shows nothing about its pages.
  if (length === 0 || length === total || pageSize < 1 || !isListAtRest(exchange, memory)) return undefined;
  const most = Math.min(pageSize, total - offset);
  const held = numberOf(length, 'record');
  return memberAt('/response', held, { exchange }).satisfies(length >= most, {
    code: 'not-full-by-meta',
    message: `a page at offset ${offset} of ${total} records has page_size ${pageSize} in meta, and holds ${held}`,
    expected: numberOf(most, 'record'),
  });
}

const noNaturals = ['-1', '1.5', 'abc', ''] as const;

/** A number that takes more than 64 bits. */
export const beyond64Bits = '99999999999999999999';

/** Queries for pages that a list of `total` records does not have, by what is wrong with them. */
export const outOfRange = (
  total: number,
): readonly (readonly [name: string, of: 'offset' | 'page_size', values: readonly string[]])[] => [
  ['offset at the end', 'offset', [String(total)]],
  ['offset past the end', 'offset', [String(total + 1000), '9007199254740993', beyond64Bits]],
  ['offset that is no natural number', 'offset', noNaturals],
  ['page_size 0', 'page_size', ['0']],
  ['page_size that is no natural number', 'page_size', noNaturals],
  ['huge page_size', 'page_size', ['1000000', '9007199254740993', beyond64Bits]],
];

/** The same with both parameters: each may be checked alone. */
export const outOfBoth = (total: number): readonly { readonly query: Query }[] =>
  [
    ['-1', '5'],
    ['5', '0'],
    ['5', '9223372036854775807'],
    [String(total), '5'],
  ].map(([offset = '', size = '']) => ({ query: { offset, page_size: size } }));

/** How a list answered a request for a page that it does not have. */
export function answerTo(exchange: AnsweredExchange): string {
  const page = pageOf(exchange);
  if (page === undefined) return String(exchange.answer.status);
  // A page size that follows the length of the list is none.
  if (page.length > 0 && page.length === page.total && page.length === page.pageSize) return 'the whole list';
  return page.length === 0 ? 'an empty page' : `a page of up to ${page.pageSize}`;
}
