import { isUuid } from '../domain/identifier.ts';
import type { GroupRow } from '../store/groups.ts';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import { Problem, notFound } from './problem.ts';

/**
 * An identifier from the path, in lower case.
 *
 * @throws Problem when it is not even a UUID
 */
export function pathId(call: Call, name: string, what: string): string {
  const value = call.path[name];
  if (value === undefined || !isUuid(value)) throw new Problem('bad-id', `there is no such ${what}`);
  return value.toLowerCase();
}

/**
 * The calling organization's group that the path names.
 *
 * @throws Problem (not found)
 */
export function pathGroup(context: Context, call: Call): GroupRow {
  const group = context.store.groups.find(call.organizationId, pathId(call, 'group_id', 'group'));
  if (group === undefined) throw notFound('group');
  return group;
}
