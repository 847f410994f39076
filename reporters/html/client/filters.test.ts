import { describe, expect, it } from 'vitest';
import { sampleReport, sampleResult } from '../../../results/sample-reports.test-data.ts';
import { reportRows } from '../report-rows.ts';
import { signs } from '../wording.ts';
import { filterRules } from './filters.ts';

const { rows } = reportRows(
  sampleReport(
    [
      sampleResult('token.issue'),
      sampleResult('token.lifetime', { outcome: 'fail' }),
      sampleResult('groups.list', { outcome: 'skipped', reason: 'waived', detail: 'known since Spring' }),
      sampleResult('isolation.groups', { outcome: 'fail' }),
      sampleResult('snapshots.list', { partly: true, detail: 'half of it was refused', source: '5-flows.md:12' }),
      sampleResult('wire.timestamp-unit'),
    ],
    { observations: [{ id: 'wire.timestamp-unit', value: 'milliseconds', cases: 1 }] },
  ),
);
const rules = filterRules(signs);
const left = (hash: string): readonly string[] =>
  rules.select(rows, rules.parse(hash) ?? rules.none).map(({ id }) => id);

describe('filters', () => {
  it('leave all, what fails first, when nothing is asked for', () => {
    expect(left('')).toEqual([
      'isolation.groups',
      'token.lifetime',
      'groups.list',
      'snapshots.list',
      'token.issue',
      'wire.timestamp-unit',
    ]);
  });

  it('ask for outcomes and standings, levels, parts and words', () => {
    expect(left('#outcome=fail')).toEqual(['isolation.groups', 'token.lifetime']);
    expect(left('#outcome=warning')).toEqual(['token.lifetime']);
    expect(left('#outcome=waived')).toEqual(['groups.list']);
    expect(left('#part=token&level=required')).toEqual(['token.issue']);
    expect(left('#outcome=in-part')).toEqual(['snapshots.list']);
    expect(left('#outcome=pass&level=required')).toEqual(['snapshots.list', 'token.issue']);
    expect(left('#outcome=__proto__')).toEqual([]);
  });

  it('find words in all that a row shows', () => {
    expect(left('#q=spring+known')).toEqual(['groups.list']);
    expect(left('#q=milliseconds')).toEqual(['wire.timestamp-unit']);
    expect(left('#q=5-flows.md')).toEqual(['snapshots.list']);
    expect(left('#q=passes+in+part')).toEqual(['snapshots.list']);
  });

  it('come back from an address as they went in, whatever was typed', () => {
    const asked = { q: 'a=b&c #%é', level: 'open', outcome: '', part: 'token', order: 'part' };
    expect(rules.parse(`#${rules.format(asked)}`)).toEqual(asked);
    expect(rules.format(rules.none)).toBe('');
  });

  it('are not what the name of a requirement asks for', () => {
    expect(rules.parse('#renewals.echo')).toBeUndefined();
    expect(rules.parse(`#${encodeURIComponent('a=b')}`)).toBeUndefined();
  });
});
