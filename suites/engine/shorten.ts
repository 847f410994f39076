import type { Redactor } from '../../target/redaction.ts';
import { pointerTo } from '../../spec/index.ts';
import type { LeftOut, RecordedExchange } from '../../results/report.ts';
import { isNestedDeeper, readJson, type Exchange } from '../../target/exchange.ts';
import { longestBody } from '../../target/exchange-record.ts';

/** Characters of a text, and values within a value, that evidence shows. */
const longestText = 4096;
const mostValues = 5000;
/** Characters before the place where two texts begin to differ. */
const lead = 200;

/**
 * A value as evidence shows it, where it is too long, too deep or too large: the size of a report must not depend on what a
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
    const isList = Array.isArray(from);
    const members = Object.entries(from);
    const shown: [string, unknown][] = [];
    for (const [name, member] of members) {
      if (left <= 0) {
        const rest = members.length - shown.length;
        shown.push(['…', isList ? `… (${rest} more items)` : `${rest} more members`]);
        break;
      }
      shown.push([boundedText(name, redactor), within(member, memberOf(other, name), depth + 1)]);
    }
    return isList ? shown.map(([, item]) => item) : Object.fromEntries(shown);
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

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
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

interface Span {
  readonly start: number;
  end: number;
}

/** Items that stay at the beginning of a list, tried one after the other until the text is short enough. */
const headsTried = [40, 10, 3] as const;
/** Items that stay on both sides of one that the pointer leads to. */
const around = 2;

/**
 * Leaves items out of the long lists of a JSON text, which stays JSON: those at the beginning stay, the last one, and those
 * around what the pointer leads to. The text is cut, not serialized again: what stays is unchanged.
 *
 * @param longest - characters that it may have
 * @returns the text, and the pointer to the same value in it; undefined where it is no JSON, or has no long lists
 */
export function shortenLists(text: string, pointer: string, longest: number): ReturnType<typeof cutTo> | undefined {
  if (!readJson(text).isJson) return undefined;
  const lists = listsOf(text);
  for (const head of headsTried) {
    const shortened = cutTo(text, pointer, lists, head);
    if (shortened.leftOut.length > 0 && shortened.text.length <= longest) return shortened;
  }
  return undefined;
}

interface List {
  readonly pointer: string;
  readonly items: Span[];
}

/** Brackets, texts (names with their colon) and other values of a JSON text. */
const jsonTokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]|[^\s{}[\],:"]+/gs;

/** The lists of a JSON text, with where each of their items begins and ends; outer ones before those within. */
function listsOf(text: string): readonly List[] {
  const lists: List[] = [];
  const parents: { list: List | undefined; pointer: string; step: string }[] = [];
  const begin = (start: number): string => {
    const parent = parents.at(-1);
    parent?.list?.items.push({ start, end: start });
    if (parent === undefined) return '';
    return `${parent.pointer}${parent.list === undefined ? parent.step : `/${parent.list.items.length - 1}`}`;
  };
  const end = (at: number): void => {
    const item = parents.at(-1)?.list?.items.at(-1);
    if (item !== undefined) item.end = at;
  };
  for (const { 0: token, index } of text.matchAll(jsonTokens)) {
    const parent = parents.at(-1);
    if (token === '{' || token === '[') {
      const pointer = begin(index);
      const list = token === '[' ? { pointer, items: [] } : undefined;
      if (list !== undefined) lists.push(list);
      parents.push({ list, pointer, step: '' });
    } else if (token === '}' || token === ']') {
      parents.pop();
      end(index + 1);
    } else if (token.endsWith(':') && parent !== undefined) {
      parent.step = pointerTo(String(JSON.parse(token.replace(/\s*:$/, ''))));
    } else {
      begin(index);
      end(index + token.length);
    }
  }
  return lists;
}

function cutTo(text: string, pointer: string, lists: readonly List[], head: number) {
  const leftOut: LeftOut[] = [];
  const gaps: Span[] = [];
  const moved = new Map<string, number>();
  for (const { pointer: at, items } of lists) {
    const wanted = pointer.startsWith(`${at}/`) ? Number(pointer.slice(at.length + 1).split('/')[0]) : Number.NaN;
    const stays = (index: number): boolean =>
      index < head || index === items.length - 1 || Math.abs(index - wanted) <= around;
    const first = items[0]?.start ?? 0;
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
  gaps.sort((one, other) => one.start - other.start);
  return { text: without(text, gaps, ''), pointer: rebased(pointer, moved), leftOut: placed };
}

/** A text with something else in the place of its gaps. */
function without(text: string, gaps: readonly Span[], stand: string): string {
  return [0, ...gaps.map(({ end }) => end)].map((from, index) => text.slice(from, gaps[index]?.start)).join(stand);
}

function rebased(pointer: string, moved: ReadonlyMap<string, number>): string {
  const steps = pointer.split('/');
  return steps
    .map((step, index) => (index === 0 ? step : String(moved.get(steps.slice(0, index + 1).join('/')) ?? step)))
    .join('/');
}

/** Levels of a body that a record shows: it is indented, and deeper ones would fill the report with blanks. */
const deepestShown = 200;

/** Replaces what is nested too deep in a JSON text by a text that says so; the rest is unchanged. */
export function shortenNesting(text: string, levels = deepestShown): string {
  if (!isNestedDeeper(text, levels) || !readJson(text).isJson) return text;
  const gaps: Span[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(jsonTokens)) {
    if (token === '{' || token === '[') {
      depth += 1;
      if (depth === levels + 1) start = index;
    } else if (token === '}' || token === ']') {
      if (depth === levels + 1) gaps.push({ start, end: index + 1 });
      depth -= 1;
    }
  }
  return without(text, gaps, JSON.stringify(nestedDeeper(levels)));
}

function nestedDeeper(levels: number): string {
  return `… nested deeper than ${levels} levels`;
}

/**
 * An exchange as it is written to reports: redacted, and a long answer shortened. JSON stays JSON: lists lose items, and
 * what is nested too deep is left out; any other text is cut.
 *
 * @param pointer - place of a finding in the answer, which stays in it; `""` for none
 * @param epoch - Unix time, in milliseconds, of 0 on the clock of the exchange; absent where it is not known
 * @returns the record, and the pointer into it
 */
export function recordOf(
  exchange: Exchange,
  {
    redactor,
    pointer,
    epoch,
  }: { readonly redactor: Redactor; readonly pointer: string; readonly epoch?: number | undefined },
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
