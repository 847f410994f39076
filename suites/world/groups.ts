import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Api } from '../engine/api.ts';
import type { Session } from '../engine/session.ts';
import { pageOf } from '../invariants/paging.ts';
import { idKey, recordsOf, type JsonObject } from '../invariants/reading.ts';
import { listFrom } from './list-from.ts';

/** A search of the groups list. */
export interface GroupSearch {
  /** The first group that was looked for; undefined when none was met. */
  readonly found: JsonObject | undefined;
  /** Whether the search saw the whole list, or found a group before its end. */
  readonly complete: boolean;
  /** The last page that was looked at. */
  readonly page: AnsweredExchange;
}

/** Pages of the list followed at the most. */
const longestWalk = 200;

/**
 * Looks for a group in the list (E1). Whether the list is paged is not shown: further pages are asked for only when the
 * first one says that there are some, and followed as long as the target honours `offset`.
 */
export async function findGroup(api: Api, isWanted: (group: JsonObject) => boolean): Promise<GroupSearch> {
  let page = await api.call('E1');
  for (let offset = 0, pages = 1; ; pages += 1) {
    const found = recordsOf(page)
      .map(({ record }) => record)
      .find(isWanted);
    const numbers = pageOf(page);
    if (found !== undefined) return { found, complete: true, page };
    if (numbers === undefined || numbers.offset !== offset || pages === longestWalk)
      return { found, complete: false, page };
    offset += numbers.length;
    if (offset >= numbers.total) return { found, complete: true, page };
    if (numbers.length === 0) return { found, complete: false, page };
    page = await listFrom(offset, (paging) => api.call('E1', { query: paging }));
  }
}

/**
 * What to do about the configured group where the target does not list it: nothing that builds on it says anything of
 * the target then. Undefined where none is configured, it is listed, or the list cannot be followed to its end.
 */
export function remedyForGroup(session: Session): Promise<string | undefined> {
  return session.once('remedy for the group', async () => {
    const { groupId: configured } = session.parameters.target.fixtures;
    if (configured === undefined) return undefined;
    const { found, complete } = await findGroup(session.api('setup'), ({ id }) => idKey(id) === idKey(configured));
    if (found !== undefined || !complete) return undefined;
    return `fixtures.groupId ${configured} is not listed by the target: remove it, or name one that is`;
  });
}
