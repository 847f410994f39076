import { arbitraryConnection } from '../../generators/index.ts';
import { connectionBase } from '../world/bodies.ts';
import { drive, taken, type Drive } from './drive.ts';

/** Group connections of every kind (E2). */
export const connections: Drive = async (session) => {
  const { context } = await connectionBase(session);
  const api = session.api('connections.create');
  await drive(session, 'connections', arbitraryConnection(context), async (json) => {
    taken(session, await api.call('E2', { json }), 'connections.accepts-generated');
  });
};
