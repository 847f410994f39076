import { expect, it } from 'vitest';
import { createProgressDisplay } from './progress.ts';
import { type Progress } from '../results/run-scope.ts';

const progress: Progress = {
  phase: 'renewals',
  decided: 3,
  total: 90,
  failed: 0,
  requests: 12,
  expected: 100,
  leastMs: 0,
  mostMs: 60_000,
};

function shown(live: boolean, width = 100) {
  const written: string[] = [];
  let time = 0;
  const display = createProgressDisplay({ write: (text) => written.push(text), live, width, now: () => time });
  return { written, display, pass: (ms: number) => (time += ms) };
}

it.each([
  [{}, '3 of 90 requirements decided, 12 requests sent; now renewals\n'],
  [{ failed: 2 }, '3 of 90 requirements decided, 2 failed, 12 requests sent; now renewals\n'],
  [{ phase: 'reaching the target', requests: 0 }, 'reaching the target\n'],
])('is one line, with failures only if there are any, and requests only after the first: %j', (changes, line) => {
  const { written, display } = shown(false);
  display.update({ ...progress, ...changes });
  expect(written).toEqual([line]);
});

it('rewrites a line on a terminal, at a limited rate', () => {
  const { written, display, pass } = shown(true, 20);
  display.update(progress);
  display.update({ ...progress, requests: 13 });
  pass(100);
  display.update({ ...progress, requests: 14 });
  display.clear();
  expect(written).toEqual(['\r\u001B[2K3 of 90 requirement', '\r\u001B[2K3 of 90 requirement', '\r\u001B[2K']);
});

it('writes plain lines elsewhere, at a limited rate', () => {
  const { written, display, pass } = shown(false);
  display.update(progress);
  pass(1500);
  display.update({ ...progress, phase: 'groups' });
  pass(1500);
  display.update({ ...progress, phase: 'snapshots' });
  display.clear();
  expect(written.map((line) => line.split('; now ')[1])).toEqual(['renewals\n', 'snapshots\n']);
  expect(written.join('')).not.toContain('\u001B');
});

it('shows the request rate and the time left, never more than the time budget', () => {
  const { written, display, pass } = shown(false);
  display.update(progress);
  for (const changes of [
    { requests: 32 },
    { requests: 52, mostMs: 1500 },
    { requests: 92, leastMs: 30_000 },
    { requests: 172, expected: 100_000, mostMs: 3_600_000 },
    { requests: 192 },
  ]) {
    pass(2000);
    display.update({ ...progress, ...changes });
  }
  expect(written.slice(1).map((line) => line.slice(line.indexOf(', ') + 2, line.indexOf('; now')))).toEqual([
    '32 requests sent (10.0 a second), some 7 s left',
    '52 requests sent (10.0 a second), some 2 s left',
    '92 requests sent (13.3 a second), some 30 s left',
    '172 requests sent (20.0 a second), some 60 min left',
    '192 requests sent (18.0 a second), more than expected',
  ]);
});
