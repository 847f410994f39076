import type { Redactor } from '../../target/redaction.ts';
import { isList, pointerTo, valueAt } from '../../spec/index.ts';
import type { LeftOut, RecordedExchange } from '../../results/report.ts';
import { longestBody, type Answer, type Exchange } from '../../target/exchange.ts';

/** Most characters of a text, and most values within a value, that evidence shows. */
const longestText = 4096;
const mostValues = 5000;
/** Characters before the place where two texts begin to differ. */
const lead = 200;

/**
 * A value as evidence shows it, cut if it is too long, too deep or too large: the size of a report must not depend on
 * what a target answers.
 *
 * @param against - the value that it is compared with: a long text is shown from where the two begin to differ, and a
 * long list begins with what the other one lacks
 */
export function boundedValue(value: unknown, against: unknown, redactor: Pick<Redactor, 'part'>): unknown {
  let left = mostValues;
  const within = (from: unknown, other: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof from === 'string') return boundedText(from, redactor, differenceOf(from, other));
    if (typeof from !== 'object' || from === null) return from;
    if (depth === deepestShown) return nestedDeeper;
    const isList = Array.isArray(from);
    const all = Object.entries(from);
    const members = isList && Array.isArray(other) && all.length > left ? ownFirst(all, other) : all;
    const shown: [string, unknown][] = [];
    for (const [name, member] of members) {
      if (left <= 0) {
        const rest = members.length - shown.length;
        shown.push(['…', isList ? `… (${rest} more items)` : `${rest} more members`]);
        break;
      }
      shown.push([boundedText(name, redactor), within(member, valueAt(other, pointerTo(name)), depth + 1)]);
    }
    return isList ? shown.map(([, item]) => item) : Object.fromEntries(shown);
  };
  return within(value, against, 0);
}

/** A text as evidence shows it: if it is too long, the part that begins shortly before `place`. */
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

/** The items of a list, with those that the other list lacks first. */
function ownFirst(items: readonly (readonly [string, unknown])[], other: readonly unknown[]) {
  const shared = new Set(other);
  return items.toSorted(([, one], [, another]) => Number(shared.has(one)) - Number(shared.has(another)));
}

/** Where two texts begin to differ; 0 if the other value is not a text. */
function differenceOf(text: string, other: unknown): number {
  if (typeof other !== 'string' || text.length <= longestText) return 0;
  let at = 0;
  while (at < text.length && text.slice(at, at + longestText) === other.slice(at, at + longestText)) at += longestText;
  while (at < text.length && text[at] === other[at]) at += 1;
  return at;
}

/** Numbers of items to keep at the beginning of a list, tried in turn until the text is short enough. */
const headsTried = [Infinity, 40, 10, 3] as const;
/** Items to keep on both sides of the one that the pointer leads to. */
const around = 2;

/**
 * A JSON text without what is nested too deep, shortened to `longest` characters if leaving out list items can do that.
 * The first items of a list, its last one, and those around what the pointer leads to are kept.
 *
 * @returns the text unchanged if nothing had to be left out, or if it is not JSON
 */
export function shortenJson(
  { text, isJson, json }: Pick<Answer, 'text' | 'isJson' | 'json'>,
  pointer: string,
  longest = longestBody,
): ReturnType<typeof shortenedTo> {
  if (!isJson) return { text, pointer, leftOut: [] };
  for (const head of headsTried) {
    const shortened = shortenedTo(head, text, json, pointer);
    if (shortened.text.length <= longest) return shortened;
  }
  return shortenedTo(Infinity, text, json, pointer);
}

function shortenedTo(head: number, text: string, json: unknown, pointer: string) {
  const leftOut: LeftOut[] = [];
  let moved = pointer;
  let isWhole = true;
  const within = (value: unknown, from: string, to: string, depth: number): unknown => {
    if (pointer === from || pointer.startsWith(`${from}/`)) moved = `${to}${pointer.slice(from.length)}`;
    if (typeof value !== 'object' || value === null) return value;
    isWhole &&= depth < deepestShown;
    if (depth === deepestShown) return nestedDeeper;
    const child = (member: unknown, before: string | number, now = before): unknown =>
      within(member, `${from}${pointerTo(before)}`, `${to}${pointerTo(now)}`, depth + 1);
    if (!isList(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, child(member, name)]));
    const wanted = pointer.startsWith(`${from}/`) ? Number(pointer.slice(from.length + 1).split('/')[0]) : Number.NaN;
    const stays = (index: number): boolean =>
      index < head || index === value.length - 1 || Math.abs(index - wanted) <= around;
    const kept = [...value.keys()].filter(stays);
    for (const [index, before] of kept.entries()) {
      const count = before - (kept[index - 1] ?? -1) - 1;
      if (count > 0) leftOut.push({ at: to, index, count });
    }
    return kept.map((before, index) => child(value[before], before, index));
  };
  const shown = within(json, '', '', 0);
  return { text: isWhole && leftOut.length === 0 ? text : JSON.stringify(shown), pointer: moved, leftOut };
}

const noAnswer = { text: '', isJson: false, json: undefined };

/** Most levels of a body that a record shows: it is indented, and deeper levels would fill the report with blanks. */
const deepestShown = 200;

const nestedDeeper = `… nested deeper than ${deepestShown} levels`;

/**
 * An exchange as it is written to reports: redacted, with a long answer shortened. JSON stays JSON: lists lose items,
 * and what is nested too deep is left out. Any other text is cut.
 *
 * @param pointer - place of a finding in the answer, which is kept; `""` for none
 * @param epoch - Unix time in milliseconds at which the clock of the exchange read 0; absent if it is not known
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
  const { text, leftOut, pointer: place } = shortenJson(exchange.answer ?? noAnswer, pointer);
  const recorded = redactor.exchange(exchange, text);
  const { response } = recorded;
  return {
    recorded: {
      ...recorded,
      ...(response === undefined || leftOut.length === 0 ? {} : { response: { ...response, leftOut } }),
      ...(epoch === undefined ? {} : { startedAt: new Date(epoch + exchange.startedAt).toISOString() }),
    },
    pointer: place,
  };
}
