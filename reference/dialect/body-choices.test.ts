import { describe, expect, it } from 'vitest';
import { completeSnapshotBody, connectionBody, decisionBody, firstOf } from '../testing/bodies.ts';
import { expectSchema, type ReferenceClient } from '../testing/client.ts';
import { employeeId, spoken } from '../testing/walk.ts';

const create = async (client: ReferenceClient, body: object) =>
  client.call('E6', { path: { group_id: client.fixtures.groupId }, body });
const decide = async (client: ReferenceClient, body: object) =>
  client.call('E3', { path: { group_id: client.fixtures.groupId }, body });

describe('required members', () => {
  it('may be the fewest', async () => {
    await spoken({ requiredMembers: 'fewest' }, async (_walked, client) => {
      const { carrierId } = firstOf(client.fixtures);
      const connection = await client.call('E2', { body: { carrier_id: carrierId } });
      expectSchema('group-connection', connection.json);
      const decision = await decide(client, {
        renewal_date: '2028-01-01',
        body: { carriers: [{ carrier_id: carrierId }] },
      });
      expectSchema('renewal-decision', decision.json);
      const snapshot = expectSchema('snapshot', (await create(client, {})).json);
      expect(snapshot).toMatchObject({ fulfillment_summary: [], created_members: [{ id: snapshot.employee_id }] });
      const uncarried = await create(client, { coverages: [{ plan_name: 'x' }] });
      expect(expectSchema('snapshot', uncarried.json).fulfillment_summary).toEqual([]);
      expect(await client.call('E2', { body: {} })).toMatchObject({ status: 422 });
    });
  });

  it('may be all that the samples have', async () => {
    await spoken({ requiredMembers: 'sample' }, async (_walked, client) => {
      const body = completeSnapshotBody(client.fixtures, employeeId);
      for (const name of Object.keys(body)) {
        const rest = Object.fromEntries(Object.entries(body).filter(([other]) => other !== name));
        expect({ name, ...(await create(client, rest)) }).toMatchObject({ name, status: 422 });
      }
      const [coverage] = body.coverages ?? [];
      const bare = await create(client, { ...body, coverages: [{ ...coverage, signature_date: undefined }] });
      expect(bare).toMatchObject({
        status: 422,
        json: { error: { errors: [{ pointer: '/coverages/0/signature_date', rule: 'required' }] } },
      });
      const member = { name: 'Any', plan_type: 'ppo' };
      expect(await decide(client, decisionBody(client.fixtures, [member]))).toMatchObject({ status: 201 });
    });
  });
});

describe('coded values', () => {
  const withMode = (client: ReferenceClient, snapshot_mode: string) => ({
    ...completeSnapshotBody(client.fixtures, employeeId),
    snapshot_mode,
  });

  it.each([
    ['any', [201, 201, 201]],
    ['vocabulary', [201, 201, 422]],
    ['ordinary', [201, 422, 422]],
  ] as const)('are taken: %s', (codedValues, expected) =>
    spoken({ codedValues }, async (_walked, client) => {
      const modes = ['current_open', 'current', 'no_such_mode'];
      const statuses = modes.map(async (mode) => (await create(client, withMode(client, mode))).status);
      expect(await Promise.all(statuses)).toEqual(expected);
    }),
  );
});

describe('undocumented members', () => {
  const strange = (client: ReferenceClient) => {
    const body = completeSnapshotBody(client.fixtures, employeeId);
    const { person, classifications } = body.employee ?? {};
    const employee = {
      ...body.employee,
      classifications: { ...classifications, free: 'yes' },
      group_id: client.fixtures.groupId,
    };
    return { ...body, employee: { ...employee, person: { ...person, nickname: 'x' } }, 'a/b': 1 };
  };
  const plan = (client: ReferenceClient) => ({ plan_id: firstOf(client.fixtures).planId, deductible: 3 });

  it('may be kept', async () => {
    await spoken({}, async (_walked, client) => {
      expect((await create(client, strange(client))).json).toMatchObject({
        member_snapshot: { 'a/b': 1, employee: { person: { nickname: 'x' } } },
      });
    });
  });

  it('may be refused', async () => {
    await spoken({ unknownMembers: 'refused' }, async (_walked, client) => {
      expect(await create(client, strange(client))).toMatchObject({
        status: 422,
        json: { error: { errors: [{ pointer: '/employee/person/nickname' }, { pointer: '/a~1b' }] } },
      });
      expect(await decide(client, decisionBody(client.fixtures, [plan(client)]))).toMatchObject({ status: 422 });
      const options = { data_exchange: 'edi', use_best_data_exchange: null };
      expect(await client.call('E2', { body: { ...connectionBody(client.fixtures), ...options } })).toMatchObject({
        status: 201,
      });
    });
  });

  it('may be dropped', async () => {
    await spoken({ unknownMembers: 'dropped' }, async (_walked, client) => {
      const { member_snapshot: echo } = expectSchema('snapshot', (await create(client, strange(client))).json);
      expect(echo).not.toHaveProperty('a/b');
      expect(echo.employee?.person).not.toHaveProperty('nickname');
      expect(echo.employee).toMatchObject({ classifications: { free: 'yes' }, group_id: client.fixtures.groupId });
      const { text } = await decide(client, decisionBody(client.fixtures, [plan(client)]));
      expect(text).not.toContain('deductible');
    });
  });
});

