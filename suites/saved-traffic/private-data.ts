import type { Counterexample } from '../../results/report.ts';
import { schemas, stepsOf, type JsonSchema } from '../../spec/index.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { ExchangeRecord } from '../../target/exchange-record.ts';
import { readJson } from '../../target/read-answer.ts';
import { personalPlaceholder, placeholders, type Placeholder, type Redactor } from '../../target/redaction.ts';
import { accessTokenOf } from '../../target/access-tokens.ts';
import { isObject } from '../rules/reading.ts';
import { basicOf, bearerOf } from './read-har.ts';

// Secrets.

/** A scheme and what follows it; a value without this form is all secret. */
const schemeAndRest = /^([a-z][a-z-]{0,19})\s+(\S.*)$/is;

/** A value of Authorization that can be shown. */
const showable = /^(?:bearer|basic)(?:\s+(?:\$BFC_\w+|<[a-z ]+>))?$/i;

/** Shorter texts occur in other places by chance. */
const shortestSecret = 6;

/** Registers the keys and tokens that an exchange carries with the redactor. */
export function learnSecrets(redactor: Redactor, exchange: Exchange): void {
  const learn = (secret: string | null | undefined, placeholder: Placeholder): void => {
    const isSecret = secret != null && secret.length >= shortestSecret && !/^[$<]/.test(secret);
    if (isSecret) redactor.learn(secret, placeholder);
  };
  const { endpoint, headers, body } = exchange.request;
  const { authorization = '' } = headers;
  if (endpoint === 'token') {
    learn(accessTokenOf(exchange), placeholders.token);
    if (typeof body === 'string') learn(new URLSearchParams(body).get('client_secret'), '<client secret>');
  }
  const [, , credentials = authorization] = schemeAndRest.exec(authorization) ?? [];
  const bearer = bearerOf(authorization);
  const key = basicOf(authorization);
  if (bearer !== undefined) learn(bearer, placeholders.token);
  else if (key !== undefined) {
    learn(key.clientSecret, '<client secret>');
    learn(credentials, placeholders.credentials);
  } else if (!showable.test(authorization)) {
    learn(credentials, '<redacted>');
    // Credentials that were not encoded.
    learn(credentials.split(':')[1], '<client secret>');
  }
}

/** An exchange without the value of its Authorization header: in a HAR file it may be a secret of any form. */
function withoutCredentials(recorded: ExchangeRecord): ExchangeRecord {
  const { authorization } = recorded.request.headers;
  if (authorization === undefined || showable.test(authorization)) return recorded;
  const scheme = schemeAndRest.exec(authorization)?.[1];
  const { altered: _, headers, ...request } = recorded.request;
  const shown = scheme === undefined ? '<redacted>' : `${scheme} <redacted>`;
  return { ...recorded, request: { ...request, headers: { ...headers, authorization: shown } } };
}

// Personal data.

/** The members that a schema has at any depth. */
function membersOf({ properties = {} }: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  return Object.entries(properties).flatMap(([name, schema]) => [[name, schema] as const, ...membersOf(schema)]);
}

const membersOfPerson = membersOf(schemas.person);

/** Members whose values are personal data, with everything below them. */
const personal: ReadonlySet<string> = new Set([
  ...membersOfPerson.map(([name]) => name),
  'person',
  'custom_individual_id',
  'classifications',
  'occupation',
  'salary',
]);

/** Personal members with few possible values, each of which could be recognized by its shape. */
const coded: ReadonlySet<string> = new Set(
  membersOfPerson.flatMap(([name, schema]) => (schema['x-vocabulary'] === undefined ? [] : [name])),
);

/** An exchange of a HAR file without credentials and personal data: other than in a run, the people may be real. */
export function withoutPrivateData(recorded: ExchangeRecord): ExchangeRecord {
  const { request, response, ...rest } = withoutCredentials(recorded);
  return {
    ...rest,
    request: { ...request, ...(request.body === undefined ? {} : { body: maskedText(request.body) }) },
    ...(response === undefined ? {} : { response: { ...response, body: maskedText(response.body) } }),
  };
}

/** A counterexample without personal data in what is said of its exchanges. */
export function withoutPersonalData(counterexample: Counterexample): Counterexample {
  const { pointer, expected, message } = counterexample;
  const member = pointer.startsWith('/') ? stepsOf(pointer).findLast((step) => personal.has(step)) : undefined;
  const masked = (value: unknown): unknown =>
    member === undefined ? maskedMembers(value) : maskedLeaves(value, member, shapeOf);
  return {
    ...counterexample,
    message: maskedText(message),
    expected: masked(expected),
    ...('actual' in counterexample ? { actual: masked(counterexample.actual) } : {}),
  };
}

/** What stands for characters of a kind in the shape of a text; the first kind that matches counts. */
const kinds: readonly (readonly [kind: RegExp, stand: string])[] = [
  [/[a-z]/, 'x'],
  [/[A-Z]/, 'X'],
  [/[0-9]/, '0'],
  [/[\u{10000}-\u{10ffff}]/u, '𝒙'],
  [/[^\u{20}-\u{7e}]/u, 'ñ'],
];

/** The shape of a personal value: it shows where a value was cut or altered. */
function shapeOf(leaf: unknown, name: string): string {
  if (typeof leaf !== 'string' || coded.has(name)) return personalPlaceholder;
  const shape = Array.from(leaf, (character) => kinds.find(([kind]) => kind.test(character))?.[1] ?? character);
  return `${personalPlaceholder} ${shape.join('')}`;
}

type MaskLeaf = (leaf: unknown, name: string) => string;

/** A personal value with its leaves masked. An absent value stays visible as such. */
function maskedLeaves(value: unknown, name: string, mask: MaskLeaf): unknown {
  if (value === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => maskedLeaves(item, name, mask));
  if (!isObject(value)) return mask(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, maskedLeaves(member, personal.has(key) ? key : name, mask)]),
  );
}

/** A value with its personal members masked. */
function maskedMembers(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value);
  if (Array.isArray(value)) return value.map(maskedMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      personal.has(name) ? maskedLeaves(member, name, () => personalPlaceholder) : maskedMembers(member),
    ]),
  );
}

const personalMember = new RegExp(`"(?:${[...personal].join('|')})"\\s*:\\s*`);

/**
 * A text with the personal data masked in the JSON that it is. Of a text that only contains JSON, like a body that was
 * cut, nothing is kept from the first personal member on.
 */
function maskedText(text: string): string {
  const { json } = readJson(text);
  const found = personalMember.exec(text);
  if (isObject(json) || Array.isArray(json)) {
    const masked = JSON.stringify(maskedMembers(json));
    return found === null && masked === JSON.stringify(json) ? text : masked;
  }
  return found === null ? text : `${text.slice(0, found.index)}${found[0]}"${personalPlaceholder}"`;
}
