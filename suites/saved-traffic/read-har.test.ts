import { describe, expect, test } from 'vitest';
import {
  connection,
  createdDecision,
  decision,
  decisionBody,
  decisions,
  group,
  groups,
  id,
  sample,
} from '../judging/exchange-samples.test-data.ts';
import {
  addressedExchange,
  broken,
  entryOf,
  judged,
  jwtOf,
  options,
  readCapture,
  resultIn,
  type Parts,
} from './saved-samples.test-data.ts';
import { unambiguousJson } from './saved-traffic.ts';

const listed = addressedExchange(groups(), 0);
const nameless = addressedExchange(groups([{ ...group(), version: 'no UUID' }]), 0);
const html = { status: 200, content: { size: 6, mimeType: 'text/html', text: '<html>' } };
const ofCapture = (...entries: readonly unknown[]) => judged(readCapture(entries));

describe('finds a violation in an entry', () => {
  const named = (name: string, value: string) => ({ headers: [{ name, value }] });
  const text = Buffer.from(nameless.answer?.text ?? '').toString('base64');
  test.each<readonly [way: string, entry: Parts]>([
    ['in its usual form', entryOf(nameless)],
    ['with its body in base64', entryOf(nameless, {}, { content: { text, encoding: 'base64' } })],
    ['with header names in capitals', entryOf(nameless, named('AUTHORIZATION', `Bearer ${jwtOf('first')}`))],
    ['with pseudo headers', entryOf(nameless, named(':path', '/'), named('Content-Type', 'application/json'))],
    ['without headers', entryOf(nameless, { headers: [] }, { headers: [] })],
    ['with a lower-case method', entryOf(nameless, { method: 'get' })],
    ['without a start time or duration', { ...entryOf(nameless), startedDateTime: undefined, time: -1 }],
    ['with additional members', { ...entryOf(nameless), pageref: 'page_2', comment: 'x', _priority: 'High' }],
  ])('%s', (_way, entry) => {
    expect(broken(readCapture([entry]))).toEqual(['wire.identifiers', 'groups.record']);
  });
});

describe('does not judge', () => {
  test.each([
    ['a body that was not saved', entryOf(listed, {}, { content: { size: 4711, mimeType: 'application/json' } })],
    ['a body that was saved in part', entryOf(listed, {}, { content: { size: 4711, text: '{"meta":{' } })],
    ['an empty body without a content-length', entryOf(listed, {}, { content: { size: 0, text: '' } })],
    ['a body that was left compressed', entryOf(listed, {}, { content: { size: 4711, text: '\u001f\u008b' } })],
  ])('%s', (_what, entry) => {
    expect(broken(readCapture([entry]))).toEqual([]);
    expect(resultIn(ofCapture(entry), 'groups.list')?.cases).toBe(0);
    expect(resultIn(ofCapture(entry), 'wire.no-server-error')?.cases).toBe(1);
  });

  test.each([
    ['not modified (304)', { status: 304, content: { size: 0, text: '' } }, {}],
    ['from the disk cache of the browser', {}, { _fromCache: 'disk' }],
    ['body not transferred', { bodySize: 0 }, {}],
    ['from a proxy (Age header)', { headers: [{ name: 'Age', value: '17' }] }, {}],
  ])('an answer from a cache: %s', (_how, response, entry) => {
    expect(ofCapture(entryOf(nameless, {}, response, entry))).toMatchObject({ cached: 1, judged: {} });
  });

  test('answers without a body, but counts them', () => {
    const judgement = ofCapture(entryOf(listed), entryOf(listed, {}, { content: { size: 4711 } }));
    expect(judgement.bodiless).toBe(1);
    expect(resultIn(judgement, 'token.jwt')?.detail).toBe('no exchange in the files says anything of it');
  });

  test.each([0, 429, 502, 503, 504])('a request with status %i, which counts as unanswered', (status) => {
    expect(ofCapture(entryOf(listed, {}, { status }))).toMatchObject({ unanswered: 1, judged: {} });
  });

  test.each([
    ['a request to another path', { url: 'https://api.example.com/api/v1/plans' }],
    ['a request with another method', { method: 'OPTIONS' }],
    ['a request without an HTTP address', { url: 'about:blank' }],
  ])('%s', (_what, request) => {
    expect(ofCapture(entryOf(listed, request, html))).toMatchObject({ unrelated: 1, judged: {} });
  });

  test('a page chosen by undocumented query parameters, except its envelope, and hides their values', () => {
    const odd = addressedExchange(groups([], { text: JSON.stringify({ meta: 1, response: [] }) }), 0);
    const entry = entryOf(odd, { url: `${odd.request.url}?api_key=hush&limit=0` }, { status: 201 });
    expect(broken(readCapture([entry]))).toEqual(['paging.envelope']);
    expect(JSON.stringify(ofCapture(entry).report)).not.toContain('hush');
  });

  test.each([
    ['Café', 'Other', true],
    ['Caf\u{FFFD}', 'Café', false],
    ['Café', 'CafÃ©', false],
    ['CafÃ©', 'Café', false],
    ['***', 'a name', false],
    ['[REDACTED]', 'a name', false],
    ['<masked>', 'a name', false],
    ['removed', 'a name', false],
    ['a *** name', 'a name', true],
  ])('a text that the capture may have changed or masked: %s for %s (violation reported: %s)', (name, sent, shows) => {
    const exchange = addressedExchange(connection({ group_data: { group_name: name } }), 0);
    const entry = entryOf(exchange, { postData: { text: `{"group_data":{"group_name":"${sent}"}}` } });
    expect(broken(readCapture([entry])).includes('connections.echo')).toBe(shows);
  });
});

