import { canonicalTaken } from './engine/accepted.ts';
import { requirement } from './engine/requirement.ts';
import { runDrive } from './traffic/index.ts';
import { seen } from './invariants/observing.ts';
import { objectOf, sameId } from './invariants/reading.ts';
import { connectionBase } from './fixtures/bodies.ts';
import { findGroup } from './fixtures/groups.ts';

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

requirement('connections.new-group', async ({ api, session, observe, undecided }) => {
  const { exchange } = await connectionBase(session);
  const { group_id: group } = objectOf(exchange.answer.json);
  // The whole list: on which page the group stands says how many there are, not what the target does.
  const { found, complete } = await findGroup(api, ({ id }) => sameId(id, group));
  if (!complete) return undecided('not-reached', 'the groups list cannot be followed to its end');
  return observe(found === undefined ? 'not listed at once' : 'listed at once');
});
