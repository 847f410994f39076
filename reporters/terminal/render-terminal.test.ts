import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Counterexample, Gate, RecordedExchange } from '../../results/report.ts';
import {
  failed,
  sampleReport,
  sampleResult,
  skipped,
  undecided,
  withRun,
} from '../../results/sample-reports.test-data.ts';
import { renderTerminal, type TerminalOptions } from './render-terminal.ts';

const plain: TerminalOptions = { width: 110, colour: false, written: ['conformance-report/report.json'] };

const url = 'http://127.0.0.1:8080/x';
const answered = (body: string, request: Partial<RecordedExchange['request']> = {}): RecordedExchange => ({
  request: { method: 'GET', url, headers: {}, ...request },
  response: { status: 200, headers: {}, body },
  durationMs: 1,
});

const mixed = [
  sampleResult('token.issue'),
  failed('token.lifetime', { pointer: '#status', actual: undefined, occurrences: 1 }),
  failed('renewals.edit-listed'),
  undecided('unauthorized.expired', 'not-configured', { detail: 'set expiredTokenEnv' }),
  undecided('isolation.groups', 'not-configured', { detail: 'set secondCredentials' }),
  undecided('isolation.records', 'not-configured', { detail: 'set secondCredentials' }),
  skipped('groups.list', 'waived', 'known until 2027-03-01'),
  skipped('groups.record', 'deselected'),
  sampleResult('renewals.edit-stale'),
].map((result) => ({ ...result, title: 'A statement of the document.' }));

describe('a report with something of everything', () => {
  it('reads from the verdict to what to do next', () => {
    const report = sampleReport(mixed, {
      observations: [{ id: 'renewals.edit-stale', value: 'answers 409', cases: 1 }],
      suiteFaults: [{ id: 'paging.tiling', message: 'cannot read x' }],
    });
    expect(renderTerminal(report, plain)).toMatchInlineSnapshot(`
      "nonconformant: 1 of 4 required fail, 1 accepted by a waiver, 1 left out
      a sandbox at http://127.0.0.1:8080
      1234 requests in 5.2 s · 100 cases · seed 42 · today 2027-01-02 · document 0123456789ab · suite 0.1.0

                           required                         expected                          open
        part              pass fail inconclusive skipped   pass fail inconclusive skipped   observed
        Token service        1    ·            ·       ·      ·    1            ·       ·          ·
        401 answers          ·    ·            1       ·      ·    ·            ·       ·          ·
        Groups               ·    ·            ·       2      ·    ·            ·       ·          ·
        Renewal decisions    ·    1            ·       ·      ·    ·            ·       ·          1
        Isolation            ·    ·            1       ·      ·    ·            1       ·          ·
        all                  1    1            2       2      ·    1            1       ·          1

      Failures: the document demands it, the target does otherwise
        ✗ renewals.edit-listed  required · spec/documents/4-endpoints.md:57
          A statement of the document.
          → the list still shows the version before the edit (seen 3 times)
            The same request also fails token.lifetime (expected).

          after PUT http://127.0.0.1:8080/api/v1/renewal_decisions/a/b, answered 200
            {
              "renewal_date": "2027-01-01"
            }
          GET http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions
          answered 200 in 3 ms

          at        /response/0/version
          expected  "c"
          actual    "b"
          by hand   curl -H "Authorization: Bearer $BFC_TOKEN" http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions
          again     npm start -- --only renewals.edit-listed --seed 42

      Warnings: not demanded in so many words, but to be expected
        ✗ token.lifetime  expected · spec/documents/4-endpoints.md:57
          A statement of the document.
          → the list still shows the version before the edit
            The same request also fails renewals.edit-listed (required).

          after PUT http://127.0.0.1:8080/api/v1/renewal_decisions/a/b, answered 200
            {
              "renewal_date": "2027-01-01"
            }
          GET http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions
          answered 200 in 3 ms
            {"response":[{"version":"b"}]}

          at        the status
          expected  "c"
          actual    nothing
          by hand   curl -H "Authorization: Bearer $BFC_TOKEN" http://127.0.0.1:8080/api/v1/groups/g/renewal_decisions
          again     npm start -- --only renewals.edit-listed --seed 42

      Accepted failures: waived by the configuration
        groups.list  known until 2027-03-01

      Undecided
        3 undecided: the configuration lacks something they need
          unauthorized.expired
            set expiredTokenEnv
          isolation.groups, isolation.records (expected)
            set secondCredentials
        1 switched off

      Observed where the document leaves it open
        renewals.edit-stale  answers 409 (1 case)

      Faults of the suite itself: no verdict on the target
        paging.tiling: cannot read x

      nonconformant: 1 of 4 required fail, 1 accepted by a waiver, 1 left out
        written to conformance-report/report.json
        Fix the target, or dispute the finding: "by hand" repeats the request (put a token into BFC_TOKEN first),
        "again" runs it once more and says whether it is fixed.
        Some requirements need more in the configuration: what it is stands with each of them above.
      "
    `);
  });

  it('mentions repeating a request only where there is one, and fits a narrow terminal', () => {
    const moved = sampleResult('renewals.edit-stale', { outcome: 'fail', detail: 'pinned by expect' });
    const pinned = renderTerminal(sampleReport([sampleResult('token.issue'), moved]), plain);
    expect(pinned).toContain('Where a pinned open point has changed: fix the target, or pin what it does now (expect)');
    expect(pinned).not.toMatch(/"by hand"|"again"/);
    const narrow = renderTerminal(sampleReport(mixed.slice(0, 2)), { ...plain, width: 60 });
    expect(narrow).toContain('  Token service\n    required  1 pass\n    expected  1 fail\n');
  });
});

