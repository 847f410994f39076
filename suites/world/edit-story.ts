import { canonicalDecision } from '../../generators/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import type { JsonObject } from '../invariants/reading.ts';
import { wordsOf } from './base.ts';
import { decisionBase } from './bodies.ts';
import { farDays, ownDate } from './dates.ts';
import { currentDecision, currentListing, decisionOf, editDecision, type Listing } from './decisions.ts';
import { groupId } from './group.ts';

/** An edit of a decision under its current version, and one under the version before. */
export interface EditStory {
  /** The decision before any edit. */
  readonly created: JsonObject;
  /** The answer to the edit under the current version: a success. */
  readonly edited: AnsweredExchange;
  /** The decision as its list had it then, and where. */
  readonly before: Listing & { readonly decision: JsonObject };
  /** The answer to the edit under the version that was no longer current. */
  readonly stale: AnsweredExchange;
  /** As its list had it at the end, if it did. */
  readonly after: Listing;
}

/**
 * Edits a decision, and then once more under the version that it had at first.
 *
 * @param created - a decision as it was created
 * @throws Undecided when the target does not take the first edit
 */
export async function tellEdits(session: Session, created: JsonObject): Promise<EditStory> {
  const api = session.api('renewals.edit-stale');
  const group = await groupId(session);
  const { context, reduce } = await decisionBase(session);
  const onDay = (day: number): ReturnType<typeof reduce> => ({
    ...reduce(canonicalDecision(context)),
    renewal_date: ownDate(session, 'stale', day),
  });
  const edited = await editDecision(api, group, created, onDay(farDays[1]));
  if (!isSuccess(edited)) throw new Undecided('blocked', `an edit was refused: ${wordsOf(edited)}`, edited);
  const before = await currentListing(api, group, decisionOf(edited));
  const { decision } = before;
  if (decision === undefined)
    throw new Undecided('not-reached', 'the edited decision is not in reach of its list', edited);
  const path = { renewal_decision_id: String(created.id), version: String(created.version) };
  const stale = await api.call('E4', { path, json: onDay(farDays[2]) });
  const after = await currentListing(api, group, decisionOf(isSuccess(stale) ? stale : edited));
  return { created, edited, before: { ...before, decision }, stale, after };
}

/** The story of the one decision of a run that makes few records. @throws Undecided */
export function theOneDecision(session: Session): Promise<EditStory> {
  return session.once('the one decision', async () => {
    const made = decisionOf((await decisionBase(session)).exchange);
    // It may have moved on since, and an edit under the version that it had is a write for nothing.
    const current = await currentDecision(session.api('renewals.edit'), await groupId(session), made);
    return tellEdits(session, current ?? made);
  });
}
