import { describe, expect, it } from 'vitest';
import { compareReports } from '../../results/compare-reports.ts';
import type { Gate, Report } from '../../results/report.ts';
import { failed, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { renderDrift } from './comparison.ts';
import { renderTerminal, type TerminalOptions } from './render-terminal.ts';

const latency = (base: number): Report['latency'] => ({
  E7: { p50: 40, p95: 80, p99: 90, count: 200, base, spread: 1 },
});
const before = sampleReport(
  [sampleResult('renewals.edit-listed'), failed('groups.list', { message: 'none was listed' })],
  {
    observations: [{ id: 'renewals.edit-stale', value: 'refused with 409', cases: 1 }],
    latency: latency(4),
  },
);
const after = sampleReport([failed('renewals.edit-listed'), sampleResult('groups.list')], {
  observations: [{ id: 'renewals.edit-stale', value: 'refused with 412', cases: 1 }],
  latency: latency(35.4),
  spec: { revision: 'ffff' },
});

it('leads with what changed in one line, then each change, the worst first', () => {
  expect(renderDrift(compareReports(before, after), { width: 90, colour: false })).toMatchInlineSnapshot(`
    "1 regression, 1 improvement, 1 observation changed, fastest answers changed at 1 endpoint
      old  2027-01-02 03:04  a sandbox at http://127.0.0.1:8080: nonconformant: 1 of 2 required fail
      new  2027-01-02 03:04  a sandbox at http://127.0.0.1:8080: nonconformant: 1 of 2 required fail

    Regressions: they fail, and did not before
      renewals.edit-listed  required  pass → fail
        After an edit the list has the edited content under the new version.
        → the list still shows the version before the edit

    Improvements: they failed, and pass now
      groups.list  required  fail → pass
        The list of groups is answered with 200 and a page of group records.
        → before: none was listed

    Observed otherwise where the document leaves it open
      renewals.edit-stale
        renewals.edit-stale
        - refused with 409
        + refused with 412

    Latency: how long the fastest answers take, beyond what it varies by within a run
      E7  fastest answers 4 ms → 35 ms (31 ms slower)

    To keep in mind
      The runs judged by different documents: revision 0123456789ab, then revision ffff.
    "
  `);
});

it('says so when nothing has changed', () => {
  const text = renderDrift(compareReports(before, before), { width: 90, colour: false });
  expect(text.split('\n')[0]).toBe('nothing has changed, fastest answers as before');
  const unmeasured = sampleReport([]);
  expect(renderDrift(compareReports(unmeasured, unmeasured), { width: 90, colour: false })).toContain(
    'nothing has changed, latency not compared',
  );
});

const plain: TerminalOptions = { width: 110, colour: false, written: ['conformance-report/report.json'] };

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
