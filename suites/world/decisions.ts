import { httpDate } from '../../generators/index.ts';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Api } from '../engine/api.ts';
import { pageOf } from '../invariants/paging.ts';
import { listFrom } from './list-from.ts';
import { idKey, objectOf, recordsOf, sameId, type JsonObject, type PlacedRecord } from '../invariants/reading.ts';

/** A walk over a group's decisions. */
export interface DecisionWalk {
  /** Every decision that could be reached. */
  readonly decisions: readonly JsonObject[];
  readonly exchanges: readonly AnsweredExchange[];
  /** Whether all that the list counts were reached: a target may page the list and not honour `offset`. */
  readonly complete: boolean;
}

/** Filters of a list, in the form that is shown. */
type Query = Readonly<Record<string, string>>;

/** Why a decision that a walk misses may be in the list all the same. */
export const outOfReach = 'the list is longer than its first page and does not honour offset';

/** Pages followed at the most: past that a list counts as out of reach. */
const longestWalk = 100;

/**
 * Lists a group's decisions (E5), following pages by `offset` where the target pages the list. Paging of E5 is not
 * shown, so that a walk may end before the list does.
 */
async function walkOnce(api: Api, group: string, query: Query): Promise<DecisionWalk> {
  const decisions = new Map<string, JsonObject>();
  const exchanges: AnsweredExchange[] = [];
  const totals = new Set<number>();
  let offset = 0;
  while (exchanges.length < longestWalk) {
    const exchange = await listFrom(offset, (paging) =>
      api.call('E5', { path: { group_id: group }, query: { ...query, ...paging } }),
    );
    exchanges.push(exchange);
    const page = pageOf(exchange);
    if (page === undefined) break;
    totals.add(page.total);
    const before = decisions.size;
    for (const { record } of recordsOf(exchange)) decisions.set(idKey(record.id), record);
    if (page.offset + page.length >= page.total || decisions.size === before) break;
    offset = page.offset + page.length;
  }
  // A total that moved on the way says that records did too: some may have slipped from one page to another.
  return { decisions: [...decisions.values()], exchanges, complete: totals.size === 1 && totals.has(decisions.size) };
}

/** Walks over a list of several pages that a decision must be missing from before it counts as missing. */
const walksToMiss = 4;

/**
 * Walks a group's decisions until each of the wanted ones was seen. Others make and move decisions at the same time,
 * so that one may slip through between two pages: only what several walks miss is missing.
 */
export async function walkDecisions(
  api: Api,
  group: string,
  query: Query,
  wanted: readonly unknown[],
): Promise<DecisionWalk> {
  for (let walks = 1; ; walks += 1) {
    const walk = await walkOnce(api, group, query);
    const all = wanted.every((id) => walk.decisions.some((decision) => sameId(decision.id, id)));
    if (all || walk.exchanges.length === 1 || walks === walksToMiss) return walk;
  }
}

/** A decision as the pages of a list show it. */
export interface Listing {
  /** Undefined where none of them does. */
  readonly decision: JsonObject | undefined;
  /** The page that shows it, or else the last one: none where there was no list. */
  readonly page: readonly AnsweredExchange[];
  /** Where that page has it; its items as a whole where it has not. */
  readonly pointer: string;
}

/** Where the pages of a list show the decision of an id. */
export function listingOf({ exchanges }: Pick<DecisionWalk, 'exchanges'>, id: unknown): Listing {
  const isIt = ({ record }: PlacedRecord): boolean => sameId(record.id, id);
  const page = exchanges.findLast((exchange) => recordsOf(exchange).some(isIt)) ?? exchanges.at(-1);
  const placed = page === undefined ? undefined : recordsOf(page).find(isIt);
  return {
    decision: placed?.record,
    page: page === undefined ? [] : [page],
    pointer: placed?.pointer ?? '/response',
  };
}

/** The decision as the group's list shows it now, and where. */
export async function currentListing(
  api: Api,
  group: string,
  { renewal_date: date, id }: JsonObject,
): Promise<Listing> {
  const query: Query = typeof date === 'string' ? { renewal_date: httpDate(date) } : {};
  return listingOf(await walkDecisions(api, group, query, [id]), id);
}

/** The decision as the group's list shows it now; undefined when the list does not show it. */
export async function currentDecision(api: Api, group: string, decision: JsonObject): Promise<JsonObject | undefined> {
  return (await currentListing(api, group, decision)).decision;
}

/**
 * What a list ought to hold beside what it holds: one decision more, or one less.
 *
 * @param decision - its id and its `renewal_date`
 */
export function listedBeside(
  listed: readonly JsonObject[],
  decision: JsonObject,
  isWanted: boolean,
): { readonly expected: readonly string[]; readonly actual: readonly string[] } {
  const inWords = ({ id, renewal_date: date }: JsonObject): string => `${idKey(id)} of ${String(date)}`;
  const others = listed.filter(({ id }) => !sameId(id, decision.id));
  return { expected: (isWanted ? [...others, decision] : others).map(inWords), actual: listed.map(inWords) };
}

/** Tries at an edit whose version moved on in between. */
const editTries = 6;

/**
 * Edits a decision under its current version (E4). A service may recalculate a decision at any time and so give it a
 * new version: a refused edit is tried again under the version that the list shows then.
 *
 * @returns the last answer: a success, or a refusal under a version that was still current afterwards
 */
export async function editDecision(
  api: Api,
  group: string,
  decision: JsonObject,
  json: RenewalDecisionInput,
): Promise<AnsweredExchange> {
  let { version } = decision;
  for (let tried = 1; ; tried += 1) {
    const exchange = await api.call('E4', {
      path: { renewal_decision_id: String(decision.id), version: String(version) },
      json,
    });
    if (isSuccess(exchange) || !isRefusal(exchange) || tried === editTries) return exchange;
    const current = await currentDecision(api, group, decision);
    if (current === undefined || sameId(current.version, version)) return exchange;
    version = current.version;
  }
}

/**
 * Edits of one decision, one after the other: each under the version that the one before was answered with, and the
 * decision is looked for on the day that it was moved to.
 */
export function editsOf(
  api: Api,
  group: string,
  decision: JsonObject,
): (json: RenewalDecisionInput) => Promise<AnsweredExchange> {
  let current = decision;
  return async (json) => {
    const exchange = await editDecision(api, group, current, json);
    if (isSuccess(exchange)) current = decisionOf(exchange);
    return exchange;
  };
}

/** A decision record of an answer; empty when there is none. */
export function decisionOf(exchange: AnsweredExchange): JsonObject {
  return isSuccess(exchange) ? objectOf(exchange.answer.json) : {};
}
