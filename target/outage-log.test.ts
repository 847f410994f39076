import { expect, test } from 'vitest';
import { createOutageLog } from './outage-log.ts';
import { sampleAnswer, sampleRequest } from './sample-exchange.test-data.ts';

const killer = sampleRequest({ method: 'POST' });
const bystander = sampleRequest();
const broken = { kind: 'broken', message: 'other side closed' } as const;
const refused = { kind: 'unreachable', message: 'ECONNREFUSED' } as const;
const answer = sampleAnswer({});

function logOf(note: (log: ReturnType<typeof createOutageLog>) => void) {
  const log = createOutageLog();
  note(log);
  return log.all;
}

test('a target that was there, was lost and is there again was away, with what was under way', () => {
  const all = logOf((log) => {
    log.note(bystander, answer, { startedAt: 0, endedAt: 10 });
    log.note(killer, broken, { startedAt: 10, endedAt: 20 });
    log.note(bystander, refused, { startedAt: 21, endedAt: 22 });
    log.note(bystander, answer, { startedAt: 900, endedAt: 910 });
  });
  expect(all).toEqual([{ from: 20, until: 910, underWay: [killer] }]);
});

test('one that did not come back is away still', () => {
  const all = logOf((log) => {
    log.note(bystander, answer, { startedAt: 0, endedAt: 10 });
    log.note(bystander, refused, { startedAt: 20, endedAt: 21 });
    // It was lost to the same, and heard of it later.
    log.note(killer, broken, { startedAt: 12, endedAt: 30 });
  });
  expect(all).toEqual([{ from: 20, underWay: [killer] }]);
});

test.for([
  ['a target that never answered', [refused, refused]],
  ['a connection that is lost while others are not', [answer, broken, answer, broken, answer]],
] as const)('%s was not away', ([, outcomes]) => {
  const all = logOf((log) =>
    outcomes.forEach((outcome, index) =>
      log.note(bystander, outcome, { startedAt: index * 10, endedAt: index * 10 + 5 }),
    ),
  );
  expect(all).toEqual([]);
});

test('a connection that was lost long before has nothing to do with it', () => {
  const [outage] = logOf((log) => {
    log.note(bystander, answer, { startedAt: 0, endedAt: 10 });
    log.note(killer, broken, { startedAt: 10, endedAt: 20 });
    log.note(bystander, refused, { startedAt: 5_000, endedAt: 5_001 });
  });
  expect(outage).toEqual({ from: 5_000, underWay: [] });
});
