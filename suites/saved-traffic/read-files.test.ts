import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../target/exchange.ts';
import { settling } from '../engine/lag.ts';
import {
  connection,
  connectionBody,
  createdDecision,
  createdSnapshot,
  decision,
  decisionBody,
  decisions,
  group,
  groups,
  id,
  summary,
} from '../judging/exchange-samples.test-data.ts';
import {
  addressedExchange,
  broken,
  journalOf,
  judged,
  options,
  readJournal,
  resultIn,
} from './saved-samples.test-data.ts';

const wentBack = [
  decisions([decision({ version: id(2), modified: 9, created: 1 })]),
  decisions([decision({ version: id(1), modified: 5, created: 1 })]),
].map(addressedExchange);
const nameless = groups([group({ version: 'no UUID' })]);

const changed = (exchange: Exchange, changes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...(JSON.parse(journalOf([exchange])[0] ?? '') as object), ...changes });

describe('journal lines', () => {
  const lines = journalOf(wentBack);

  test('are ordered by time, not by their position in the file', () => {
    expect(broken(readJournal(lines))).toContain('versions.modified-moves');
    expect(broken(readJournal(lines.toReversed()))).toContain('versions.modified-moves');
  });

  test('are not ordered if the run had to look for its writes again and again', () => {
    const looks = (count: number): readonly Exchange[] =>
      Array.from({ length: count }, (_, at) => ({
        ...addressedExchange(decisions([], { at: [at - 9, at - 9] }), at + 10),
        purpose: settling,
      }));
    const lines = (count: number): readonly string[] => journalOf([...looks(count), ...wentBack]);
    expect(broken(readJournal(lines(3)))).toContain('versions.modified-moves');
    expect(broken(readJournal(lines(4)))).not.toContain('versions.modified-moves');
  });

  test('are not ordered across runs, whose clocks differ', () => {
    const ofRuns = [...journalOf(wentBack.slice(0, 1), 'one'), ...journalOf(wentBack.slice(1), 'two')];
    expect(broken(readJournal(ofRuns))).toEqual([]);
  });

  test('count once, even if they are read twice', () => {
    expect(judged(readJournal([...lines, ...lines])).judged).toEqual({ E5: 2 });
  });
});

describe('does not judge a record that a malformed request may have made', () => {
  const odd = decision({ renewal_date: 7 });
  const malformed = { ...decisionBody, renewal_date: 7 };
  const made = { ...createdDecision(), sent: malformed, text: JSON.stringify(odd), status: 201 };
  const list = decisions([odd], { at: [20, 30] });
  const brokenBy = (create: Exchange): readonly string[] =>
    broken(readJournal(journalOf([addressedExchange(list, 0), create])));

  test('while the request is in flight', () => {
    expect(brokenBy(addressedExchange({ ...made, at: [10, 40] }, 1))).toEqual([]);
    expect(brokenBy(addressedExchange({ ...made, at: [35, 40] }, 1))).toContain('renewals.record');
  });

  test('after an earlier try of the request was lost', () => {
    expect(brokenBy({ ...addressedExchange({ ...made, at: [35, 40] }, 1), repeated: true })).toEqual([]);
  });

  test('if the body of the request was not JSON written by the run', () => {
    const exchange = addressedExchange({ ...createdDecision(), status: 201 }, 0);
    const body = JSON.stringify(decision({ renewal_date: '2030-03-03' }));
    const line = changed(exchange, { response: { status: 201, headers: {}, body } });
    expect(broken(readJournal([line]))).toContain('renewals.echo');
    expect(broken(readJournal([line.replace('"isOwnJson":true', '"isOwnJson":false')]))).not.toContain('renewals.echo');
  });
});

describe('does not report a violation', () => {
  test('where a part of a secret was redacted', () => {
    const brokenBy = (name: string): readonly string[] => {
      const data = { ...connectionBody.group_data, group_name: name };
      return broken(readJournal(journalOf([addressedExchange(connection({ group_data: data }), 0)])));
    };
    expect(brokenBy('another name')).toEqual(['connections.echo']);
    expect(brokenBy('<part of a secret>')).toEqual([]);
  });

  test('where a body was cut short', () => {
    const records = Array.from({ length: 400 }, (_, index) => group({ id: id(index), version: id(1000 + index) }));
    const lines = journalOf([addressedExchange(groups(records), 0)]);
    expect(lines[0]).toContain('more characters)');
    expect(broken(readJournal(lines))).toEqual([]);
    expect(resultIn(judged(readJournal(lines)), 'groups.list')).toMatchObject({ outcome: 'inconclusive', cases: 0 });
  });
});

test('says why a requirement was not judged', () => {
  const judgement = judged(readJournal(journalOf([addressedExchange(groups(), 0)])));
  const detail = (requirement: string) => resultIn(judgement, requirement)?.detail;
  expect(detail('renewals.echo')).toBe('no exchange in the files says anything of it');
  expect(detail('token.jwt')).toContain('a journal holds no tokens');
  expect(detail('unauthorized.forged')).toBe('takes a run: saved traffic cannot show it');
  const { report } = judgement;
  expect(report.run.startedAt).toBe(options.now.toISOString());
  expect(report.requirements.filter(({ outcome, cases }) => outcome === 'pass' && cases === 0)).toEqual([]);
});

test('a pin fails because of an observed value that it lacks, not because of a pinned one that was not observed', () => {
  const seen = journalOf([addressedExchange(groups([{ ...group(), extra: 1 }]), 0)]);
  const pinned = (value: string) =>
    resultIn(judged(readJournal(seen), { expect: { 'wire.unknown-fields': value } }), 'wire.unknown-fields')?.outcome;
  expect([pinned('group.extra; group.other'), pinned('group.other')]).toEqual(['pass', 'fail']);
});

test('observes what a run would, in the same words, in the traffic of all services together', () => {
  const [listed, created] = [decisions([decision({ status: 'done' })]), createdDecision()];
  const own = createdSnapshot({ fulfillment_summary: summary('sent') });
  const runs = [[created, own], [listed]]
    .map((samples) => readJournal(journalOf(samples.map(addressedExchange))))
    .flat();
  const values = judged(runs).report.observations.map(({ id: point, value }) => `${point}: ${value}`);
  expect(values).toEqual([
    'wire.timestamp-unit: seconds',
    'renewals.transitions: statuses seen: done, submitted',
    'snapshots.fulfillment: carriers: sent; snapshots: processing',
  ]);
});

test('does not judge requests without an answer or that are not HTTP', () => {
  const answered = addressedExchange(nameless, 0);
  const lost = changed(answered, { response: undefined, failure: 'slow' });
  const request = { method: 'GET', url: 'http://127.0.0.1:9', headers: {}, wire: 'x' };
  const wire = changed(answered, { request, line: 2 });
  expect(broken(readJournal([lost, wire]))).toEqual([]);
  expect(judged(readJournal([lost, wire]))).toMatchObject({ unanswered: 1, judged: {} });
});
