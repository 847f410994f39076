import { createHash } from 'node:crypto';
import { isObject, mapTexts, type JsonObject } from '../../spec/index.ts';
import { validator } from '../../spec/validator.ts';
import { suggestion } from './configuration-error.ts';
import { schemaOfBody, type BodyKind, type GivenBody } from './target.ts';

/** What the placeholders of a body stand for. */
interface Filling {
  readonly tag: string;
  /** The day of the run, `YYYY-MM-DD`. */
  readonly today: string;
  /** What distinguishes the body from others of the run: the same words give the same digits and UUIDs. */
  readonly words: readonly string[];
}

interface Placeholder {
  /** What may follow its colon; the empty text: nothing. */
  readonly argument: RegExp;
  readonly example: string;
  /** @param ordinal - position among the placeholders of the body */
  readonly fill: (argument: string, filling: Filling, ordinal: number) => string;
}

const hash = (...words: readonly string[]): string => createHash('sha256').update(JSON.stringify(words)).digest('hex');

function digitsFor(count: number, ...words: readonly string[]): string {
  return (BigInt(`0x${hash(...words)}`) % 10n ** BigInt(count)).toString().padStart(count, '0');
}

function uuidFor(...words: readonly string[]): string {
  return hash(...words).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
}

/** The day that is so many days after another, `YYYY-MM-DD`. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The first day of the month that is so many months after that of a day, `YYYY-MM-DD`. */
export function monthsAfter(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

const shift = /^[+-]?\d{1,5}$/;

const placeholders: Readonly<Record<string, Placeholder>> = {
  tag: { argument: /^$/, example: '{tag}', fill: (_, { tag }) => tag },
  digits: {
    argument: /^(?:[1-9]|[12]\d|30)$/,
    example: '{digits:9}',
    fill: (count, { tag, words }, ordinal) => digitsFor(Number(count), tag, ...words, String(ordinal)),
  },
  uuid: {
    argument: /^[\w.-]*$/,
    example: '{uuid} or {uuid:NAME}',
    fill: (name, { tag, words }, ordinal) => uuidFor(tag, ...words, name === '' ? String(ordinal) : `named ${name}`),
  },
  day: { argument: shift, example: '{day:+30}', fill: (days, { today }) => daysAfter(today, Number(days)) },
  month: { argument: shift, example: '{month:+2}', fill: (months, { today }) => monthsAfter(today, Number(months)) },
};

const placeholder = /\{([a-z]+)(?::([^{}]*))?\}/gi;

/** A value changed by a JSON merge patch (RFC 7396). */
function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), member));
  }
  return Object.fromEntries(merged);
}

/**
 * The body that a configuration gives.
 *
 * @param own - the suite's own body, which a patch changes
 * @returns the same for the same filling. `{digits:N}` and `{uuid}` are others at each place, `{uuid:NAME}` the same for
 *   the same name
 */
export function expandBody({ isPatch, json }: GivenBody, own: unknown, filling: Filling): JsonObject {
  let ordinal = 0;
  const filled = mapTexts(json, (text) =>
    text.replaceAll(placeholder, (whole, name: string, argument = '') => {
      ordinal += 1;
      return placeholders[name]?.fill(argument, filling, ordinal) ?? whole;
    }),
  );
  return (isPatch ? mergePatch(own, filled) : filled) as JsonObject;
}

function wrongPlaceholder(json: unknown): string | undefined {
  const wrong: string[] = [];
  mapTexts(json, (text) => {
    for (const [whole, name = '', argument = ''] of text.matchAll(placeholder)) {
      const known = placeholders[name];
      if (known === undefined) wrong.push(`${whole} is no placeholder${suggestion(name, Object.keys(placeholders))}`);
      else if (!known.argument.test(argument)) wrong.push(`${whole} is incomplete; write it like ${known.example}`);
    }
    return text;
  });
  return wrong[0];
}

const anyDay: Filling = { tag: 'tag', today: '2024-01-01', words: [] };

/** What is wrong with a body of a configuration, and where in it, as one line; undefined: nothing. */
export function problemOfBody(kind: BodyKind, body: GivenBody): string | undefined {
  const wrong = wrongPlaceholder(body.json);
  if (wrong !== undefined) return `: ${wrong}`;
  // Members that a patch leaves alone are as the schema wants them already.
  const [error] = validator.validate(schemaOfBody[kind], expandBody(body, {}, anyDay));
  if (error === undefined) return undefined;
  const { pointer, message, documentedType } = error;
  return `${pointer} ${message}${documentedType === undefined ? '' : ` (${documentedType})`}; give it a value that the interface allows`;
}
