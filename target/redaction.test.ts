import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCut, longestBody } from './exchange-record.ts';
import { createRedactor, placeholders } from './redaction.ts';
import { sampleAnswer, sampleExchange, sampleRequest } from './sample-exchange.test-data.ts';
import { basicAuthorization } from './access-tokens.ts';

const printable = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789-_.~+/=$&"\\\'é %')),
  minLength: 16,
  maxLength: 60,
});
/** What surrounds a secret: text that has none of its characters, so that finding the secret is no accident. */
const surroundings = fc.string({ unit: fc.constantFrom(...Array.from('ABC<>(){},;:')), maxLength: 20 });

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwts = fc
  .record({ sub: fc.uuid(), iat: fc.nat(), exp: fc.nat(), signature: fc.uint8Array({ minLength: 16, maxLength: 64 }) })
  .map(
    ({ signature, ...claims }) =>
      `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${Buffer.from(signature).toString('base64url')}`,
  );

/** The payload and the signature of a token: whoever has the one can read it, whoever has both can use it. */
const secretParts = (token: string): readonly string[] => token.split('.').slice(1);

describe('a secret that the redactor was told of', () => {
  test('is gone from text, JSON and addresses', () => {
    fc.assert(
      fc.property(printable, surroundings, surroundings, (secret, before, after) => {
        const redactor = createRedactor();
        redactor.learn(secret, '<client secret>');
        expect(redactor.text(`${before}${secret}${after}`)).toBe(`${before}<client secret>${after}`);
        const nested = JSON.stringify({ error: `${before}${secret}`, [secret]: 1 });
        expect(redactor.text(nested)).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(redactor.text(`/x?y=${encodeURIComponent(secret)}`)).toBe('/x?y=<client secret>');
        expect(JSON.stringify(redactor.value({ list: [{ error: secret }] }))).not.toContain(secret);
      }),
    );
  });

  test('is gone when it was cut, altered or written in another letter case', () => {
    const words = fc.string({
      unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789-_')),
      minLength: 20,
      maxLength: 50,
    });
    fc.assert(
      fc.property(words, fc.nat(), surroundings, (secret, at, around) => {
        const redactor = createRedactor();
        redactor.learn(secret, '<client secret>');
        const half = Math.floor(secret.length / 2);
        const position = at % secret.length;
        const changed = [
          secret.slice(0, -1),
          secret.slice(1),
          `${secret}x`,
          secret.toUpperCase(),
          `${secret.slice(0, position)}Z${secret.slice(position + 1)}`,
        ];
        for (const one of changed) {
          const redacted = redactor.text(`${around} ${one} ${around}`).toLowerCase();
          expect(redacted).not.toContain(secret.slice(0, half));
          expect(redacted).not.toContain(secret.slice(-half));
        }
      }),
    );
  });

  test('is gone even when another secret is part of it', () => {
    const redactor = createRedactor();
    redactor.learn('sample-secret', '<client secret>');
    redactor.learn('token-with-sample-secret-inside', placeholders.token);
    expect(redactor.text('a token-with-sample-secret-inside b sample-secret')).toBe(
      `a ${placeholders.token} b <client secret>`,
    );
  });

  test('has no special characters to a pattern or a replacement', () => {
    const redactor = createRedactor();
    redactor.learn('$&.*+?^{}()|[]\\-$1', '$& $1');
    expect(redactor.text('x $&.*+?^{}()|[]\\-$1 y')).toBe('x $& $1 y');
  });

  test('that is empty is none', () => {
    const redactor = createRedactor();
    redactor.learn('', '<client secret>');
    expect(redactor.text('abc')).toBe('abc');
  });
});

