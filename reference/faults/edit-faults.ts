import { isDeepStrictEqual } from 'node:util';
import { arrayOf, idKey, isUuid, objectOf, type JsonObject } from '../../spec/index.ts';
import { change } from '../json-values.ts';
import type { DecisionRecord, Store } from '../store/store.ts';
import { answerWith, isSuccess, sentBody, withJson, withParameter, type Begin, type ServiceAnswer } from './fault.ts';
import { anew, decisionOf, editCurrent, isStale, onEdits, onRefusedEdits, withContentOf } from './observed.ts';
import { anotherId, breaking, fault, filtered, isAt, Memory, rewrite, shownElsewhere } from './rewrites.ts';

/** An accepted edit, and the decision as it was before. */
interface Edit {
  readonly before: DecisionRecord;
  readonly edits: number;
  readonly wasRefused: boolean;
  readonly all: readonly DecisionRecord[];
}

const isNoLongerSubmitted = ({ before }: Edit): boolean => before.status !== 'submitted';

/** Undoes edits of decisions, and answers with the answer to the edit, or with the decision as it is again. */
const losingEdits =
  (isLost: (edit: Edit) => boolean, shows: 'edit' | 'loss' = 'loss'): Begin =>
  (store) => {
    const [counts, refused] = [new Memory(), new Set<string>()];
    return async (request, serve) => {
      const before = decisionOf({ request, store });
      const answer = await serve(request);
      if (before === undefined) return answer;
      const { id } = before;
      const wasRefused = refused.has(id);
      refused[isSuccess(answer) ? 'delete' : 'add'](id);
      if (!isSuccess(answer)) return answer;
      const edit = { before, edits: counts.count(id) - 1, wasRefused, all: store.decisions.all() };
      if (!isLost(edit)) return answer;
      const undone = await editCurrent({ request: withContentOf(request, before), serve, store });
      return shows === 'edit' ? answer : undone;
    };
  };

const unknownVersion = '00000000-0000-4000-8000-000000000001';

/** Accepts later edits of a decision only under the version of its first one. */
const keepingFirstVersions: Begin = (store) => {
  const first = new Map<string, string>();
  return async (request, serve) => {
    const { id = '' } = decisionOf({ request, store }) ?? {};
    const { version = '' } = request.path;
    const known = first.get(id);
    if (known === version) return editCurrent({ request, serve, store });
    const answer = await serve(known === undefined ? request : withParameter(request, 'version', unknownVersion));
    if (id !== '' && isSuccess(answer)) first.set(id, version);
    return answer;
  };
};

/** Moves each decision on before its first edit, which then comes too late, and takes names of plans that are no texts. */
const movingOnUnchecked: Begin = (store) => {
  const edit = rewrite.takesNonTexts('E4', 'body.carriers[].lines_of_coverage.*.plans[].name')(store);
  const moved = new Set<string>();
  return async (request, serve) => {
    const decision = decisionOf({ request, store });
    if (decision !== undefined && !moved.has(decision.id))
      if (isSuccess(await serve(withContentOf(request, decision)))) moved.add(decision.id);
    return edit(request, serve);
  };
};

const carriersOf = (decision: JsonObject): readonly unknown[] => arrayOf(objectOf(decision['body'])['carriers']);

const besidesPlans = (decision: JsonObject): unknown => [
  decision['renewal_date'],
  change(decision['body'], 'carriers[].lines_of_coverage', (lines) =>
    Object.entries(objectOf(lines)).map(([key, line]) => [key, { ...objectOf(line), plans: undefined }]),
  ),
];

/** All decisions when one is edited, and those of them that were made for the same day as that one. */
interface Others {
  readonly edited: DecisionRecord;
  readonly edits: number;
  readonly all: readonly DecisionRecord[];
  readonly ofDay: readonly DecisionRecord[];
}

const everything = ['renewalDate', 'body'] as const;

/** Copies members of the edited decision to other decisions as well. */
const spreading = (
  members: readonly (typeof everything)[number][],
  othersOf: (edit: Others) => readonly DecisionRecord[],
): Begin =>
  rewrite.records('E3 E4', (record, { request, memory, store }) => {
    const id = idKey(record['id']);
    const day = memory.first(id, record['renewal_date']);
    const all = store.decisions.all();
    const edited = request.place === 'E4' ? all.find((one) => one.id === id) : undefined;
    if (edited === undefined) return record;
    const ofDay = all.filter((one) => memory.get(one.id) === day);
    const shared = Object.fromEntries(members.map((member) => [member, edited[member]]));
    for (const other of othersOf({ edited, edits: memory.count(`edits of ${id}`), all, ofDay }))
      store.decisions.update({ ...anew(other), ...shared, modified: Date.now() });
    return record;
  });

