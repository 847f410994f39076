import type { Clock } from '../clock.ts';
import type { Dialect } from '../dialects.ts';
import type { Collection } from './database.ts';
import { openStore, type Store } from './store.ts';

export type Lists = Pick<Store, 'groups' | 'decisions' | 'snapshots'>;

/**
 * A store, and its lists as they were some time ago: read from a copy that each write reaches late, like the replica of
 * a database.
 *
 * Where they are no later than the store, they are its own.
 */
export function withLaggingLists(
  store: Store,
  { listOrder: order, listLag, listUpdates }: Dialect,
  { now }: Clock,
): { readonly store: Store; readonly lists: Lists } {
  if (listLag === 0 && listUpdates === 'each') return { store, lists: store };
  const shownAt = (written: number): number =>
    (listUpdates === 'each' ? written : (Math.floor(written / 1000) + 1) * 1000) + listLag;
  const copy = openStore(undefined, order);
  const writes: { readonly at: number; readonly apply: () => void }[] = [];

  /** The collection of a kind, whose writes the copy follows, and the copy. */
  function followed<Value>(original: Collection<Value>, late: Collection<Value>) {
    original.all().forEach((value) => late.add(value));
    const written = (how: 'add' | 'update') => (value: Value) => {
      original[how](value);
      writes.push({ at: shownAt(now()), apply: () => late[how](value) });
    };
    const page: Collection<Value>['page'] = (...wanted) => {
      while ((writes[0]?.at ?? Number.POSITIVE_INFINITY) <= now()) writes.shift()?.apply();
      return late.page(...wanted);
    };
    return [
      { ...original, add: written('add'), update: written('update') },
      { ...late, page },
    ] as const;
  }

  const [groups, lateGroups] = followed(store.groups, copy.groups);
  const [decisions, lateDecisions] = followed(store.decisions, copy.decisions);
  const [snapshots, lateSnapshots] = followed(store.snapshots, copy.snapshots);
  return {
    lists: { groups: lateGroups, decisions: lateDecisions, snapshots: lateSnapshots },
    store: {
      ...store,
      groups,
      decisions,
      snapshots,
      transaction(work) {
        const before = writes.length;
        try {
          return store.transaction(work);
        } catch (error) {
          writes.length = before;
          throw error;
        }
      },
      close() {
        copy.close();
        store.close();
      },
    },
  };
}
