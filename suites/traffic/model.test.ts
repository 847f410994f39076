import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shifted } from '../../generators/index.ts';
import { register, valueAt, type RequirementId } from '../../spec/index.ts';
import { forAll, propertyOf } from '../engine/property.ts';
import { sampleSession } from '../engine/sample-session.test-data.ts';
import type { Session } from '../engine/session.ts';
import { id } from '../judging/exchange-samples.test-data.ts';
import { daysEach } from '../fixtures/renewal-calendar.ts';
import { definitions } from '../index.ts';
import { arbitrarySequences, modelTraffic } from './model-traffic.ts';
import { emptyModel, type Real } from './model.ts';
import { sampleDecision, sampleService, type Slip } from './sample-service.test-data.ts';

const modelIds = register.map(({ id }) => id).filter((id) => definitions[id].traffic?.includes(modelTraffic) === true);

/** A session in which snapshot bodies are made without a target to ask. */
function sessionWithBodies(): Session {
  const session = sampleSession();
  const canonical = ({
    runTag,
    employeeId = `employee-${runTag}`,
  }: {
    runTag: string;
    employeeId?: string;
  }): unknown => ({
    employee: { id: employeeId },
  });
  const base = { context: { runTag: 'run' }, canonical };
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> =>
    key === 'snapshot base' ? Promise.resolve(base as T) : session.once(key, make);
  return { ...session, once };
}

/** The session after sequences against a service, which makes a mistake if one is given. */
async function held(slip?: Slip): Promise<Session> {
  const session = sessionWithBodies();
  let begun = 0;
  const groups = [id(1), id(2)];
  const run = async (sequence: Iterable<fc.AsyncCommand<ReturnType<typeof emptyModel>, Real>>): Promise<void> => {
    begun += 1;
    const tag = `model-${begun}`;
    const firstDay = shifted('2036-01-01', begun * daysEach);
    const real: Real = {
      session,
      api: sampleService(slip),
      decisionGroups: groups,
      longGroups: new Set(),
      snapshotGroups: groups,
      contents: [sampleDecision],
      tag,
      day: (position) => shifted(firstDay, position),
    };
    await fc.asyncModelRun(() => ({ model: emptyModel(), real }), sequence);
  };
  await forAll(arbitrarySequences(), run, {
    ...propertyOf(session, 'model'),
    cases: 120,
    seed: 5,
    deadline: Number.POSITIVE_INFINITY,
    affordable: () => 1,
  });
  return session;
}

const findingOf = ({ ledger }: Session, id: RequirementId) => ledger.entry(id).finding;

describe('sequences of requests', () => {
  test('find nothing wrong with a correct service, and judge every requirement of the model', async () => {
    const session = await held();
    expect(modelIds.filter((one) => findingOf(session, one) !== undefined)).toEqual([]);
    expect(modelIds.filter((one) => session.ledger.entry(one).cases === 0)).toEqual([]);
  });

  test('show a lost edit at the decision in the list, after the writes of that decision', async () => {
    const finding = findingOf(await held('forgets third edits'), 'renewals.edit-listed');
    const { exchanges = [], message = '', pointer = '' } = finding ?? {};
    expect(exchanges.map(({ request }) => request.method)).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'GET']);
    const { id: made } = Object(exchanges[0]?.answer?.json);
    expect(message).toContain(made);
    expect(valueAt(exchanges.at(-1)?.answer?.json, pointer.replace(/^(\/response\/\d+)\/.*/, '$1/id'))).toBe(made);
  });

  test.each<readonly [slip: Slip, broken: RequirementId, requests: number]>([
    ['spreads edits', 'renewals.edit-isolated', 7],
    ['makes refused edits', 'renewals.refused-edit-unchanged', 5],
    ['ignores start_date', 'renewals.filter-range', 2],
    ['mixes employees', 'snapshots.list', 4],
  ])('find a service that %s, and shrink to a handful of requests', async (slip, broken, requests) => {
    const { exchanges = [] } = findingOf(await held(slip), broken) ?? {};
    expect(exchanges.length).toBeGreaterThan(0);
    expect(exchanges.length).toBeLessThanOrEqual(requests);
  });
});