const isInvalid = ({ status }: ServiceAnswer): boolean => status === 422;

const isOfDay = (decision: DecisionRecord, groupId: string, day: unknown): boolean =>
  decision.groupId === groupId && decision.renewalDate === day;

const conflict = answerWith(409, { error: 'conflict' });

/** Refuses a second decision for a group and day, and an edit to a day that has one, but carries that edit out. */
const oneADayOnly: Begin = (store) => async (request, serve) => {
  const { renewal_date: day } = objectOf(sentBody(request));
  const edited = decisionOf({ request, store });
  const groupId = request.place === 'E3' ? idKey(request.path['group_id']) : edited?.groupId;
  const isTaken =
    groupId !== undefined && store.decisions.all().some((one) => isOfDay(one, groupId, day) && one.id !== edited?.id);
  if (!isTaken) return serve(request);
  const answer = await serve(edited === undefined ? withJson(request, { renewal_date: 1 }) : request);
  return isInvalid(answer) || isSuccess(answer) ? conflict : answer;
};

const refusedEdit = breaking('renewals.refused-edit-unchanged');

/** Moves a decision to the day of an edit that is refused, if that names something that the service does not know. */
const movingOnUnknown = (name: string, known: (store: Store) => { find(id: string): unknown }): Begin =>
  onRefusedEdits(isInvalid, (exchange, { body }) => {
    const sent = objectOf(sentBody(exchange.request));
    const named = JSON.stringify(sent).matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'));
    const isUnknown = [...named].some(
      ([, id = '']) => isUuid(id) && known(exchange.store).find(idKey(id)) === undefined,
    );
    if (!isUnknown) return undefined;
    return editCurrent({
      ...exchange,
      request: withJson(exchange.request, { renewal_date: sent['renewal_date'], body }),
    });
  });
const wrongEdit = breaking('renewals.edit');
const wrongList = breaking('renewals.edit-listed');
const wrongOthers = breaking('renewals.edit-isolated');

