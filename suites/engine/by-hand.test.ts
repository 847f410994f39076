import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../target/redaction.ts';
import type { Exchange } from '../../target/exchange.ts';
import { exchangeOf, sample, type Sample } from '../rules/exchange-samples.test-data.ts';
import { linesByHand } from './curl.ts';
import { createDecisionWrites, withWrites } from './decision-writes.ts';
import { recordOf } from './shorten.ts';

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
  const writes = createDecisionWrites();
  for (const exchange of run) writes.note(exchange);
  const exchanges = withWrites({ exchanges: found.filter((one) => one !== undefined), pointer: '' }, writes);
  const redactor = createRedactor();
  const record = (exchange: Exchange) => recordOf(exchange, { redactor, pointer: '' }).recorded;
  return { exchanges, ...linesByHand(exchanges, { writes, record, isOfClock }) };
}

/** What each curl of a line was given, as a shell runs it on a service that answers in this form. */
function asked(line: string, answer: string): readonly string[] {
  const curl = `curl() { printf '%s ' "$@" | tr -d '\\n' >&2; printf '\\n' >&2; printf '%s' "$ANSWER"; }`;
  const script = `{ ${curl}\n${line}\n} 2>&1 >/dev/null`;
  const output = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ANSWER: answer },
  });
  return output.trim().split('\n');
}

describe('the line of an edit', () => {
  test.for([
    ['without blanks', '{"id":"New","version":"n1","group_id":"G"}'],
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
