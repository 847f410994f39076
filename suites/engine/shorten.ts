import type { Redactor } from '../../target/redaction.ts';
import type { LeftOut, RecordedExchange } from '../../results/report.ts';
import { readJson, isNestedDeeper } from '../../target/read-answer.ts';
import type { Exchange } from '../../target/exchange.ts';
import { longestBody } from '../../target/exchange-record.ts';

/** Characters of a text that evidence shows. */
const longestText = 4096;
/** Characters before the place where two texts begin to differ. */
const lead = 200;
/** Values within a value that evidence shows, all in all. */
const mostValues = 5000;

/**
 * A value as evidence shows it, where it is longer, deeper or more than anybody reads: a report must stay one, whatever a
 * target answers.
 *
 * @param against - the value that it is compared with: of a long text, the part is shown where the two begin to differ
 */
export function boundedValue(value: unknown, against: unknown, redactor: Pick<Redactor, 'part'>): unknown {
  let left = mostValues;
  const within = (from: unknown, other: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof from === 'string') return boundedText(from, redactor, differenceOf(from, other));
    if (typeof from !== 'object' || from === null) return from;
    if (depth === deepestShown) return nestedDeeper(deepestShown);
    if (Array.isArray(from)) {
      const items: unknown[] = [];
      for (const [index, item] of from.entries()) {
        if (left <= 0) return [...items, `… (${from.length - index} more items)`];
        items.push(within(item, memberOf(other, index), depth + 1));
      }
      return items;
    }
    const members = Object.entries(from);
    const shown: [string, unknown][] = [];
    for (const [index, [name, member]] of members.entries()) {
      if (left <= 0) return Object.fromEntries([...shown, ['…', `${members.length - index} more members`]]);
      shown.push([boundedText(name, redactor), within(member, memberOf(other, name), depth + 1)]);
    }
    return Object.fromEntries(shown);
  };
  return within(value, against, 0);
}

/** A text as evidence shows it: where it is too long, the part that begins shortly before a place. */
export function boundedText(text: string, { part }: Pick<Redactor, 'part'>, place = 0): string {
  if (text.length <= longestText) return text;
  const start = place < longestText ? 0 : Math.min(place, text.length) - lead;
  const rest = Math.max(text.length - start - longestText, 0);
  return [
    ...(start === 0 ? [] : [`… (${start} characters before) `]),
    part(text, start, longestText),
    ...(rest === 0 ? [] : [`… (${rest} more characters)`]),
  ].join('');
}

function memberOf(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string | number, unknown>>)[name]
    : undefined;
}

/** Where two texts begin to differ; 0 where the other is none. */
function differenceOf(text: string, other: unknown): number {
  if (typeof other !== 'string' || text.length <= longestText) return 0;
  let at = 0;
  while (at < text.length && text.slice(at, at + longestText) === other.slice(at, at + longestText)) at += longestText;
  while (at < text.length && text[at] === other[at]) at += 1;
  return at;
}

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

/** Levels of a body that a record shows: indented for its readers, those below it would fill the report with blanks. */
export const deepestShown = 200;

/**
 * Leaves out of a JSON text what is nested too deep, such that it stays JSON and all the rest stays as it came: a text that
 * says so stands there.
 *
 * @returns the text as it is, where nothing in it is nested deeper, or it is no JSON
 */
export function shortenNesting(text: string, levels = deepestShown): string {
  if (!isNestedDeeper(text, levels) || !readJson(text).isJson) return text;
  const gaps = gapsOf(text, levels);
  const stand = JSON.stringify(nestedDeeper(levels));
  return [0, ...gaps.map(({ end }) => end)].map((from, index) => text.slice(from, gaps[index]?.start)).join(stand);
}

/** What stands for what is nested deeper. */
export function nestedDeeper(levels: number): string {
  return `… nested deeper than ${levels} levels`;
}

/** Where the lists and objects begin and end that are too deep, outermost ones alone. */
function gapsOf(text: string, levels: number): readonly { readonly start: number; readonly end: number }[] {
  const gaps: { start: number; end: number }[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/[{}[\]]|"[^"\\]*(?:\\.[^"\\]*)*"/gs)) {
    if (token === '{' || token === '[') {
      depth += 1;
      if (depth === levels + 1) start = index;
    } else if (token === '}' || token === ']') {
      if (depth === levels + 1) gaps.push({ start, end: index + 1 });
      depth -= 1;
    }
  }
  return gaps;
}

/** What a record is made with. */
export interface RecordMeans {
  readonly redactor: Redactor;
  /** Place of a finding in the answer, which stays in it; `""` for none. */
  readonly pointer: string;
  /** Unix time, in milliseconds, of 0 on the clock of the exchange; absent where nothing tells. */
  readonly epoch?: number | undefined;
}

/**
 * An exchange as it is written to reports: redacted, and of an answer that is long what can be read of it. A list loses
 * items, and what is nested too deep goes, such that it stays JSON; only what is none is cut.
 *
 * @returns the record, and the pointer as it leads through it
 */
export function recordOf(
  exchange: Exchange,
  { redactor, pointer, epoch }: RecordMeans,
): { readonly recorded: RecordedExchange; readonly pointer: string } {
  const text = shortenNesting(exchange.answer?.text ?? '');
  const short = text.length > longestBody ? shortenLists(text, pointer, longestBody) : undefined;
  const recorded: RecordedExchange = {
    ...redactor.exchange(exchange, short?.text ?? text),
    ...(epoch === undefined ? {} : { startedAt: new Date(epoch + exchange.startedAt).toISOString() }),
  };
  if (short === undefined || recorded.response === undefined) return { recorded, pointer };
  return {
    recorded: { ...recorded, response: { ...recorded.response, leftOut: short.leftOut } },
    pointer: short.pointer,
  };
}
