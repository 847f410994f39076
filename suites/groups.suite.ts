import { requirement } from './engine/requirement.ts';
import { pageOf } from './invariants/paging.ts';
import { idKey, recordsOf } from './invariants/reading.ts';

/** Pages of the groups list followed at the most. */
const longestWalk = 200;

requirement('groups.fixture-listed', async ({ api, session, that, undecided }) => {
  const { groupId: configured } = session.parameters.target.fixtures;
  if (configured === undefined) return undecided('not-configured', 'no group is configured; set fixtures.groupId');
  let offset = 0;
  for (let pages = 0; pages < longestWalk; pages += 1) {
    // Whether the list is paged is not shown: further pages are asked for only when the first one says there are some.
    const exchange = await api.call('E1', offset === 0 ? {} : { query: { offset: String(offset) } });
    const page = pageOf(exchange);
    if (page === undefined || page.offset !== offset) break;
    const found = recordsOf(exchange).some(({ record }) => idKey(record.id) === idKey(configured));
    offset += page.length;
    if (found || offset >= page.total) {
      return that(found, () => ({
        message: 'the configured group is not listed',
        exchanges: [exchange],
        pointer: '/response',
        expected: configured,
        actual: recordsOf(exchange).map(({ record }) => record.id),
      }));
    }
    if (page.length === 0) break;
  }
  return undecided('not-reached', 'the groups list is longer than its first page and does not honour offset');
});
