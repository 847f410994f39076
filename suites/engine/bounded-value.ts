import type { Redactor } from '../../target/redaction.ts';
import { deepestShown, nestedDeeper } from './shorten-nesting.ts';

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
