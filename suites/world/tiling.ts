import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Finding } from '../engine/verdicts.ts';
import { placesOf, type Place, type Walk } from './walk.ts';

/** The pages that show something, each of them once. */
function pagesOf(...pages: readonly (AnsweredExchange | undefined)[]): readonly AnsweredExchange[] {
  return [...new Set(pages)].filter((page) => page !== undefined);
}

/** That a record is not where its neighbours are: it is shown where it was, with the pages that it ought to be on. */
function missed(lost: Place, neighbour: string | undefined, walk: Walk): Omit<Finding, 'message'> {
  const met = placesOf(walk);
  const before = met.findIndex(({ id }) => id === neighbour);
  const [previous, next] = [met[before], met[before + 1]];
  const end = next?.page ?? walk.pages.at(-1);
  const exchanges = pagesOf(lost.page, previous?.page, end);
  if (next !== undefined) return { exchanges, pointer: next.pointer, expected: lost.id, actual: next.id };
  const actual = met.filter(({ page }) => page === end).map(({ id }) => id);
  return { exchanges, pointer: '/response', expected: [...actual, lost.id], actual };
}

/**
 * Where the pages of a walk are no tiling of the list: a record is met twice or missed, or the order is another one.
 * The evidence is the pages between which it happens, and the page of the other walk that shows what belongs there.
 *
 * @param known - another walk of the same list at rest
 * @returns undefined where both walks met the same records in the same order
 */
export function problemOfTiling(known: Walk, walk: Walk): Finding | undefined {
  const [wanted, met] = [placesOf(known), placesOf(walk)];
  const size = walk.pages[0]?.request.query.page_size;

  const twice = met.find(({ id }, index) => walk.ids.indexOf(id) !== index);
  if (twice !== undefined)
    return {
      message: `a walk with page_size ${size} meets a record twice`,
      exchanges: pagesOf(met.find(({ id }) => id === twice.id)?.page, twice.page),
      pointer: twice.pointer,
      expected: 'every record exactly once',
      actual: twice.id,
    };

  const missing = wanted.filter(({ id }) => !walk.ids.includes(id));
  const [lost] = missing;
  if (lost !== undefined)
    return {
      message: `a walk with page_size ${size} misses ${missing.length === 1 ? 'a record' : `${missing.length} records`}`,
      ...missed(lost, wanted[wanted.indexOf(lost) - 1]?.id, walk),
    };

  const moved = met.findIndex(({ id }, index) => id !== wanted[index]?.id);
  const [other, here] = [wanted[moved], met[moved]];
  if (here === undefined) return undefined;
  return {
    message: `two walks at rest (page_size ${known.pages[0]?.request.query.page_size} and ${size}) differ in order`,
    exchanges: pagesOf(other?.page ?? known.pages.at(-1), here.page),
    pointer: here.pointer,
    expected: other?.id ?? 'the end of the list',
    actual: here.id,
  };
}
