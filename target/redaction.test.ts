import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basicAuthorization } from './access-tokens.ts';
import { isCut, longestBody } from './exchange.ts';
import { createRedactor, placeholders, searchFor, type Redactor } from './redaction.ts';
import { sampleAnswer, sampleExchange, sampleRequest } from './sample-exchange.test-data.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const part = (value: unknown): string => base64url(JSON.stringify(value));

const printable = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789-_.~+/=$&"\\\'é %')),
  minLength: 16,
  maxLength: 60,
});
/** Text around a secret, without any of its characters, so that the secret is not found by accident. */
const surroundings = fc.string({ unit: fc.constantFrom(...Array.from('ABC<>(){},;: \n')), maxLength: 20 });
const jwts = fc
  .record({ sub: fc.uuid(), iat: fc.nat(), exp: fc.nat(), signature: fc.uint8Array({ minLength: 24, maxLength: 64 }) })
  .map(
    ({ signature, ...claims }) =>
      `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${Buffer.from(signature).toString('base64url')}`,
  );

/** The headers of a request after redaction. */
const shownHeaders = (headers: Readonly<Record<string, string>>, redactor = createRedactor()) =>
  redactor.exchange(sampleExchange({ request: sampleRequest({ headers }) })).request.headers;

function knowing(secret: string): Redactor {
  const redactor = createRedactor();
  redactor.learn(secret, '<client secret>');
  return redactor;
}

/** Whether a text shares `length` consecutive characters with another one. */
function sharesPiece(text: string, other: string, length: number): boolean {
  return Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length)).some((piece) =>
    other.toLowerCase().includes(piece.toLowerCase()),
  );
}

/** How a target may echo a secret. */
const echoes: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.toUpperCase(),
  'in JSON': (secret) => JSON.stringify({ error: `no ${secret}` }),
  'in JSON within JSON': (secret) => JSON.stringify({ error: JSON.stringify({ [secret]: 1 }) }),
  'in an address': (secret) => `/x?y=${encodeURIComponent(secret)}`,
  'in a form': (secret) => new URLSearchParams({ y: secret }).toString(),
  base64,
  'base64 of a header': (secret) => base64(`Bearer ${secret}`),
  'base64 of an API key': (secret) => base64(`some-client:${secret}`),
  'base64 of more': (secret) => base64(`{"error":"${secret} is wrong"}`),
  base64url,
  'base64url of a header': (secret) => base64url(`Bearer ${secret}`),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal, in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
};

