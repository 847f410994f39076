import { expect, it } from 'vitest';
import { createProgressDisplay, renderProgress } from './progress.ts';
import { type Progress } from '../results/run-scope.ts';

const progress: Progress = { phase: 'renewals', decided: 3, total: 90, failed: 0, requests: 12 };

function shown(live: boolean, width = 100) {
  const written: string[] = [];
  let time = 0;
  const display = createProgressDisplay({ write: (text) => written.push(text), live, width, now: () => time });
  return { written, display, pass: (ms: number) => (time += ms) };
}

it('is one line that names failures only when there are any', () => {
  expect(renderProgress(progress)).toBe('renewals: 3 of 90 requirements decided, 12 requests sent');
  expect(renderProgress({ ...progress, failed: 2 })).toBe(
    'renewals: 3 of 90 requirements decided, 2 failed, 12 requests sent',
  );
});

it('rewrites a line on a terminal, no more often than an eye follows', () => {
  const { written, display, pass } = shown(true, 20);
  display.update(progress);
  display.update({ ...progress, requests: 13 });
  pass(100);
  display.update({ ...progress, requests: 14 });
  display.clear();
  expect(written).toEqual(['\r\u001B[2Krenewals: 3 of 90 r', '\r\u001B[2Krenewals: 3 of 90 r', '\r\u001B[2K']);
});

it('writes plain lines elsewhere, now and then', () => {
  const { written, display, pass } = shown(false);
  display.update(progress);
  pass(2000);
  display.update({ ...progress, phase: 'groups' });
  pass(2000);
  display.update({ ...progress, phase: 'snapshots' });
  display.clear();
  expect(written.map((line) => line.slice(0, 9))).toEqual(['renewals:', 'snapshots']);
  expect(written.join('')).not.toContain('\u001B');
});
