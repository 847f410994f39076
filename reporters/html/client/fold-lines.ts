/** Lines from one index up to another that are shown, or folded away. */
export interface LineRange {
  readonly from: number;
  /** The first that does not belong to it. */
  readonly to: number;
  readonly shown: boolean;
}

/**
 * Which of many lines to show: all when they are few; otherwise the marked ones with what is around them, the beginning and
 * the end.
 *
 * Runs in the page as well: it refers to nothing outside itself.
 *
 * @param marked indexes of lines that matter, in order
 */
export function foldLines(count: number, marked: readonly number[]): readonly LineRange[] {
  const around = 6;
  const first = marked[0];
  if (count <= 40) return [{ from: 0, to: count, shown: true }];
  const wanted =
    first === undefined
      ? [{ from: 0, to: 24 }]
      : [
          { from: 0, to: 3 },
          { from: first - around, to: Math.min((marked.at(-1) ?? first) + around + 1, first + 40) },
          { from: count - 2, to: count },
        ];
  const ranges: { from: number; to: number; shown: boolean }[] = [];
  let at = 0;
  for (const { from, to } of wanted) {
    // A fold takes a line itself: it has to be worth it.
    const start = from - at < 4 ? at : from;
    if (to <= at) continue;
    if (start > at) ranges.push({ from: at, to: start, shown: false });
    const before = ranges.at(-1);
    if (before?.shown === true) before.to = Math.min(to, count);
    else ranges.push({ from: start, to: Math.min(to, count), shown: true });
    at = Math.min(to, count);
  }
  if (at < count) ranges.push({ from: at, to: count, shown: false });
  return ranges;
}
