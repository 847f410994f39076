import type { Counterexample } from '../../results/report.ts';
import { isObject, membersOf, present, stepsOf } from '../../spec/index.ts';
import { readJson, type Exchange, type ExchangeRecord } from '../../target/exchange.ts';
import { personalPlaceholder, placeholders, type Placeholder, type Redactor } from '../../target/redaction.ts';
import { accessTokenOf } from '../../target/access-tokens.ts';
import { basicOf, bearerOf } from './read-har.ts';

/** A scheme and its credentials; a value in any other form is secret as a whole. */
const schemeAndRest = /^([a-z][a-z-]{0,19})\s+(\S.*)$/is;

/** A value of Authorization that can be shown. */
const showable = /^(?:bearer|basic)(?:\s+(?:\$BFC_\w+|<[a-z ]+>))?$/i;

/** Shorter texts may occur elsewhere by chance. */
const shortestSecret = 6;

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
    // If the credentials are not encoded, this is the secret.
    learn(credentials.split(':')[1], '<client secret>');
  }
}

const ofPerson = [...membersOf('person').values()];
const lastName = ({ path }: { readonly path: string }): string => path.split('.').at(-1) ?? '';

/** Members that are personal data, with everything below them. */
const personal: ReadonlySet<string> = new Set([
  ...ofPerson.map(lastName),
  'person',
  'custom_individual_id',
  'classifications',
  'occupation',
  'salary',
]);

/** Personal members with few possible values: the shape of a value could identify it. */
const coded = new Set(ofPerson.filter(({ vocabulary }) => vocabulary !== undefined).map(lastName));

/**
 * A recorded exchange of a HAR file without personal data, since the people may be real, and without the value of its
 * Authorization header unless that is known to be harmless: a secret may have any form.
 */
export function withoutPrivateData({ request, response, ...rest }: ExchangeRecord): ExchangeRecord {
  const { body, headers, altered, ...sent } = request;
  const { authorization = 'bearer' } = headers;
  const isShown = showable.test(authorization);
  const [, scheme = ''] = schemeAndRest.exec(authorization) ?? [];
  return {
    ...rest,
    request: {
      ...sent,
      headers: isShown ? headers : { ...headers, authorization: `${scheme} <redacted>`.trim() },
      ...present({
        altered: isShown ? altered : undefined,
        body: body === undefined ? undefined : maskedText(body),
      }),
    },
    ...present({ response: response && { ...response, body: maskedText(response.body) } }),
  };
}

/** A counterexample without personal data in its message and values; its exchanges are masked separately. */
export function withoutPersonalData(counterexample: Counterexample): Counterexample {
  const { pointer, expected, message } = counterexample;
  const member = pointer.startsWith('/') ? stepsOf(pointer).findLast((step) => personal.has(step)) : undefined;
  const mask = member === undefined ? undefined : shapeOf;
  return {
    ...counterexample,
    message: maskedText(message),
    expected: masked(expected, member, mask),
    ...('actual' in counterexample ? { actual: masked(counterexample.actual, member, mask) } : {}),
  };
}

/** The character that stands for each kind of character in a shape; the first matching kind is used. */
const kinds: readonly (readonly [kind: RegExp, stand: string])[] = [
  [/[a-z]/, 'x'],
  [/[A-Z]/, 'X'],
  [/[0-9]/, '0'],
  [/[\u{10000}-\u{10ffff}]/u, '𝒙'],
  [/[^\u{20}-\u{7e}]/u, 'ñ'],
];

/** The shape of a personal value, which shows where the value was cut or altered. */
function shapeOf(leaf: unknown, name: string): string {
  if (typeof leaf !== 'string' || coded.has(name)) return personalPlaceholder;
  const shape = Array.from(leaf, (character) => kinds.find(([kind]) => kind.test(character))?.[1] ?? character);
  return `${personalPlaceholder} ${shape.join('')}`;
}

/** Masks the personal data in a value; if a personal member is named, the whole value. An absent value stays. */
function masked(value: unknown, member?: string, mask: typeof shapeOf = () => personalPlaceholder): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, member, mask));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [name, masked(held, personal.has(name) ? name : member, mask)]),
    );
  if (member === undefined) return typeof value === 'string' ? maskedText(value) : value;
  return value === undefined || value === null ? value : mask(value, member);
}

const personalMember = new RegExp(`"(?:${[...personal].join('|')})"\\s*:\\s*`);

/** Masks personal data in JSON; in a cut or mixed text, drops everything from the first personal member on. */
function maskedText(text: string): string {
  const { json } = readJson(text);
  const found = personalMember.exec(text);
  if (isObject(json) || Array.isArray(json)) {
    const shown = JSON.stringify(masked(json));
    return found === null && shown === JSON.stringify(json) ? text : shown;
  }
  return found === null ? text : `${text.slice(0, found.index)}${found[0]}"${personalPlaceholder}"`;
}
