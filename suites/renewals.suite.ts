import * as fc from 'fast-check';
import { arbitraryDecision, canonicalDecision, decisionVariations, httpDate } from '../generators/index.ts';
import type { RenewalDecisionInput } from '../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { canonicalTaken, notTaken } from './engine/accepted.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { isFrugal } from './engine/session.ts';
import { Undecided } from './engine/verdicts.ts';
import { runDrive } from './traffic/index.ts';
import { firstDifference, type Difference } from './invariants/comparison.ts';
import { contentBreaches } from './invariants/decision-echo.ts';
import { seen } from './invariants/observing.ts';
import { objectOf, sameId, type JsonObject } from './invariants/reading.ts';
import { decisionBase } from './fixtures/bodies.ts';
import { wordsOf } from './fixtures/base.ts';
import { farDays, ownDate } from './fixtures/dates.ts';
import {
  currentDecision,
  currentListing,
  decisionOf,
  editDecision,
  editsOf,
  listedBeside,
  listingOf,
  outOfReach,
  walkDecisions,
  type Listing,
} from './fixtures/decisions.ts';
import { groupId } from './fixtures/group.ts';
import { tellEdits, theOneDecision, type EditStory } from './fixtures/edit-story.ts';
import { decisionSteering } from './fixtures/known-plans.ts';

/** A decision like the target took before, on a day of the check's own. */
async function decisionOn({ session }: Check, date: string): Promise<RenewalDecisionInput> {
  const { context, reduce } = await decisionBase(session);
  return { ...reduce(canonicalDecision(context)), renewal_date: date };
}

/** Creates a decision. @throws Undecided when the target does not take it */
async function create({ api, session }: Check, json: RenewalDecisionInput): Promise<AnsweredExchange> {
  const exchange = await api.call('E3', { path: { group_id: await groupId(session) }, json });
  if (isSuccess(exchange)) return exchange;
  throw new Undecided('blocked', `a decision was refused: ${wordsOf(exchange)}`, exchange);
}

requirement('renewals.create', (check) =>
  canonicalTaken(check, 'a valid renewal decision', decisionBase(check.session)),
);

requirement('renewals.accepts-generated', async ({ api, id, session, observe }) => {
  const group = await groupId(session);
  const { context, reduce } = await decisionBase(session);
  const sound = reduce(canonicalDecision(context));
  for (const { name, apply } of decisionVariations.filter(({ requirement: of }) => of === id)) {
    const created = await api.call('E3', { path: { group_id: group }, json: apply(sound) });
    if (isRefusal(created)) observe(`refused: ${name}`);
    // As an edit too: what a variation leaves out must not be left as it was.
    const whole = decisionOf(await api.call('E3', { path: { group_id: group }, json: sound }));
    if (whole.id !== undefined) await editDecision(api, group, whole, apply(sound));
  }
  await runDrive(session, 'decisions');
});

requirement('renewals.plan-forms', async ({ api, id, session, that, undecided }) => {
  const group = await groupId(session);
  const { context } = await decisionBase(session);
  let undecidable: string | undefined;
  for (const { name, apply } of decisionVariations.filter(({ requirement: of }) => of === id)) {
    const exchange = await api.call('E3', { path: { group_id: group }, json: apply(canonicalDecision(context)) });
    if (isRefusal(exchange) && name.includes('identifier') && context.planIds.length === 0) {
      undecidable = `${name} with made-up plans: ${wordsOf(exchange)}; set fixtures.planIds`;
    } else {
      that(isSuccess(exchange), () => notTaken(exchange, `a decision with ${name}`));
    }
  }
  if (undecidable !== undefined && session.ledger.entry(id).cases === 0) undecided('not-configured', undecidable);
});

