import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlLine } from './curl.ts';

/** What the shell gives to curl: its arguments, and its standard input where something is piped in. */
function run(line: string, variables: Readonly<Record<string, string>> = {}): readonly string[] {
  // A function in the place of curl shows its arguments, each ended by a NUL, and then its input as hexadecimal.
  const script = `curl() { printf '%s\\0' "$@"; case "$*" in *@-) od -An -v -tx1 | tr -d ' \\n';; esac; }\n${line}`;
  const output = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...variables },
  });
  return output.split('\0');
}

const text = fc.string({ unit: fc.constantFrom(...Array.from('ab \'"\\$`!*?~#&|;<>(){}[]%@\n\té𝔘-')), maxLength: 30 });

function line(parts: { method?: string; url?: string; headers?: Record<string, string>; body?: string }): string {
  const { method = 'POST', url = 'http://127.0.0.1:9/', headers = {}, body } = parts;
  return curlLine({ request: { method, url, headers, ...(body === undefined ? {} : { body }) }, durationMs: 1 });
}

describe('a curl line', () => {
  test('gives curl the address, headers and body as they were, whatever they hold', () => {
    fc.assert(
      fc.property(text, text, text, (url, header, body) => {
        const shown = line({ url, headers: { 'content-type': header, authorization: `Basic ${header}` }, body });
        const type = header === '' ? 'content-type;' : `content-type: ${header}`;
        const headers = ['-H', type, '-H', `authorization: Basic ${header}`];
        expect(run(shown)).toEqual(['-sS', '-i', '-X', 'POST', url, ...headers, '--data-raw', body, '']);
      }),
      { numRuns: 20 },
    );
  });

  test('pipes a body that holds a NUL', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const body = `${before}\0${after}`;
        expect(run(line({ body })).at(-1)).toBe(Buffer.from(body).toString('hex'));
      }),
      { numRuns: 10 },
    );
  });

  test.for([
    ['Bearer $BFC_TOKEN', 'authorization: Bearer a.b.c'],
    ['Bearer $BFC_TOKENx', 'authorization: Bearer a.b.cx'],
    ['Bearer x$BFC_TOKEN.y', 'authorization: Bearer xa.b.c.y'],
    ['Bearer $BFC_EXPIRED_TOKEN', 'authorization: Bearer o.l.d'],
    ['Bearer $HOME $(id) `id` $BFC_OTHER', 'authorization: Bearer $HOME $(id) `id` $BFC_OTHER'],
  ] as const)('takes tokens, and nothing else, from the environment: %s', ([authorization, expected]) => {
    const variables = { BFC_TOKEN: 'a.b.c', BFC_TOKENx: 'no', BFC_EXPIRED_TOKEN: 'o.l.d', BFC_OTHER: 'no', HOME: 'no' };
    expect(run(line({ headers: { authorization } }), variables)).toContain(expected);
  });

  test.for([
    [{ authorization: 'Bearer <token>' }, undefined, 'the token was made for this case, and a report holds none'],
    [{ authorization: 'Bearer <token>' }, 'a name\nrm -r x', 'and a report holds none: "a name\\nrm -r x"'],
    [{ cookie: '<redacted>' }, undefined, 'it carried a secret or a part of one, which a report does not hold'],
  ] as const)('is a comment where the record lacks what was sent: %j', ([headers, accessCase, why]) => {
    const shown = curlLine(
      { request: { method: 'GET', url: 'http://127.0.0.1:9/', headers }, durationMs: 1 },
      { accessCase },
    );
    expect(shown).toMatch(/^# cannot be repeated by hand: .*$/);
    expect(shown).toContain(why);
  });

  test('has the headers and files of the connection', () => {
    const settings = {
      headers: { 'x-gateway-key': 'GATEWAY_KEY', 'x-$(id)': 'BFC_HEADER_X___ID_' },
      files: { key: "it's.key", ca: 'ca.pem' },
    };
    const shown = curlLine(
      { request: { method: 'GET', url: 'http://127.0.0.1:9/', headers: {} }, durationMs: 1 },
      { settings },
    );
    expect(run(shown, { GATEWAY_KEY: 'a b', BFC_HEADER_X___ID_: 'c' }).slice(2, 10)).toEqual([
      '-H',
      'x-gateway-key: a b',
      '-H',
      'x-$(id): c',
      '--cacert',
      'ca.pem',
      '--key',
      "it's.key",
    ]);
  });

  test('pipes bytes that are no text', () => {
    const body = Buffer.from([0xff, 0x00, 0x25, 0x5c, 0x27, 0x0a]);
    const request = { method: 'POST', url: 'http://127.0.0.1:9/', headers: {}, body: body.toString('latin1') };
    const shown = curlLine({ request: { ...request, isBinary: true }, durationMs: 1 });
    expect(run(shown).at(-1)).toBe(body.toString('hex'));
  });
});

describe('a line for a request that is no HTTP', () => {
  /** What the line sends over its socket, and to where. */
  function sent(shown: string): readonly [address: string, bytes: string] {
    const peers = ['curl', 'openssl'].map((name) => `${name}() { printf '%s|' "$*"; od -An -v -tx1 | tr -d ' \\n'; }`);
    const output = execFileSync('sh', ['-c', `${peers.join('\n')}\n${shown}`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], BFC_TOKEN: 'aaa.bbb.ccc' },
    });
    const [address = '', hex = ''] = output.split('|');
    return [address, Buffer.from(hex, 'hex').toString('latin1')];
  }

  test.for([
    ['http://127.0.0.1:9/base', '-s -m 3 telnet://127.0.0.1:9'],
    ['http://example.com', '-s -m 3 telnet://example.com:80'],
    ['https://example.com/base', 's_client -quiet -connect example.com:443'],
  ] as const)('to %s sends the bytes as they were, with the token from the environment', ([url, address]) => {
    const wire = 'GET /100%/"a" HTTP/1.1\r\nX: a\u0000b\\n\u00ff`$HOME`\r\nAuthorization: Bearer $BFC_TOKEN\r\n\r\n';
    const shown = curlLine({ request: { method: 'GET', url, headers: {}, wire }, durationMs: 1 });
    expect(sent(shown)).toEqual([address, wire.replace('$BFC_TOKEN', 'aaa.bbb.ccc')]);
  });
});
