import * as fc from 'fast-check';
import {
  objectIn,
  present,
  readJwt,
  type JsonObject,
  type JsonWebToken,
  type RequirementId,
} from '../../spec/index.ts';
import { distinct, arbitraryOf } from '../values/values.ts';
import { swapCase, uuids } from '../values/scalars.ts';
import {
  bytesOf,
  foreignKey,
  hmacSignature,
  partOf,
  type ForeignKey,
  withAppended,
  withExchanged,
  withHeader,
  withoutLast,
  withoutSignature,
} from './forgery.ts';

/** The messages of the document's table of 401 answers, numbered in its order (`spec/documents/7-errors.md`). */
export type MessageNumber = 1 | 2 | 3;

const notOfTheForm: readonly MessageNumber[] = [1];
const notValidated: readonly MessageNumber[] = [2];
/** Both are acceptable: it is debatable whether such text is not a JWT at all or just not the valid one. */
const either: readonly MessageNumber[] = [1, 2];
const pastItsTime: readonly MessageNumber[] = [3];
/** The third, or the first if the service does not accept the scheme in lower case. */
const firstOrPast: readonly MessageNumber[] = [1, 3];

/** An Authorization header, or the lack of one, that must be refused with a 401. */
export interface AuthorizationCase {
  readonly name: string;
  readonly requirement: Extract<
    RequirementId,
    `unauthorized.${'missing' | 'not-bearer' | 'altered' | 'forged' | 'expired'}`
  >;
  /** The header's value; undefined if the header is not sent. */
  readonly header: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly messages: readonly MessageNumber[];
  /** The media types that the request accepts; absent: JSON. */
  readonly accept?: string;
  /** Whether a single endpoint is enough: how this is read hardly depends on the endpoint. */
  readonly isForOne?: boolean;
  /** Derives its token from the valid one in `$BFC_TOKEN`, in a shell, within double quotes; absent if impossible. */
  readonly shell?: string;
}

type Refused = Omit<AuthorizationCase, 'name' | 'requirement'>;

type Kind = readonly [name: string, headers: fc.Arbitrary<Refused>];

function always(header: string | undefined, messages = notOfTheForm, shell?: string): fc.Arbitrary<Refused> {
  return fc.constant({ header, messages, ...(shell === undefined ? {} : { shell }) });
}

const forOne = (headers: fc.Arbitrary<Refused>): fc.Arbitrary<Refused> =>
  headers.map((refused) => ({ ...refused, isForOne: true }));

const drawn = (headers: fc.Arbitrary<string>): fc.Arbitrary<Refused> =>
  headers.map((header) => ({ header, messages: notOfTheForm }));

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const base64url = [...letters, ...Array.from('0123456789-_')];

function word(characters: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((list) => list.join(''));
}

/** Text that holds no token: its parts use the alphabet of a JWT but do not hold what a JWT does. */
function dotted(parts: number): fc.Arbitrary<Refused> {
  const part = word(base64url, 1, 30).map((text) => `x${text}`);
  const list = fc.array(part, { minLength: parts, maxLength: parts });
  return list.map((texts) => ({ header: `Bearer ${texts.join('.')}`, messages: either }));
}

