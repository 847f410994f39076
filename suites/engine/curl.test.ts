import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../target/redaction.ts';
import type { Exchange } from '../../target/exchange.ts';
import { exchangeOf, sample, type Sample } from '../rules/exchange-samples.test-data.ts';
import { curlLine, linesByHand } from './curl.ts';
import { createMadeRecords, withWrites } from './made-records.ts';
import { recordOf } from './shorten.ts';

/** What a script prints, run by a shell with these variables alone. */
const shell = (script: string, variables: Readonly<Record<string, string>> = {}): string =>
  execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...variables } });

/** What the shell gives to curl: its arguments, and its standard input where something is piped in. */
function run(line: string, variables: Readonly<Record<string, string>> = {}): readonly string[] {
  // A function in the place of curl shows its arguments, each ended by a NUL, and then its input as hexadecimal.
  const script = `curl() { printf '%s\\0' "$@"; case "$*" in *@-) od -An -v -tx1 | tr -d ' \\n';; esac; }\n${line}`;
  return shell(script, variables).split('\0');
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

  test.for([
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

  test.each([
    ['holds a NUL', { body: 'é\0a%\\' }, 'utf8'],
    ['is no text', { body: "\u00ff\0%\\'\n", isBinary: true }, 'latin1'],
  ] as const)('pipes a body that %s', (_what, content, encoding) => {
    const request = { method: 'POST', url: 'http://127.0.0.1:9/', headers: {}, ...content };
    expect(run(curlLine({ request, durationMs: 1 })).at(-1)).toBe(Buffer.from(content.body, encoding).toString('hex'));
  });
});

describe('a line for a request that is no HTTP', () => {
  /** What the line sends over its socket, and to where. */
  function sent(shown: string): readonly [address: string, bytes: string] {
    const peers = ['curl', 'openssl'].map((name) => `${name}() { printf '%s|' "$*"; od -An -v -tx1 | tr -d ' \\n'; }`);
    const output = shell(`${peers.join('\n')}\n${shown}`, { BFC_TOKEN: 'aaa.bbb.ccc' });
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

const api = 'http://127.0.0.1:9/api/v1';
const path = (version: string) => ({ renewal_decision_id: 'D', version });
const answered = (version: string) => ({ id: 'D', version, group_id: 'G' });
const content = (name: string) => ({ renewal_date: name });

/** The exchanges of samples at the addresses that they would have gone to. */
function exchangesOf(...samples: readonly Sample[]): readonly Exchange[] {
  const urls: Readonly<Record<string, (plan: Readonly<Record<string, string>>) => string>> = {
    E3: () => `${api}/groups/G/renewal_decisions`,
    E4: ({ renewal_decision_id: id, version }) => `${api}/renewal_decisions/${id}/${version}`,
    E5: () => `${api}/groups/G/renewal_decisions?offset=20`,
  };
  return samples.map((one, position) => {
    const exchange = exchangeOf(one, position);
    const url = urls[one.endpoint]?.(one.path ?? {}) ?? '';
    return { ...exchange, request: { ...exchange.request, url } };
  });
}

const post = sample('E3', answered('v1'), { status: 201, sent: content('one') });
const edit = (from: string, to: string, sent = to): Sample =>
  sample('E4', answered(to), { path: path(from), sent: content(sent) });

/** The evidence that a report shows for exchanges of a run, and the lines for it. */
function shownFor(run: readonly Exchange[], found: readonly (Exchange | undefined)[], isOfClock = false) {
  const made = createMadeRecords();
  for (const exchange of run) made.note(exchange);
  const exchanges = withWrites({ exchanges: found.filter((one) => one !== undefined), pointer: '' }, made);
  const redactor = createRedactor();
  const record = (exchange: Exchange) => recordOf(exchange, { redactor, pointer: '' }).recorded;
  return { exchanges, ...linesByHand(exchanges, { made, record, isOfClock }) };
}

/** What each curl of a line was given, as a shell runs it on a service that answers in this form. */
function asked(line: string, answer: string): readonly string[] {
  const curl = `curl() { printf '%s ' "$@" | tr -d '\\n' >&2; printf '\\n' >&2; printf '%s' "$ANSWER"; }`;
  const script = `{ ${curl}\n${line}\n} 2>&1 >/dev/null`;
  return shell(script, { ANSWER: answer }).trim().split('\n');
}

describe('the line of an edit', () => {
  test.for([
    ['in lines', JSON.stringify({ group_id: 'G', version: 'n1', body: { text: 'a, "id"' }, id: 'New' }, null, 2)],
    ['after its headers', 'HTTP/1.1 201 Created\r\nx: y\r\n\r\n{"id": "New", "version" : "n1"}'],
  ] as const)('run by a shell takes the version out of an answer %s', ([, answer]) => {
    const run = exchangesOf(post, edit('v1', 'v2'));
    const { curl, curlOfWrite } = shownFor(run, [run[1]]);
    expect(curlOfWrite).toBeUndefined();
    expect(asked(curl, answer)).toEqual([
      expect.stringContaining(
        `-X POST ${api}/groups/G/renewal_decisions -H content-type: --data-raw {"renewal_date":"one"}`,
      ),
      expect.stringContaining(`-X PUT ${api}/renewal_decisions/New/n1 `),
    ]);
  });

  test('takes what is the record’s own where something within it has members of those names', () => {
    const json = { issues: [{ id: 'other' }], id: 'D', version: 'v1' };
    const run = exchangesOf({ ...post, text: JSON.stringify(json) }, edit('v1', 'v2'));
    const { curl } = shownFor(run, [run[1]]);
    expect(asked(curl, '{"issues":[{"id":"other"}],"id":"New","version":"n1"}').at(-1)).toContain('/New/n1 ');
  });

  test('of one that was edited often makes it as the edit before left it', () => {
    const versions = ['v1', 'v2', 'v3', 'v4', 'v5'];
    const run = exchangesOf(post, ...versions.slice(1).map((version, index) => edit(versions[index] ?? '', version)));
    const { exchanges, curl } = shownFor(run, [run[4]]);
    expect(exchanges).toEqual(run.slice(3));
    expect(curl).toContain(
      `-X POST '${api}/groups/G/renewal_decisions' -H 'content-type:' --data-raw '{"renewal_date":"v4"}'`,
    );
    expect(curl.match(/-X \w+/g)).toEqual(['-X POST', '-X PUT']);
  });

  test('under an old version uses it up before', () => {
    const stale = sample('E4', {}, { status: 500, path: path('v1'), sent: content('late') });
    const run = exchangesOf(post, edit('v1', 'v2'), stale);
    const { curl } = shownFor(run, [run[2]]);
    expect(curl.match(/-X \w+|"renewal_date":"\w+"/g)?.join(' ')).toBe(
      '-X POST "renewal_date":"one" -X PUT "renewal_date":"v2" -X PUT "renewal_date":"late"',
    );
  });

  test('waits between two writes for what shows when the clock has moved on', () => {
    const run = exchangesOf(post, edit('v1', 'v2'));
    expect(shownFor(run, [run[1]], true).curl).toMatch(/-X POST.*; sleep 1; curl .*-X PUT/);
    expect(shownFor(run, [run[1]]).curl).not.toContain('sleep');
  });

  test('stands alone where it was turned away for its token, or nothing is known of its decision', () => {
    const run = exchangesOf(post, { ...edit('v1', 'v2'), status: 401, access: 'case' });
    expect(shownFor(run, [run[1]]).curl).toContain(`-X PUT '${api}/renewal_decisions/D/v1'`);
    const [, unknown] = exchangesOf(post, edit('v1', 'v2'));
    expect(shownFor([], [unknown]).curl).toContain(`-X PUT '${api}/renewal_decisions/D/v1'`);
  });
});
