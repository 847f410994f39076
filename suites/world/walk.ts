import { setTimeout as sleep } from 'node:timers/promises';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Api } from '../engine/api.ts';
import { Undecided } from '../engine/verdicts.ts';
import { profiles, type Profile } from '../profiles/index.ts';
import { pageOf } from '../invariants/paging.ts';
import { idKey, recordsOf } from '../invariants/reading.ts';
import { wordsOf } from './base.ts';
import { listSnapshots } from './employee.ts';

/** An employee's list, walked page by page. */
export interface Walk {
  /** Ids in the order of the list, in one letter case. */
  readonly ids: readonly string[];
  /** Id and version of each record: two walks with the same ones saw the list at rest. */
  readonly state: string;
  readonly pages: readonly AnsweredExchange[];
}

/** A record that was met on a walk, and where it stands. */
export interface Place {
  /** In one letter case. */
  readonly id: string;
  readonly page: AnsweredExchange;
  /** JSON pointer to its id on the page. */
  readonly pointer: string;
}

/** The records of a walk in the order of the list. */
export function placesOf({ pages }: Pick<Walk, 'pages'>): readonly Place[] {
  return pages.flatMap((page) =>
    recordsOf(page).map(({ pointer, record }) => ({ id: idKey(record.id), page, pointer: `${pointer}/id` })),
  );
}

/** Pages followed at the most; a target whose pages never end would keep the walk going. */
const longestWalk = 300;

/** Walks an employee's snapshots (E8) with the given page size: each page begins where the one before ended. */
export async function walkSnapshots(api: Api, employeeId: string, pageSize: number): Promise<Walk> {
  const pages: AnsweredExchange[] = [];
  let offset = 0;
  while (pages.length < longestWalk) {
    const exchange = await listSnapshots(api, employeeId, { page_size: String(pageSize), offset: String(offset) });
    const page = pageOf(exchange);
    if (page === undefined)
      throw new Undecided('blocked', `the snapshots of an employee were answered with ${wordsOf(exchange)}`, exchange);
    pages.push(exchange);
    offset += page.length;
    if (page.length === 0 || offset >= page.total) break;
  }
  const records = pages.flatMap((page) => recordsOf(page).map(({ record }) => record));
  const state = records
    .map(({ id, version }) => `${idKey(id)} ${idKey(version)}`)
    .toSorted()
    .join();
  return { ids: records.map(({ id }) => idKey(id)), state, pages };
}

/** Walks at the most, and milliseconds between them, before what is missing from each of a moving list counts as missing. */
const walksToMiss = { tries: 12, pause: 250 } as const;

/**
 * Walks an employee's snapshots until each of the wanted ones was met: fulfilment moves records, and with them the order
 * of a list may move, so that one slips through between two pages. What two walks in a row miss that met the same records
 * in the same order is missing.
 */
export async function walkToAll(
  api: Api,
  employeeId: string,
  pageSize: number,
  wanted: readonly string[],
): Promise<Walk> {
  let before: string | undefined;
  for (let walks = 1; ; walks += 1) {
    const walk = await walkSnapshots(api, employeeId, pageSize);
    const isWhole = wanted.every((id) => walk.ids.includes(id));
    const met = walk.ids.join();
    if (isWhole || walk.pages.length === 1 || met === before || walks === walksToMiss.tries) return walk;
    before = met;
    await sleep(walksToMiss.pause);
  }
}

/**
 * Runs what needs a list at rest between two walks of it, again and again until both walks saw the same records in the
 * same versions: fulfilment may move them, and with them the order of the list.
 *
 * @param patience - tries at seeing the list at rest, and milliseconds between them
 * @returns the two walks and what the run in between gave
 * @throws Undecided (`not-reached`) when the list never came to rest
 */
export async function atRest<T>(
  api: Api,
  employeeId: string,
  between: (walk: Walk) => Promise<T>,
  { tries, pause }: Profile['patience'] = profiles.full.patience,
): Promise<{ before: Walk; after: Walk; result: T }> {
  for (let tried = 0; tried < tries; tried += 1) {
    const before = await walkSnapshots(api, employeeId, 20);
    const result = await between(before);
    const after = await walkSnapshots(api, employeeId, 20);
    if (before.state === after.state) return { before, after, result };
    await sleep(pause);
  }
  throw new Undecided('not-reached', "the list of the suite's own employee never came to rest");
}
