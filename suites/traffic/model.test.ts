import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { register, valueAt, type RequirementId } from '../../spec/index.ts';
import { forAll } from '../engine/property.ts';
import { sampleSession } from '../engine/sample-session.test-data.ts';
import type { Session } from '../engine/session.ts';
import { id } from '../rules/exchange-samples.test-data.ts';
import { giveDays } from '../fixtures/renewal-days.ts';
import { definitions } from '../index.ts';
import { arbitrarySequences, modelTraffic } from './model-traffic.ts';
import { emptyModel, type Real } from './model.ts';
import { sampleDecision, sampleService, type Slips } from './sample-service.test-data.ts';

const modelIds = register.map(({ id }) => id).filter((id) => definitions[id].traffic?.includes(modelTraffic) === true);

/** A session in which a snapshot body is at hand without a target to ask. */
function sessionWithBodies(): Session {
  const session = sampleSession();
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const [, tag, employee] = /^snapshot body (\S+) (\S+)/.exec(key) ?? [];
    if (tag === undefined) return session.once(key, make);
    return Promise.resolve({ employee: { id: employee === 'of' ? `employee-${tag}` : employee } } as T);
  };
  return { ...session, once };
}

/** The outcome of sequences against a service that slips. */
async function held(slips: Slips, seed = 5): Promise<Session> {
  const session = sessionWithBodies();
  let begun = 0;
  const run = async (sequence: Iterable<fc.AsyncCommand<ReturnType<typeof emptyModel>, Real>>): Promise<void> => {
    begun += 1;
    const tag = `model-${begun}`;
    const real: Real = {
      session,
      api: sampleService(slips),
      decisionGroups: [id(1), id(2)],
      snapshotGroups: [id(1), id(2)],
      contents: [sampleDecision],
      tag,
      day: (position) => giveDays(session, tag, [position])[0] ?? '',
    };
    await fc.asyncModelRun(() => ({ model: emptyModel(), real }), sequence);
  };
  const { ledger } = session;
  const deadline = Number.POSITIVE_INFINITY;
  await forAll(arbitrarySequences(), run, {
    name: 'model',
    window: 8,
    cases: 120,
    seed,
    ledger,
    deadline,
    shrinkTries: 400,
  });
  return session;
}

const broken = ({ ledger }: Session): readonly RequirementId[] =>
  modelIds.filter((one) => ledger.entry(one).finding !== undefined);

describe('sequences of requests', () => {
  test('say nothing against a service that keeps its books, and judge everything they are for', async () => {
    const session = await held({});
    expect(broken(session)).toEqual([]);
    expect(modelIds.filter((one) => session.ledger.entry(one).cases === 0)).toEqual([]);
  });

  test('show a decision that an edit lost where the list has it, right after what was done to it', async () => {
    const { finding } = (await held({ forgetsThirdEdits: true })).ledger.entry('renewals.edit-listed');
    const { exchanges = [], message = '', pointer = '' } = finding ?? {};
    const methods = exchanges.map(({ request }) => request.method);
    expect(methods).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'GET']);
    const { id: made } = Object(exchanges[0]?.answer?.json);
    expect(message).toContain(made);
    expect(valueAt(exchanges.at(-1)?.answer?.json, pointer.replace(/^(\/response\/\d+)\/.*/, '$1/id'))).toBe(made);
  });

  test.each<readonly [slips: Slips, broken: readonly RequirementId[], requests: number]>([
    [{ spreadsEdits: true }, ['renewals.edit-isolated'], 7],
    [{ makesRefusedEdits: true }, ['renewals.refused-edit-unchanged'], 5],
    [{ ignoresStart: true }, ['renewals.filter-range'], 2],
    [{ mixesGroups: true }, ['renewals.list'], 2],
    [{ countsToFour: true }, ['paging.total'], 6],
    [{ mixesEmployees: true }, ['snapshots.list'], 4],
  ])('find %o, and shrink to a handful of requests that show it', async (slips, expected, requests) => {
    const session = await held(slips);
    for (const one of expected) {
      const { exchanges = [] } = session.ledger.entry(one).finding ?? {};
      expect(exchanges.length).toBeGreaterThan(0);
      expect(exchanges.length).toBeLessThanOrEqual(requests);
    }
    expect(broken(session)).toEqual(expect.arrayContaining([...expected]));
  });
});
