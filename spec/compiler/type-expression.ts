import { scalarNames, type TypeExpression } from './model.ts';

type Reader = (rest: string) => TypeExpression | undefined;

function wrap(rest: string, build: (inner: TypeExpression) => TypeExpression): TypeExpression | undefined {
  const inner = parseType(rest);
  return inner === undefined ? undefined : build(inner);
}

function constantOf(text: string): TypeExpression | undefined {
  if (text === '') return undefined;
  if (/^-?\d+(?:\.\d+)?$/u.test(text)) return { kind: 'constant', value: Number(text) };
  if (text === 'true' || text === 'false') return { kind: 'constant', value: text === 'true' };
  return { kind: 'constant', value: text };
}

function mapOf(rest: string): TypeExpression | undefined {
  const [, keys, values] = /^(.+?) to (.+)$/u.exec(rest) ?? [];
  if (keys === undefined || values === undefined) return undefined;
  if (keys !== 'string' && !isTitle(keys)) return undefined;
  return wrap(values, (inner) => ({ kind: 'map', keys: keys === 'string' ? undefined : keys, values: inner }));
}

const named =
  (build: (name: string) => TypeExpression, fits: (name: string) => boolean): Reader =>
  (rest) =>
    fits(rest) ? build(rest) : undefined;

/** What a type may begin with, and how it goes on. */
const prefixes: readonly (readonly [string, Reader])[] = [
  ['constant ', constantOf],
  ['array of ', (rest) => wrap(rest, (items) => ({ kind: 'array', items, atLeast: 0 }))],
  ['non-empty array of ', (rest) => wrap(rest, (items) => ({ kind: 'array', items, atLeast: 1 }))],
  ['map of ', mapOf],
  ['echo of ', named((title) => ({ kind: 'echo', title }), isTitle)],
  ['one of ', named((list) => ({ kind: 'closed', list }), isTitle)],
  ['seen ', named((list) => ({ kind: 'seen', list }), isTitle)],
  [
    'open ',
    named(
      (key) => ({ kind: 'open', key }),
      (key) => /^[a-z]+(?:_[a-z]+)*$/u.test(key),
    ),
  ],
];

/** The forms a type can take, as a remedy lists them. */
export const typeForms = [
  ...scalarNames,
  'constant VALUE',
  'array of TYPE',
  'non-empty array of TYPE',
  'map of string to TYPE',
  'map of SEEN VALUES to TYPE',
  'echo of RESOURCE',
  'one of VALUES',
  'seen SEEN VALUES',
  'open VOCABULARY KEY',
  'the title of a resource',
  'any of these followed by "or null"',
].join(', ');

function isTitle(text: string): boolean {
  return /^[A-Z0-9][\w-]*(?: [\w-]+)*$/u.test(text);
}

/** Reads a type as the Type column writes it; undefined when it is none. Whether its references exist is checked later. */
export function parseType(text: string): TypeExpression | undefined {
  const scalar = scalarNames.find((name) => name === text);
  if (scalar !== undefined) return { kind: 'scalar', name: scalar };
  const prefix = prefixes.find(([start]) => text.startsWith(start));
  // Tried before "or null" for a constant alone, whose value may be any text.
  if (prefix?.[0] === 'constant ') return constantOf(text.slice('constant '.length));
  if (text.endsWith(' or null')) return wrap(text.slice(0, -' or null'.length), (type) => ({ kind: 'nullable', type }));
  if (prefix !== undefined) return prefix[1](text.slice(prefix[0].length));
  return isTitle(text) ? { kind: 'resource', title: text } : undefined;
}

/** Every expression within one, itself first. */
export function typesWithin(type: TypeExpression): readonly TypeExpression[] {
  if (type.kind === 'array') return [type, ...typesWithin(type.items)];
  if (type.kind === 'map') return [type, ...typesWithin(type.values)];
  if (type.kind === 'nullable') return [type, ...typesWithin(type.type)];
  return [type];
}

/** The same expression with each innermost one replaced. */
export function mapInnermost(type: TypeExpression, replace: (type: TypeExpression) => TypeExpression): TypeExpression {
  if (type.kind === 'array') return { ...type, items: mapInnermost(type.items, replace) };
  if (type.kind === 'map') return { ...type, values: mapInnermost(type.values, replace) };
  if (type.kind === 'nullable') return { ...type, type: mapInnermost(type.type, replace) };
  return replace(type);
}
