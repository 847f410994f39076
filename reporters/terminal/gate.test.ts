import { describe, expect, it } from 'vitest';
import type { Gate } from '../../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { renderTerminal, type TerminalOptions } from './render-terminal.ts';

const plain: TerminalOptions = { width: 110, colour: false, written: ['conformance-report/report.json'] };

describe('a gate', () => {
  const shown = (gate: Partial<Gate>): string => {
    const complete = { passed: true, verdict: 'conformant', problems: [], waivers: [], ...gate } as const;
    return renderTerminal(sampleReport([sampleResult('token.issue')], { gate: complete }), plain);
  };
  const waiver = { id: 'token.type', reason: 'ticket 7', until: '2027-01-31' } as const;

  it('is not told of where neither waivers nor a baseline have a say', () => {
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

  it('tells a failure that the baseline knows in a line', () => {
    const known = sampleResult('token.issue', { outcome: 'fail', counterexample: sampleEvidence() });
    const fresh = sampleResult('token.jwt', { outcome: 'fail', counterexample: sampleEvidence() });
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
