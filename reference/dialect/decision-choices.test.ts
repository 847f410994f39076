import { describe, expect, it } from 'vitest';
import type { RenewalDecision } from '../../spec/index.ts';
import { connectionBody, decisionBody, firstOf } from '../testing/bodies.ts';
import { expectSchema, type ReferenceClient } from '../testing/client.ts';
import { spoken } from '../testing/walk.ts';

const described = [{ name: 'No such plan', plan_type: 'ppo' }];

async function create(client: ReferenceClient, body: object): Promise<RenewalDecision> {
  const { json } = await client.call('E3', { path: { group_id: client.fixtures.groupId }, body });
  return expectSchema('renewal-decision', json);
}

/** A decision as its list has it. */
async function listed(client: ReferenceClient, id: string): Promise<RenewalDecision | undefined> {
  const { json } = await client.call('E5', { path: { group_id: client.fixtures.groupId } });
  return expectSchema('renewal-decision-page', json).response.find((each) => each.id === id);
}

/** What becomes of a decision that deserves issues: its status after one pace, and after very long. */
async function course(client: ReferenceClient): Promise<readonly unknown[]> {
  const { id, status, issues } = await create(client, decisionBody(client.fixtures, described, '2026-01-01'));
  expect({ status, issues }).toEqual({ status: 'submitted', issues: [] });
  client.clock.step(1000);
  const soon = await listed(client, id);
  await client.later(400_000);
  const later = await listed(client, id);
  return [soon?.status, later?.status, later?.issues.length];
}

describe('recalculation', () => {
  it.each([
    ['by-content', ['not_ready', 'not_ready', 1]],
    ['not-ready', ['not_ready', 'not_ready', 1]],
    ['ready', ['ready', 'done', 0]],
    ['done', ['done', 'done', 0]],
    ['catching-up', ['not_ready', 'done', 0]],
  ] as const)('goes the course %s', (decisionCourse, expected) =>
    spoken({ decisionCourse }, async (_walked, client) => expect(await course(client)).toEqual(expected)),
  );

  it('may come within a millisecond, and leaves the create its own version', async () => {
    await spoken({ recalculation: 'at-once' }, async (_walked, client) => {
      const made = await create(client, decisionBody(client.fixtures));
      client.clock.step(1);
      const moved = await listed(client, made.id);
      expect([made.status, moved?.status]).toEqual(['submitted', 'ready']);
      expect(moved?.version).not.toBe(made.version);
    });
  });

  it('names the line of an issue as the dialect does', async () => {
    for (const [issueLine, names] of [
      ['line_of_coverage', ['carrier_id', 'level', 'line_of_coverage', 'message']],
      ['coverage_line', ['carrier_id', 'coverage_line', 'level', 'message']],
      ['absent', ['carrier_id', 'level', 'message']],
    ] as const) {
      await spoken({ issueLine }, async (_walked, client) => {
        const { id } = await create(client, decisionBody(client.fixtures, described));
        client.clock.step(1000);
        expect(Object.keys((await listed(client, id))?.issues[0] ?? {}).toSorted()).toEqual(names);
      });
    }
  });
});

