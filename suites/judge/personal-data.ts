import type { Counterexample, RecordedExchange } from '../../reporters/report.ts';
import { stepsOf } from '../../spec/index.ts';
import { isObject } from '../invariants/reading.ts';

/** What stands in the place of what tells who somebody is. */
export const personalPlaceholder = '<personal>';

/** Members that tell who somebody is, and how to reach them (`spec/documents/2-resources.md`, Person). */
const personalMembers = [
  'first_name',
  'middle_name',
  'last_name',
  'date_of_birth',
  'ssn',
  'street_one',
  'zip_code',
  'email_address',
  'home_phone',
  'work_phone',
] as const;

const names: ReadonlySet<string> = new Set(personalMembers);
const inText = new RegExp(`("(?:${personalMembers.join('|')})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|[\\d.eE+-]+)`, 'g');

/**
 * A counterexample out of traffic that was captured, without the personal data of the people in it: other than what a
 * run makes up, they live. A report must be fit to be passed on.
 */
export function withoutPersonalData(evidence: Counterexample): Counterexample {
  const { exchanges, pointer, expected, curl } = evidence;
  const isPersonal = pointer.startsWith('/') && names.has(stepsOf(pointer).at(-1) ?? '');
  const hidden = (value: unknown): unknown => (isPersonal ? shapeOf(value) : withoutMembers(value));
  return {
    ...evidence,
    exchanges: exchanges.map(withoutPeople),
    expected: hidden(expected),
    ...('actual' in evidence ? { actual: hidden(evidence.actual) } : {}),
    curl: withoutTexts(curl),
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
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'string') return typeof value === 'number' ? personalPlaceholder : withoutMembers(value);
  const shape = Array.from(value, (character) => {
    const stand = kinds.find(([kind]) => kind.test(character))?.[1] ?? '¤';
    return stand === '' ? character : stand;
  });
  return `${personalPlaceholder} ${shape.join('')}`;
}

function withoutPeople({ request, response, ...rest }: RecordedExchange): RecordedExchange {
  return {
    ...rest,
    request: { ...request, ...(request.body === undefined ? {} : { body: withoutTexts(request.body) }) },
    ...(response === undefined ? {} : { response: { ...response, body: withoutTexts(response.body) } }),
  };
}

function withoutTexts(text: string): string {
  return text.replace(inText, `$1"${personalPlaceholder}"`);
}

function withoutMembers(value: unknown): unknown {
  if (typeof value === 'string') return withoutTexts(value);
  if (Array.isArray(value)) return value.map(withoutMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      names.has(name) && member !== null ? personalPlaceholder : withoutMembers(member),
    ]),
  );
}
