import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Counterexample, Gate, RecordedExchange } from '../../results/report.ts';
import { everyOutcome } from '../../results/sample-outcomes.test-data.ts';
import { failed, recordedExchange, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { renderTerminal, type TerminalOptions } from './render-terminal.ts';

const plain: TerminalOptions = { width: 110, colour: false, written: ['conformance-report/report.json'] };

const url = 'http://127.0.0.1:8080/x';
it('mentions how to repeat a request only if there is one', () => {
  const moved = sampleResult('renewals.edit-stale', { outcome: 'fail', detail: 'pinned by expect' });
  const pinned = renderTerminal(sampleReport([sampleResult('token.issue'), moved]), plain);
  expect(pinned).toContain('Where a pinned open point has changed: fix the target, or pin what it does now (expect)');
  expect(pinned).not.toMatch(/"by hand"|"again"/);
});

describe('a gate', () => {
  const shown = (gate: Partial<Gate>): string => {
    const complete = { passed: true, verdict: 'conformant', problems: [], waivers: [], ...gate } as const;
    return renderTerminal(sampleReport([sampleResult('token.issue')], { gate: complete }), plain);
  };

  it('is left out if there are neither waivers nor a baseline', () => {
    expect(shown({ passed: false, verdict: 'nonconformant', problems: ['token.issue fails'] })).not.toContain('gate');
  });

  it('that fails a conformant run says why', () => {
    const problems = ['only 3 of 67 required were decided, and 60 have to be'];
    expect(shown({ passed: false, problems })).toContain(`  gate fails: ${problems[0]}\n`);
  });
});

it('has colours only when asked to, and never another escape sequence', () => {
  const coloured = renderTerminal(everyOutcome, { ...plain, colour: true });
  expect(coloured).toContain('\u001B[31m');
  expect(stripVTControlCharacters(coloured)).toBe(renderTerminal(everyOutcome, plain));
});

it('limits the output for huge data from a target', () => {
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
    const exchanges = [recordedExchange('{}', { method: 'POST', body: JSON.stringify(json) })];
    const failure = failed('snapshots.echo', { exchanges, ...changes });
    const lines = renderTerminal(sampleReport([failure]), plain).split('\n');
    const from = lines.findIndex((line) => line.includes(`POST ${url}`)) + 1;
    const to = lines.findIndex((line) => line.startsWith('    answered 200'));
    return lines.slice(from, to).map((line) => line.slice('      '.length));
  };
  const person = (name: string) => ({ id: name, person: { first_name: name, last_name: 'Example', sex: 'female' } });
  const large = { employee: person('A'), dependents: [1, 2, 3, 4, 5].map((n) => person(`B${n}`)), mode: 'current' };

  it('is shown in full if it is small, however long its lines are', () => {
    const text = 'long '.repeat(200);
    expect(shown({ name: text })).toEqual(['{', `  "name": "${text}"`, '}']);
  });

  it('is reduced to the lines of the failure and of unusual values if it is large', () => {
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

  it('has the carriers of the coverages if a summary is wrong', () => {
    const coverages = ['a', 'b'].map((carrier) => ({ line_of_coverage: 'dental', carrier_id: carrier }));
    const changes = { pointer: '/response/2/fulfillment_summary/1', unusual: ['/employee/person/first_name'] };
    expect(shown({ ...large, coverages }, changes).join('\n')).toBe(`{
  …
  "coverages": [
    {
      …
      "carrier_id": "a"
    },
    {
      …
      "carrier_id": "b"
    }
  ]
}`);
  });

  it('is cut after its beginning if it is large and none of its lines is known to matter', () => {
    const lines = shown(large, { pointer: '#status' });
    expect(lines.slice(0, 2)).toEqual(['{', '  "employee": {']);
    expect(lines.at(-1)).toMatch(/^… \(\d+ more lines\)$/);
  });

  it('is shown for the last write before a read that fails', () => {
    const write = (body: string) => recordedExchange('{}', { method: 'PUT', body });
    const exchanges = [write('{"a":0}'), write('{"a":1}'), recordedExchange('{}')];
    const text = renderTerminal(sampleReport([failed('snapshots.get', { exchanges })]), plain);
    expect(text).toContain(`after PUT ${url}, answered 200\n      {\n        "a": 1\n      }\n    GET ${url}\n`);
    expect(text).not.toContain('"a": 0');
  });
});

it('a failure that was not reproduced is shown with what the second run answered, if anything', () => {
  const shown = (passedAgain: RecordedExchange | null): string =>
    renderTerminal(sampleReport([failed('renewals.edit-listed', { passedAgain })]), { ...plain, width: 300 });
  expect(shown(recordedExchange('{"response":[{"version":"c"}]}'))).toContain(
    'did not fail. Asked again, the target answered 200 with "c" at /response/0/version.',
  );
  expect(shown(recordedExchange('no JSON'))).toContain('Asked again, the target answered 200.');
  expect(shown(null)).toContain('The second run did not reach the same request.');
  expect(renderTerminal(sampleReport([failed('renewals.edit-listed')]), plain)).not.toContain('Not reproducible');
});
