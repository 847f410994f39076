import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedExchange } from '../../results/report.ts';
import { createRedactor } from '../../target/redaction.ts';
import type { Exchange } from '../../target/exchange.ts';
import { exchangeOf, sample, type Sample } from '../judging/exchange-samples.test-data.ts';
import { curlLine, linesByHand } from './curl.ts';
import { createMadeRecords, withWrites } from './made-records.ts';
import { recordOf } from './shorten.ts';

/** What a script prints when a shell runs it with only these variables. */
const shell = (script: string, variables: Readonly<Record<string, string>> = {}): string =>
  execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...variables } });

/** What the shell passes to curl: its arguments, and its standard input if something is piped in. */
function run(line: string, variables: Readonly<Record<string, string>> = {}): readonly string[] {
  // A function that replaces curl shows its arguments, each ended by a NUL, and then its input in hexadecimal.
  const script = `curl() { printf '%s\\0' "$@"; case "$*" in *@-) od -An -v -tx1 | tr -d ' \\n';; esac; }\n${line}`;
  return shell(script, variables).split('\0');
}

const text = fc.string({ unit: fc.constantFrom(...Array.from('ab \'"\\$`!*?~#&|;<>(){}[]%@\n\té𝔘-')), maxLength: 30 });

/** The line of an ordinary request with these parts replaced. */
function line(parts: Partial<RecordedExchange['request']>, options?: Parameters<typeof curlLine>[1]): string {
  return curlLine(
    { request: { method: 'POST', url: 'http://127.0.0.1:9/', headers: {}, ...parts }, durationMs: 1 },
    options,
  );
}