describe('the content of a decision', () => {
  const ofThree = ({ fixtures }: ReferenceClient) => {
    const { body, ...rest } = decisionBody(fixtures);
    const ids = [2, 0, 1].map((index) => fixtures.carrierIds[index] ?? '');
    return {
      ids,
      body: {
        ...rest,
        body: {
          carriers: ids.flatMap((id) => body.carriers?.map((carrier) => ({ ...carrier, carrier_id: id })) ?? []),
        },
      },
    };
  };

  it.each([
    ['as-sent', (ids: readonly string[]) => ids],
    ['by-id', (ids: readonly string[]) => ids.toSorted()],
    ['reversed', (ids: readonly string[]) => ids.toReversed()],
  ] as const)('has its carriers %s', (carrierOrder, order) =>
    spoken({ carrierOrder }, async (_walked, client) => {
      const { ids, body } = ofThree(client);
      const { carriers } = (await create(client, body)).body;
      expect(carriers.map(({ carrier_id }) => carrier_id)).toEqual(order(ids));
    }),
  );

  it('tells of plans as much as the dialect does', async () => {
    for (const [planDetails, extra] of [
      ['as-sent', { plan_type: 'ppo' }],
      ['nothing', {}],
    ] as const) {
      await spoken({ planDetails }, async (_walked, client) => {
        const { carriers } = (await create(client, decisionBody(client.fixtures, described))).body;
        expect(carriers[0]?.lines_of_coverage['medical']?.plans).toEqual([
          { name: 'No such plan', plan_id: expect.any(String), ...extra },
        ]);
      });
    }
  });

  it('identifies a described plan anew, or ever the same', async () => {
    const planId = async (client: ReferenceClient) =>
      (await create(client, decisionBody(client.fixtures, described))).body.carriers[0]?.lines_of_coverage['medical']
        ?.plans?.[0]?.plan_id;
    await spoken({}, async (_walked, client) => expect(await planId(client)).toBe(await planId(client)));
    await spoken({ describedPlanIds: 'fresh' }, async (_walked, client) => {
      const first = await planId(client);
      expect(await planId(client)).not.toBe(first);
      const again = await create(client, decisionBody(client.fixtures, [{ plan_id: first ?? '' }]));
      expect(again.body.carriers[0]?.lines_of_coverage['medical']?.plans?.[0]).toMatchObject({ name: 'No such plan' });
    });
  });

  it('may be held to the lines that are shown', async () => {
    await spoken({ decisionLines: 'shown' }, async (_walked, client) => {
      const { carrierId } = firstOf(client.fixtures);
      const path = { group_id: client.fixtures.groupId };
      const send = async (line: string) => {
        const carriers = [{ carrier_id: carrierId, lines_of_coverage: { [line]: {} } }];
        return (await client.call('E3', { path, body: { renewal_date: '2027-01-01', body: { carriers } } })).status;
      };
      expect([await send('dental'), await send('medical'), await send('vision')]).toEqual([201, 201, 422]);
    });
  });
});

describe('a group', () => {
  it('may change with everything that is made in it', async () => {
    for (const [groupVersions, changes] of [
      ['never', false],
      ['with-content', true],
    ] as const) {
      await spoken({ groupVersions }, async ({ groups }, client) => {
        const now = expectSchema('group-page', (await client.call('E1')).json).response;
        const [before, after] = [groups.response, now].map((list) =>
          list.find(({ id }) => id === client.fixtures.groupId),
        );
        expect({ groupVersions, changes: before?.version !== after?.version }).toEqual({ groupVersions, changes });
        expect(now.slice(1, 3)).toEqual(groups.response.slice(1));
      });
    }
  });
});

describe('the group of a new connection', () => {
  it('may be listed nowhere, and is there all the same', async () => {
    await spoken({ newGroups: 'unlisted' }, async (_walked, client) => {
      const { json } = await client.call('E2', { body: connectionBody(client.fixtures) });
      const { group_id } = expectSchema('group-connection', json);
      expect((await client.call('E1')).json).toMatchObject({ meta: { total_records: 3 } });
      expect(await client.call('E5', { path: { group_id } })).toMatchObject({ status: 200 });
    });
  });

  it.each([
    ['empty', 'completed_at'],
    ['renamed', 'done_on'],
  ] as const)('comes with an outcome: %s', (connectionOutcome, name) =>
    spoken({ connectionOutcome }, ({ connection }) => expect(connection).toHaveProperty(name)),
  );

  it('may come without one', () =>
    spoken({ connectionOutcome: 'absent' }, ({ connection }) => expect(Object.keys(connection)).toHaveLength(11)));
});