it('says when a run was stopped, and what to do without a verdict', () => {
  const blocked = undecided('snapshots.create', 'blocked', { detail: 'the canonical body was refused: 422' });
  const text = renderTerminal(withRun(sampleReport([blocked]), { interrupted: true }), plain);
  for (const part of [
    'no verdict: nothing required of the part snapshots could be decided (the run was stopped',
    '1 undecided: the target refused, or did not answer, what they build on\n    snapshots.create\n      the canonical body was refused: 422\n',
    'fixtures.groupId',
  ])
    expect(text).toContain(part);
});

it('names what passed only in part, with the cause', () => {
  const partly = sampleResult('paging.bounds', { partly: true, detail: 'judged not on all traffic: refused' });
  expect(renderTerminal(sampleReport([partly, sampleResult('token.issue')]), plain)).toContain(
    'Undecided\n  1 passed only in part: the rest of it could not be judged\n    paging.bounds\n      judged not on',
  );
});

describe('a gate', () => {
  const shown = (gate: Partial<Gate>): string => {
    const complete = { passed: true, verdict: 'conformant', problems: [], waivers: [], ...gate } as const;
    return renderTerminal(sampleReport([sampleResult('token.issue')], { gate: complete }), plain);
  };
  const waiver = { id: 'token.type', reason: 'ticket 7', until: '2027-01-31' } as const;

  it('is left out where neither waivers nor a baseline have a say', () => {
    expect(shown({ passed: false, verdict: 'nonconformant', problems: ['token.issue fails'] })).not.toContain('gate');
  });

  it('that passes says what it accepted', () => {
    expect(shown({ waivers: [{ ...waiver, state: 'accepting' }] })).toContain(
      '  gate passes: 1 accepted by a waiver\n',
    );
    const baseline = { startedAt: '2027-01-01T00:00:00Z', new: [], known: ['token.issue'], fixed: [] } as const;
    const text = shown({ baseline });
    expect(text).toContain('Against the baseline\n  new     none\n  known   token.issue\n  fixed   none\n');
    expect(text).toContain('  gate passes: 1 known from the baseline, none new\n');
  });

  it('shows a failure that the baseline knows in a line', () => {
    const known = failed('token.issue');
    const fresh = failed('token.jwt');
    const baseline = {
      startedAt: '2027-01-01T00:00:00Z',
      new: ['token.jwt'],
      known: ['token.issue'],
      otherwise: [{ id: 'token.issue', before: 'no token was issued' }],
      fixed: [],
    } as const;
    const gate = { passed: false, verdict: 'nonconformant', problems: [], waivers: [], baseline } as const;
    const text = renderTerminal(sampleReport([known, fresh], { gate }), plain);
    expect(text).toContain(
      'Known failures: the baseline fails these requirements as well\n  token.issue  the list still shows the version before the edit\n    there: no token was issued\n',
    );
    expect(text.match(/✗ .*/g)).toEqual([expect.stringContaining('token.jwt')]);
  });

  it('that fails says why, last', () => {
    const problem = 'token.type passes now: remove its waiver (ticket 7)';
    const text = shown({ passed: false, problems: [problem], waivers: [{ ...waiver, state: 'unneeded' }] });
    expect(text).toContain(
      'Waivers that accepted nothing\n  token.type  no longer needed\n    until 2027-01-31: ticket 7\n',
    );
    expect(text).toContain(`  gate fails: ${problem}\n`);
  });
});