requirement(
  'renewals.edit',
  async (check) => {
    const { api, session, that } = check;
    const group = await groupId(session);
    let decision = decisionOf(await create(check, await decisionOn(check, ownDate(session, 'edit', 0))));
    for (const [edits, day] of [...farDays.entries()].slice(1)) {
      const exchange = await editDecision(api, group, decision, await decisionOn(check, ownDate(session, 'edit', day)));
      that(isSuccess(exchange), () => notTaken(exchange, `an edit under the current version (edit ${edits})`));
      decision = decisionOf(exchange);
    }
  },
  'many',
);

requirement(
  'renewals.edit-listed',
  async (check) => {
    const { api, session } = check;
    const group = await groupId(session);
    const { context, reduce } = await decisionBase(session);
    const steering = await decisionSteering(session);
    const edits = fc.array(arbitraryDecision(context).map(reduce), { minLength: 1, maxLength: 3 });
    await check.forAll(
      edits,
      async (bodies) => {
        let decision = decisionOf(await create(check, await decisionOn(check, ownDate(session, 'edit-listed', 0))));
        const edit = editsOf(api, group, decision);
        for (const body of bodies) {
          const edited = await steering.send(body, edit);
          if (!isSuccess(edited)) throw new Undecided('blocked', `an edit was refused: ${wordsOf(edited)}`, edited);
          await listedAsEdited(check, group, decision, edited);
          decision = decisionOf(edited);
        }
      },
      Math.ceil(session.parameters.cases / 4),
    );
  },
  'many',
);

requirement(
  'renewals.edit-listed',
  async ({ session, that }) => {
    const { created, edited, before } = await theOneDecision(session);
    listedAsSent(that, created, edited, before);
  },
  'few',
);

/** Asserts that the list shows an edited decision as it was sent, under another version than before. */
async function listedAsEdited(
  { api, that }: Check,
  group: string,
  before: JsonObject,
  edited: AnsweredExchange,
): Promise<void> {
  const sent = objectOf(edited.request.json);
  const query = { renewal_date: httpDate(String(sent.renewal_date)) };
  const walk = await walkDecisions(api, group, query, [before.id]);
  const listing = listingOf(walk, before.id);
  if (listing.decision === undefined && !walk.complete) throw new Undecided('not-reached', outOfReach);
  that(listing.decision !== undefined, () => ({
    message: `the edited decision ${String(before.id)} is not listed under its new date`,
    exchanges: [edited, ...listing.page],
    pointer: listing.pointer,
    ...listedBeside(walk.decisions, { ...sent, id: before.id }, true),
  }));
  listedAsSent(that, before, edited, listing);
}

/** Asserts that a decision is listed with what an edit gave it, and no longer under the version before. */
function listedAsSent(
  that: Check['that'],
  before: JsonObject,
  edited: AnsweredExchange,
  { decision: listed = {}, page, pointer }: Listing,
): void {
  const [breach] = contentBreaches(objectOf(edited.request.json), listed);
  const which = `the edited decision ${String(before.id)}`;
  const exchanges = [edited, ...page];
  that(breach === undefined, () => ({
    message: `${which} is listed with other content: ${breach?.message}`,
    exchanges,
    pointer: `${pointer}${breach?.pointer}`,
    expected: breach?.expected,
    actual: breach?.actual,
  }));
  that(!sameId(listed.version, before.version), () => ({
    message: `${which} is listed under its old version`,
    exchanges,
    pointer: `${pointer}/version`,
    expected: 'another version',
    actual: listed.version,
  }));
}

/** What an edit of another decision must leave alone; the status is the service's own to recalculate. */
function content({ renewal_date, body, group_id, created }: JsonObject): JsonObject {
  return { renewal_date, body, group_id, created };
}

/** How a decision that was to be left alone is another now; a list that does not show it any more has no place of it. */
function changeOf(before: JsonObject, now: JsonObject | undefined): Difference | undefined {
  if (now === undefined) return { pointer: '', expected: 'the decision, listed as before' };
  return firstDifference(content(before), content(now), { missingMembers: 'different', anyOrder: true });
}

function becomingOf({ pointer }: Pick<Difference, 'pointer'> = { pointer: '' }): string {
  return pointer === '' ? 'it is no longer listed' : `${pointer} is not what it was`;
}

