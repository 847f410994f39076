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
  orOfTheOne,
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
import { decisionAdaptation } from './fixtures/adaptation.ts';
import { earlyOfEachStatus } from './checks/late-looks.ts';
import { asViolations, differences, exactly } from './judging/comparison.ts';
import { contentViolations, decisionsOf } from './judging/decision-content.ts';
import { isMalformed } from './judging/malformed-origin.ts';
import { successBody } from './judging/reading.ts';
import { isIgnoredEdit } from './judging/known-records.ts';
import { decisionTraffic } from './traffic/body-traffic.ts';
import { modelTraffic, sequences } from './traffic/model-traffic.ts';
import { watchTraffic } from './traffic/watch-traffic.ts';

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
  const found = differences({ id, group_id, created }, answered, exactly, '', 1);
  const changed = asViolations(found, 'changed', (pointer) => `an edit changed ${pointer}`).map((change) => ({
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
    const exchange = await editInAnyWay(check, decision, sent, day, edits);
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
      const inPlace = await editDecision(check, await groupId(session), decision, endingEarlier(kept, edits));
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
  const { session } = check;
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
      const edit = editsOf(check, group, decision);
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
      const edited = await editInAnyWay(check, decision, await decisionOn(session, day), move);
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
  const { session } = check;
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
    const exchange = await editInAnyWay(check, decision, await decisionOn(session, first), day, index + 1);
    if (!(await isListedAfter(exchange))) return;
  }
  for (const json of changesInPlace(objectOf(sent)))
    await isListedAfter(await editDecision(check, group, decision, json, false));
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
    const edited = await editDecision(check, group, current, body, false);
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
      how: 'A decision is edited to another renewal date or, if that is refused, in its enrollment, its plans or its lines: one of these must be accepted. In the first way that is accepted, a decision is edited four times in a row, if so many are accepted; no later edit may be refused under the current version and accepted under the version of the first edit. Each generated decision is edited twice to other content, and each named example is edited to other content and back. Each answer must be 200, with the `id` of the path, `group_id` and `created` as first seen, and the date, carriers, lines, days and plans that were sent, with no further plan. An edit whose version changed in between is repeated under the current one. What a service does with an edit under an old version is open: an answer with the decision as it was before is ignored.',
      footprint: { least: 12 },
      profiles: { health: { scenario: null } },
      rule: edited,
      scenario: editInARow,
    },

    'edit-listed': {
      how: `A quarter of the cases create a decision and edit it one to three times with generated bodies. One more decision is edited four times if a day may have several decisions, and then in its plans, its enrollment and its lines, each alone, if the target accepts that. After each edit, the list of its date, walked over its pages, must contain the decision with the content that was sent; a deviation that the answer to the edit had as well does not count here. The decision must not be listed under the version that was edited. If nothing else changed, it must also not be listed under a version for which an edit is refused while the same edit is accepted for the answered version. Edits stay on the day if the target does not move decisions. At the end of the run, up to six decisions that were edited early must be listed as their last edit left them; one of these is edited twice more without moving it, while nothing else is written, and an early decision of each status except the first is edited as well. A refused edit is ignored. ${sequences}`,
      footprint: { least: 14, perCase: 1.2, writes: 0.5 },
      traffic: [modelTraffic],
      profiles: { health: { scenario: theOneEditIsListed } },
      scenario: [editedIsListed, eachOfARowIsListed],
      atEnd: lateEditsAreListed,
    },

    'edit-isolated': {
      how: `Three decisions are created, two of them on one day if the target accepts that, and one more in another group of the organization. The second is edited, then the first, then the second again. If a day may have two decisions, the third is then moved to the day of the first, with an earlier end of open enrollment. Before and after each edit, the others are read from their lists: date, body, group and \`created\` must be the same. If they are not, a further decision is created and left alone for the same time. If that one changes too, the whole check is repeated at the end of the run, when nothing else is written, and stays undecided if such a decision changes then as well. Otherwise, two edits are sent at the end: after the first, the newest decision of the other group is compared, after the second, the decision that was created right after the edited one. ${sequences}`,
      footprint: { least: 30 },
      traffic: [modelTraffic],
      profiles: { health: 'it makes several decisions' },
      scenario: orOfTheOne(othersStay, oneElsewhereStays),
      atEnd: orOfTheOne(othersStayAtEnd, (check) => oneElsewhereStays(check, 'at the end')),
    },

    'edit-stale': {
      how: 'Observed: a decision is created and edited, then edited again under its first version; whether that edit was accepted, refused, or answered with the decision as it was, and with which status code.',
      footprint: { least: 12 },
      scenario: observeStaleEdit,
    },

    'refused-edit-unchanged': {
      how: `A decision is created and edited, then edited again under its first version. The same is done once more with the edited decision, and then under the very first version. None of these may get a 5xx. If such an edit was refused, date, body, group and \`created\` in the list must be as before, and the day that the edit names must have no other decision with its content. The version and \`modified\` must not change with each of several such edits while they stay the same between them. A target that accepts the edit leaves it undecided. Another decision gets edits that break each documented rule, edits to two carriers of which the second is wrong, a truncated one, one of an unknown version and, if the target accepts one decision a day, one that moves it to a day that already has one. Those that are refused must not change it either. ${sequences}`,
      footprint: { least: 17, variations: 60 },
      traffic: [modelTraffic],
      profiles: { health: { scenario: refusedEditChangesNothing } },
      scenario: [refusedEditChangesNothing, wrongEditsChangeNothing],
    },
  },
);
