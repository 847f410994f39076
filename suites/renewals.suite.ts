import * as fc from 'fast-check';
import { arbitraryDecision, canonicalDecision, decisionVariations, httpDate } from '../generators/index.ts';
import type { RenewalDecisionInput } from '../spec/index.ts';
import { isRefusal, isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { canonicalTaken, notTaken } from './engine/accepted.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { isFrugal } from './engine/session.ts';
import { Undecided } from './engine/verdicts.ts';
import { runDrive } from './drives/index.ts';
import { firstDifference } from './invariants/comparison.ts';
import { contentBreaches } from './invariants/decision-echo.ts';
import { seen } from './invariants/observing.ts';
import { objectOf, recordsOf, sameId, type JsonObject } from './invariants/reading.ts';
import { decisionBase } from './world/bodies.ts';
import { wordsOf } from './world/base.ts';
import { ownDate } from './world/dates.ts';
import { currentDecision, decisionOf, editDecision, editsOf, outOfReach, walkDecisions } from './world/decisions.ts';
import { groupId } from './world/group.ts';
import { tellEdits, theOneDecision, type EditStory } from './world/edit-story.ts';
import { decisionSteering } from './world/known-plans.ts';

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
    for (let edits = 1; edits <= 3; edits += 1) {
      const exchange = await editDecision(
        api,
        group,
        decision,
        await decisionOn(check, ownDate(session, 'edit', edits)),
      );
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
    const [breach] = contentBreaches(objectOf(edited.request.json), before);
    const evidence = { exchanges: [edited], actual: before };
    that(breach === undefined, () => ({
      ...evidence,
      message: `an edited decision is listed with other content: ${breach?.message}`,
      pointer: '/response',
      expected: breach?.expected,
    }));
    that(!sameId(before.version, created.version), () => ({
      ...evidence,
      message: 'an edited decision is listed under its old version',
      pointer: '/response',
      expected: 'another version',
    }));
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
  const { decisions, exchanges, complete } = await walkDecisions(api, group, query, [before.id]);
  const listed = decisions.find((one) => sameId(one.id, before.id));
  if (listed === undefined && !complete) throw new Undecided('not-reached', outOfReach);
  const evidence = [edited, ...exchanges.slice(-1)];
  that(listed !== undefined, () => ({
    message: 'an edited decision is not listed under its new date',
    exchanges: evidence,
    pointer: '/response',
    expected: before.id,
    actual: decisions.map((one) => one.id),
  }));
  const [breach] = listed === undefined ? [] : contentBreaches(sent, listed);
  that(breach === undefined, () => ({
    message: `an edited decision is listed with other content: ${breach?.message}`,
    exchanges: evidence,
    pointer: `${placeIn(exchanges.at(-1), before.id)}${breach?.pointer}`,
    expected: breach?.expected,
    actual: breach?.actual,
  }));
  that(!sameId(listed?.version, before.version), () => ({
    message: 'an edited decision is listed under its old version',
    exchanges: evidence,
    pointer: `${placeIn(exchanges.at(-1), before.id)}/version`,
    expected: 'another version',
    actual: listed?.version,
  }));
}

/** Where a list answer holds the record of an id. */
function placeIn(list: AnsweredExchange | undefined, id: unknown): string {
  const placed = list === undefined ? undefined : recordsOf(list).find(({ record }) => sameId(record.id, id));
  return placed?.pointer ?? '/response';
}

/** What an edit of another decision must leave alone; the status is the service's own to recalculate. */
function content({ renewal_date, body, group_id, created }: JsonObject): JsonObject {
  return { renewal_date, body, group_id, created };
}

requirement('renewals.edit-isolated', async (check) => {
  const { api, session, that } = check;
  const group = await groupId(session);
  const dates = [0, 0, 1].map((day) => ownDate(session, 'edit-isolated', day));
  const [first = {}, ...others] = await Promise.all(
    dates.map(async (date) => decisionOf(await create(check, await decisionOn(check, date)))),
  );
  let edited = first;
  for (let round = 2; round < 5; round += 1) {
    const before = await Promise.all(others.map((other) => currentDecision(api, group, other)));
    const edit = await editDecision(
      api,
      group,
      edited,
      await decisionOn(check, ownDate(session, 'edit-isolated', round)),
    );
    if (!isSuccess(edit)) throw new Undecided('blocked', `an edit was refused: ${wordsOf(edit)}`, edit);
    edited = decisionOf(edit);
    for (const [index, other] of others.entries()) {
      const was = before[index];
      const now = await currentDecision(api, group, other);
      if (was === undefined) continue;
      const difference =
        now === undefined
          ? { pointer: '', expected: was }
          : firstDifference(content(was), content(now), {
              missingMembers: 'different',
              anyOrder: true,
            });
      that(difference === undefined, () => ({
        message: 'an edit changed another decision',
        exchanges: [edit],
        pointer: '',
        expected: was,
        actual: now,
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
  const difference =
    after === undefined
      ? { pointer: '', expected: before }
      : firstDifference(content(before), content(after), {
          missingMembers: 'different',
          anyOrder: true,
        });
  return check.that(difference === undefined, () => ({
    message: 'a refused edit changed the decision',
    exchanges: [exchange],
    pointer: difference?.pointer ?? '',
    expected: difference?.expected,
    actual: after === undefined ? 'the decision is no longer listed under its date' : objectOf(difference).actual,
  }));
});

requirement('renewals.transitions', async ({ session, observe }) => {
  await runDrive(session, 'watch');
  const statuses = session.memory.at(seen).get('decision status')?.keys() ?? [];
  observe(`statuses seen: ${[...statuses].toSorted().join(', ')}`);
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
