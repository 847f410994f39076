import { expect, test } from 'vitest';
import { canonicalSnapshot, defaultContext } from '../../generators/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { createPlainBodies } from './plain-bodies.ts';
import { anExchange } from './sample-session.test-data.ts';

const plain = canonicalSnapshot(defaultContext());

function sent(json: unknown, status = 201): AnsweredExchange {
  const exchange = anExchange();
  return {
    ...exchange,
    request: { ...exchange.request, endpoint: 'E6', json },
    answer: { ...exchange.answer, status },
  };
}

/** What is unusual in a body after a refused body and then the plain one were sent. */
function unusualIn(body: unknown): readonly string[] {
  const bodies = createPlainBodies();
  for (const exchange of [sent({ employee: {} }, 422), sent(plain), sent({ snapshot_mode: 'other' })])
    bodies.note(exchange);
  return bodies.unusualIn(sent(body));
}

test('nothing is unusual in the plain body for other people, or in a part of it', () => {
  const others = canonicalSnapshot({ ...defaultContext(), runTag: 'bfc-12345678-other' });
  expect(unusualIn(others)).toEqual([]);
  expect(unusualIn({ ...others, coverages: others.coverages?.slice(0, 1) ?? [], events: [] })).toEqual([]);
});

test('other values, additional members and items, and values of the wrong type are unusual', () => {
  const { employee, dependents = [] } = plain;
  const changed = {
    ...plain,
    employee: { ...employee, person: { ...employee?.person, last_name: 'Żółć', sex: ['x'] }, nickname: 'A' },
    dependents: [...dependents, ...dependents],
    enable_member_auto_link: true,
  };
  expect(unusualIn(changed)).toEqual([
    '/employee/person/last_name',
    '/employee/person/sex/0',
    '/employee/nickname',
    '/dependents/1',
    '/enable_member_auto_link',
  ]);
});