requirement('renewals.edit-isolated', async (check) => {
  const { api, session, that } = check;
  const group = await groupId(session);
  const dates = [0, 0, 1].map((day) => ownDate(session, 'edit-isolated', day));
  const [first = {}, ...others] = await Promise.all(
    dates.map(async (date) => decisionOf(await create(check, await decisionOn(check, date)))),
  );
  let edited = first;
  for (const day of farDays.slice(1)) {
    const before = await Promise.all(others.map((other) => currentDecision(api, group, other)));
    const edit = await editDecision(
      api,
      group,
      edited,
      await decisionOn(check, ownDate(session, 'edit-isolated', day)),
    );
    if (!isSuccess(edit)) throw new Undecided('blocked', `an edit was refused: ${wordsOf(edit)}`, edit);
    edited = decisionOf(edit);
    for (const [index, other] of others.entries()) {
      const was = before[index];
      const now = await currentListing(api, group, other);
      if (was === undefined) continue;
      const difference = changeOf(was, now.decision);
      that(difference === undefined, () => ({
        message: `an edit changed another decision, ${String(was.id)}: ${becomingOf(difference)}`,
        exchanges: [edit, ...now.page],
        expected: was,
        ...difference,
        pointer: `${now.pointer}${difference?.pointer}`,
      }));
    }
  }
});

/** An edit under a version that is no longer current: of a decision of its own, where the run makes as many as it takes. */
async function staleEdit(check: Check): Promise<EditStory> {
  const { session } = check;
  if (isFrugal(session)) return theOneDecision(session);
  return tellEdits(session, decisionOf(await create(check, await decisionOn(check, ownDate(session, 'stale', 0)))));
}

requirement('renewals.edit-stale', async (check) => {
  const { stale: exchange } = await staleEdit(check);
  check.observe(`${isSuccess(exchange) ? 'accepted' : 'refused'} with ${exchange.answer.status}`);
});

requirement('renewals.refused-edit-unchanged', async (check) => {
  const { stale: exchange, before, after } = await staleEdit(check);
  check.that(exchange.answer.status < 500, () => ({
    message: `an edit of an old version was answered with ${exchange.answer.status}`,
    exchanges: [exchange],
    pointer: '#status',
    expected: 'no 5xx',
    actual: exchange.answer.status,
  }));
  if (isSuccess(exchange))
    return check.undecided('not-reached', 'the target accepts edits under an old version, so that none was refused');
  const difference = changeOf(before.decision, after.decision);
  return check.that(difference === undefined, () => ({
    message: `a refused edit changed the decision: ${becomingOf(difference)}`,
    exchanges: [exchange, ...after.page],
    expected: before.decision,
    ...difference,
    pointer: `${after.pointer}${difference?.pointer}`,
  }));
});

requirement('renewals.transitions', async ({ session, observe }) => {
  await runDrive(session, 'watch');
  const statuses = [...(session.memory.at(seen).get('decision status')?.keys() ?? [])].toSorted();
  observe(`statuses seen: ${statuses.join(', ')}`, 'statuses seen', statuses);
});

requirement('renewals.lines', async ({ api, session, observe }) => {
  const group = await groupId(session);
  const { context, reduce } = await decisionBase(session);
  const base = reduce(canonicalDecision(context));
  const line = Object.values(base.body?.carriers?.[0]?.lines_of_coverage ?? {})[0];
  for (const key of context.linesOfCoverage) {
    const carriers = (base.body?.carriers ?? []).map((carrier) => ({
      ...carrier,
      lines_of_coverage: line === undefined ? {} : { [key]: line },
    }));
    const exchange = await api.call('E3', {
      path: { group_id: group },
      json: { ...base, body: { ...base.body, carriers } },
    });
    observe(`${key} ${isSuccess(exchange) ? 'taken' : `refused with ${exchange.answer.status}`}`);
  }
});