/** Violations of E4 (`spec/documents/4-endpoints.md`). */
export const editFaults = {
  'renewals-edit-without-issues': fault('renewals.record', 'an edited decision lacks issues')
    .when('the answer to an edit')
    .without('E4', 'issues'),
  'renewals-edit-accepted': wrongEdit('an edit is answered with 202').status('E4', 202),
  'renewals-edit-created-anew': wrongEdit('an edit sets created')
    .also(...shownElsewhere, 'wire.timestamps-ordered')
    .members('E4', 'created', (time) => Number(time) + 1),
  'renewals-edit-answers-another-id': wrongEdit('an edit is answered under another id than that of the decision')
    .also('versions.unique')
    .members('E4', 'id', anotherId),
  'renewals-second-edit-lost': wrongEdit('an edit is answered with 200 and the content of the edit before')
    .and('renewals.plans')
    .when('the second edit of a decision')
    // An edit that is retried after a recalculation counts as a second one.
    .also('renewals.edit-listed')
    .by(losingEdits(({ edits }) => edits > 0)),
  'renewals-fourth-edit-lost': wrongEdit('an edit is answered with 200 and the content of the edit before')
    .when('the fourth edit of a decision')
    .also('renewals.plans', 'renewals.edit-listed')
    .by(losingEdits(({ edits }) => edits === 3)),
  'renewals-edit-adds-a-line': wrongEdit('an edit is answered with a line of coverage that was not sent')
    .when('an edit of a carrier with a single line')
    .members('E4', 'body.carriers[].lines_of_coverage', (lines) =>
      Object.keys(objectOf(lines)).length === 1 ? { pharmacy: { plans: [] }, ...objectOf(lines) } : lines,
    ),
  'renewals-listed-late': wrongList('an edited decision is missing from the list')
    .when('lists of the ten seconds after an edit')
    // A decision that cannot be found can neither be edited again nor be seen to be unchanged.
    .also('renewals.edit', 'renewals.list', 'paging.full-pages', ...filtered)
    .records('E4 E5', (record, { request, memory }) => {
      const now = performance.now();
      if (request.place === 'E4') memory.set(record['id'], now);
      const editedAt = memory.get(record['id']);
      const isLate = request.place === 'E5' && typeof editedAt === 'number' && now - editedAt < 10_000;
      return isLate ? undefined : record;
    }),
  'renewals-listed-under-old-version': wrongList('the list shows the version of before the edit')
    .when('until the decision changes again')
    .also(...shownElsewhere, 'versions.unique')
    .records('E4 E5', (record, { request, memory }) => {
      const id = idKey(record['id']);
      if (request.place === 'E4') memory.set(id, { old: request.path['version'], now: record['version'] });
      const { old, now } = objectOf(memory.get(id));
      return request.place === 'E5' && now === record['version'] ? { ...record, version: old } : record;
    }),
  'renewals-listed-under-another-version': wrongList('the list shows a version that no edit is taken under')
    .when('a decision that was edited')
    // A client that reads the current version to edit a decision is refused.
    .also('renewals.edit')
    // On a busy machine, a decision may have moved on before each look at it.
    .proof({ pace: 1_000 })
    .records('E4 E5', (record, { request, memory }) => {
      const id = idKey(record['id']);
      if (request.place === 'E4') memory.set(id, true);
      const isShown = request.place === 'E5' && memory.get(id) === true;
      return isShown ? { ...record, version: anotherId(record['version']) } : record;
    }),
  'renewals-listed-as-created': wrongList('the list shows what a decision was created with')
    .when('an edit to another number of carriers')
    .also(...shownElsewhere)
    .records('E3 E5', (record, { memory }) => {
      const created = objectOf(memory.first(idKey(record['id']), record));
      return carriersOf(created).length === carriersOf(record).length ? record : { ...record, body: created['body'] };
    }),
  'renewals-edit-spreads': wrongOthers('an edit changes another decision too')
    .when('the second edit, and another decision made for the same day')
    // Other decisions are no longer listed on the days that their own edits moved them to.
    .also('renewals.echo', 'renewals.edit-listed')
    .by(
      spreading(everything, ({ edited, edits, ofDay }) =>
        ofDay.filter((other) => edits > 1 && other !== edited && other.groupId === edited.groupId),
      ),
    ),
  'renewals-edit-reaches-other-groups': wrongOthers('an edit changes another decision too')
    .when('one made for the same day in another group')
    .also('renewals.echo', 'renewals.edit-listed')
    .by(spreading(everything, ({ edited, ofDay }) => ofDay.filter((other) => other.groupId !== edited.groupId))),
  'renewals-edit-reaches-the-newest': wrongOthers('an edit changes another decision too')
    .when('the newest one of each other group')
    // While other checks send edits, it cannot be told which edit was the cause.
    .also('renewals.echo', 'renewals.edit-listed', 'renewals.refused-edit-unchanged', ...shownElsewhere)
    .by(
      spreading(['body'], ({ edited, all }) => {
        const byGroup = Map.groupBy(all, ({ groupId }) => groupId);
        byGroup.delete(edited.groupId);
        return [...byGroup.values()].flatMap((ofGroup) => ofGroup.slice(-1));
      }),
    ),
  'renewals-edit-hits-the-next': wrongOthers('an edit moves another decision too')
    .when('the one that was made right after it, in its group')
    .also(
      'renewals.echo',
      'renewals.edit-listed',
      'renewals.refused-edit-unchanged',
      'renewals.filter-range',
      ...shownElsewhere,
    )
    .by(
      spreading(['renewalDate'], ({ edited, all }) => {
        const ofGroup = all.filter(({ groupId }) => groupId === edited.groupId);
        return ofGroup.slice(ofGroup.indexOf(edited) + 1).slice(0, 1);
      }),
    ),
  'renewals-edit-hits-the-one-before': wrongOthers('an edit changes another decision too')
    .when('one was made before for the same day')
    .also('renewals.echo', 'renewals.edit-listed')
    .by(spreading(everything, ({ edited, ofDay }) => ofDay.slice(0, ofDay.indexOf(edited)).slice(-1))),
  'renewals-edit-copied': wrongOthers('an edit changes another decision too')
    .when('one of the day that it moves to')
    .also('renewals.echo', 'renewals.edit-listed')
    .by(
      spreading(['body'], ({ edited, all }) =>
        all.filter((other) => other !== edited && isOfDay(other, edited.groupId, edited.renewalDate)),
      ),
    ),
  'renewals-edit-drives-out': wrongOthers('an edit removes another decision from the list')
    .when('an older one of the day that it moves to')
    .also('renewals.echo', 'renewals.edit-listed', 'renewals.list', ...filtered)
    .records('E4 E5', (record, { request, memory, store }) => {
      const edited = decisionOf({ request, store });
      if (edited === undefined) return memory.has(idKey(record['id'])) ? undefined : record;
      const ofDay = store.decisions.all().filter((one) => isOfDay(one, edited.groupId, edited.renewalDate));
      for (const { id } of ofDay.slice(0, ofDay.indexOf(edited))) memory.set(id, true);
      return record;
    }),
  'renewals-edit-by-first-version': wrongEdit(
    'an edit under the current version is refused, one under an old version taken',
  )
    .when('the second edit of a decision')
    .also('renewals.refused-edit-unchanged', 'renewals.edit-listed', 'renewals.edit-isolated')
    .by(keepingFirstVersions),
  'renewals-edit-after-refusal-lost': wrongEdit('an edit is lost')
    .when('the one before it was refused')
    .also('renewals.plans', 'renewals.edit-listed', 'renewals.edit-isolated')
    .by(losingEdits(({ wasRefused }) => wasRefused)),
  'renewals-late-edit-ignored': wrongEdit('an edit is answered with what was there before')
    .when('a decision that is no longer submitted')
    // A decision that was to be moved stays on its day.
    .also('renewals.plans', 'renewals.edit-listed', 'renewals.edit-isolated', 'renewals.list', ...filtered)
    .by(losingEdits(isNoLongerSubmitted)),
  'renewals-late-edit-lost': wrongList('an edit is answered well, and lost')
    .when('a decision that is no longer submitted')
    .by(losingEdits(isNoLongerSubmitted, 'edit')),
  'renewals-plans-edit-lost': wrongList('an edit is answered well, and the list shows what was there before')
    .when('an edit of the plans alone')
    .also(...shownElsewhere)
    .records('E3 E4 E5', (record, { request, memory }) => {
      const id = idKey(record['id']);
      const kept = objectOf(memory.get(id) ?? record);
      if (request.place === 'E5') return { ...record, body: kept['body'] };
      if (request.place === 'E3' || !isDeepStrictEqual(besidesPlans(kept), besidesPlans(record)))
        memory.set(id, record);
      return record;
    }),
  'renewals-early-edit-lost': wrongList('an edit is answered well, and lost')
    .when('a hundred decisions were made after the one that is edited')
    .by(losingEdits(({ before, all }) => all.length - all.findIndex(({ id }) => id === before.id) > 100, 'edit')),
  'renewals-edit-undone-later': wrongList('what a decision was created with comes back after an edit')
    .when('sixty decisions were made after the edit')
    .also(...shownElsewhere, 'renewals.list', ...filtered)
    .records('E3 E4 E5', (record, { request, memory }) => {
      const id = idKey(record['id']);
      const made = Number(memory.get('made') ?? 0);
      if (request.place === 'E3') memory.count('made');
      if (request.place === 'E4') memory.set(id, made);
      const { body } = objectOf(memory.first(`created ${id}`, record));
      const editedAt = memory.get(id);
      return request.place === 'E5' && typeof editedAt === 'number' && made - editedAt > 60
        ? { ...record, body }
        : record;
    }),
  'renewals-list-kept': wrongList('a list is given again as it was')
    .when('since no decision was made after it was read')
    .also(...shownElsewhere, 'renewals.edit-isolated', 'renewals.refused-edit-unchanged', 'renewals.list', ...filtered)
    .exchanges('E3 E5', ({ request, answer, memory }) => {
      if (request.place === 'E3') memory.count('made');
      if (request.place === 'E3' || !isSuccess(answer)) return answer;
      return memory.first(`${request.url} ${Number(memory.get('made') ?? 0)}`, answer) as typeof answer;
    }),
  'renewals-edit-not-there': wrongEdit('no edit is taken: there is no PUT')
    .also('wire.path-prefix')
    // The answer is the same without a token: this is not a matter of access.
    .by(() => async (request, serve) => (isAt('E4', request) ? answerWith(405) : serve(request))),
  'renewals-edits-denied': refusedEdit('edits are carried out, and answered with 403')
    .and('renewals.edit')
    // The decision is on the day that it was moved to.
    .also('renewals.list', ...filtered)
    .answers('E4', (answer) => (isSuccess(answer) ? answerWith(403) : answer)),
  'renewals-edits-in-conflict': wrongEdit('no edit is taken: each is one of another version').requests(
    'E4',
    (request) => withParameter(request, 'version', unknownVersion),
  ),
  'renewals-refused-edit-made': refusedEdit('a refused edit takes effect')
    .when('the version a decision was created with, after an edit')
    .by(
      onRefusedEdits(isStale, (exchange, { versions }, edits) =>
        edits > 0 && exchange.request.path['version'] === versions[0] ? editCurrent(exchange) : undefined,
      ),
    ),
  'renewals-much-edited-edit-made': refusedEdit('a refused edit takes effect')
    .when('a version that is not current, after two edits')
    .by(onRefusedEdits(isStale, (exchange, _decision, edits) => (edits > 1 ? editCurrent(exchange) : undefined))),
  'renewals-refused-edit-moves-modified': refusedEdit('a refused edit moves modified')
    .when('a version that is not current')
    .also(...shownElsewhere)
    .by(
      onRefusedEdits(isStale, ({ store }, decision) =>
        store.decisions.update({ ...decision, modified: decision.modified + 1000 }),
      ),
    ),
  'renewals-broken-edit-made': refusedEdit('an edit that is refused moves the decision to its day')
    .when('carriers that are wrong')
    .by(
      onRefusedEdits(isInvalid, (exchange, { body }) => {
        const { renewal_date: day } = objectOf(sentBody(exchange.request));
        return editCurrent({ ...exchange, request: withJson(exchange.request, { renewal_date: day, body }) });
      }),
    ),
  'renewals-edit-to-unknown-carrier-made': refusedEdit('an edit that is refused moves the decision to its day')
    .when('a carrier that is unknown')
    .by(movingOnUnknown('carrier_id', ({ carriers }) => carriers)),
  'renewals-edit-to-unknown-plan-made': refusedEdit('an edit that is refused moves the decision to its day')
    .when('a plan that is unknown')
    .by(movingOnUnknown('plan_id', ({ plans }) => plans)),
  'renewals-edit-made-in-part': refusedEdit('of an edit that is refused, all but its last carrier is made')
    .when('the last carrier alone is wrong')
    .by(
      onRefusedEdits(isInvalid, (exchange) => {
        const rest = change(sentBody(exchange.request), 'body.carriers', (carriers) => arrayOf(carriers).slice(0, -1));
        return editCurrent({ ...exchange, request: withJson(exchange.request, rest) });
      }),
    ),
  'renewals-unknown-edit-made': refusedEdit('a refused edit takes effect')
    .when('a version that never was')
    .by(
      onRefusedEdits(
        (answer) => !isSuccess(answer),
        (exchange) => (/^0{8}-/.test(exchange.request.path['version'] ?? '') ? editCurrent(exchange) : undefined),
      ),
    ),
  'renewals-refused-edit-made-anew': refusedEdit('a refused edit makes another decision')
    .when('a version that is not current')
    .also('renewals.list', 'renewals.filter-date')
    .by(
      onRefusedEdits(isStale, ({ request, serve }, { groupId }) => {
        const url = request.url.replace(/renewal_decisions\/.*/, `groups/${groupId}/renewal_decisions`);
        return serve({ ...request, method: 'POST', url });
      }),
    ),
  'renewals-refused-edit-moves-version': refusedEdit('a refused edit gives the decision another version')
    .when('a version that is not current')
    .by(onRefusedEdits(isStale, ({ store }, decision) => store.decisions.update(anew(decision)))),
  'renewals-conflicting-edit-made': refusedEdit('an edit that is refused moves the decision to its day')
    .when('a day that has a decision already, of which there is one a day')
    // A decision that was moved is not on the day that its last accepted edit gave it.
    .also(...filtered, 'renewals.list', 'renewals.edit-listed', 'renewals.edit-isolated')
    .by(oneADayOnly),
  'renewals-moved-edit-unchecked': fault('renewals.invalid-body', 'an edit may name a plan by what is no string')
    .when('the first edit came too late, since the decision had moved on')
    .by(movingOnUnchecked),
  'renewals-stale-edit-fails': fault('wire.no-server-error', 'an edit of an old version is answered with 500')
    .and('renewals.refused-edit-unchanged')
    .when('a version that is not current')
    // A recalculation makes any version stale, and a 500 is not a refusal to retry after.
    .also('renewals.edit')
    .answers('E4', (answer) => (isStale(answer) ? { ...answer, status: 500 } : answer)),
  'renewals-oldest-edit-fails': fault('wire.no-server-error', 'an edit of an old version is answered with 500')
    .and('renewals.refused-edit-unchanged')
    .when('the version a decision was created with, after two edits')
    .by(
      onEdits(({ request, answer }, { versions }, edits) =>
        isStale(answer) && edits > 1 && request.path['version'] === versions[0] ? { ...answer, status: 500 } : answer,
      ),
    ),
};
