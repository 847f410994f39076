import { bounded } from '../../results/printable.ts';
import { jsonLines, type JsonLine } from '../json-lines.ts';
import { markup, type Markup } from './markup.ts';

interface Body {
  readonly text: string;
  readonly label: string;
  /** JSON pointer to what is marked in it. */
  readonly pointer?: string | undefined;
}

const longestLine = 20_000;
const mostLines = 1000;

/** A body in lines, with what is at the pointer marked; of many lines those around it are shown, and others folded. */
export function bodyView({ text, label, pointer }: Body): Markup {
  if (text === '') return markup`<p class="faint">An empty body</p>`;
  const json = jsonLines(text);
  const wanted = json !== undefined && pointer?.startsWith('/') === true ? nearestPointer(json, pointer) : '';
  const isMissing = json !== undefined && pointer?.startsWith('/') === true && wanted !== pointer;
  const isMarked = (at: string): boolean =>
    wanted !== '' && (at === wanted || (!isMissing && at.startsWith(`${wanted}/`)));
  const lines =
    json?.map(({ indent, key, value, tail, pointer: at }) => {
      const content = markup`<span class="json-key">${key}</span>${bounded(value, longestLine)}`;
      return markup`${indent}${isMarked(at) ? markup`<mark>${content}</mark>` : content}${tail}\n`;
    }) ?? text.split('\n').map((line) => markup`${bounded(line, longestLine)}\n`);
  const marked = (json ?? []).flatMap((line, index) => (isMarked(line.pointer) ? [index] : []));
  const ranges = foldLines(lines.length, marked).map(({ from, to, shown }) => {
    const within = lines.slice(from, Math.min(to, from + mostLines));
    if (shown) return markup`<pre><code>${within}</code></pre>`;
    const left = to - from - within.length;
    return markup`<details class="fold"><summary>${to - from} more lines</summary><pre tabindex="0" role="group" aria-label="${label}, more lines"><code>${within}</code></pre>${left > 0 && markup`<p class="body-note">and ${left} more, which report.json has</p>`}</details>`;
  });
  const note = wanted === '' ? 'nor is any member on the way to it.' : `marked is ${wanted}, where it would belong.`;
  return markup`${isMissing && markup`<p class="body-note">Nothing is at ${pointer}; ${note}</p>`}<div class="body" role="group" aria-label="${label}">${ranges}</div>`;
}

/** The pointer, or of what is on the way to it the last that is there; empty where nothing is. */
function nearestPointer(lines: readonly JsonLine[], pointer: string): string {
  const pointers = new Set(lines.map((line) => line.pointer));
  let nearest = pointer;
  while (nearest !== '' && !pointers.has(nearest)) nearest = nearest.slice(0, nearest.lastIndexOf('/'));
  return nearest;
}

/** Lines from one index up to another that are shown, or folded away. */
interface LineRange {
  readonly from: number;
  to: number;
  readonly shown: boolean;
}

/**
 * Which of many lines to show: all when they are few; otherwise the marked ones with what is around them, the beginning and
 * the end.
 */
function foldLines(count: number, marked: readonly number[]): readonly LineRange[] {
  const around = 6;
  const [first] = marked;
  if (count <= 40) return [{ from: 0, to: count, shown: true }];
  const wanted =
    first === undefined
      ? [{ from: 0, to: 24 }]
      : [
          { from: 0, to: 3 },
          { from: first - around, to: Math.min((marked.at(-1) ?? first) + around + 1, first + 40) },
          { from: count - 2, to: count },
        ];
  const ranges: LineRange[] = [];
  let at = 0;
  for (const { from, to } of wanted) {
    if (to <= at) continue;
    // A fold takes a line itself.
    const start = from - at < 4 ? at : from;
    if (start > at) ranges.push({ from: at, to: start, shown: false });
    at = Math.min(to, count);
    const before = ranges.at(-1);
    if (before?.shown === true) before.to = at;
    else ranges.push({ from: start, to: at, shown: true });
  }
  if (at < count) ranges.push({ from: at, to: count, shown: false });
  return ranges;
}
