import { idKey, isObject, type JsonObject, objectOf } from '../spec/index.ts';
import * as fc from 'fast-check';
import { arbitraryDecision } from '../generators/index.ts';
import type { KeptExchange } from '../target/exchange-archive.ts';
import { heldStatuses, isRefusal, isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { answerOf } from './engine/assertions.ts';
import { isLeanTry } from './engine/case-scope.ts';
import type { Check } from './engine/check.ts';
import { part, ruleOnSuccesses } from './engine/definition.ts';
import type { Slot } from './engine/memory.ts';
import { isFrugal } from './engine/plan.ts';
import { Undecided, unlessUndecided, wordsOf } from './engine/verdicts.ts';
import { decisionBase } from './fixtures/taken-bodies.ts';
import { farDays, isOnePerDay } from './fixtures/renewal-days.ts';
import {
  editDecision,
  editedBody,
  editInAnyWay,
  editsOf,
  editInTime,
  editTried,
  editTwice,
  theOneDecision,
  type EditsOfOne,
} from './fixtures/decision-edits.ts';
import { changesInPlace, endingEarlier } from './fixtures/edit-ways.ts';
import { currentDecision, currentListing } from './fixtures/decision-lists.ts';
import { decisionOf, ownDays, createDecision, createInSomeYear, decisionOn } from './fixtures/decision-records.ts';
import { onDay } from './fixtures/enrollment-days.ts';
import { earlyEditsStayListed, listedAsEdited, listedAsSent } from './checks/listed-edits.ts';
import {
  changeIn,
  changesByItself,
  isAsBefore,
  oneElsewhereStays,
  othersStay,
  othersStayAtEnd,
} from './checks/isolated-edits.ts';
import { groupId } from './fixtures/own-groups.ts';
import { makesNoOther, movedByRefusals, refusedIsNotMade, wrongEditsChangeNothing } from './checks/refused-edits.ts';
import { leanDecisions, leanest } from './fixtures/lean-bodies.ts';
import { orOfTheOne } from './fixtures/the-one-decision.ts';
import { decisionAdaptation } from './fixtures/adaptation.ts';
import { differences, exactly } from './rules/comparison.ts';
import { contentViolations, decisionsOf } from './rules/decision-content.ts';
import { isMalformed } from './rules/malformed-origin.ts';
import { successBody } from './rules/reading.ts';
import { isIgnoredEdit } from './rules/known-records.ts';
import { decisionTraffic } from './traffic/body-traffic.ts';
import { modelTraffic, sequences } from './traffic/model-traffic.ts';
import { earlyOfEachStatus, watchTraffic } from './traffic/watch-traffic.ts';

/** Group and creation time of each decision, as first seen. */
const origins: Slot<Map<string, Pick<JsonObject, 'group_id' | 'created'> & { readonly kept: KeptExchange }>> = () =>
  new Map();

/** Judges accepted edits: the answer must have what was sent, and nothing else may have changed. */
const edited = ruleOnSuccesses(['E3', 'E4', 'E5'], (exchange, memory) => {
  const seen = memory.at(origins);
  for (const { record } of decisionsOf(exchange, memory)) {
    const { id, group_id, created } = record;
    if (!seen.has(idKey(id))) seen.set(idKey(id), { group_id, created, kept: memory.archive.keep(exchange) });
  }
  if (exchange.request.endpoint !== 'E4' || isMalformed(exchange) || isIgnoredEdit(exchange, memory)) return undefined;
  const status = answerOf(exchange).status(200, 'an edit');
  const answered = successBody(exchange, 'E4');
  const sent = exchange.request.json;
  if (answered === undefined || !isObject(sent)) return status;
  const id = exchange.request.pathParameters.renewal_decision_id;
  const origin = seen.get(idKey(id));
  const { group_id, created } = origin ?? {};
  const changed = differences({ id, group_id, created }, answered, exactly, '', 1).map((change) => ({
    code: 'changed',
    message: `an edit changed ${change.pointer}`,
    ...change,
    earlier: origin === undefined ? [] : [origin.kept.recall()],
  }));
  return [...status, ...changed, ...contentViolations(sent, answered)];
});

async function editInARow(check: Check): Promise<void> {
  const { api, assert, session } = check;
  const usual = await editTried(session);
  const tried = heldStatuses.has(usual.answer.status) ? await editInTime(check) : usual;
  if (tried === undefined)
    throw new Undecided('blocked', `decisions move on before they can be edited: ${wordsOf(usual)}`, usual);
  assert(answerOf(tried).status('a success (2xx)', 'an edit of the date, the enrollment, the plans or the lines'));
  const [first = '', ...days] = await ownDays(session, 'edit', farDays);
  let decision = decisionOf(await createDecision(check, first));
  let firstVersion: string | undefined;
  const sent = await decisionOn(session, first);
  for (const [index, day] of [...days, ...days.slice(0, 1)].entries()) {
    const edits = index + 1;
    // A service may restrict some of what an edit changes, but not all of it: any edit that it accepts will do.
    const exchange = await editInAnyWay(session, api, decision, sent, day, edits);
    const { pathParameters: path, json } = exchange.request;
    if (edits === 1 && isRefusal(exchange)) {
      // An edit was accepted before, so the service may accept edits of some decisions only, such as the newest.
      session.ledger.accepts('edits', 'of some decisions', wordsOf(exchange));
      return;
    }
    firstVersion ??= path.version;
    if (edits > 1 && isRefusal(exchange)) {
      const old = await api.call('E4', { path: { ...path, version: firstVersion ?? '' }, json });
      const { status } = exchange.answer;
      assert(
        answerOf(old, exchange)
          .at('#status')
          .satisfies(!isSuccess(old) || isIgnoredEdit(old, session.memory), {
            code: 'current-refused',
            message: `an edit under the current version was refused with ${status}, and under the version of the first edit it was taken`,
            expected: 'a refusal, where the current version is refused',
          }),
      );
      // It may accept no edit to that day, only so many edits of one decision, or none of a decision that has moved on.
      const kept = onDay(session, sent, String(decision.renewal_date));
      const inPlace = await editDecision(session, api, await groupId(session), decision, endingEarlier(kept, edits));
      if (isSuccess(inPlace)) {
        session.ledger.accepts('edits', 'to some renewal dates', wordsOf(exchange));
        return;
      }
      const now = await currentDecision(api, await groupId(session), decision);
      const isSameState = now === undefined || now.status === decision.status;
      session.ledger.accepts(
        'edits',
        isSameState ? `${edits - 1} of a decision` : 'of some decisions',
        wordsOf(exchange),
      );
      return;
    }
    assert(answerOf(exchange).status('a success (2xx)', `an edit under the current version (edit ${edits})`));
    decision = decisionOf(exchange);
  }
}

async function editedIsListed(check: Check): Promise<void> {
  const { api, session } = check;
  const group = await groupId(session);
  const { context, canonical, reduce } = await decisionBase(session);
  const adaptation = await decisionAdaptation(session);
  let begun = 0;
  const edits = fc.array(arbitraryDecision(context).map(reduce), { minLength: 1, maxLength: 3 });
  await check.forAll(
    fc.tuple(fc.constant(canonical(context)), edits),
    async ([plain, bodies]) => {
      begun += 1;
      const purpose = isOnePerDay(session) ? `edit-listed ${begun}` : 'edit-listed';
      const isExtra = begun > 1;
      const [day = ''] = await ownDays(session, purpose, [0], isExtra);
      let decision = decisionOf(await createInSomeYear(check, day, group, plain));
      const edit = editsOf(session, api, group, decision);
      let isEdited = false;
      const listAfter = async (edited: AnsweredExchange): Promise<void> => {
        await listedAsEdited(check, group, decision, edited);
        decision = decisionOf(edited);
        isEdited = true;
      };
      for (const body of bodies) {
        const edited = await adaptation.send(body, edit);
        if (!isSuccess(edited)) break;
        await listAfter(edited);
      }
      if (isEdited || isLeanTry()) return;
      const [move = day] = await ownDays(session, purpose, [9], isExtra).catch(() => []);
      const edited = await editInAnyWay(session, api, decision, await decisionOn(session, day), move);
      if (!isSuccess(edited)) throw new Undecided('blocked', `an edit was refused: ${wordsOf(edited)}`, edited);
      await listAfter(edited);
    },
    {
      cases: Math.ceil(session.plan.cases / 4),
      leaner: ([plain, bodies], fails) =>
        leanest(
          [plain, ...bodies.map((body) => adaptation.adapted(body))],
          leanDecisions,
          async ([created = plain, ...left]) => left.length > 0 && fails([created, left]),
        ),
    },
  );
}

/**
 * Edits a decision four times, and looks for it after each edit: a service may keep only so many edits. Then changes
 * each part of it alone, on the same day: a service may store only what it finds changed.
 */
async function eachOfARowIsListed(check: Check): Promise<void> {
  const { api, session } = check;
  const isOne = isOnePerDay(session);
  const group = await groupId(session);
  const [first, ...days] =
    (await ownDays(session, 'edit-listed', isOne ? [0] : farDays, isOne).catch(unlessUndecided)) ?? [];
  if (first === undefined) return;
  const created = await createDecision(check, first);
  let decision = decisionOf(created);
  let sent = created.request.json;
  const versions: unknown[] = [];
  const isListedAfter = async (exchange: AnsweredExchange): Promise<boolean> => {
    if (!isSuccess(exchange)) return false;
    await listedAsEdited(check, group, decision, exchange, versions);
    versions.push(decision.version);
    decision = decisionOf(exchange);
    sent = exchange.request.json;
    return true;
  };
  for (const [index, day] of [...days, ...days.slice(0, 1)].entries()) {
    const exchange = await editInAnyWay(session, api, decision, await decisionOn(session, first), day, index + 1);
    if (!(await isListedAfter(exchange))) return;
  }
  for (const json of changesInPlace(objectOf(sent)))
    await isListedAfter(await editDecision(session, api, group, decision, json, false));
}

/**
 * Edits early decisions, one of each status that they have moved on to, and looks for them: a service may refuse such
 * edits, but what it accepts has to be there.
 */
async function lateEditsAreListed(check: Check): Promise<void> {
  const { api, session } = check;
  if (isFrugal(session)) return;
  await earlyEditsStayListed(check);
  const group = await groupId(session);
  for await (const current of earlyOfEachStatus(session, api)) {
    const [day = ''] = await ownDays(session, `late edits of ${String(current.status)}`, [0], true);
    const body = await editedBody(session, await decisionOn(session, String(current.renewal_date)), 1, day, current);
    const edited = await editDecision(session, api, group, current, body, false);
    if (isSuccess(edited)) await listedAsEdited(check, group, current, edited);
  }
}

async function theOneEditIsListed(check: Check): Promise<void> {
  const { created, edited, before } = await theOneDecision(check.session);
  listedAsSent(check, created, edited, before);
}

/** An edit under an outdated version, of a decision that only this check uses unless records are few. */
async function staleEdit(check: Check): Promise<EditsOfOne> {
  const { session } = check;
  if (isFrugal(session)) return theOneDecision(session);
  const [day = ''] = await ownDays(session, `stale ${check.id}`, [0]);
  return editTwice(session, decisionOf(await createInSomeYear(check, day)));
}

async function observeStaleEdit(check: Check): Promise<void> {
  const { stale: exchange } = await staleEdit(check);
  const isIgnored = isIgnoredEdit(exchange, check.session.memory);
  const value = `${isIgnored ? 'ignored' : isSuccess(exchange) ? 'accepted' : 'refused'} with ${exchange.answer.status}`;
  check.observe(value, { shownBy: () => exchange });
}

async function changedNothing(check: Check, { stale: exchange, before, after }: EditsOfOne): Promise<void> {
  check.assert(answerOf(exchange).status('no 5xx', 'an edit of an old version'));
  if (isSuccess(exchange))
    check.undecided(
      'not-reached',
      'the target answers edits under an old version with a success, so that none was refused',
    );
  if (exchange.repeated)
    check.undecided('not-reached', 'an edit that was refused may have been carried out before, without an answer');
  if (changeIn(before.decision, after) !== undefined && (await changesByItself(check, 0)))
    check.undecided('not-reached', 'decisions change without an edit, so that what a refused one changes is not seen');
  isAsBefore(check, { before: before.decision, after, edit: exchange, what: 'a refused edit changed the decision' });
  await makesNoOther(check, before.decision, exchange);
}

async function refusedEditChangesNothing(check: Check): Promise<void> {
  const { session } = check;
  const first = await staleEdit(check).catch(async (error: unknown) => {
    if (error instanceof Undecided) await refusedIsNotMade(check, error);
    throw error;
  });
  await changedNothing(check, first);
  if (isFrugal(session)) return;
  const { stale, before, after } = first;
  const { pathParameters: path, json } = stale.request;
  const sendAgain = async (): Promise<AnsweredExchange | undefined> => {
    const again = await check.api.call('E4', { path, json });
    return isSuccess(again) ? undefined : again;
  };
  const moved = await movedByRefusals(check, await groupId(session), before.decision, after.decision, sendAgain);
  if (moved !== undefined) check.noFinding(moved);
  // A service may accept only one edit of a decision.
  const second = await editTwice(session, after.decision ?? before.decision, 2).catch(unlessUndecided);
  if (second === undefined) return;
  await changedNothing(check, second);
  // A service may know just the version before the current one as an old one.
  const { decision } = second.after;
  const oldest = await sendAgain();
  if (decision === undefined || oldest === undefined) return;
  const afterOldest = await currentListing(check.api, await groupId(session), decision);
  await changedNothing(check, { ...second, before: { ...second.after, decision }, stale: oldest, after: afterOldest });
}

/** Requirements of edits of renewal decisions (`spec/documents/4-endpoints.md`, E4). */
export const renewalEdits = part(
  'renewals',
  { needs: ['writes'], traffic: [decisionTraffic, watchTraffic] },
  {
    edit: {
      how: 'A decision is edited to another renewal date or, where that is refused, in its enrollment, its plans or its lines: one of these has to be taken. In the first way that is, a decision is edited four times in a row, where so many are taken, and no later one may be refused under the current version and taken under the first; each generated decision is edited twice to others, each named example away from itself and back: each answer has to be 200, with the `id` of the path, `group_id` and `created` as first seen, and the date, carriers, lines, days and plans that were sent, no plan more. An edit whose version moved in between is repeated under the current one. What a service does with one under an old version is open: an answer that has the decision as it was before says nothing.',
      footprint: { least: 12 },
      profiles: { health: { scenario: null } },
      rule: edited,
      scenario: editInARow,
    },

    'edit-listed': {
      how: `A quarter of the cases create a decision and edit it one to three times with generated bodies, and one is edited four times where a day may have several, then in its plans, its enrollment and its lines, each alone, where the target takes that: after each edit the list of its date, walked over its pages, has to have the decision with the content sent (what the edit was answered with alike is no matter of the list), and not under the version that was edited, nor, with nothing else changed, under one for which an edit is refused where it is taken for the answered one. Edits stay on the day where the target moves no decision. At the end of the run up to six that were edited early have to be listed as their last edit left them; one of these is edited twice more without moving it, with nothing else written, and an early decision of each status but the first is edited as well. A refused edit says nothing. ${sequences}`,
      footprint: { least: 14, perCase: 1.2, writes: 0.5 },
      traffic: [modelTraffic],
      profiles: { health: { scenario: theOneEditIsListed } },
      scenario: [editedIsListed, eachOfARowIsListed],
      atEnd: lateEditsAreListed,
    },

    'edit-isolated': {
      how: `Three decisions are created, two on one day if the target takes that, and one in another group of the organization; the second is edited, then the first, then the second again, and where a day may have two, the third is moved to the day of the first, with an earlier end of open enrollment. Before and after each edit the others are read from their lists: date, body, group and \`created\` have to be the same. Where they are not, a further decision is made and left alone for as long: if that changes too, all of this is done again at the end of the run, when nothing else is written, and stays undecided if it changes then. Otherwise two edits are sent then, and the newest decision of the other group read, and the one that was made right after the edited one. ${sequences}`,
      footprint: { least: 30 },
      traffic: [modelTraffic],
      profiles: { health: 'it makes several decisions' },
      scenario: orOfTheOne(othersStay, oneElsewhereStays),
      atEnd: orOfTheOne(othersStayAtEnd, (check) => oneElsewhereStays(check, 'at the end')),
    },

    'edit-stale': {
      how: 'Observed: a decision is created and edited, then edited again under its first version; whether that was taken, refused, or answered with the decision as it was, and with which code.',
      footprint: { least: 12 },
      scenario: observeStaleEdit,
    },

    'refused-edit-unchanged': {
      how: `A decision is created and edited, then edited again under its first version, and the same once more with the edited one, then under the version of the very first: no 5xx may come, and if it was refused, date, body, group and \`created\` in the list have to be as before, and the day that it says may hold no other decision like it; and the version and \`modified\`, where they move with each of several such edits and not between them. A target that takes the edit leaves it undecided. Another decision gets edits that break each documented rule, one that is cut short, one of an unknown version and, where the target takes one decision a day, one that moves it to a day which has one: those that are refused may change nothing of it either. ${sequences}`,
      footprint: { least: 17, variations: 60 },
      traffic: [modelTraffic],
      profiles: { health: { scenario: refusedEditChangesNothing } },
      scenario: [refusedEditChangesNothing, wrongEditsChangeNothing],
    },
  },
);
