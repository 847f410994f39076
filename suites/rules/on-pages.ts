import { idKey } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { unless, type Violation } from '../engine/assertions.ts';
import type { Rule } from '../engine/definition.ts';
import { isOwnEmployee } from './made-snapshots.ts';
import { asksForAnOrdinaryPage, isRefusedForItsPage, pageOf, shownPageSize, type Page } from './pages.ts';
import { isList, recordsOf } from './reading.ts';

/** A rule about every page envelope. */
export function onPages(judge: (page: Page, exchange: AnsweredExchange) => readonly Violation[] | undefined): Rule {
  return (exchange) => {
    const page = pageOf(exchange);
    return page === undefined ? undefined : judge(page, exchange);
  };
}

/** Judges that a page of a list holds no record twice. */
export const eachOnce: Rule = (exchange) => {
  if (!isList(exchange.request.endpoint)) return undefined;
  const records = recordsOf(exchange).filter(({ record }) => typeof record.id === 'string');
  const ids = records.map(({ record }) => idKey(record.id));
  const twice = records[ids.findIndex((id, at) => ids.indexOf(id) !== at)];
  // A page of another list shows nothing of the pages of E8, unless it is wrong.
  if (twice === undefined) return exchange.request.endpoint === 'E8' && ids.length > 1 ? [] : undefined;
  return [
    {
      code: 'twice-on-a-page',
      message: 'a page holds a record twice',
      pointer: `${twice.pointer}/id`,
      expected: 'every record once',
      actual: twice.record.id,
    },
  ];
};

/** Judges that a page of E8 names the size that was asked for. The whole list may be called a page of its own length. */
export const namesItsSize: Rule = onPages((page, { request: { endpoint, query } }) => {
  const size = Number(query.page_size);
  const isOrdinary = endpoint === 'E8' && /^\d{1,2}$/.test(query.page_size ?? '') && size >= 1 && size <= shownPageSize;
  if (!isOrdinary || page.length === 0 || page.length === page.total) return undefined;
  return unless(page.pageSize === size, () => ({
    code: 'page-size',
    message: `page_size ${size} was asked for, meta.page_size is ${page.pageSize}`,
    pointer: '/meta/page_size',
    expected: size,
    actual: page.pageSize,
  }));
});

/** Judges that no page of a size up to the one that is shown is refused. */
export const sizeUpToShownIsTaken: Rule = (exchange, memory) => {
  const { endpoint, query, pathParameters } = exchange.request;
  const size = Number(query.page_size);
  if (endpoint !== 'E8' || !(size >= 1 && size <= shownPageSize) || !asksForAnOrdinaryPage(exchange, 1))
    return undefined;
  if (exchange.access !== 'first' || !isOwnEmployee(pathParameters.employee_id, memory)) return undefined;
  // What a size comes to is judged by what is on the page.
  if (!isRefusedForItsPage(exchange)) return undefined;
  return [
    {
      code: 'refused',
      message: `page_size ${size} was refused with ${exchange.answer.status}`,
      pointer: '#status',
      expected: 200,
      actual: exchange.answer.status,
    },
  ];
};
