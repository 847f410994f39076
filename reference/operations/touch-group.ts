import type { Context } from './context.ts';

/** Makes a group another version of itself because something was made in it, where the dialect counts that as a change. */
export function touchGroup({ store, clock, dialect, newId }: Context, groupId: string): void {
  if (dialect.groupVersions === 'with-content') store.groups.touch(groupId, newId(), clock.now());
}