describe('a curl line', () => {
  test('passes the address, headers and body to curl unchanged, whatever characters they contain', () => {
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
  ] as const)('takes only tokens from the environment: %s', ([authorization, expected]) => {
    const variables = { BFC_TOKEN: 'a.b.c', BFC_TOKENx: 'no', BFC_EXPIRED_TOKEN: 'o.l.d', BFC_OTHER: 'no', HOME: 'no' };
    expect(run(line({ headers: { authorization } }), variables)).toContain(expected);
    const url = 'http://127.0.0.1:9/$HOME?access_token=$BFC_TOKEN&x=`id`';
    expect(run(line({ url }), variables)).toContain('http://127.0.0.1:9/$HOME?access_token=a.b.c&x=`id`');
  });

  test.for([
    [{ authorization: 'Bearer <token>' }, undefined, 'the token was made for this case, and a report holds none'],
    [{ authorization: 'Bearer <token>' }, 'a name\nrm -r x', 'and a report holds none: "a name\\nrm -r x"'],
    [{ cookie: '<redacted>' }, undefined, 'it carried a secret or a part of one, which a report does not hold'],
  ] as const)('is a comment if the record lacks part of what was sent: %j', ([headers, accessCase, why]) => {
    const shown = line({ headers }, { accessCase });
    expect(shown).toMatch(/^# cannot be repeated by hand: .*$/);
    expect(shown).toContain(why);
  });

  test('has the configured headers and files of the connection', () => {
    const settings = {
      headers: { 'x-gateway-key': 'GATEWAY_KEY', 'x-$(id)': 'BFC_HEADER_X___ID_' },
      files: { key: "it's.key", ca: 'ca.pem' },
    };
    const given = run(line({ method: 'GET' }, { settings }), { GATEWAY_KEY: 'a b', BFC_HEADER_X___ID_: 'c' });
    expect(given.slice(2, 10).join('|')).toBe("-H|x-gateway-key: a b|-H|x-$(id): c|--cacert|ca.pem|--key|it's.key");
  });

  test.each([
    ['contains a NUL', { body: 'é\0a%\\' }, 'utf8'],
    ['is not text', { body: "\u00ff\0%\\'\n", isBinary: true }, 'latin1'],
  ] as const)('pipes a body that %s', (_what, content, encoding) => {
    expect(run(line(content)).at(-1)).toBe(Buffer.from(content.body, encoding).toString('hex'));
  });
});

test.for([
  ['http://127.0.0.1:9/base', '-s -m 3 telnet://127.0.0.1:9'],
  ['https://example.com/base', 's_client -quiet -connect example.com:443'],
] as const)('the line of a request that is not HTTP sends its exact bytes to %s, with the token', ([url, address]) => {
  const wire = 'GET /100%/"a" HTTP/1.1\r\nX: a\u0000b\\n\u00ff`$HOME`\r\nAuthorization: Bearer $BFC_TOKEN\r\n\r\n';
  const peers = ['curl', 'openssl'].map((name) => `${name}() { printf '%s|' "$*"; od -An -v -tx1 | tr -d ' \\n'; }`);
  const output = shell(`${peers.join('\n')}\n${line({ url, wire })}`, { BFC_TOKEN: 'aaa.bbb.ccc' });
  const [to, hex = ''] = output.split('|');
  expect(to).toBe(address);
  expect(Buffer.from(hex, 'hex').toString('latin1')).toBe(wire.replace('$BFC_TOKEN', 'aaa.bbb.ccc'));
});

const api = 'http://127.0.0.1:9/api/v1';
const path = (version: string) => ({ renewal_decision_id: 'D', version });
const answered = (version: string) => ({ id: 'D', version, group_id: 'G' });
const content = (name: string) => ({ renewal_date: name });

/** The exchanges of samples, with the addresses that they would have been sent to. */
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

/** The arguments of each curl in a line, when a shell runs it and every request gets this answer. */
function asked(line: string, answer: string): readonly string[] {
  const curl = `curl() { printf '%s ' "$@" | tr -d '\\n' >&2; printf '\\n' >&2; printf '%s' "$ANSWER"; }`;
  const script = `{ ${curl}\n${line}\n} 2>&1 >/dev/null`;
  return shell(script, { ANSWER: answer }).trim().split('\n');
}

describe('the line of an edit', () => {
  const issues = [{ id: 'other' }];

  test.for([
    [
      'on several lines',
      {},
      JSON.stringify({ group_id: 'G', version: 'n1', body: { text: 'a, "id"' }, id: 'New' }, null, 2),
    ],
    ['that follows its headers', {}, 'HTTP/1.1 201 Created\r\nx: y\r\n\r\n{"id": "New", "version" : "n1"}'],
    ['with another id nested in it', { issues }, '{"issues":[{"id":"other"}],"id":"New","version":"n1"}'],
  ] as const)('takes the id and the version from an answer %s', ([, before, answer]) => {
    const run = exchangesOf({ ...post, text: JSON.stringify({ ...before, ...answered('v1') }) }, edit('v1', 'v2'));
    const { curl, curlOfWrite } = shownFor(run, [run[1]]);
    expect(curlOfWrite).toBeUndefined();
    const create = `-X POST ${api}/groups/G/renewal_decisions -H content-type: --data-raw {"renewal_date":"one"}`;
    expect(asked(curl, answer)).toEqual([
      expect.stringContaining(create),
      expect.stringContaining(`-X PUT ${api}/renewal_decisions/New/n1 `),
    ]);
  });

  /** The method and the renewal date of each request that a line sends, and its pauses. */
  const sentBy = (curl: string): string => curl.match(/-X \w+|"renewal_date":"\w+"|sleep/g)?.join(' ') ?? '';

  test('first creates a decision that was edited many times, as the previous edit left it', () => {
    const versions = ['v1', 'v2', 'v3', 'v4', 'v5'];
    const run = exchangesOf(post, ...versions.slice(1).map((version, index) => edit(versions[index] ?? '', version)));
    const { exchanges, curl } = shownFor(run, [run[4]]);
    expect(exchanges).toEqual(run.slice(3));
    expect(curl).toContain(`-X POST '${api}/groups/G/renewal_decisions'`);
    expect(sentBy(curl)).toBe('-X POST "renewal_date":"v4" -X PUT "renewal_date":"v5"');
  });

  test('under an old version first uses that version up; it sleeps if the clock has to move on', () => {
    const stale = sample('E4', {}, { status: 500, path: path('v1'), sent: content('late') });
    const run = exchangesOf(post, edit('v1', 'v2'), stale);
    const [create, first, late] = ['POST "renewal_date":"one"', 'PUT "renewal_date":"v2"', 'PUT "renewal_date":"late"'];
    expect(sentBy(shownFor(run, [run[2]]).curl)).toBe(`-X ${create} -X ${first} -X ${late}`);
    expect(sentBy(shownFor(run, [run[1]], true).curl)).toBe(`-X ${create} sleep -X ${first}`);
  });

  test('stands alone if the edit was refused for its token, or if its decision is unknown', () => {
    const run = exchangesOf(post, { ...edit('v1', 'v2'), status: 401, access: 'case' });
    expect(shownFor(run, [run[1]]).curl).toContain(`-X PUT '${api}/renewal_decisions/D/v1'`);
    const [, unknown] = exchangesOf(post, edit('v1', 'v2'));
    expect(shownFor([], [unknown]).curl).toContain(`-X PUT '${api}/renewal_decisions/D/v1'`);
  });
});