/** Not of the form `Bearer <JWT>`; a lenient service may accept a valid token after `bearer` or two spaces. */
function notBearer(valid: string): readonly Kind[] {
  const otherScheme = word(letters, 1, 12).filter((scheme) => scheme.toLowerCase() !== 'bearer');
  const credentials = fc
    .tuple(word(base64url, 1, 12), word(base64url, 1, 20))
    .map(([name, secret]) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`);
  const undotted = word(base64url, 1, 40);
  return [
    ...['Basic', 'Token', 'JWT', 'Bearerx', 'Bear'].map((scheme): Kind => [
      `the token under the scheme ${scheme}`,
      always(`${scheme} ${valid}`),
    ]),
    ['the token under another scheme', drawn(otherScheme.map((scheme) => `${scheme} ${valid}`))],
    ['Basic credentials', drawn(credentials)],
    ['the token without a scheme', always(valid)],
    ['Bearer and the token in one word', always(`Bearer${valid}`)],
    ['Bearer and a colon before the token', always(`Bearer: ${valid}`)],
    ['Bearer and an equals sign before the token', forOne(always(`Bearer=${valid}`))],
    ['Bearer twice before the token', forOne(always(`Bearer Bearer ${valid}`, either))],
    ['a word between Bearer and the token', forOne(always(`Bearer token ${valid}`, either))],
    ['the token with a word after it', always(`Bearer ${valid} token`, either)],
    ['the token with other credentials after it', always(`Bearer ${valid}, Basic bmFtZTpzZWNyZXQ=`, either)],
    ['a word before Bearer', always(`token Bearer ${valid}`)],
    ['other credentials before it', always(`Basic dXNlcg==, Bearer ${valid}`)],
    ['a scheme that ends in Bearer', always(`xBearer ${valid}`)],
    ['the token in quotes', always(`Bearer "${valid}"`, either)],
    ['an empty header', always('')],
    ['Bearer alone', always('Bearer')],
    ['Bearer and an empty value', always('Bearer ')],
    ['Bearer and text without dots', drawn(undotted.map((text) => `Bearer ${text}`))],
    ['bearer in small letters and text without dots', drawn(undotted.map((text) => `bearer ${text}`))],
    ['Bearer and two dotted parts', dotted(2)],
    ['Bearer and three dotted parts that are no JWT', dotted(3)],
  ];
}

type Parts = Pick<JsonWebToken, 'header' | 'payload' | 'signature'>;

function bearer({ header, payload, signature }: Parts): string {
  return `Bearer ${header}.${payload}.${signature}`;
}

type Change = (changes: Partial<Parts>, messages?: readonly MessageNumber[], shell?: string) => fc.Arbitrary<Refused>;

const changing =
  (parts: Parts): Change =>
  (changes, messages = notValidated, shell) =>
    always(bearer({ ...parts, ...changes }), messages, shell);

/** A part encoded again from its bytes: services may refuse other slack bits before they check a signature. */
function rewritten(part: string): string {
  return bytesOf(part).toString('base64url');
}

/** A part with one character exchanged, and its place. The decoded bytes differ: more than slack bits changes. */
function exchanged(part: string): fc.Arbitrary<readonly [changed: string, at: number]> {
  const position = fc.nat({ max: part.length - 1 });
  const step = fc.integer({ min: 1, max: base64url.length - 1 });
  return fc
    .tuple(position, step)
    .map(([at, by]) => {
      const next = base64url[(base64url.indexOf(part.charAt(at)) + by) % base64url.length] ?? 'A';
      return [rewritten(part.slice(0, at) + next + part.slice(at + 1)), at] as const;
    })
    .filter(([changed]) => !bytesOf(changed).equals(bytesOf(part)));
}

/** A part with its last byte exchanged: a comparison of only the beginning finds no difference. */
function exchangedEnd(part: string): string {
  const bytes = bytesOf(part);
  return Buffer.from(bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 0xff : byte))).toString('base64url');
}

/** Claims about when a token is valid: if one of these is altered, the third message could be right. */
const times = ['exp', 'nbf', 'iat'];

/** A valid token, truncated or altered. Each result differs from it in decoded bytes, but states the same times. */
function altered(parts: JsonWebToken): readonly Kind[] {
  const { header, payload, signature } = parts;
  const changed = changing(parts);
  const longer = { ...parts.head, altered: true };
  // Parts that no longer hold a JSON object may count as no JWT at all.
  const withPart = (name: keyof Parts, part: string): Refused => ({
    header: bearer({ ...parts, [name]: part }),
    messages: name === 'signature' || objectIn(part) !== undefined ? notValidated : either,
  });
  const hasOtherTimes = (name: keyof Parts, part: string) => {
    const before = name === 'header' ? parts.head : parts.claims;
    const after = objectIn(part) ?? before;
    return times.some((time) => before[time] !== after[time]);
  };
  const exchangedIn = (name: 'header' | 'payload'): Kind => [
    `a character of the ${name} exchanged`,
    exchanged(parts[name])
      .filter(([part]) => !hasOtherTimes(name, part))
      .map(([part]) => withPart(name, part)),
  ];
  const appendedTo = (name: keyof Parts): Kind => [
    `characters appended to the ${name}`,
    word(base64url, 4, 4).map((text) => withPart(name, rewritten(parts[name] + text))),
  ];
  const beforeSignature = fc.integer({ min: 1, max: header.length + payload.length + 1 });
  const end = exchangedEnd(signature);
  return [
    [
      'a character of the signature exchanged',
      exchanged(signature).map(([part, at]) => ({
        ...withPart('signature', part),
        shell: withExchanged(signature.length - at - 1),
      })),
    ],
    ['the end of the signature exchanged', changed({ signature: end })],
    // If the service does not accept the scheme in lower case, it does not look at the token.
    [
      'the end of the signature exchanged, after bearer in small letters',
      always(`bearer ${header}.${payload}.${end}`, either),
    ],
    ...truncated(parts),
    exchangedIn('payload'),
    exchangedIn('header'),
    ['the end of the claims exchanged', changed({ payload: exchangedEnd(payload) }, either)],
    ['the header in another letter case', changed({ header: inOtherCase(header) }, either)],
    ['a member added to the claims', changed({ payload: partOf({ ...parts.claims, altered: true }) })],
    ['the signature in another letter case', changed({ signature: inOtherCase(signature) })],
    appendedTo('signature'),
    appendedTo('payload'),
    // Characters appended to the header would leave no JSON, which is refused whatever the signature covers.
    ['a member added to the header', changed({ header: partOf(longer) }, notValidated, withHeader(longer, 'kept'))],
    [
      'the token cut before its signature',
      beforeSignature.map((length) => ({
        header: `Bearer ${`${header}.${payload}.`.slice(0, length)}`,
        messages: either,
        shell: withoutLast(header.length + payload.length + signature.length + 2 - length),
      })),
    ],
    ['the signature emptied', changed({ signature: '' }, either, withoutSignature)],
    ['a full stop appended', always(`${bearer(parts)}.`, either, withAppended('.'))],
    ['a fourth part appended', always(`${bearer(parts)}.AAAA`, either, withAppended('.AAAA'))],
  ];
}

/** The token without the last bytes of its signature, and without its last characters, as in an incomplete copy. */
function truncated(parts: JsonWebToken): readonly Kind[] {
  const { signature } = parts;
  const bytes = bytesOf(signature);
  // Nothing would be left of a signature of a single byte.
  if (bytes.length < 2) return [];
  const shorter = fc.integer({ min: 1, max: bytes.length - 1 }).map((fewer) => {
    const rest = bytes.subarray(0, bytes.length - fewer).toString('base64url');
    return {
      header: bearer({ ...parts, signature: rest }),
      messages: notValidated,
      // If slack bits had to be cleared, it is not a prefix of the signature.
      ...(signature.startsWith(rest) ? { shell: withoutLast(signature.length - rest.length) } : {}),
    };
  });
  // One to four characters fewer, down to whole groups of four, which leave no slack bits.
  const length = Math.floor((signature.length - 1) / 4) * 4;
  const copy = { signature: signature.slice(0, length) };
  const shell = withoutLast(signature.length - length);
  const cut: Kind = ['the last characters cut', changing(parts)(copy, notValidated, shell)];
  return [['the signature truncated', shorter], ...(length > 0 ? [cut] : [])];
}

/** A part with its letter case swapped, except for the last character, which may have slack bits. */
function inOtherCase(part: string): string {
  return `${swapCase(part.slice(0, -1))}${part.slice(-1)}`;
}

function organizationClaims(claims: JsonObject): readonly string[] {
  const names = Object.keys(claims).filter((name) => /org|tenant/iu.test(name) && typeof claims[name] === 'string');
  return names.length > 0 ? names : ['organization_id'];
}

/** Claims that a forger would want, under the original signature. None makes the token look expired. */
const forgedClaims: Readonly<Record<string, (claims: JsonObject, id: string, seconds: number) => JsonObject>> = {
  'the subject changed': (claims, id) => ({ ...claims, sub: id }),
  'the expiry put off': (claims, _, seconds) => {
    const exp = claims['exp'];
    return { ...claims, exp: (typeof exp === 'number' ? exp : 4_102_444_800) + seconds };
  },
  'the organization changed': (claims, id) => ({
    ...claims,
    ...Object.fromEntries(organizationClaims(claims).map((name) => [name, id])),
  }),
};

const usualAlgorithms = ['RS256', 'ES256', 'HS256'] as const;

/**
 * The same claims signed by a key of ours. In the last cases the header does not name the token's own key: a service
 * may look up the key that is named, and verify nothing if it finds none.
 */
function resigned(parts: JsonWebToken): readonly Kind[] {
  const { alg: own, kid, ...others } = parts.head;
  const algorithms = new Set([...(typeof own === 'string' ? [own] : []), ...usualAlgorithms]);
  const known = [...algorithms].flatMap((algorithm) => {
    const key = foreignKey(algorithm);
    return key === undefined ? [] : [{ algorithm, key }];
  });
  const signed = (name: string, { sign }: ForeignKey, header: string): Kind => [
    `re-signed by another key ${name}`,
    changing(parts)({ header, signature: sign(`${header}.${parts.payload}`) }),
  ];
  const withAlgorithms = known.map(({ algorithm, key }) =>
    signed(`with ${algorithm}`, key, own === algorithm ? parts.header : partOf({ ...parts.head, alg: algorithm })),
  );
  const [first] = known;
  if (first === undefined) return withAlgorithms;
  const { algorithm, key } = first;
  const nameless = { ...others, alg: algorithm };
  return [
    ...withAlgorithms,
    signed('which the header names', key, partOf({ ...nameless, kid: 'another-key' })),
    // If the token's own header names no key, this case is among those above.
    ...(kid === undefined ? [] : [signed('which the header does not name', key, partOf(nameless))]),
    signed('which the header holds', key, partOf({ ...nameless, jwk: key.jwk() })),
  ];
}

/** A signature by ES256 whose two numbers are 0: a service that does not check them finds it right for any content. */
const zeros = Buffer.alloc(64).toString('base64url');

function forged(parts: JsonWebToken, secret?: string): readonly Kind[] {
  const drawn = fc.tuple(arbitraryOf(uuids), fc.integer({ min: 3600, max: 10 ** 8 }));
  const { alg: _own, ...withoutAlgorithm } = parts.head;
  const hashed = partOf({ ...parts.head, alg: 'HS256' });
  // The client knows its secret, and a service may sign tokens with it.
  const signsItself = secret && hmacSignature(secret, `${parts.header}.${parts.payload}`) === parts.signature;
  const secrets = { 'an empty secret': '', ...(signsItself ? {} : present({ 'the secret of the client': secret })) };
  const none = { ...parts.head, alg: 'none' };
  const changed = changing(parts);
  const unsigned = (head: JsonObject): fc.Arbitrary<Refused> =>
    changed({ header: partOf(head), signature: '' }, either, withHeader(head, 'emptied'));
  const kept = (head: JsonObject): fc.Arbitrary<Refused> =>
    changed({ header: partOf(head) }, notValidated, withHeader(head, 'kept'));
  return [
    ['unsigned, with the algorithm none', unsigned(none)],
    ['the algorithm none with the old signature', kept(none)],
    ...['None', 'nOnE'].map((alg): Kind => [`unsigned, with the algorithm ${alg}`, unsigned({ ...parts.head, alg })]),
    ['an unknown algorithm with the old signature', kept({ ...parts.head, alg: 'unknown' })],
    ['unsigned, with no algorithm', unsigned(withoutAlgorithm)],
    ...resigned(parts),
    [
      'a signature of zeros with ES256',
      forOne(changed({ header: partOf({ ...parts.head, alg: 'ES256' }), signature: zeros })),
    ],
    ...Object.entries(secrets).map(([whose, key]): Kind => {
      const signature = hmacSignature(key, `${hashed}.${parts.payload}`);
      return [`re-signed with HS256 by ${whose}`, changed({ header: hashed, signature })];
    }),
    ...Object.entries(forgedClaims).map(([name, change]): Kind => [
      `${name} under the old signature`,
      drawn.map(([id, seconds]) => ({
        header: bearer({ ...parts, payload: partOf(change(parts.claims, id, seconds)) }),
        messages: notValidated,
      })),
    ]),
  ];
}

export interface AuthorizationChoice {
  readonly expired?: string | undefined;
  readonly secret?: string;
  /** The credentials used to request tokens, if they may be sent to the API. */
  readonly credentials?: string | undefined;
  /** Headers per kind, the first the same for any number; a kind that has only one gives one. Default: 1. */
  readonly rounds?: number;
  readonly only?: AuthorizationCase['requirement'] | undefined;
}

/**
 * Every kind of Authorization header that must be refused with a 401 (the table in `spec/documents/7-errors.md`),
 * always in the same order. A token that is not a JWT cannot be altered or forged.
 *
 * @param seed the same seed gives the same headers, except for signatures by new keys
 */
export function authorizationCases(
  valid: string,
  seed: number,
  { expired, secret, credentials, rounds = 1, only }: AuthorizationChoice = {},
): readonly AuthorizationCase[] {
  const parts = readJwt(valid);
  const past: readonly Kind[] = [
    ['an expired token', always(`Bearer ${expired ?? ''}`, pastItsTime)],
    ['an expired token after bearer in small letters', always(`bearer ${expired ?? ''}`, firstOrPast)],
  ];
  const kinds: Readonly<Record<AuthorizationCase['requirement'], () => readonly Kind[]>> = {
    'unauthorized.missing': () => [
      ['no Authorization header', always(undefined)],
      // Where a client may put a token instead (RFC 6750, section 2.3), though no document allows it.
      [
        'the token in the query, and no Authorization header',
        fc.constant({ header: undefined, query: { access_token: valid }, messages: notOfTheForm }),
      ],
      // Without it, a service may take a client for a browser, and send it to a page where people log in.
      [
        'no Authorization header, and any media type accepted',
        fc.constant({ header: undefined, accept: '*/*', messages: notOfTheForm, isForOne: true }),
      ],
    ],
    'unauthorized.not-bearer': () => [
      ...notBearer(valid),
      ...(credentials === undefined ? [] : [['the credentials of the key', always(credentials)] as const]),
    ],
    'unauthorized.altered': () => (parts === undefined ? [] : altered(parts)),
    'unauthorized.forged': () => (parts === undefined ? [] : forged(parts, secret)),
    'unauthorized.expired': () => (expired === undefined ? [] : past),
  };
  const requirements = only === undefined ? (Object.keys(kinds) as (keyof typeof kinds)[]) : [only];
  return requirements.flatMap((requirement) =>
    kinds[requirement]().flatMap(([name, headers]) =>
      distinct(fc.sample(headers, { seed, numRuns: rounds }), ({ header = '' }) => header).map((refused) => ({
        name,
        requirement,
        ...refused,
      })),
    ),
  );
}
