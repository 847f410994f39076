import type { LeftOut } from '../../results/report.ts';
import { readJson } from '../../target/read-answer.ts';

/** A text with what is left out of it, and a pointer into it. */
export interface Shortened {
  readonly text: string;
  /** Leads to the same value as in the whole text. */
  readonly pointer: string;
  readonly leftOut: readonly LeftOut[];
}

interface List {
  readonly pointer: string;
  readonly items: { readonly start: number; end: number }[];
}

/** Items that stay at the beginning of a list, tried one after the other until the text is short enough. */
const headsTried = [40, 10, 3] as const;
/** Items that stay on both sides of one that the pointer leads to. */
const around = 2;

/**
 * Leaves items out of the long lists of a JSON text, such that it stays JSON: those at the beginning stay, the last one, and
 * those around what the pointer leads to. The text is cut, not written anew: what stays is as it came.
 *
 * @param longest - characters that it may have
 * @returns undefined where it is no JSON, or has no lists that make it long
 */
export function shortenLists(text: string, pointer: string, longest: number): Shortened | undefined {
  if (!readJson(text).isJson) return undefined;
  const lists = listsOf(text);
  for (const head of headsTried) {
    const shortened = cutTo(text, pointer, lists, head);
    if (shortened.leftOut.length > 0 && shortened.text.length <= longest) return shortened;
  }
  return undefined;
}

/** The lists of a JSON text, with where each of their items begins and ends; outer ones before those within. */
function listsOf(text: string): readonly List[] {
  const lists: List[] = [];
  const parents: { list: List | undefined; pointer: string; step: string; start: number }[] = [];
  const begin = (start: number): string => {
    const parent = parents.at(-1);
    parent?.list?.items.push({ start, end: start });
    if (parent === undefined) return '';
    return `${parent.pointer}/${parent.list === undefined ? parent.step : parent.list.items.length - 1}`;
  };
  const end = (at: number): void => {
    const item = parents.at(-1)?.list?.items.at(-1);
    if (item !== undefined) item.end = at;
  };
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]|[^\s{}[\],:"]+/gs)) {
    const parent = parents.at(-1);
    if (token === '{' || token === '[') {
      const pointer = begin(index);
      const list = token === '[' ? { pointer, items: [] } : undefined;
      if (list !== undefined) lists.push(list);
      parents.push({ list, pointer, step: '', start: index });
    } else if (token === '}' || token === ']') {
      parents.pop();
      end(index + 1);
    } else if (token.endsWith(':') && parent !== undefined) {
      parent.step = String(JSON.parse(token.replace(/\s*:$/, '')))
        .replaceAll('~', '~0')
        .replaceAll('/', '~1');
    } else {
      begin(index);
      end(index + token.length);
    }
  }
  return lists;
}

function cutTo(text: string, pointer: string, lists: readonly List[], head: number): Shortened {
  const leftOut: LeftOut[] = [];
  const gaps: { readonly start: number; readonly end: number }[] = [];
  const moved = new Map<string, number>();
  for (const { pointer: at, items } of lists) {
    const wanted = pointer.startsWith(`${at}/`) ? Number(pointer.slice(at.length + 1).split('/')[0]) : Number.NaN;
    const stays = (index: number): boolean =>
      index < head || index === items.length - 1 || Math.abs(index - wanted) <= around;
    const first = items[0]?.start ?? 0;
    // What is within something that is left out is gone with it.
    if (gaps.some(({ start, end }) => start <= first && first < end)) continue;
    let kept = 0;
    for (let index = 0; index < items.length; index += 1) {
      if (stays(index)) {
        moved.set(`${at}/${index}`, kept);
        kept += 1;
        continue;
      }
      const from = index;
      while (index + 1 < items.length && !stays(index + 1)) index += 1;
      gaps.push({ start: items[from]?.start ?? 0, end: items[index + 1]?.start ?? 0 });
      leftOut.push({ at, index: kept, count: index - from + 1 });
    }
  }
  const placed = leftOut.map(({ at, ...rest }) => ({ at: rebased(at, moved), ...rest }));
  return { text: without(text, gaps), pointer: rebased(pointer, moved), leftOut: placed };
}

function without(text: string, gaps: readonly { readonly start: number; readonly end: number }[]): string {
  let [at, rest] = [0, ''];
  for (const { start, end } of gaps.toSorted((one, other) => one.start - other.start)) {
    rest += text.slice(at, start);
    at = end;
  }
  return rest + text.slice(at);
}

function rebased(pointer: string, moved: ReadonlyMap<string, number>): string {
  const steps = pointer.split('/');
  return steps
    .map((step, index) => (index === 0 ? step : String(moved.get(steps.slice(0, index + 1).join('/')) ?? step)))
    .join('/');
}
