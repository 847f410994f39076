import { canonicalTaken } from './engine/accepted.ts';
import { requirement } from './engine/requirement.ts';
import { runDrive } from './drives/index.ts';
import { seen } from './invariants/observing.ts';
import { arrayOf, objectOf, sameId } from './invariants/reading.ts';
import { connectionBase } from './world/bodies.ts';

requirement('connections.create', (check) =>
  canonicalTaken(check, 'a valid group connection', connectionBase(check.session)),
);

requirement('connections.accepts-generated', ({ session }) => runDrive(session, 'connections'));

requirement('connections.request-type', async ({ session, observe }) => {
  const { exchange } = await connectionBase(session);
  const { request_type: type } = objectOf(exchange.answer.json);
  const fields = [...(session.memory.at(seen).get('unknown fields')?.keys() ?? [])].filter((name) =>
    name.startsWith('group-connection.'),
  );
  observe(
    `${exchange.answer.status}, request_type ${String(type)}${fields.length === 0 ? '' : `, with ${fields.toSorted().join(', ')}`}`,
  );
});

requirement('connections.new-group', async ({ api, session, observe }) => {
  const { exchange } = await connectionBase(session);
  const { group_id: group } = objectOf(exchange.answer.json);
  const { response } = objectOf((await api.call('E1')).answer.json);
  const listed = arrayOf(response).some((record) => sameId(objectOf(record).id, group));
  observe(listed ? 'listed at once' : 'not on the first page of the groups list');
});
