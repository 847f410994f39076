import { arbitraryConnection, connectionExamples, exampleBodies } from '../../generators/index.ts';
import type { GroupConnectionInput } from '../../spec/index.ts';
import { connectionBase } from '../fixtures/bodies.ts';
import { createSteering } from '../fixtures/steering.ts';
import { drive, noteLessons, taken, type Drive } from './drive.ts';
import { examplesOf } from './examples.ts';

/** Group connections of every kind (E2). */
export const connections: Drive = async (session) => {
  const { context, body: base } = await connectionBase(session);
  const api = session.api('connections.create');
  const steering = createSteering(session, { taken: base });
  const examples = examplesOf({
    bodies: exampleBodies(base, connectionExamples(context)),
    taken: base,
    wrap: (body) => body,
    unwrap: (body) => body,
  });
  const send = async (body: GroupConnectionInput): Promise<void> => {
    const exchange = await steering.send(body, (json) => api.call('E2', { json }));
    taken(session, exchange, 'connections.accepts-generated');
  };
  await drive(session, 'connections', arbitraryConnection(context), send, { examples });
  // The organization that a connection names has to be the one that its key belongs to.
  if (session.parameters.target.secondCredentials !== undefined) await api.call('E2', { json: base }, 'second');
  noteLessons(session, steering, 'connections.accepts-generated');
};