describe('a known secret', () => {
  const plain = fc.string({
    unit: fc.constantFrom(...Array.from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_')),
    minLength: 16,
    maxLength: 80,
  });

  test.each(Object.entries(echoes))(
    'is removed when it is echoed (%s), regardless of the text around it',
    (_form, write) => {
      fc.assert(
        fc.property(plain, surroundings, surroundings, (secret, before, after) => {
          const redacted = knowing(secret).text(`${before}"${write(secret)}"${after}`);
          expect(redacted.startsWith(`${before}"`) && redacted.endsWith(`"${after}`)).toBe(true);
          // What the encoding adds to the secret, such as a name before it, may stay.
          expect(sharesPiece(write(secret).slice(-secret.length), redacted.slice(before.length), 12)).toBe(false);
        }),
        { numRuns: 40 },
      );
    },
  );

  test('of any characters is replaced by its placeholder in text, JSON and addresses', () => {
    fc.assert(
      fc.property(printable, surroundings, surroundings, (secret, before, after) => {
        const redactor = knowing(secret);
        expect(redactor.text(`${before}${secret}${after}`)).toBe(`${before}<client secret>${after}`);
        expect(redactor.text(JSON.stringify({ [secret]: 1 }))).toBe('{"<client secret>":1}');
        expect(redactor.text(`/x?y=${encodeURIComponent(secret)}`)).toBe('/x?y=<client secret>');
        expect(redactor.value({ list: [{ [secret]: secret }] })).toEqual({
          list: [{ '<client secret>': '<client secret>' }],
        });
      }),
    );
  });

  test('is removed even if it contains another secret', () => {
    const redactor = knowing('sample-secret');
    redactor.learn('token-with-sample-secret-inside', placeholders.token);
    expect(redactor.text('a token-with-sample-secret-inside b sample-secret')).toBe(
      `a ${placeholders.token} b <client secret>`,
    );
  });

  test.each(['', '$&.*+?^{}()|[]\\-$1', 'hush'])('may be %j', (secret) => {
    expect(knowing(secret).text(`x ${secret} y`)).toBe(secret === '' ? 'x  y' : 'x <client secret> y');
  });
});

describe('a token', () => {
  test('is removed by its form alone: whole, cut anywhere after its header, altered, or inside other text', () => {
    fc.assert(
      fc.property(jwts, fc.nat(), surroundings, (token, at, around) => {
        const [header = '', payload = '', signature = ''] = token.split('.');
        const cut = token.slice(0, header.length + 8 + (at % (payload.length + signature.length - 6)));
        const altered = [`${header}.${payload.slice(0, -3)}AAA.${signature}`, `${token.slice(0, -3)}AAA`];
        for (const one of [token, cut, ...altered])
          expect(createRedactor().text(`${around}"${one}"${around}`)).toBe(`${around}"<token>"${around}`);
      }),
    );
  });

  test.each(['{\n  "alg": "RS256"\n}', '{ "alg": "RS256" }', '{\t"alg":"RS256"}', '{\r\n"alg":"RS256"}'])(
    'is removed when the JSON of its header is %j',
    (header) => {
      const token = `${base64url(header)}.${part({ sub: 'somebody', iat: 1 })}.${'c2lnbmF0dXJl'.repeat(3)}`;
      expect(createRedactor().text(`x ${token} y ${token.slice(0, 40)}`)).toBe('x <token> y <token>');
    },
  );

  test('is removed when only its payload or signature is echoed, or all of it in base64', () => {
    fc.assert(
      fc.property(jwts, (token) => {
        const redactor = createRedactor();
        redactor.learn(token, placeholders.token);
        for (const piece of token
          .split('.')
          .slice(1)
          .filter(({ length }) => length >= 22))
          expect(redactor.text(`{"error":"${piece}"}`)).toBe('{"error":"<part of a secret>"}');
        for (const echo of [base64(token), base64(`Bearer ${token}`), base64url(`{"a":"${token}"}`)])
          expect(redactor.text(`{"error":"${echo}"}`).length).toBeLessThan(60);
      }),
      { examples: [[`${part({ alg: 'RS256' })}.${part({ sub: 'somebody' })}.BeyA0aGUgbGlrZSBvZiBhIGhlYWRlcg`]] },
    );
  });

  test('that is opaque is removed from an answer of the token service before it is registered', () => {
    const json = { access_token: 'opaque "quoted" token', refresh_token: 'x', expires_in: 600 };
    const shown = { access_token: '<redacted>', refresh_token: '<redacted>', expires_in: 600 };
    const body = createRedactor().exchange(sampleExchange({ answer: sampleAnswer(json) })).response?.body;
    expect(JSON.parse(body ?? '')).toEqual(shown);
    expect(createRedactor().value(json)).toEqual(shown);
  });

  test.each(['a', 'token', 'access_token', 'groups', 'sandbox.example.com'])(
    'that is the word %s is replaced in the Authorization header and in token answers, but not in other text',
    (token) => {
      const redactor = createRedactor();
      redactor.learn(token, placeholders.token);
      const line = `the access_token of a sandbox: https://sandbox.example.com/api/v1/groups`;
      expect(redactor.text(line)).toBe(line);
      const authorization = `Bearer ${token}`;
      expect(shownHeaders({ authorization }, redactor)).toEqual({ authorization: `Bearer ${placeholders.token}` });
      const { response } = redactor.exchange(sampleExchange({ answer: sampleAnswer({ access_token: token }) }));
      expect(response?.body).toBe('{"access_token":"<redacted>"}');
    },
  );
});

test('no secret, and no registered value derived from one, is left in an exchange that echoes it', () => {
  fc.assert(
    fc.property(jwts, fc.uuid(), fc.uuid(), (token, clientId, clientSecret) => {
      const redactor = createRedactor();
      const derived = [`${clientSecret}x`, clientSecret.slice(0, -1), clientSecret.toUpperCase()];
      for (const secret of [clientSecret, ...derived])
        redactor.learnKey({ clientId, clientSecret: secret }, '<credentials>');
      const [header = '', payload = '', signature = ''] = token.split('.');
      const altered = [`${header}.${payload}.${signature.slice(0, -8)}`, `x${token.slice(1)}`];
      for (const one of [token, ...altered]) redactor.learn(one, '<token>');
      for (const sent of [clientSecret, ...derived, ...altered, token, altered[0]?.split('.')[2] ?? '']) {
        const authorization = basicAuthorization({ clientId, clientSecret: sent });
        const echo = {
          said: `you sent ${authorization}`,
          again: { [sent]: base64(sent), url: encodeURIComponent(sent) },
        };
        const record = redactor.exchange(
          sampleExchange({
            request: sampleRequest({
              url: `http://127.0.0.1:9/api/v1/groups?q=${sent}`,
              headers: { authorization, 'x-also': `Bearer ${sent}`, cookie: 'session=abcdef', 'x-api-key': 'k' },
              body: JSON.stringify(echo),
            }),
            answer: sampleAnswer(echo, {
              headers: { 'set-cookie': 'session=abcdef', 'x-echo': `${authorization} ${sent}` },
            }),
            failure: { kind: 'broken', message: `${authorization} ${sent}` },
          }),
        );
        const written = JSON.stringify(record);
        expect(sharesPiece(clientSecret, written, 12)).toBe(false);
        expect(sharesPiece(signature, written, 16)).toBe(false);
        for (const secret of [payload, base64(clientSecret).slice(0, 20), 'session=abcdef', '"k"'])
          expect(written).not.toContain(secret);
      }
    }),
    { numRuns: 30 },
  );
});

describe('an exchange', () => {
  test('with a binary body has one character per byte, and its duration', () => {
    const record = createRedactor().exchange(
      sampleExchange({ request: sampleRequest({ method: 'POST', body: Uint8Array.from([0x7b, 0xff]) }) }),
    );
    expect(record).toMatchObject({ request: { body: '{ÿ', isBinary: true }, durationMs: 2.346 });
    expect(record).not.toHaveProperty('response');
  });

  test('never shows Basic credentials in the Authorization header, however short they are', () => {
    expect(shownHeaders({ authorization: 'basic  YWJj' })).toEqual({ authorization: 'basic <credentials>' });
  });

  test.each(['Proxy-Authorization', 'x-api-key', 'X-Auth-Token', 'X-Amz-Security-Token', 'cookie', 'Set-Cookie'])(
    'never shows the header %s',
    (name) => {
      expect(shownHeaders({ [name]: 'abc', accept: '*/*' })).toEqual({ [name]: '<redacted>', accept: '*/*' });
    },
  );
});

describe('a long body', () => {
  const bodyOf = (text: string, redactor = createRedactor()): string =>
    redactor.exchange(sampleExchange({ answer: sampleAnswer({}, { text }) })).response?.body ?? '';

  test('ends with the number of characters left out', () => {
    const body = 'x'.repeat(longestBody + 7);
    const cut = `${'x'.repeat(longestBody)}… (7 more characters)`;
    const { request } = createRedactor().exchange(sampleExchange({ request: sampleRequest({ body }) }));
    expect([request.body, bodyOf(body)]).toEqual([cut, cut]);
    expect([isCut(cut), isCut(body), isCut('… (7 more characters)')]).toEqual([true, false, false]);
  });

  test('has no part of a secret at its cut end', () => {
    const redactor = knowing('some-secret-number-0001');
    for (const before of [longestBody - 20, longestBody - 10, longestBody - 1]) {
      const body = bodyOf(`${' '.repeat(before)}some-secret-number-0001${' '.repeat(longestBody)}`, redactor);
      expect(body).not.toMatch(/some|0001/);
      expect(isCut(body)).toBe(true);
    }
    expect(bodyOf(`{"access_token":"${'x'.repeat(2 * longestBody)}"}`)).not.toContain('xx');
    const token = 'another-token-with-0123456789-in-it';
    expect(isCut(bodyOf(token.repeat(12_000), knowing(token)))).toBe(true);
  });
});

test.each([
  ['grant_type=x&client_secret=s%2Fcr&scope=a', 'grant_type=x&client_secret=<redacted>&scope=a'],
  ['{"next":"https://h/x?access_token=abc#y","a":1}', '{"next":"https://h/x?access_token=<redacted>","a":1}'],
  ['/x?to=%2Fy%3Frefresh_token%3Dabc&password=d', '/x?to=%2Fy%3Frefresh_token%3D<redacted>&password=<redacted>'],
  ['client_secret=<client secret>&access_token=$BFC_TOKEN', 'client_secret=<client secret>&access_token=$BFC_TOKEN'],
])('a secret in a form or an address is removed by its parameter name: %s', (text, redacted) => {
  expect(createRedactor().text(text)).toBe(redacted);
});

test.each([
  '{"name":"Basic Dental 1000","plan_id":"5f8b0000-0000-4000-8000-000000000001","sum":"a.b.c","url":"https://api.example.com/v1"}',
  base64('["2027-01-01T00:00:00Z",2,"renewal decisions"]'),
  encodeURIComponent('株式会社 & société'),
  '5F8B0000-0000-4000-8000-00000000000A/OPEN_ENROLLMENT_START_DATE newline-separated ewok-names',
])('text without a secret is unchanged: %s', (text) => {
  expect(knowing('a-secret-of-somebody-0123456789-and-more').text(text)).toBe(text);
});

test('long text is redacted in reasonable time, even with repetitive secrets', () => {
  const redactor = knowing('some-other-secret-0001');
  redactor.learn('a'.repeat(8000), '<token>');
  redactor.learn('ab-_'.repeat(2000), '<token>');
  for (const piece of ['a', 'a-', 'eyJ', 'Basic ', 'a.', '"access_token":"\\', 'password=', 'ab-_b', 'QUJD', '414'])
    expect(redactor.text(piece.repeat(200_000)).length).toBeGreaterThan(0);
});

test('a search for many texts finds the same as a search for each of them', () => {
  const small = fc.constantFrom('a', 'b', 'é', 'ā', '例', '@');
  const searched = fc.array(fc.string({ unit: small, minLength: 3, maxLength: 9 }));
  const unit = fc.constantFrom('a', 'A', 'b', 'B', 'é', 'É', 'ā', 'Ā', '例', '@');
  // A skip is at most what a byte can hold.
  const long = 'x'.repeat(300);
  fc.assert(
    fc.property(searched, fc.string({ unit, maxLength: 40 }), (texts, text) => {
      expect(searchFor(texts)(text)).toBe(texts.some((one) => text.toLowerCase().includes(one)));
    }),
    { numRuns: 2_000, examples: [[[long], `${'-'.repeat(1_000)}${long}`]] },
  );
  // With a very short text among them, any text may match.
  expect(searchFor(['ab', 'longer'])('anything')).toBe(true);
});
