import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenewalDecision, RenewalPlanInput } from '../../spec/index.ts';
import { decisionBody, firstOf, put } from '../sample-bodies.test-data.ts';
import {
  connection,
  decision,
  expectSchema,
  listDecisions,
  postDecision,
  startClient,
  type ReferenceClient,
} from '../reference-client.test-data.ts';

let client: ReferenceClient;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());

const unknownId = '00000000-0000-4000-8000-000000000000';
const described: RenewalPlanInput = { name: 'Homemade 𝒫', plan_type: 'ppo', metal_tier: 'bronze' };

/** A group of the test's own. */
const newGroup = async (): Promise<string> => (await connection(client)).group_id;
const create = (groupId: string, body?: unknown) => decision(client, body, groupId);
const list = async (groupId: string, query?: Record<string, string>) =>
  (await listDecisions(client, groupId, query)).response;

const edit = ({ id, version }: { id: string; version: string }, body: unknown) =>
  client.call('E4', { path: { renewal_decision_id: id, version }, body });

const planEntries = (decision: RenewalDecision) =>
  decision.body.carriers.flatMap(({ lines_of_coverage }) =>
    Object.values(lines_of_coverage).flatMap(({ plans = [] }) => plans),
  );

describe('creating a decision', () => {
  it('keeps a described plan from other organizations', async () => {
    const [plan] = planEntries(await create(client.fixtures.groupId, decisionBody(client.fixtures, [described])));
    const groups = await client.call('E1', { authorization: client.secondBearer });
    const [foreign] = expectSchema('group-page', groups.json).response;
    const said = { path: { group_id: foreign?.id ?? '' }, authorization: client.secondBearer };
    const body = decisionBody(client.fixtures, [{ plan_id: plan?.plan_id ?? '' }]);
    expect(await client.call('E3', { ...said, body })).toMatchObject({ status: 422 });
    const own = await client.call('E3', { ...said, body: decisionBody(client.fixtures, [described]) });
    expect(planEntries(expectSchema('renewal-decision', own.json))[0]?.plan_id).not.toBe(plan?.plan_id);
  });

  it.each([
    ['/body/carriers', [], 'minItems'],
    ['/body', undefined, 'required'],
    ['/renewal_date', '2023-02-29', 'format'],
    ['/body/carriers/0/carrier_id', unknownId, 'known-carrier'],
    ['/body/carriers/0/lines_of_coverage/medical/plans/1/plan_id', unknownId, 'known-plan'],
  ])('refuses for %s: %s, and leaves nothing behind', async (pointer, value, rule) => {
    const groupId = await newGroup();
    const { planId } = firstOf(client.fixtures);
    const body = put(decisionBody(client.fixtures, [described, { plan_id: planId }]), pointer, value);
    const { status, json } = await postDecision(client, body, groupId);
    expect(status).toBe(422);
    expect(json).toMatchObject({ error: { errors: [{ pointer, rule }] } });
    expect(await list(groupId)).toEqual([]);
  });
});

describe('editing a decision', () => {
  it('lets one of two editors of the same version through', async () => {
    const decision = await create(await newGroup());
    const replies = await Promise.all([1, 2, 3].map(() => edit(decision, decisionBody(client.fixtures))));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe('the course of a decision', () => {
  const entry = () => ({ plan_id: firstOf(client.fixtures).planId, name: 'Medical PPO Bronze' });
  const period = { open_enrollment_start_date: '2026-11-02', open_enrollment_end_date: '2026-11-01' };
  it.each<[string, () => readonly [line: string, content: object, carrier?: number], readonly string[]]>([
    ['nothing', () => ['medical', { plans: [{ ...entry(), plan_type: 'ppo', metal_tier: 'bronze' }] }], []],
    ['a plan that no carrier offers', () => ['medical', { plans: [described] }], ['error']],
    ['a plan of another line', () => ['dental', { plans: [entry()] }], ['error']],
    ['a plan of another carrier', () => ['medical', { plans: [entry()] }, 1], ['error']],
    ['another plan type', () => ['medical', { plans: [{ ...entry(), plan_type: 'hmo' }] }], ['warning']],
    ['another metal tier', () => ['medical', { plans: [{ ...entry(), metal_tier: 'gold' }] }], ['warning']],
    ['a period that ends before it starts', () => ['medical', { plans: [], ...period }], ['error']],
    [
      'a plan with a strange name',
      () => ['medical', { plans: [{ name: `\u0000\ud800${'x'.repeat(500)}`, plan_type: 'x' }] }],
      ['error'],
    ],
  ])('finds %s', async (_name, make, levels) => {
    const groupId = await newGroup();
    const [line, content, carrier = 0] = make();
    const carrierId = client.fixtures.carrierIds[carrier] ?? '';
    const carriers = [{ carrier_id: carrierId, lines_of_coverage: { [line]: content } }];
    await create(groupId, { renewal_date: '2027-01-01', body: { carriers } });
    await client.later(1000);
    const [decision] = await list(groupId);
    expect(decision?.issues).toEqual(
      levels.map((level) => {
        const message = expect.stringMatching(/(?:choose|correct) [ -~]{1,200}$/);
        return { level, message, carrier_id: carrierId, line_of_coverage: line };
      }),
    );
  });

  it('counts as a change: an edit of the version before it is refused', async () => {
    const decision = await create(await newGroup());
    await client.later(1000);
    expect(await edit(decision, decisionBody(client.fixtures))).toMatchObject({ status: 409 });
  });
});

describe('filters', () => {
  it.each(['', 'x', '2022-02-30', '01/01/2022', '2022-01-01T00:00:00Z', 'Sun, 01 Jan 2022 00:00:00 GMT', '0'])(
    'refuse %j',
    async (value) => {
      for (const name of ['renewal_date', 'start_date', 'end_date']) {
        const { status } = await client.call('E5', {
          path: { group_id: client.fixtures.groupId },
          query: { [name]: value },
        });
        expect({ name, status }).toEqual({ name, status: 400 });
      }
    },
  );
});
