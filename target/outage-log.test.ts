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

test.each<readonly [what: string, tries: readonly Try[], outages: readonly Outage[]]>([
  [
    'that lost a request and came back had an outage, with the requests in flight',
    [first, [killer, broken, 10, 20], [other, refused, 21, 22], [other, answer, 900, 910]],
    [{ from: 20, until: 910, underWay: [killer] }],
  ],
  [
    'that did not come back has an open outage, with a request whose loss was noticed later',
    [first, [other, refused, 20, 21], [killer, broken, 12, 30]],
    [{ from: 20, underWay: [killer] }],
  ],
  [
    'that lost a connection long before an outage has the outage without that request',
    [first, [killer, broken, 10, 20], [other, refused, 5_000, 5_001]],
    [{ from: 5_000, underWay: [] }],
  ],
  [
    'that never answered had no outage',
    [
      [other, refused, 0, 5],
      [other, refused, 10, 15],
    ],
    [],
  ],
  [
    'that loses single connections had no outage',
    [first, [other, broken, 10, 15], [other, answer, 20, 25], [other, broken, 30, 35], [other, answer, 40, 45]],
    [],
  ],
])('a target %s', (_what, tries, outages) => {
  const log = createOutageLog();
  for (const [request, outcome, startedAt, endedAt] of tries) log.note(request, outcome, { startedAt, endedAt });
  expect(log.all).toEqual(outages);
});
