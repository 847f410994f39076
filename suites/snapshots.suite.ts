import { canonicalSnapshot, snapshotVariations, type GenerationContext } from '../generators/index.ts';
import type { RequirementId } from '../spec/index.ts';
import { isRefusal, isSuccess } from '../target/exchange.ts';
import { canonicalTaken, notTaken } from './engine/accepted.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { runDrive } from './traffic/index.ts';
import { firstDifference } from './invariants/comparison.ts';
import { numberOf } from './invariants/number-of.ts';
import { seen } from './invariants/observing.ts';
import { idKey, objectOf, sameId } from './invariants/reading.ts';
import { inOrderOf } from './invariants/wanted.ts';
import { wordsOf } from './fixtures/base.ts';
import { learnedPlanNames, snapshotBase } from './fixtures/bodies.ts';
import { createEmployee, snapshotBody } from './fixtures/employee.ts';
import { groupId } from './fixtures/group.ts';
import { snapshotGroups } from './fixtures/other-group.ts';
import { walkToAll } from './fixtures/walk.ts';

requirement('snapshots.create', (check) =>
  canonicalTaken(check, 'a valid member snapshot', snapshotBase(check.session)),
);

requirement('snapshots.accepts-generated', async ({ api, session, observe }) => {
  const group = await groupId(session);
  const { context, reduced, reduce } = await snapshotBase(session);
  if (reduced.length > 0) observe(`the canonical body only without ${reduced.join(', ')}`);
  for (const { name, apply } of snapshotVariations.filter(
    ({ requirement: of }) => of === 'snapshots.accepts-generated',
  )) {
    const exchange = await api.call('E6', {
      path: { group_id: group },
      json: apply(reduce(canonicalSnapshot(context))),
    });
    if (isRefusal(exchange)) observe(`refused: ${name}`);
  }
  await runDrive(session, 'snapshots');
});

/** Why a refusal of a form says nothing: the target may not know the plans that were made up for want of fixtures. */
function unknownPlans({ planIds, planNames }: GenerationContext, form: string): string | undefined {
  if (form.includes('identifier') && planIds.length === 0) return 'the plans are made up; set fixtures.planIds';
  if (form.includes('name') && planNames.length === 0)
    return 'no name of a plan is known to the suite; set fixtures.planIds, by which names are learned';
  return undefined;
}

/** Asserts that the single variations of a taken snapshot that the requirement speaks of are taken too. */
async function variationsTaken({ api, id, session, that, undecided }: Check): Promise<void> {
  const group = await groupId(session);
  const { context, reduce } = await snapshotBase(session);
  const planNames = await learnedPlanNames(session);
  let undecidable: string | undefined;
  for (const { name, apply } of snapshotVariations.filter(({ requirement: of }) => of === id)) {
    const plansMatter = id === 'snapshots.plan-forms';
    // A form that the base lacks is tried on the canonical body: that it is missing there is what is to be found out.
    const body = plansMatter ? canonicalSnapshot({ ...context, planNames }) : reduce(canonicalSnapshot(context));
    const exchange = await api.call('E6', { path: { group_id: group }, json: apply(body) });
    const excuse = plansMatter ? unknownPlans({ ...context, planNames }, name) : undefined;
    if (isRefusal(exchange) && excuse !== undefined)
      undecidable = `${name}: ${excuse}; the target said ${wordsOf(exchange)}`;
    else that(isSuccess(exchange), () => notTaken(exchange, `a snapshot with ${name}`));
    if (id !== 'wire.open-ended' || !isSuccess(exchange)) continue;
    const sent = { member_snapshot: { coverages: apply(body).coverages } };
    const read = await api.call('E7', { path: { snapshot_id: String(objectOf(exchange.answer.json).id) } });
    for (const answered of [exchange, read].filter(isSuccess)) {
      const difference = firstDifference(sent, answered.answer.json, {
        missingMembers: 'different',
        anyOrder: false,
      });
      that(difference === undefined, () => ({
        message: 'an open-ended coverage did not come back unchanged',
        exchanges: answered === exchange ? [exchange] : [exchange, answered],
        expected: sent,
        ...difference,
        pointer: difference?.pointer ?? '',
      }));
    }
  }
  if (undecidable !== undefined) undecided('not-configured', undecidable);
}