describe('a token', () => {
  test('that is known gives way to the variable that curl lines take it from', () => {
    fc.assert(
      fc.property(jwts, (token) => {
        const redactor = createRedactor();
        redactor.learn(token, placeholders.token);
        expect(redactor.text(`Bearer ${token}`)).toBe(`Bearer ${placeholders.token}`);
      }),
    );
  });

  test('is gone by its form alone: whole, cut anywhere after its header, altered, or inside other text', () => {
    fc.assert(
      fc.property(jwts, fc.nat(), surroundings, (token, at, around) => {
        const redactor = createRedactor();
        const header = token.indexOf('.');
        const cut = token.slice(0, header + 8 + (at % (token.length - header - 8)));
        const altered = [...secretParts(token).keys()].map((index) => {
          const parts = token.split('.');
          parts[index + 1] = `${parts[index + 1]?.slice(0, -3)}AAA`;
          return parts.join('.');
        });
        for (const one of [token, cut, ...altered]) {
          const redacted = redactor.text(`${around}"${one}"${around}`);
          expect(redacted).toBe(`${around}"<token>"${around}`);
        }
      }),
    );
  });

  test('is gone when the JSON of its header does not begin at once', () => {
    const header = Buffer.from('{\n  "alg": "RS256"\n}').toString('base64url');
    const token = `${header}.${part({ sub: 'somebody', iat: 1 })}.${'c2lnbmF0dXJl'.repeat(3)}`;
    expect(createRedactor().text(`x ${token} y`)).not.toContain(token.split('.')[2]);
  });

  test('is gone from an answer of the token service before anybody could know it, even one that is no JWT', () => {
    const redactor = createRedactor();
    const json = { access_token: 'opaque "quoted" token', refresh_token: 'x', expires_in: 600 };
    const body = redactor.exchange(sampleExchange({ answer: sampleAnswer(json) })).response?.body;
    expect(JSON.parse(body ?? '')).toEqual({
      access_token: '<redacted>',
      refresh_token: '<redacted>',
      expires_in: 600,
    });
    expect(redactor.value(json)).toEqual({ access_token: '<redacted>', refresh_token: '<redacted>', expires_in: 600 });
  });
});

describe('an exchange', () => {
  test('holds no secret in any of its parts', () => {
    fc.assert(
      fc.property(jwts, fc.uuid(), fc.uuid(), (token, clientId, clientSecret) => {
        const redactor = createRedactor();
        redactor.learn(clientSecret, '<client secret>');
        const basic = basicAuthorization({ clientId, clientSecret });
        const echo = { said: `you sent ${basic} and Bearer ${token}`, again: { [token]: clientSecret } };
        const record = redactor.exchange(
          sampleExchange({
            request: sampleRequest({
              url: `http://127.0.0.1:9/api/v1/groups?token=${token}&secret=${clientSecret}`,
              headers: {
                authorization: `Bearer ${token}`,
                'x-also': basic,
                cookie: 'session=abcdef',
                'x-api-key': 'k',
              },
              body: JSON.stringify(echo),
            }),
            answer: sampleAnswer(echo, { headers: { 'set-cookie': 'session=abcdef', 'x-echo': `${basic} ${token}` } }),
            failure: { kind: 'broken', message: `${basic} ${token} ${clientSecret}` },
          }),
        );
        const written = JSON.stringify(record);
        for (const secret of [...secretParts(token), clientSecret, basic.slice(6), 'session=abcdef', '"k"']) {
          expect(written).not.toContain(secret);
        }
      }),
    );
  });

  test('of bytes keeps them one character each, and says how long it took', () => {
    const record = createRedactor().exchange(
      sampleExchange({ request: sampleRequest({ method: 'POST', body: Uint8Array.from([0x7b, 0xff]) }) }),
    );
    expect(record.request.body).toBe('{ÿ');
    expect(record.durationMs).toBe(2.346);
    expect(record).not.toHaveProperty('response');
  });

  test('shows Basic credentials in no Authorization header, however short they are', () => {
    const { request } = createRedactor().exchange(
      sampleExchange({ request: sampleRequest({ headers: { authorization: 'basic  YWJj' } }) }),
    );
    expect(request.headers).toEqual({ authorization: 'basic <credentials>' });
  });
});

describe('a token that is a word like any other', () => {
  test.each(['a', 'token', 'access_token', 'groups', 'sandbox.example.com'])('%s', (token) => {
    const redactor = createRedactor();
    redactor.learn(token, placeholders.token);
    const line = `the access_token of a sandbox: https://sandbox.example.com/api/v1/groups`;
    expect(redactor.text(line)).toBe(line);
    const { request, response } = redactor.exchange(
      sampleExchange({
        request: sampleRequest({ headers: { authorization: `Bearer ${token}` } }),
        answer: sampleAnswer({ access_token: token }),
      }),
    );
    expect(request.headers).toEqual({ authorization: `Bearer ${placeholders.token}` });
    expect(response?.body).toBe('{"access_token":"<redacted>"}');
  });

  test('but a client secret may be one', () => {
    const redactor = createRedactor();
    redactor.learn('hush', '<client secret>');
    expect(redactor.text('a hush b')).toBe('a <client secret> b');
  });
});

