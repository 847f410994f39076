import type { Dialect } from '../dialects.ts';
import { isObject } from '../../spec/index.ts';

const beyondAscii = /[\u0080-\uffff]/g;
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The strings and numbers of a JSON text: strings are matched so that no digit within one is taken for a number. */
const scalars = /"(?:[^"\\]+|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const integer = /^-?\d+$/;

const spellings: Readonly<Record<Dialect['integers'], ((digits: string) => string) | undefined>> = {
  plain: undefined,
  'point-zero': (digits) => `${digits}.0`,
  exponent: (digits) => Number(digits).toExponential(),
};

function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, byName(value[name])]));
}

/** Whether an answer's members are sorted. Shifting depends on the answer alone, but on all of it: as good as random. */
const sorts: Readonly<Record<Dialect['memberOrder'], (text: string) => boolean>> = {
  'as-it-comes': () => false,
  'by-name': () => true,
  shifting: (text) => text.length % 2 === 1,
};

function ordered(value: object, { jsonText, memberOrder }: Dialect): string {
  const write = (what: unknown): string =>
    jsonText === 'pretty' ? `${JSON.stringify(what, undefined, 2)}\n` : JSON.stringify(what);
  const text = write(value);
  return sorts[memberOrder](text) ? write(byName(value)) : text;
}

/** A value as JSON text, as the dialect writes it: other texts, the same value. */
export function writeJson(value: object, dialect: Dialect): string {
  const { jsonText, integers } = dialect;
  const text = ordered(value, dialect);
  const spell = spellings[integers];
  const spelt =
    spell === undefined ? text : text.replaceAll(scalars, (scalar) => (integer.test(scalar) ? spell(scalar) : scalar));
  return jsonText === 'ascii' ? spelt.replaceAll(beyondAscii, escaped) : spelt;
}
