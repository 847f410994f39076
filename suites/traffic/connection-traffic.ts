import { arbitraryConnection, connectionExamples, exampleBodies, withOwnEmployer } from '../../generators/index.ts';
import type { GroupConnectionInput } from '../../spec/index.ts';
import { connectionBase } from '../fixtures/taken-bodies.ts';
import type { Workload } from '../engine/definition.ts';
import type { Session } from '../engine/session.ts';
import { createAdaptation } from '../fixtures/adaptation.ts';
import { leanConnections, leanest } from '../fixtures/lean-bodies.ts';
import { examplesOf, observeLearned, sendCases, taken } from './workload.ts';

async function connectOfEveryKind(session: Session): Promise<void> {
  const { context, body: base, reduce } = await connectionBase(session);
  const api = session.api('connections.create');
  const adaptation = createAdaptation(session, { taken: base });
  const examples = examplesOf({
    // Each is of an employer of its own, since a service may connect one only once.
    bodies: exampleBodies(base, connectionExamples(context)).map((example, index) => ({
      ...example,
      body: withOwnEmployer(example.body, String(index)),
    })),
    taken: base,
    wrap: (body) => body,
    unwrap: (body) => body,
  });
  const send = async (body: GroupConnectionInput): Promise<void> => {
    const exchange = await adaptation.send(body, (json) => api.call('E2', { json }));
    taken(session, exchange, 'connections.accepts-generated');
  };
  await sendCases(session, 'connections', arbitraryConnection(context).map(reduce), send, {
    examples,
    leaner: (body, fails) => leanest([adaptation.adapted(body)], leanConnections, ([lean = body]) => fails(lean)),
  });
  // A connection has to name the organization of its key.
  if (session.plan.target.secondCredentials !== undefined) await api.call('E2', { json: base }, 'second');
  observeLearned(session, adaptation, 'connections.accepts-generated');
}

/** Group connections of every kind (E2). */
export const connectionTraffic: Workload = {
  name: 'connections',
  run: connectOfEveryKind,
  async frugal(session) {
    await connectionBase(session);
  },
};
