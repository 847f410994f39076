import { requirement } from './engine/requirement.ts';
import { idKey, recordsOf } from './invariants/reading.ts';
import { findGroup } from './fixtures/groups.ts';

requirement('groups.fixture-listed', async ({ api, session, that, undecided }) => {
  const { groupId: configured } = session.parameters.target.fixtures;
  if (configured === undefined) return undecided('not-configured', 'no group is configured; set fixtures.groupId');
  const { found, complete, page } = await findGroup(api, ({ id }) => idKey(id) === idKey(configured));
  if (!complete)
    return undecided('not-reached', 'the groups list is longer than its first page and does not honour offset');
  const listed = recordsOf(page).map(({ record }) => record.id);
  return that(found !== undefined, () => ({
    message: 'the configured group is not listed',
    exchanges: [page],
    pointer: '/response',
    expected: [...listed, configured],
    actual: listed,
  }));
});
