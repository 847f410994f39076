import { expect, test } from 'vitest';
import { sampleEvidence, sampleResult } from '../results/sample-reports.test-data.ts';
import { createPage } from '../reporters/terminal/page.ts';
import type { Counterexample, RecordedExchange } from '../results/report.ts';
import type { Replay } from '../suites/replay/replay-failures.ts';
import { renderReplay } from './replay-report.ts';

const id = 'renewals.edit-listed';
const page = createPage(90, false);

function exchange(body: string): RecordedExchange {
  return {
    request: { method: 'GET', url: 'http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions', headers: {} },
    response: { status: 200, headers: {}, body },
    durationMs: 1,
  };
}

const listing = (version: string): RecordedExchange => exchange(JSON.stringify({ response: [{ version }] }));

const replay = (recorded: Counterexample, changes: Partial<Replay> = {}): Replay => ({
  id,
  verdict: 'still failing',
  because: 'its check fails again',
  recorded,
  exchanges: [],
  checks: [],
  ...changes,
});

test('a replay shows both answers, as recorded and now', () => {
  const recorded = sampleEvidence({ exchanges: [listing('b')], property: 'model', passedAgain: listing('c') });
  const broken = { message: 'the list is behind', exchanges: [listing('d')], passedAgain: null };
  const counterexample = sampleEvidence(broken);
  const note = 'undecided: the record is gone';
  const lines = renderReplay(
    replay(recorded, {
      exchanges: [
        { showing: 'shows again', isOfOldRecord: false, exchanges: [listing('b')] },
        { showing: 'open', note, isOfOldRecord: false, exchanges: [exchange('{}')] },
      ],
      checks: [
        { scope: 'whole', result: sampleResult(id) },
        { scope: 'whole', result: sampleResult(id) },
        { scope: 'whole', result: sampleResult(id, { outcome: 'fail', counterexample }) },
      ],
    }),
    7,
    page,
  );
  const [verdict, ...rest] = lines;
  expect(verdict).toBe(`✗ ${id}  still failing: its check fails again`);
  const evidence = rest.join('\n');
  expect(evidence.slice(evidence.indexOf('    request')))
    .toBe(`    request   GET http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions
    expected  "c" at /response/0/version
    recorded  answered 200, "b" at /response/0/version
              asked once more: 200, "c" at /response/0/version
    now       answered 200, "b" at /response/0/version: the violation shows again
    once more answered 200, nothing at /response/0/version: undecided: the record is gone
    check     its whole check, 2 times, seed 7: holds (3 cases)
              its whole check, seed 7: fails: the list is behind
              GET http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions answered 200,
              "d" at /response/0/version
              run once more, it did not get to that request`);
});

test('an answer that is cut in the report is not taken for one that lacks something', () => {
  const cut = exchange(`${'x'.repeat(64 * 1024)}… (70 more characters)`);
  const recorded = sampleEvidence({ exchanges: [cut], expected: 'A ', actual: 'A' });
  const text = renderReplay(replay(recorded), 7, page).join('\n');
  expect(text).toContain('answered 200, with a body that is cut in the report');
  expect(text).toContain('differs   in character 2: U+0020 was expected, nothing came');
});

test('what a target says reaches the terminal as text', () => {
  const hostile = '\u001b[2J::error::x\u202e\n';
  const recorded = sampleEvidence({
    message: hostile,
    exchanges: [{ ...listing(hostile), failure: hostile }],
    pointer: `/response/0/version`,
    expected: hostile,
    property: hostile,
    path: hostile,
    passedAgain: { ...listing(hostile) },
  });
  const text = renderReplay(
    replay(recorded, {
      because: hostile,
      exchanges: [{ showing: 'open', note: hostile, isOfOldRecord: false, exchanges: [listing(hostile)] }],
      checks: [
        { scope: 'whole', result: sampleResult(id, { outcome: 'fail', detail: hostile }) },
        { scope: 'whole', result: sampleResult(id, { outcome: 'inconclusive', detail: hostile }) },
      ],
    }),
    7,
    page,
  ).join('\n');
  for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character);
  expect(text).not.toMatch(/^::/m);
});
