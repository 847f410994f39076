import { schemaNames, schemas } from '../spec/index.ts';
import type { Counterexample, RequirementResult } from './report.ts';

/** What the draw of the data leaves in a message: values in quotes, ids, numbers, and all that has a digit in it. */
const drawn = /"(?:[^"\\]|\\.)*"|[\w+/=.:-]*\d[\w+/=.:-]*/g;

/** Characters that are looked at: what tells failures apart comes first, and a target's text may be of any length. */
const looked = 1000;

const withoutDraw = (text: string): string => text.slice(0, looked).replaceAll(drawn, '*');

/** The names of all members that a schema has, at any depth. */
function membersOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => [
    ...(keyword === 'properties' && typeof value === 'object' ? Object.keys(value ?? {}) : []),
    ...membersOf(value),
  ]);
}

const members: ReadonlySet<string> = new Set(schemaNames.flatMap((name) => membersOf(schemas[name])));

/** Words that are no part of what happened: names of members, plain values, and what only leads to one of either. */
const beside: ReadonlySet<string> = new Set([
  ...members,
  ...'a an the null true false at by for from in of on to with'.split(' '),
]);

/** `3 records` and `a record` say the same of a failure. */
const singular = (word: string): string => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word);

const unconfirmed = ' (a second run could not be decided: ';

/** The message of a failure whose second run came to nothing, with the reason: it is the same failure all the same. */
export const unconfirmedMessage = (message: string, reason: string): string => `${message}${unconfirmed}${reason})`;

/** What a message says happened, without what it happened to: pointers, values, names of members, numbers. */
function wordsOf(message: string): string {
  const [happened = ''] = message.split(unconfirmed);
  const words = withoutDraw(happened).split(/[\s,;:()[\]]+/);
  // Lower case alone: a method is half of an endpoint, and that is a place.
  const said = words.filter((word) => /^[a-z'-]+$/.test(word) && !beside.has(word));
  return said.map(singular).join(' ');
}

/** The status that was answered: told by the evidence where that is what is wrong, and otherwise by the message. */
function statusesOf(message: string, pointer: string, actual: unknown): readonly string[] {
  if (pointer === '#status') return [String(actual)];
  return [...message.slice(0, looked).matchAll(/\b(?:answered|with) ([1-5]\d\d)\b/g)].map(([, status = '']) => status);
}

/**
 * What kind of failure it is: equal for two that a reader would call the same, though they show at another place or in
 * other data. Of a violation that shows at many places a report keeps one, and which one is chance. A refusal that has
 * become a crash is another kind: the status that was answered tells. Failures without evidence are of one kind: what
 * was observed of a pinned open point is told as such.
 */
export function failureKind({ counterexample }: RequirementResult): string {
  if (counterexample === undefined) return '';
  const { message, pointer, actual } = counterexample;
  return [...statusesOf(message, pointer, actual), wordsOf(message)].join(' ');
}

/** A place but for positions in lists, and for members that no schema has: their names are data. */
function placeShape(pointer: string): string {
  if (!pointer.startsWith('/')) return pointer;
  const shapeOf = (step: string): string => (members.has(step) ? step : '*');
  return pointer
    .split('/')
    .map((step, index) => (index === 0 ? step : shapeOf(step)))
    .join('/');
}

/** What kind of sighting it is: what is said, but for values, and at which place. Two causes most often differ in it. */
export function sightingKind({
  message,
  pointer,
  actual,
}: Pick<Counterexample, 'message' | 'pointer' | 'actual'>): string {
  const statuses = statusesOf(message, actual === undefined ? '' : pointer, actual);
  return JSON.stringify([statuses, wordsOf(message), placeShape(pointer)]);
}

/** What a failure shows, and where, but for the draw of the data and positions in lists. */
function shownBy(result: RequirementResult): string {
  const { message = '', pointer = '' } = result.counterexample ?? {};
  return JSON.stringify([failureKind(result), pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'), withoutDraw(message)]);
}

/** Whether two failures of one requirement look alike: the same is seen at the same place, in whatever data. */
export function looksAlike(one: RequirementResult, other: RequirementResult): boolean {
  return shownBy(one) === shownBy(other);
}