it('has colours when wanted, and no other escape sequence ever', () => {
  const coloured = renderTerminal(sampleReport(mixed), { ...plain, colour: true });
  expect(coloured).toContain('\u001B[31m');
  expect(stripVTControlCharacters(coloured)).toBe(renderTerminal(sampleReport(mixed), plain));
});

it('cannot be flooded by a target', () => {
  const huge = 'x'.repeat(1_000_000);
  const body = JSON.stringify(Array.from({ length: 10_000 }, () => 'y'));
  const exchange = { request: { method: 'POST', url: `http://127.0.0.1/${huge}`, headers: {}, body }, durationMs: 1 };
  const exchanges = Array.from({ length: 500 }, () => exchange);
  const texts = { message: huge, actual: huge, expected: huge, curl: huge, replay: huge };
  const text = renderTerminal(sampleReport([failed('token.issue', { ...texts, exchanges })]), plain);
  expect(text.length).toBeLessThan(25_000);
});

describe('the body of a request', () => {
  const shown = (json: unknown, changes: Partial<Counterexample> = {}): readonly string[] => {
    const exchanges = [answered('{}', { method: 'POST', body: JSON.stringify(json) })];
    const failure = failed('snapshots.echo', { exchanges, ...changes });
    const lines = renderTerminal(sampleReport([failure]), plain).split('\n');
    const from = lines.findIndex((line) => line.includes(`POST ${url}`)) + 1;
    const to = lines.findIndex((line) => line.startsWith('    answered 200'));
    return lines.slice(from, to).map((line) => line.slice('      '.length));
  };
  const person = (name: string) => ({ id: name, person: { first_name: name, last_name: 'Example', sex: 'female' } });
  const large = { employee: person('A'), dependents: [1, 2, 3, 4, 5].map((n) => person(`B${n}`)), mode: 'current' };

  it('is whole where it is small, however long its lines are', () => {
    const text = 'long '.repeat(200);
    expect(shown({ name: text })).toEqual(['{', `  "name": "${text}"`, '}']);
  });

  it('has the lines that matter where it is large: those that lead to the failure, and to what is unusual', () => {
    const changes = { pointer: '/member_snapshot/dependents/3/person/sex', unusual: ['/employee/person/first_name'] };
    expect(shown(large, changes).join('\n')).toBe(`{
  "employee": {
    …
    "person": {
      "first_name": "A",
      …
    }
  },
  "dependents": [
    …
    {
      …
      "person": {
        …
        "sex": "female"
      }
    },
    …
  ],
  …
}`);
  });

  it('has its beginning where nothing is known to matter in a large one', () => {
    const lines = shown(large, { pointer: '#status' });
    expect(lines.slice(0, 2)).toEqual(['{', '  "employee": {']);
    expect(lines.at(-1)).toMatch(/^… \(\d+ more lines\)$/);
  });

  it('stands with the write that a read is about', () => {
    const write = (body: string) => answered('{}', { method: 'PUT', body });
    const exchanges = [write('{"a":0}'), write('{"a":1}'), answered('{}')];
    const text = renderTerminal(sampleReport([failed('snapshots.get', { exchanges })]), plain);
    expect(text).toContain(`after PUT ${url}, answered 200\n      {\n        "a": 1\n      }\n    GET ${url}\n`);
    expect(text).not.toContain('"a": 0');
  });
});

it('a failure that did not show again is shown with both answers, as far as the second one goes', () => {
  const shown = (passedAgain: RecordedExchange | null): string =>
    renderTerminal(sampleReport([failed('renewals.edit-listed', { passedAgain })]), { ...plain, width: 300 });
  expect(shown(answered('{"response":[{"version":"c"}]}'))).toContain(
    'did not fail. Asked again, the target answered 200 with "c" at /response/0/version.',
  );
  expect(shown(answered('no JSON'))).toContain('Asked again, the target answered 200.');
  expect(shown(null)).toContain('It did not come to the same request again.');
  expect(renderTerminal(sampleReport([failed('renewals.edit-listed')]), plain)).not.toContain('Nondeterministic');
});
