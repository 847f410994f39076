import { mayBeOwn } from '../../../suites/rules/malformed-origin.ts';
import { objectOf } from '../../../suites/rules/reading.ts';
import { NoVerdictError, apiPlace, problemOf } from '../../../suites/preflight.ts';
import { printable } from '../../../results/index.ts';
import { isSuccess, type Exchange } from '../../../target/exchange.ts';
import { isIdentifier } from '../identifiers.ts';
import type { Learned, SeenInRecords } from './learned.ts';
import { numbersOfPage, recordsOfPage, seenInRecords } from './seen-in-records.ts';
import { counted, type Tell } from './step.ts';

/** What reading alone tells of a target. */
export interface Read extends SeenInRecords, Pick<Learned, 'groupId' | 'isDefaultGroup'> {}

/** Asks for a list of the target by its path: the groups (E1), or the renewal decisions of one of them (E5). */
export type GetList = (
  endpoint: 'E1' | 'E5',
  path: string,
  parameters: Readonly<Record<string, string>>,
) => Promise<Exchange>;

/** Groups whose decisions are looked at, at the most. */
const groupsRead = 5;

interface Group {
  readonly id: string;
  readonly name: string;
}

function groupOf(record: unknown): Group | undefined {
  if (typeof record !== 'object' || record === null || !('id' in record)) return undefined;
  const name = 'name' in record && typeof record.name === 'string' ? record.name : '';
  return typeof record.id === 'string' && isIdentifier(record.id) ? { id: record.id, name } : undefined;
}

/** A group with its decisions; undefined in place of a list that was refused. */
interface ReadGroup extends Group {
  readonly decisions: readonly unknown[] | undefined;
}

async function readDecisions(get: GetList, groups: readonly Group[]): Promise<readonly ReadGroup[]> {
  const read: ReadGroup[] = [];
  for (const group of groups) {
    const path = `/api/v1/groups/${encodeURIComponent(group.id)}/renewal_decisions`;
    const exchange = await get('E5', path, { group_id: group.id });
    read.push({ ...group, decisions: isSuccess(exchange) ? recordsOfPage(exchange.answer?.json) : undefined });
  }
  return read;
}

/** The one to work in: where decisions are there already, others are more likely to be taken. */
function choose(groups: readonly ReadGroup[]): ReadGroup | undefined {
  const usable = groups.filter(({ decisions }) => decisions !== undefined);
  return usable.find(({ decisions = [] }) => decisions.length > 0) ?? usable[0] ?? groups[0];
}

function tellDecisions(groups: readonly ReadGroup[], seen: SeenInRecords, tell: Tell): void {
  const looked = groups.reduce((sum, { decisions = [] }) => sum + decisions.length, 0);
  const isRefused = groups.every(({ decisions }) => decisions === undefined);
  const kinds = [counted(seen.carrierIds.length, 'carrier'), counted(seen.planIds.length, 'plan')].join(' and ');
  const lines = seen.lines.length === 0 ? '' : `, lines of coverage ${seen.lines.join(', ')}`;
  const found =
    looked === 0 ? 'none there yet, so they tell of no carriers and plans' : `${looked} looked at: ${kinds}${lines}`;
  tell({
    name: 'decisions',
    ok: !isRefused,
    text: isRefused ? `their list was refused for ${counted(groups.length, 'group')}` : found,
  });
}

/**
 * Asks for the groups, and for the renewal decisions of the first of them.
 *
 * @param given the group to work in, where it was given
 * @throws NoVerdictError when the groups list cannot be had
 */
export async function readGroups(get: GetList, baseUrl: string, given: string | undefined, tell: Tell): Promise<Read> {
  const listed = await get('E1', '/api/v1/groups', {});
  const problem = problemOf(apiPlace(baseUrl), listed);
  if (problem !== undefined) throw new NoVerdictError(problem);
  const records = recordsOfPage(listed.answer?.json);
  // Those that runs of the suite connected come last, as they do for a run.
  const isOwn = (record: unknown): boolean => mayBeOwn(objectOf(record));
  const groups = [...records.filter((record) => !isOwn(record)), ...records.filter(isOwn)].flatMap(
    (record) => groupOf(record) ?? [],
  );
  const own =
    given === undefined ? [] : [groups.find(({ id }) => id === given) ?? { id: given, name: 'the one given' }];
  const looked = [...own, ...groups.filter(({ id }) => id !== given)].slice(0, groupsRead);
  if (looked.length === 0) {
    tell({ name: 'groups', ok: false, text: 'none is listed that has an id; give one with --group-id' });
    return seenInRecords([]);
  }
  const read = await readDecisions(get, looked);
  const chosen = given === undefined ? choose(read) : read[0];
  const { total = groups.length, pageSize } = numbersOfPage(listed.answer?.json);
  const paging = pageSize === undefined ? '' : ` in pages of ${pageSize}`;
  const named = chosen === undefined ? '' : `; ${printable(chosen.name, 60)} (${chosen.id}) is used`;
  tell({ name: 'groups', ok: true, text: `${total} listed${paging}${named}` });
  const seen = seenInRecords(read.flatMap(({ decisions = [] }) => decisions));
  tellDecisions(read, seen, tell);
  if (chosen === undefined) return seen;
  const isDefault = given === undefined && chosen.id === groups[0]?.id;
  return { ...seen, groupId: chosen.id, ...(isDefault ? { isDefaultGroup: true } : {}) };
}