test('does not expect undocumented members of a request to be echoed', () => {
  const sent = { ...decisionBody, remark: 'ours', body: { ...decisionBody.body, remark: 'ours' } };
  const made = addressedExchange({ ...createdDecision(), status: 201 }, 0);
  expect(broken(readCapture([entryOf(made, { postData: { text: JSON.stringify(sent) } })]))).toEqual([]);
});

describe('distinguishes', () => {
  const other = groups([group({ id: id(900), version: id(901), organization_id: id(902) })]);
  const ofToken = (token: string) => ({ headers: [{ name: 'Authorization', value: `Bearer ${token}` }] });
  const pair = (one: string, another: string): readonly Parts[] => [
    entryOf(listed, ofToken(one)),
    entryOf(addressedExchange(other, 1), ofToken(another)),
  ];
  const issued = (clientId: string, token: string): Parts =>
    entryOf(
      addressedExchange(sample('token', { access_token: token, expires_in: 1, token_type: 'Bearer' }), 2),
      { headers: [{ name: 'Authorization', value: `Basic ${Buffer.from(`${clientId}:secret`).toString('base64')}` }] },
      { status: 200 },
    );

  test('organizations by their tokens', () => {
    expect(broken(readCapture(pair(jwtOf('one'), jwtOf('two'))))).toEqual([]);
    expect(broken(readCapture(pair(jwtOf('one'), jwtOf('one'))))).toEqual(['groups.own-organization']);
  });

  test('organizations by the key that their tokens were issued to', () => {
    const [one, two] = [jwtOf('one'), jwtOf('two')];
    const ofOneKey = [...pair(one, two), issued('a-key', one), issued('a-key', two)];
    const ofTwoKeys = [...pair(one, two), issued('a-key', one), issued('another-key', two)];
    expect(broken(readCapture(ofOneKey))).toEqual(['groups.own-organization']);
    expect(broken(readCapture(ofTwoKeys))).toEqual([]);
  });

  test.each(['[REDACTED]', '***', '<token>', 'xxxxx'])('no organizations if all tokens are masked as %s', (mask) => {
    expect(broken(readCapture(pair(mask, mask)))).toEqual([]);
  });

  test('services by their base addresses', () => {
    const entries = pair(jwtOf('one'), jwtOf('one')).map((entry, index) => ({
      ...entry,
      request: { ...(entry['request'] as Parts), url: `https://${index}.example.com/gate/way/api/v1/groups` },
    }));
    const judgement = ofCapture(...entries);
    expect(judgement.bases).toEqual(['https://0.example.com/gate/way', 'https://1.example.com/gate/way']);
    expect(judgement.report.summary.verdict).toBe('conformant');
    const alone = judged(readCapture(entries), { baseUrl: 'https://1.example.com/gate/way' });
    expect(alone).toMatchObject({
      elsewhere: { count: 1, bases: ['https://0.example.com/gate/way'] },
      judged: { E1: 1 },
      report: { target: { name: '1.example.com' } },
    });
  });
});

test('does not order reads that overlap in time, or that may have been late, whatever their order in the file', () => {
  const [old, young] = [decision({ version: id(1), modified: 5 }), decision({ version: id(2), modified: 9 })];
  const read = (first: readonly [number, number], second: readonly [number, number]) => {
    const samples = [
      addressedExchange(decisions([young], { at: first }), 0),
      addressedExchange(decisions([{ ...old, created: 1 }], { at: second }), 1),
    ];
    return broken(readCapture(samples.toReversed().map((exchange) => entryOf(exchange))));
  };
  expect(read([0, 100], [200 + options.settle, 6_000])).toContain('versions.modified-moves');
  expect(read([0, 100], [options.settle, 6_000])).not.toContain('versions.modified-moves');
  expect(read([0, 100], [50, 300])).not.toContain('versions.modified-moves');
  expect(read([0, 100], [101, 300])).not.toContain('versions.modified-moves');
});

test('reads JSON that all parsers read alike', () => {
  const text = '{"a": [1, 2.50, "\\u00e9 \\" : { x", {"b": null}], "c": true}';
  expect(unambiguousJson(text)).toEqual({ a: [1, 2.5, 'é " : { x', { b: null }], c: true });
});

test.each([
  ['a duplicate key', '{"a": 1, "b": {"a": 1}, "a": 2}'],
  ['a number beyond the range of a double', '{"a": 1e400}'],
  ['half of a surrogate pair', '{"a": "\\ud83d"}'],
  ['a NUL', '{"a": "x\\u0000"}'],
  ['the key __proto__', '{"__proto__": {}}'],
  ['5000 nested brackets', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['invalid JSON', '{"a": '],
])('does not read JSON that other parsers may read differently: %s', (_what, text) => {
  expect(unambiguousJson(text)).toBeUndefined();
});
