import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor, placeholders } from './redaction.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const hexadecimal = (text: string): string => Buffer.from(text).toString('hex');
const ofEach = (text: string, write: (code: string) => string): string =>
  Array.from(text, (character) => write(character.charCodeAt(0).toString(16))).join('');
const escaped = (text: string): string => ofEach(text, (code) => `\\u${code.padStart(4, '0')}`);
const percent = (text: string): string => ofEach(text, (code) => `%${code.padStart(2, '0')}`);

/** What an echo of a secret may look like, and what of it must be gone: what tells most of the secret. */
const forms: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.toUpperCase(),
  base64,
  'base64, begun a character before': (secret) => base64(`x${secret}`).slice(2),
  'base64, begun two characters before': (secret) => base64(`xx${secret}`).slice(3),
  'base64 of the header': (secret) => base64(`Bearer ${secret}`),
  'base64 in JSON of PHP': (secret) => base64(secret).replaceAll('/', '\\/'),
  base64url,
  'base64url of the header': (secret) => base64url(`Bearer ${secret}`),
  'base64 of base64': (secret) => base64(base64(secret)),
  hexadecimal,
  'hexadecimal, in capitals': (secret) => hexadecimal(secret).toUpperCase(),
  'percent signs': percent,
  'percent signs, in capitals': (secret) => percent(secret).toUpperCase(),
  escapes: escaped,
  'escapes, in capitals': (secret) => ofEach(secret, (code) => `\\u${code.padStart(4, '0').toUpperCase()}`),
  'escapes of escapes': (secret) => escaped(secret).replaceAll('\\', '\\\\'),
  'NULs between': (secret) => Array.from(secret).join('\0'),
  'escaped NULs between': (secret) => Array.from(secret).join('\\u0000'),
};

const secrets = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_')),
  minLength: 16,
  maxLength: 80,
});
/** No text by which a secret is told from another: none of these has more than a few characters in a row. */
const around = fc
  .array(
    fc.constantFrom('{"name":"', 'é', 'İ', ' ', '0', '%', '\\n', 'plan', 'a1b2', '/api/v1', ': ', '"', 'QUJD', '\n'),
  )
  .map((words) => words.join(''));

test.each(Object.entries(forms))('a secret echoed %s is gone, whatever is around it', (_form, write) => {
  fc.assert(
    fc.property(secrets, around, around, (secret, before, after) => {
      const redactor = createRedactor();
      redactor.learn(secret, '<client secret>');
      const echo = write(secret);
      const redacted = redactor.text(`${before}${echo}${after}`);
      expect(redacted).not.toContain(echo.slice(4, -4));
      expect(redacted).toContain('<');
    }),
    { numRuns: 40 },
  );
});

const part = (value: unknown): string => base64url(JSON.stringify(value));
/** What a token says and what it is signed with is random, but for a time that may have many zeros. */
const jwts = fc.oneof(fc.nat(), fc.constantFrom(0, 1_000_000_000, 2_000_000_000)).map((seed) => {
  const random = createHash('sha512').update(String(seed)).digest();
  const claims = { sub: random.toString('base64url', 32), iat: seed };
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${random.toString('base64url')}`;
});

test('a token is gone by any piece of it: its signature, its second half, a line of it', () => {
  fc.assert(
    fc.property(jwts, fc.nat(), (token, at) => {
      const redactor = createRedactor();
      redactor.learn(token, placeholders.token);
      const [, payload = '', signature = ''] = token.split('.');
      const from = at % (token.length - 20);
      for (const piece of [payload, signature, token.slice(token.length / 2), token.slice(from, from + 20)]) {
        expect(redactor.text(`{"İ":"${piece}"}`)).toBe(`{"İ":"${redactor.text(piece)}"}`);
        expect(redactor.text(piece)).toMatch(/^[\w.]{0,12}<(?:part of a secret|token)>$/);
      }
    }),
  );
});

test('of many secrets each is found, and the longest where one is part of another', () => {
  const redactor = createRedactor();
  const all = Array.from({ length: 50 }, (_, index) => hexadecimal(`secret number ${index} of many`));
  for (const secret of all) redactor.learn(secret, '<client secret>');
  redactor.learn(`${all[3]}-${all[4]}`, '<token>');
  for (const secret of all) expect(redactor.text(`a ${secret} b`)).toBe('a <client secret> b');
  expect(redactor.text(`a ${all[3]}-${all[4]} b`)).toBe('a <token> b');
});

test('what is encoded and no secret stays as it was', () => {
  const redactor = createRedactor();
  redactor.learn('a-secret-of-somebody-0123456789-and-more', '<client secret>');
  const texts = [
    base64('["2027-01-01T00:00:00Z",2,"renewal decisions"]'),
    escaped('Société Générale 株式会社'),
    encodeURIComponent('株式会社 & société'),
    hexadecimal('an etag of no importance'),
    '5F8B0000-0000-4000-8000-00000000000A/OPEN_ENROLLMENT_START_DATE',
    Array.from('UTF-16 text').join('\0'),
  ];
  for (const text of texts) expect(redactor.text(text)).toBe(text);
});

test('long text is read in time that grows with its length alone, secrets that repeat themselves or not', () => {
  const redactor = createRedactor();
  redactor.learn('a'.repeat(8000), '<token>');
  redactor.learn('ab-_'.repeat(2000), '<token>');
  for (const piece of ['a', 'A1', 'ab-_b', '%41', '\\u0041', 'x\0', '\\\\', '414', 'QUJD'])
    expect(redactor.text(piece.repeat(100_000)).length).toBeGreaterThan(0);
});
