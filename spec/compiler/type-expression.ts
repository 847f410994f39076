import { scalarNames, type ReferenceKind, type TypeExpression } from './document-model.ts';

function isTitle(text: string): boolean {
  return /^[A-Z0-9][\w-]*(?: [\w-]+)*$/u.test(text);
}

function isKey(text: string): boolean {
  return /^[a-z]+(?:_[a-z]+)*$/u.test(text);
}

type Reader = (rest: string) => TypeExpression | undefined;

function constantOf(text: string): TypeExpression | undefined {
  if (text === '') return undefined;
  if (/^-?\d+(?:\.\d+)?$/u.test(text)) return { kind: 'constant', value: Number(text) };
  return { kind: 'constant', value: text === 'true' || text === 'false' ? text === 'true' : text };
}

function mapOf(rest: string): TypeExpression | undefined {
  const [, keys = '', values = ''] = /^(.+?) to (.+)$/u.exec(rest) ?? [];
  const of = parseType(values);
  if (of === undefined || (keys !== 'string' && !isTitle(keys))) return undefined;
  return { kind: 'map', keys: keys === 'string' ? undefined : keys, of };
}

const arrayOf =
  (atLeast: 0 | 1): Reader =>
  (rest) => {
    const of = parseType(rest);
    return of && { kind: 'array', of, atLeast };
  };

const reference =
  (kind: ReferenceKind, fits = isTitle): Reader =>
  (to) =>
    fits(to) ? { kind, to } : undefined;

/** What a type may begin with, how it goes on, and how the whole is written. */
const forms: readonly (readonly [prefix: string, read: Reader, rest: string | readonly string[]])[] = [
  ['constant ', constantOf, 'VALUE'],
  ['array of ', arrayOf(0), 'TYPE'],
  ['non-empty array of ', arrayOf(1), 'TYPE'],
  ['map of ', mapOf, ['string to TYPE', 'SEEN VALUES to TYPE']],
  ['echo of ', reference('echo'), 'RESOURCE'],
  ['one of ', reference('closed'), 'VALUES'],
  ['seen ', reference('seen'), 'SEEN VALUES'],
  ['open ', reference('open', isKey), 'VOCABULARY KEY'],
];

/** The forms a type can take, as a remedy lists them. */
export const typeForms = [
  ...scalarNames,
  ...forms.flatMap(([prefix, , rest]) => [rest].flat().map((text) => prefix + text)),
  'the title of a resource',
  'any of these followed by "or null"',
].join(', ');

/** Reads a type as the Type column writes it; undefined when it is none. Whether its references exist is checked later. */
export function parseType(text: string): TypeExpression | undefined {
  const scalar = scalarNames.find((name) => name === text);
  if (scalar !== undefined) return { kind: 'scalar', name: scalar };
  const [prefix, read] = forms.find(([start]) => text.startsWith(start)) ?? [];
  // The value of a constant may be any text, " or null" at its end too.
  if (prefix !== 'constant ' && text.endsWith(' or null')) {
    const of = parseType(text.slice(0, -' or null'.length));
    return of && { kind: 'nullable', of };
  }
  return prefix !== undefined && read !== undefined ? read(text.slice(prefix.length)) : reference('resource')(text);
}
