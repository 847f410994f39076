import { httpDate } from '../../generators/index.ts';
import { objectOf } from '../../spec/index.ts';
import type { Check } from '../engine/check.ts';
import { assertListed, hasDecision, notInWholeList, walkDecisions } from '../fixtures/decision-lists.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { decisionBase } from '../fixtures/taken-bodies.ts';
import { watchedRecords } from './watch-traffic.ts';

/**
 * Asserts that decisions that were left alone are still listed, in any status, at least by their day; and that the list
 * without filters, if everything that it counts can be read, has the first decision of the run if the list of its day
 * has it.
 */
export async function watchedAreListed(check: Check): Promise<void> {
  const { api, session, that } = check;
  const { decisions, withoutSome } = await watchedRecords(session);
  const wrong = { code: 'no-longer-listed', message: 'a decision that was left alone is no longer listed' };
  for (const { decision, listed, ofItsDay } of decisions)
    if (listed !== undefined) session.ledger.judged(check.id);
    else if (ofItsDay !== undefined) {
      assertListed(check, ofItsDay, decision, wrong);
      if (withoutSome?.complete === true) that(false, () => notInWholeList(decision, ofItsDay, withoutSome));
    }
  // The decision that was made first: all others have been made since.
  const { id, renewal_date: day } = objectOf((await decisionBase(session)).exchange.answer.json);
  const group = await groupId(session);
  const whole = await walkDecisions(api, group, {}, [id]);
  if (hasDecision(whole, id) || !whole.complete) return;
  const ofItsDay = await walkDecisions(api, group, { renewal_date: httpDate(String(day)) }, [id]);
  that(!hasDecision(ofItsDay, id), () => notInWholeList({ id, renewal_date: day }, ofItsDay, whole));
}

/** Asserts that the list of a day has the decisions of that day that the whole list has, in any status. */
export async function watchedAreListedByDate(check: Check): Promise<void> {
  const wrong = { code: 'not-listed', message: 'a decision is listed without filters, and not by its day' };
  for (const { decision, listed, ofItsDay } of (await watchedRecords(check.session)).decisions)
    if (listed !== undefined && ofItsDay !== undefined) assertListed(check, ofItsDay, decision, wrong);
}

/** Asserts that a list that begins before the decisions has those that the whole list has, in any status. */
export async function watchedAreListedSince(check: Check): Promise<void> {
  const { decisions, sinceFirst } = await watchedRecords(check.session);
  const message = 'a decision is listed without filters, and not with a start_date before its own date';
  for (const { decision, listed, ofItsDay } of decisions)
    if (sinceFirst !== undefined && listed !== undefined && ofItsDay !== undefined)
      assertListed(check, sinceFirst, decision, { code: 'not-listed', message });
}
