import type { Counterexample } from '../../results/report.ts';
import { schemas, stepsOf, type JsonSchema } from '../../spec/index.ts';
import { readJson } from '../../target/read-answer.ts';
import type { ExchangeRecord } from '../../target/exchange-record.ts';
import { personalPlaceholder } from '../../target/redaction.ts';
import { isObject } from '../invariants/reading.ts';

/** The members that a schema names, at whatever depth. */
function membersOf({ properties = {} }: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  return Object.entries(properties).flatMap(([name, schema]) => [[name, schema] as const, ...membersOf(schema)]);
}

const ofPerson = membersOf(schemas.person);

/** Members that hold personal data, they and all below them: those of a person, and what tells an employee from others. */
const names: ReadonlySet<string> = new Set([
  ...ofPerson.map(([name]) => name),
  'person',
  'custom_individual_id',
  'classifications',
  'occupation',
  'salary',
]);

/** Members with few values: the shape of one says which it is. */
const coded: ReadonlySet<string> = new Set(
  ofPerson.flatMap(([name, schema]) => (schema['x-vocabulary'] === undefined ? [] : [name])),
);

/** A captured exchange without the people in its bodies: other than those that a run makes up, they live. */
export function withoutPeople({ request, response, ...rest }: ExchangeRecord): ExchangeRecord {
  return {
    ...rest,
    request: { ...request, ...(request.body === undefined ? {} : { body: withoutTexts(request.body) }) },
    ...(response === undefined ? {} : { response: { ...response, body: withoutTexts(response.body) } }),
  };
}

/** What is said of captured traffic, without personal data: a report must be fit to be passed on. */
export function withoutPersonalData(evidence: Counterexample): Counterexample {
  const { pointer, expected, message } = evidence;
  const personal = pointer.startsWith('/') ? stepsOf(pointer).findLast((step) => names.has(step)) : undefined;
  const hidden = (value: unknown): unknown =>
    personal === undefined ? withoutMembers(value) : leavesHidden(value, personal, shapeOf);
  return {
    ...evidence,
    message: withoutTexts(message),
    expected: hidden(expected),
    ...('actual' in evidence ? { actual: hidden(evidence.actual) } : {}),
  };
}

/** Characters by their kind, and what stands for one of it; the first kind that fits counts. */
const kinds: readonly (readonly [kind: RegExp, stand: string])[] = [
  [/[a-z]/u, 'x'],
  [/[A-Z]/u, 'X'],
  [/[0-9]/u, '0'],
  [/[\u{20}-\u{7e}]/u, ''],
  [/[\u{10000}-\u{10ffff}]/u, '𝒙'],
  [/\p{L}/u, 'ñ'],
  [/\p{M}/u, '\u{301}'],
];

/**
 * What a personal value looks like, without saying it: the value that was lost a character, cut or moved shows by its
 * shape. Plain signs stay as they are.
 */
function shapeOf(leaf: unknown, name: string): string {
  if (typeof leaf !== 'string' || coded.has(name)) return personalPlaceholder;
  const shape = Array.from(leaf, (character) => {
    const stand = kinds.find(([kind]) => kind.test(character))?.[1] ?? '¤';
    return stand === '' ? character : stand;
  });
  return `${personalPlaceholder} ${shape.join('')}`;
}

/** A personal value with something else in the place of each leaf; that there is none stays to be seen. */
function leavesHidden(value: unknown, name: string, stand: (leaf: unknown, name: string) => string): unknown {
  if (value === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => leavesHidden(item, name, stand));
  if (!isObject(value)) return stand(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, leavesHidden(member, names.has(key) ? key : name, stand)]),
  );
}

function withoutMembers(value: unknown): unknown {
  if (typeof value === 'string') return withoutTexts(value);
  if (Array.isArray(value)) return value.map(withoutMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      names.has(name) ? leavesHidden(member, name, () => personalPlaceholder) : withoutMembers(member),
    ]),
  );
}

const memberStart = new RegExp(`"(?:${[...names].join('|')})"\\s*:\\s*`, 'g');

/** A text without the personal data of the JSON that it is, or holds. Where there is none, it stays as it was written. */
function withoutTexts(text: string): string {
  const value = readJson(text).json;
  if (!isObject(value) && !Array.isArray(value)) return withoutWritten(text);
  const masked = JSON.stringify(withoutMembers(value));
  return masked === JSON.stringify(value) && text.search(memberStart) < 0 ? text : masked;
}

/** The same for what is no JSON as a whole, as a body is that was not kept to its end. */
function withoutWritten(text: string): string {
  let written = '';
  let at = 0;
  for (const { 0: member, index } of text.matchAll(memberStart)) {
    // Within what is hidden already.
    if (index < at) continue;
    written += `${text.slice(at, index)}${member}"${personalPlaceholder}"`;
    at = endOfValue(text, index + member.length);
  }
  return written + text.slice(at);
}

/** Where the JSON value ends that begins at a place of a text: that of the text, where it was cut. */
function endOfValue(text: string, from: number): number {
  const token = /"(?:[^"\\]|\\.)*"?|[[\]{},]|[^"[\]{},]+/gsy;
  let depth = 0;
  for (let at = from; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0] ?? '';
    const isEnd = found === ']' || found === '}';
    if (depth === 0 && (isEnd || found === ',')) return at;
    if (found === '[' || found === '{') depth += 1;
    else if (isEnd) depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return text.length;
}
