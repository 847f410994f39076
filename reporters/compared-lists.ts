import { firstNames, fitting, furtherItemsIn, lines, printable, printableValue } from '../results/printable.ts';
import type { Counterexample } from '../results/report.ts';

/** An item as text, and how many items it stands for. */
interface Item {
  readonly text: string;
  readonly count: number;
}

function itemsOf(value: readonly unknown[]): readonly Item[] {
  return value.map((item) => ({ text: JSON.stringify(item) ?? 'null', count: furtherItemsIn(item) ?? 1 }));
}

/** Items that the other list lacks, counting duplicates; items that are only counted belong to both lists. */
function ownOf(one: readonly Item[], other: readonly Item[]): ReadonlySet<Item> {
  const left = new Map<string, number>();
  for (const { text } of other) left.set(text, (left.get(text) ?? 0) + 1);
  const isOwn = ({ text, count }: Item): boolean => {
    const before = left.get(text) ?? 0;
    left.set(text, before - 1);
    return before <= 0 && count === 1;
  };
  return new Set(one.filter(isOwn));
}

const countOf = (items: readonly Item[]): number => items.reduce((sum, { count }) => sum + count, 0);
const textsOf = (items: Iterable<Item>): readonly string[] => [...items].map(({ text }) => text);

/** As many items as fit, followed by counts of the others. */
function cutTo(limit: number, items: readonly string[], ...rest: readonly (readonly [count: number, what: string])[]) {
  const shown = fitting(items, limit);
  const hidden = [[items.length - shown.length, 'more'] as const, ...rest].filter(([count]) => count > 0);
  const counted = hidden.map(([count, what]) => `${count} ${what}`).join(', ');
  const parts = lines([shown.length > 0 && shown.join(','), counted !== '' && `… ${counted}`]);
  return printable(`[${parts.join(', ')}]`, limit * 2);
}

/** A list too long to show: the items that the other lacks, or else the part where the order differs. */
function listText(
  items: readonly Item[],
  own: ReadonlySet<Item>,
  others: readonly Item[],
  isSameSet: boolean,
  limit: number,
) {
  if (!isSameSet) return cutTo(limit, textsOf(own), [countOf(items.filter((item) => !own.has(item))), 'in both']);
  const start = items.findIndex(({ text }, index) => text !== others[index]?.text);
  const before = items.slice(0, Math.max(start, 0));
  const shown = fitting(textsOf(items.slice(before.length)), limit);
  const rest = items.slice(before.length + shown.length);
  return `[${before.length > 0 ? `… ${countOf(before)} in both, ` : ''}${cutTo(limit, shown, [countOf(rest), 'more']).slice(1)}`;
}

export type Compared = Pick<Counterexample, 'expected' | 'expectedOneOf' | 'actual'>;

/** Two lists that are compared as wholes, with the items that each has alone; undefined for anything else. */
function listsOf({ expected, expectedOneOf, actual }: Compared) {
  if (expectedOneOf === true || !Array.isArray(expected) || !Array.isArray(actual)) return undefined;
  const [wanted, found] = [itemsOf(expected), itemsOf(actual)];
  return { wanted, found, missing: ownOf(wanted, found), unexpected: ownOf(found, wanted) };
}

/** Expected and actual as one line each; of lists that are too long, differing items are kept, others counted. */
export function comparedLines(compared: Compared, limit: number) {
  const { expected, actual } = compared;
  const lists = listsOf(compared);
  const isLong = [expected, actual].some((value) => (JSON.stringify(value) ?? '').length > limit);
  if (lists === undefined || !isLong)
    return { expected: printableValue(expected, limit), actual: printableValue(actual, limit) };
  const { wanted, found, missing, unexpected } = lists;
  const isSameSet = missing.size + unexpected.size === 0;
  return {
    expected: listText(wanted, missing, found, isSameSet, limit),
    actual: listText(found, unexpected, wanted, isSameSet, limit),
  };
}

/** How many items of a list can be taken in at a glance. */
const few = 3;

/** The difference between two lists that have items in common: which items are missing, and which are not expected. */
export function listsDifferLine(compared: Compared, limit: number): string | undefined {
  const { wanted = [], found = [], missing, unexpected } = listsOf(compared) ?? {};
  if (missing === undefined || unexpected === undefined || Math.max(wanted.length, found.length) <= few)
    return undefined;
  if (missing.size === wanted.length || missing.size + unexpected.size === 0) return undefined;
  const named = [
    ['missing', missing],
    ['not expected', unexpected],
  ] as const;
  const inWords = named
    .filter(([, items]) => items.size > 0)
    .map(([what, items]) => {
      const texts = textsOf(items);
      return `${what} ${firstNames(texts, fitting(texts, limit).length)}`;
    });
  return printable(inWords.join('; '), limit * 4);
}