const variationIds: readonly RequirementId[] = [
  'snapshots.plan-forms',
  'snapshots.optional-members',
  'wire.open-ended',
];
for (const id of variationIds) requirement(id, variationsTaken);

requirement('snapshots.get', async ({ api, session, that }) => {
  const { snapshotIds } = await createEmployee(session, api, 'get', 2);
  for (const id of snapshotIds) {
    const exchange = await api.call('E7', { path: { snapshot_id: id } });
    that(exchange.answer.status === 200, () => ({
      ...notTaken(exchange, 'reading a snapshot that was just created'),
      expected: 200,
    }));
  }
});

requirement('snapshots.replaced-by', async ({ api, session, that }) => {
  const { employeeId, snapshotIds } = await createEmployee(session, api, 'replaced', 3);
  for (const id of snapshotIds) {
    const read = await api.call('E7', { path: { snapshot_id: id } });
    const { replaced_by: by } = objectOf(read.answer.json);
    if (typeof by !== 'string' || !isSuccess(read)) continue;
    const named = await api.call('E7', { path: { snapshot_id: by } });
    const isOfEmployee = sameId(objectOf(named.answer.json).employee_id, employeeId);
    that(isSuccess(named) && isOfEmployee, () => ({
      message: `replaced_by names no snapshot of the employee: reading it was answered with ${named.answer.status}`,
      exchanges: [named, read],
      pointer: '/replaced_by',
      expected: 'the id of a snapshot of the same employee',
      actual: by,
    }));
  }
});

requirement(
  'snapshots.list',
  async ({ api, session, that }) => {
    for (const group of await snapshotGroups(session)) {
      const employee = await createEmployee(session, api, `listed-${group}`, 2, group);
      const made = [...employee.snapshotIds];
      for (let reads = 1; reads <= 3; reads += 1) {
        const { ids, pages } = await walkToAll(api, employee.employeeId, 20, made);
        const missing = made.filter((id) => !ids.includes(id));
        that(missing.length === 0, () => ({
          message: `not listed: ${missing.length} of ${numberOf(made.length, 'created snapshot')}`,
          exchanges: pages,
          pointer: '/response',
          expected: inOrderOf(ids, made),
          actual: ids,
        }));
        const json = await snapshotBody(session, employee.tag, employee.employeeId);
        const { answer } = await api.call('E6', { path: { group_id: group }, json });
        const { id, employee_id: employeeId } = objectOf(answer.json);
        if (sameId(employeeId, employee.employeeId) && !made.includes(idKey(id))) made.push(idKey(id));
      }
    }
  },
  'many',
);

requirement(
  'snapshots.list',
  async ({ api, session, that }) => {
    const { employeeId, snapshotIds } = await createEmployee(session, api, 'listed', 2);
    const { ids, pages } = await walkToAll(api, employeeId, 20, snapshotIds);
    const missing = snapshotIds.filter((id) => !ids.includes(id));
    that(missing.length === 0, () => ({
      message: `not listed: ${missing.length} of ${numberOf(snapshotIds.length, 'created snapshot')}`,
      exchanges: pages,
      pointer: '/response',
      expected: inOrderOf(ids, snapshotIds),
      actual: ids,
    }));
  },
  'few',
);

requirement('snapshots.fulfillment', async ({ session, observe }) => {
  await runDrive(session, 'watch');
  const sights = session.memory.at(seen);
  for (const [topic, sight] of [
    ['snapshots', 'snapshot status'],
    ['carriers', 'fulfillment status'],
  ] as const) {
    const statuses = [...(sights.get(sight)?.keys() ?? [])].toSorted();
    observe(`${topic}: ${statuses.join(', ')}`, topic, statuses);
  }
});
