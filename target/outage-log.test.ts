import { expect, test } from 'vitest';
import type { Outcome, OutgoingRequest } from './exchange.ts';
import { createOutageLog, type Outage } from './outage-log.ts';
import { sampleAnswer, sampleRequest } from './sample-exchange.test-data.ts';

const killer = sampleRequest({ method: 'POST' });
const other = sampleRequest();
const broken = { kind: 'broken', message: 'other side closed' } as const;
const refused = { kind: 'unreachable', message: 'ECONNREFUSED' } as const;
const answer = sampleAnswer({});

type Try = readonly [request: OutgoingRequest, outcome: Outcome, startedAt: number, endedAt: number];
const first: Try = [other, answer, 0, 10];
const lost: Try = [killer, broken, 10, 20];
const lostLate: Try = [killer, broken, 12, 30];
const away = (at: number): Try => [other, refused, at, at + 1];
const back = (at: number): Try => [other, answer, at, at + 5];

test.each<readonly [what: string, tries: readonly Try[], outages: readonly Outage[]]>([
  [
    'that lost a request and came back had an outage, with the requests in flight',
    [first, lost, away(21), back(900)],
    [{ from: 20, until: 905, underWay: [killer] }],
  ],
  [
    'that did not come back has an open outage, with a request whose loss was noticed later',
    [first, away(20), lostLate],
    [{ from: 20, underWay: [killer] }],
  ],
  [
    'that lost a connection long before an outage has the outage without that request',
    [first, lost, away(5_000)],
    [{ from: 5_000, underWay: [] }],
  ],
  ['that never answered had no outage', [away(0), away(10)], []],
  ['that loses single connections had no outage', [first, lost, back(21), [other, broken, 30, 35], back(40)], []],
])('a target %s', (_what, tries, outages) => {
  const log = createOutageLog();
  for (const [request, outcome, startedAt, endedAt] of tries) log.note(request, outcome, { startedAt, endedAt });
  expect(log.all).toEqual(outages);
});
