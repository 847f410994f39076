import { shownPageSize } from '../invariants/paging.ts';
import { isRefusal, type AnsweredExchange } from '../../target/exchange.ts';

/**
 * A page of a list whose paging is not shown (E1, E5), from a position on. The first page is asked for as shown, without
 * anything; further ones by `offset`, and not smaller than is shown where it looks at `page_size`.
 *
 * @param list - asks for a page with these members of the query
 */
export async function listFrom(
  offset: number,
  list: (paging: Readonly<Record<string, string>>) => Promise<AnsweredExchange>,
): Promise<AnsweredExchange> {
  if (offset === 0) return list({});
  const large = await list({ offset: String(offset), page_size: String(shownPageSize) });
  return isRefusal(large) ? list({ offset: String(offset) }) : large;
}