describe('members that were not submitted', () => {
  it('may come back as null', async () => {
    await spoken({ absentMembers: 'null' }, async (_walked, client) => {
      const body = { ...completeSnapshotBody(client.fixtures, employeeId), events: undefined };
      const eventless = { ...body, employee: { person: { first_name: 'Ada', last_name: 'Sample' } }, dependents: [] };
      const coverages = body.coverages?.map((coverage) => ({ ...coverage, enrolled_members: [] })) ?? [];
      const { member_snapshot: echo } = expectSchema(
        'snapshot',
        (await create(client, { ...eventless, coverages })).json,
      );
      expect(echo).toMatchObject({ events: null, employee: { employment: null, person: { middle_name: null } } });
      expect(echo.coverages?.[0]).toMatchObject({ plan_name: null });
      const lines = { medical: {} };
      const carriers = [{ carrier_id: firstOf(client.fixtures).carrierId, lines_of_coverage: lines }];
      const decision = await decide(client, { renewal_date: '2028-01-01', body: { carriers } });
      expect(expectSchema('renewal-decision', decision.json).body.carriers[0]?.lines_of_coverage).toEqual({
        medical: { open_enrollment_start_date: null, open_enrollment_end_date: null, plans: [] },
      });
    });
  });
});

describe('values', () => {
  const withPerson = (client: ReferenceClient, person: object) => {
    const { employee, ...rest } = completeSnapshotBody(client.fixtures, employeeId);
    return { ...rest, employee: { ...employee, person: { ...employee?.person, ...person } } };
  };
  const rulesBroken = async (client: ReferenceClient, body: object): Promise<unknown> => {
    const { status, json } = await create(client, body);
    return status === 201 ? [] : json;
  };
  const broken = (pointer: string, rule: string) => ({ error: { errors: [{ pointer, rule }] } });

  it('may be held to a length', async () => {
    for (const textLimit of [100, 255] as const) {
      await spoken({ textLimit }, async (_walked, client) => {
        const named = async (length: number) =>
          rulesBroken(client, withPerson(client, { middle_name: '𝄞'.repeat(length) }));
        expect(await named(textLimit)).toEqual([]);
        expect(await named(textLimit + 1)).toMatchObject(broken('/employee/person/middle_name', 'maxLength'));
      });
    }
  });

  it('may be held to making sense', async () => {
    await spoken({ businessRules: 'many' }, async (_walked, client) => {
      expect(await rulesBroken(client, withPerson(client, { last_name: ' ' }))).toMatchObject(
        broken('/employee/person/last_name', 'form'),
      );
      const body = completeSnapshotBody(client.fixtures, employeeId);
      const [coverage] = body.coverages ?? [];
      expect(await rulesBroken(client, { ...body, coverages: [coverage, coverage] })).toMatchObject(
        broken('/coverages/1/line_of_coverage', 'once'),
      );
      const [member] = coverage?.enrolled_members ?? [];
      const backwards = { ...coverage, enrolled_members: [{ ...member, effective_end_date: '1999-12-31' }] };
      expect(await rulesBroken(client, { ...body, coverages: [backwards] })).toMatchObject(
        broken('/coverages/0/enrolled_members/0/effective_end_date', 'period'),
      );
    });
  });

  it('may be held to a number of bytes together', async () => {
    await spoken({ bodyLimit: 128 * 1024 }, async (_walked, client) => {
      expect(await create(client, { filler: 'x'.repeat(130 * 1024) })).toMatchObject({ status: 413 });
      expect(await create(client, { filler: 'x'.repeat(100 * 1024) })).toMatchObject({ status: 422 });
    });
  });
});
