import { execFileSync } from 'node:child_process';
import { createHmac, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { objectIn, readJwt } from '../../spec/index.ts';
import { authorizationCases, type AuthorizationCase, type MessageNumber } from './authorization-cases.ts';
import { bytesOf, partOf } from './forgery.ts';

const seed = Math.floor(Math.random() * 2 ** 31);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = generateKeyPairSync('ed25519');
const secret = 'the secret of the service';
const claims = { sub: 'key-1', iat: 1_700_000_000, exp: 4_102_444_800, org_id: 'org-1', name: 'Zoë' };

/** How a service signs with an algorithm, and how it recognizes its own signatures. */
interface Algorithm {
  sign(input: string): Buffer;
  accepts(input: string, signature: Buffer): boolean;
}

function withKeys(hash: string | null, keys: { privateKey: KeyObject; publicKey: KeyObject }): Algorithm {
  const dsaEncoding = 'ieee-p1363';
  return {
    sign: (input) => sign(hash, Buffer.from(input), { key: keys.privateKey, dsaEncoding }),
    accepts: (input, signature) => verify(hash, Buffer.from(input), { key: keys.publicKey, dsaEncoding }, signature),
  };
}

const mac = (input: string) => createHmac('sha256', secret).update(input).digest();
const hmac: Algorithm = { sign: mac, accepts: (input, signature) => mac(input).equals(signature) };

const algorithms: Readonly<Record<string, Algorithm>> = {
  RS256: withKeys('sha256', rsa),
  ES256: withKeys('sha256', curve),
  EdDSA: withKeys(null, edwards),
  HS256: hmac,
};

function tokenOf(name: string, algorithm: Algorithm, held: object = claims): string {
  const input = `${partOf({ alg: name, typ: "o'clock", kid: 'key-1' })}.${partOf({ ...held })}`;
  return `${input}.${algorithm.sign(input).toString('base64url')}`;
}

/** What a careful service answers: the message's number, or undefined for a token that it accepts. */
function answer(header: string | undefined, algorithm: Algorithm): MessageNumber | undefined {
  const token = /^Bearer (?<token>\S+)$/u.exec(header ?? '')?.groups?.['token'];
  const parts = token === undefined ? undefined : readJwt(token);
  if (parts === undefined) return 1;
  const isOurs = algorithm.accepts(`${parts.header}.${parts.payload}`, bytesOf(parts.signature));
  if (!isOurs) return 2;
  return Number(parts.claims['exp']) < 4_000_000_000 ? 3 : undefined;
}

/** What a service answers that only looks for dots before it verifies the signature. */
function hastyAnswer(header: string | undefined, algorithm: Algorithm): MessageNumber | undefined {
  const careful = answer(header, algorithm);
  return careful === 1 && /^Bearer \S+\.\S*$/u.test(header ?? '') ? 2 : careful;
}

/** What a service answers that ignores the letter case of schemes, and takes several spaces as one. */
function lenientAnswer(header: string | undefined, algorithm: Algorithm): MessageNumber | undefined {
  return answer(header?.replace(/^bearer\s+(?=\S)/iu, 'Bearer '), algorithm);
}

function problems({ header, messages, name }: AuthorizationCase, valid: string, algorithm: Algorithm): string[] {
  const text = header ?? '';
  const answers = [answer, hastyAnswer, lenientAnswer].map((of) => of(header, algorithm));
  const isRefused = answers.every((one) => messages.some((allowed) => allowed === one));
  const isAllowed = isRefused && text !== `Bearer ${valid}` && /^[ -~]*$/u.test(text);
  return isAllowed ? [] : [`${name} (${answers.join(', ')}): ${text}`];
}

function drawn(valid: string, seeds: number, expired?: string): readonly AuthorizationCase[] {
  return Array.from({ length: seeds }, (_, index) => authorizationCases(valid, seed + index, { expired })).flat();
}

/** Whether a header still holds three parts, the first two of them JSON objects. */
function keepsForm(header: string | undefined): boolean {
  const [head = '', payload = '', signature = '', ...others] = (header ?? '').replace('Bearer ', '').split('.');
  return objectIn(head) !== undefined && objectIn(payload) !== undefined && signature !== '' && others.length === 0;
}

describe.each(Object.entries(algorithms))(`cases for a %s token, seed ${seed}`, (name, algorithm) => {
  const valid = tokenOf(name, algorithm);
  const input = `${partOf({ alg: name })}.${partOf({ ...claims, exp: 1_700_000_000 })}`;
  const expired = `${input}.${algorithm.sign(input).toString('base64url')}`;

  test('are refused by careful, hasty and lenient services, with an allowed message', () => {
    const cases = drawn(valid, 6, expired);
    expect(cases.flatMap((one) => problems(one, valid, algorithm))).toEqual([]);
  });

  test('cover every kind in a fixed order, and are reproducible from a seed except for signatures by new keys', () => {
    const cases = authorizationCases(valid, seed, { expired });
    const names = cases.map((one) => one.name);
    expect(new Set(names).size).toBe(names.length);
    expect(authorizationCases(valid, seed + 1, { expired }).map((one) => one.name)).toEqual(names);
    const kinds = ['missing', 'not-bearer', 'altered', 'forged', 'expired'].map((kind) => `unauthorized.${kind}`);
    expect(new Set(cases.map((one) => one.requirement))).toEqual(new Set(kinds));
    const resigned = cases.find((one) => one.name === `re-signed by another key with ${name}`);
    expect(resigned?.header).toContain(valid.split('.').slice(0, 2).join('.'));
    const rounds = authorizationCases(valid, seed, { expired, rounds: 3 });
    for (const one of cases.filter((one) => !one.name.startsWith('re-signed'))) expect(rounds).toContainEqual(one);
    const headers = rounds.map((one) => `${one.name}: ${one.header}`);
    expect(new Set(headers).size).toBe(headers.length);
    const timesOf = (kind: string) => rounds.filter((one) => one.name === kind).length;
    expect(['Bearer alone', 'an expired token', 'Basic credentials'].map(timesOf)).toEqual([1, 1, 3]);
  });

  test('allow only the second message if the token still has the form of a JWT', () => {
    const formed = authorizationCases(valid, seed).filter(
      ({ requirement, header }) => /altered|forged/u.test(requirement) && keepsForm(header),
    );
    expect(formed.length).toBeGreaterThan(5);
    expect(formed.filter(({ messages }) => messages.join(' ') !== '2')).toEqual([]);
  });
});

describe('an alteration', () => {
  test('never changes the times of a token, and always changes decoded bytes', () => {
    const valid = tokenOf('HS256', hmac);
    const whole = valid.split('.').map((part) => bytesOf(part).toString('hex'));
    for (const { header = '' } of drawn(valid, 25).filter((one) => one.requirement === 'unauthorized.altered')) {
      const parts = header.replace('Bearer ', '').split('.');
      expect(parts.map((part) => bytesOf(part).toString('hex'))).not.toEqual(whole);
      const { exp, iat } = { ...claims, ...objectIn(parts[1] ?? '') };
      expect({ exp, iat }).toEqual({ exp: claims.exp, iat: claims.iat });
    }
  });

  test('never changes only the unused bits of a part', () => {
    // Four of the twelve bits of such a signature carry no data: many replaced characters would change only those.
    const valid = `${partOf({ alg: 'HS256' })}.${partOf(claims)}.AQ`;
    expect(drawn(valid, 60).map(({ header }) => header)).not.toContain(`Bearer ${valid}`);
  });
});

describe('the shell text of a case', () => {
  const [good, fresh] = [tokenOf('HS256', hmac), tokenOf('HS256', hmac, { ...claims, sub: 'key-2' })];
  const [header = '', payload = '', signature = ''] = good.split('.');
  const made = (shell: string, token: string): string =>
    execFileSync('sh', ['-c', `printf %s "${shell}"`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], BFC_TOKEN: token },
    });
  const tokenIn = ({ header: sent = '' }: AuthorizationCase): string => sent.replace('Bearer ', '');
  const shown = (only: AuthorizationCase['requirement'], rounds = 1): readonly AuthorizationCase[] =>
    authorizationCases(good, seed, { only, rounds }).filter(({ shell }) => shell !== undefined);
  const exchange = 'a character of the signature exchanged';

  test('derives the token from the valid one, and contains no part of it', () => {
    const cases = [...shown('unauthorized.altered'), ...shown('unauthorized.forged')];
    expect(cases.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        exchange,
        'the last characters cut',
        'the token cut before its signature',
        'the signature emptied',
        'a fourth part appended',
        'unsigned, with the algorithm none',
        'the algorithm none with the old signature',
        'unsigned, with no algorithm',
      ]),
    );
    for (const { shell } of cases) for (const part of [header, payload, signature]) expect(shell).not.toContain(part);
    for (const one of cases.filter(({ name }) => name !== exchange))
      expect([one.name, made(one.shell ?? '', good)]).toEqual([one.name, tokenIn(one)]);
  });

  test('replaces a character at its position, always with a different one', () => {
    for (const one of shown('unauthorized.altered', 10).filter(({ name }) => name === exchange)) {
      const at = Array.from(good).findIndex((character, index) => character !== tokenIn(one)[index]);
      for (const token of [good, fresh]) {
        const altered = made(one.shell ?? '', token);
        expect([altered.slice(0, at), altered.slice(at + 1)]).toEqual([token.slice(0, at), token.slice(at + 1)]);
        expect(bytesOf(altered.split('.')[2] ?? '')).not.toEqual(bytesOf(token.split('.')[2] ?? ''));
      }
    }
  });
});

test.each(['opaque', 'a.b.c', ''])('a token that is not a JWT, %j, gets only the cases that need none', (token) => {
  const requirements = authorizationCases(token, seed).map((one) => one.requirement);
  expect(new Set(requirements)).toEqual(new Set(['unauthorized.missing', 'unauthorized.not-bearer']));
});