describe('a long body', () => {
  const bodyOf = (text: string, redactor = createRedactor()): string =>
    redactor.exchange(sampleExchange({ answer: sampleAnswer({}, { text }) })).response?.body ?? '';

  test('ends with how much of it was left out', () => {
    const body = 'x'.repeat(longestBody + 7);
    const cut = `${'x'.repeat(longestBody)}… (7 more characters)`;
    const { request } = createRedactor().exchange(sampleExchange({ request: sampleRequest({ body }) }));
    expect([request.body, bodyOf(body)]).toEqual([cut, cut]);
    expect([isCut(cut), isCut(body), isCut('… (7 more characters)')]).toEqual([true, false, false]);
    expect(createRedactor().exchange(sampleExchange()).request).not.toHaveProperty('body');
  });

  test('has no part of a secret at its end', () => {
    const redactor = createRedactor();
    redactor.learn('some-secret-number-0001', '<client secret>');
    for (const before of [longestBody - 20, longestBody - 10, longestBody - 1]) {
      const body = bodyOf(`${' '.repeat(before)}some-secret-number-0001${' '.repeat(longestBody)}`, redactor);
      expect(body).not.toMatch(/some|0001/);
      expect(isCut(body)).toBe(true);
    }
    expect(bodyOf(`{"access_token":"${'x'.repeat(2 * longestBody)}"}`)).not.toContain('xx');
  });

  test('that is all secrets is one of which the rest is left out', () => {
    const token = 'another-token-with-0123456789-in-it';
    const redactor = createRedactor();
    redactor.learn(token, placeholders.token);
    expect(isCut(bodyOf(token.repeat(12_000), redactor))).toBe(true);
  });
});

test('a secret in a form or an address is gone by its name', () => {
  const redactor = createRedactor();
  expect(redactor.text('grant_type=client_credentials&client_secret=s%2Fcr&scope=a')).toBe(
    'grant_type=client_credentials&client_secret=<redacted>&scope=a',
  );
  expect(redactor.text('{"next":"https://h/x?access_token=abc#y","a":1}')).toBe(
    '{"next":"https://h/x?access_token=<redacted>","a":1}',
  );
  expect(redactor.text('see /x?to=%2Fy%3Frefresh_token%3Dabc&password=d')).toBe(
    'see /x?to=%2Fy%3Frefresh_token%3D<redacted>&password=<redacted>',
  );
  expect(redactor.text('client_secret=<client secret>&access_token=$BFC_TOKEN')).toBe(
    'client_secret=<client secret>&access_token=$BFC_TOKEN',
  );
});

test.each(['Proxy-Authorization', 'x-api-key', 'X-Auth-Token', 'X-Amz-Security-Token', 'cookie', 'Set-Cookie'])(
  'the header %s is never shown',
  (name) => {
    const { request } = createRedactor().exchange(
      sampleExchange({ request: sampleRequest({ headers: { [name]: 'abc', accept: '*/*' } }) }),
    );
    expect(request.headers).toEqual({ [name]: '<redacted>', accept: '*/*' });
  },
);

test('what is no secret stays as it was', () => {
  const text =
    '{"name":"Basic Dental 1000","plan_id":"5f8b0000-0000-4000-8000-000000000001","sum":"a.b.c","url":"https://api.example.com/v1"}';
  const redactor = createRedactor();
  redactor.learn('some-other-secret-0001', '<client secret>');
  expect(redactor.text(text)).toBe(text);
  expect(redactor.value({ a: [1, null, true, 'b'] })).toEqual({ a: [1, null, true, 'b'] });
});

test('long text without a secret is read in time that grows with its length alone', () => {
  const redactor = createRedactor();
  redactor.learn('some-other-secret-0001', '<client secret>');
  for (const piece of ['a', 'a-', 'eyJ', 'Basic ', 'a.', '"access_token":"\\', 'password=']) {
    const text = piece.repeat(200_000);
    expect(redactor.text(text).length).toBeGreaterThan(0);
  }
});
