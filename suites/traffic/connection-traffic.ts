import { arbitraryConnection, connectionExamples, withOwnEmployer } from '../../generators/index.ts';
import { connectionBase } from '../fixtures/taken-bodies.ts';
import type { Workload } from '../engine/definition.ts';
import type { Session } from '../engine/session.ts';
import { createAdaptation } from '../fixtures/adaptation.ts';
import { leanConnections } from '../fixtures/lean-bodies.ts';
import { sendBodies } from './workload.ts';

async function connectOfEveryKind(session: Session): Promise<void> {
  const base = await connectionBase(session);
  const api = session.api('connections.create');
  await sendBodies(session, {
    name: 'connections',
    kind: leanConnections,
    open: 'connections.accepts-generated',
    base,
    adaptation: createAdaptation(session, { taken: base.body }),
    arbitrary: arbitraryConnection,
    examples: connectionExamples,
    // A service may connect an employer only once.
    distinguish: (body, index) => withOwnEmployer(body, String(index)),
    send: (write, body) => write(body, (json) => api.call('E2', { json })),
  });
  // A connection has to name the organization of its key.
  if (session.plan.target.secondCredentials !== undefined) await api.call('E2', { json: base.body }, 'second');
}

/** Group connections of every kind (E2). */
export const connectionTraffic: Workload = {
  name: 'connections',
  run: connectOfEveryKind,
  async frugal(session) {
    await connectionBase(session);
  },
};
