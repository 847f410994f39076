import { hash } from 'node:crypto';
import { firstOfMonth, isObject, mapTexts, shifted, uuidFor, type JsonObject } from '../../spec/index.ts';
import { validator } from '../../spec/validator.ts';
import { suggestion } from './configuration-error.ts';
import { schemaOfBody, type BodyKind, type GivenBody } from './target.ts';

interface Filling {
  readonly tag: string;
  /** The day of the run, `YYYY-MM-DD`. */
  readonly today: string;
  /** What distinguishes the body from others in the run: the same words give the same digits and UUIDs. */
  readonly words: readonly string[];
}

interface Placeholder {
  /** What may follow its colon; a pattern that matches only the empty text allows nothing. */
  readonly argument: RegExp;
  readonly example: string;
  /** @param ordinal - position among the placeholders of the body */
  readonly fill: (argument: string, filling: Filling, ordinal: number) => string;
}

function digitsFor(count: number, ...words: readonly string[]): string {
  const number = BigInt(`0x${hash('sha256', JSON.stringify(words))}`);
  return (number % 10n ** BigInt(count)).toString().padStart(count, '0');
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
  day: { argument: shift, example: '{day:+30}', fill: (days, { today }) => shifted(today, Number(days)) },
  month: { argument: shift, example: '{month:+2}', fill: (months, { today }) => firstOfMonth(today, Number(months)) },
};

const placeholder = /\{([a-z]+)(?::([^{}]*))?\}/gi;

/** Applies a JSON merge patch (RFC 7396) to a value. */
function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), member));
  }
  return Object.fromEntries(merged);
}

/** Expands a configured body; the same filling gives the same body. `own` is the body that a patch applies to. */
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
      if (known === undefined)
        wrong.push(`${whole} is not a placeholder${suggestion(name, Object.keys(placeholders))}`);
      else if (!known.argument.test(argument)) wrong.push(`${whole} is incomplete; write it like ${known.example}`);
    }
    return text;
  });
  return wrong[0];
}

const anyDay: Filling = { tag: 'tag', today: '2024-01-01', words: [] };

/** What is wrong with a configured body and where, as one line; undefined if nothing is. */
export function problemOfBody(kind: BodyKind, body: GivenBody): string | undefined {
  const wrong = wrongPlaceholder(body.json);
  if (wrong !== undefined) return `: ${wrong}`;
  // Members that a patch leaves alone already conform to the schema.
  const [error] = validator.validate(schemaOfBody[kind], expandBody(body, {}, anyDay));
  if (error === undefined) return undefined;
  const { pointer, message, documentedType } = error;
  return `${pointer} ${message}${documentedType === undefined ? '' : ` (${documentedType})`}; give it a value that the interface allows`;
}
