import { arrayOf, idKey, objectOf, type JsonObject } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import {
  answerWith,
  followUp,
  isSuccess,
  sentBody,
  withJson,
  withParameter,
  type Begin,
  type Behaviour,
} from './fault.ts';
import {
  editCurrent,
  makingRefusedEdits,
  movingVersions,
  noVersion,
  readDecision,
  seenDecisions,
  withSeenDecisions,
  type SeenDecision,
} from './observed.ts';
import {
  anotherId,
  breaking,
  editRecords,
  fault,
  faultTable,
  filtered,
  isAt,
  isDay,
  shownElsewhere,
} from './rewrites.ts';

type IsLost = (before: SeenDecision, all: readonly SeenDecision[], wasRefused: boolean) => boolean;

const isNoLongerSubmitted: IsLost = ({ latest }) => latest['status'] !== 'submitted';
const isFollowedByMany: IsLost = (before, all) => all.length - all.indexOf(before) > 100;

/**
 * Takes back edits of decisions.
 *
 * @param isLost - by the decision before the edit, all others, and whether the edit before this one was refused
 * @param shows - which answer the client gets: that of the edit, or that with what the decision has again
 */
const losingEdits =
  (isLost: IsLost, shows: 'edit' | 'loss' = 'loss'): Begin =>
  () => {
    const [seen, refused] = [seenDecisions(), new Set<string>()];
    return async (request, serve) => {
      const id = idKey(request.path['renewal_decision_id']);
      const before = seen.get(id);
      const isMeant = request.place === 'E4' && before !== undefined && isLost(before, seen.all(), refused.has(id));
      const answer = await serve(request);
      if (request.place === 'E4') refused[isSuccess(answer) ? 'delete' : 'add'](id);
      if (!isMeant || !isSuccess(answer)) {
        seen.note({ request, answer });
        return answer;
      }
      const { version } = objectOf(parsed(answer.text));
      const back = withJson(request, { renewal_date: before.latest['renewal_date'], body: before.latest['body'] });
      const undone = await serve(withParameter(back, 'version', String(version)));
      seen.note({ request, answer: undone });
      return shows === 'edit' ? answer : undone;
    };
  };

/** Takes later edits of a decision under the version of its first one alone. */
function keepingFirstVersions(): Behaviour {
  const [seen, first] = [seenDecisions(), new Map<string, string>()];
  return async (request, serve) => {
    const { renewal_decision_id: id = '', version = '' } = request.path;
    const [known, decision] = [first.get(id), seen.get(id)];
    const isLater = request.place === 'E4' && known !== undefined && decision !== undefined;
    const current = isLater && known === version ? await readDecision(request, serve, decision) : undefined;
    const taken = current === undefined ? noVersion : String(current['version']);
    const asked = isLater ? withParameter(request, 'version', taken) : request;
    const answer = await serve(asked);
    seen.note({ request: asked, answer });
    if (request.place === 'E4' && isSuccess(answer)) first.set(id, known ?? version);
    return answer;
  };
}

const carriersOf = (decision: JsonObject): readonly unknown[] => arrayOf(objectOf(decision['body'])['carriers']);

/** Makes an edit in other decisions too, of those that were made for the same day. */
const spreadingEdits = (
  othersOf: (edited: SeenDecision, ofDay: readonly SeenDecision[]) => readonly SeenDecision[],
): Begin =>
  withSeenDecisions(async ({ request, answer, serve }, seen) => {
    const edited = seen.get(request.path['renewal_decision_id']);
    if (request.place !== 'E4' || !isSuccess(answer) || edited === undefined) return answer;
    const ofDay = seen.all().filter(({ created }) => created['renewal_date'] === edited.created['renewal_date']);
    for (const other of othersOf(edited, ofDay)) await editCurrent(request, serve, other);
    return answer;
  });

const unknownVersion = '00000000-0000-4000-8000-000000000001';

const stale: readonly number[] = [409, 412];

/** Refuses a second decision of a group and day, and an edit to a day that has one, which is made all the same. */
function oneADayOnly(): Behaviour {
  const days = new Map<string, string>();
  const conflict = answerWith(409, { error: 'conflict' });
  const isTaken = (day: string, id?: string): boolean =>
    [...days].some(([other, taken]) => other !== id && taken === day);
  return async (request, serve) => {
    const [isCreate, isEdit] = [isAt('E3', request), isAt('E4', request)];
    const { renewal_date: date } = objectOf(sentBody(request));
    if ((!isCreate && !isEdit) || !isDay(date)) return serve(request);
    const id = request.path['renewal_decision_id']?.toLowerCase();
    const group = isCreate ? request.path['group_id'] : days.get(id ?? '')?.split(' ')[0];
    const day = `${group?.toLowerCase()} ${String(date)}`;
    if (isCreate && isTaken(day)) {
      const refusal = await serve(withJson(request, { renewal_date: 1 }));
      return refusal.status === 422 ? conflict : refusal;
    }
    const isConflict = isTaken(day, id);
    const answer = await serve(request);
    if (!isSuccess(answer)) return answer;
    days.set(String(objectOf(parsed(answer.text))['id']).toLowerCase(), day);
    return isConflict ? conflict : answer;
  };
}

const refusedEdit = breaking('renewals.refused-edit-unchanged');
const wrongEdit = breaking('renewals.edit');
const wrongList = breaking('renewals.edit-listed');
const wrongOthers = breaking('renewals.edit-isolated');

/** Violations of E4 (`spec/documents/4-endpoints.md`). */
export const editFaults = faultTable({
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
    // An edit that was tried again after a recalculation counts as a second one.
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
    // A decision that cannot be found cannot be edited again, nor seen to be unchanged.
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
  'renewals-listed-as-created': wrongList('the list shows what a decision was created with')
    .when('an edit to another number of carriers')
    .also(...shownElsewhere)
    .records('E3 E5', (record, { memory }) => {
      const created = objectOf(memory.first(idKey(record['id']), record));
      return carriersOf(created).length === carriersOf(record).length ? record : { ...record, body: created['body'] };
    }),
  'renewals-edit-spreads': wrongOthers('an edit changes another decision too')
    .when('the second edit, and another decision made for the same day')
    // Other decisions are no longer listed where their own edits moved them.
    .also('renewals.edit-listed')
    .by(
      spreadingEdits((edited, ofDay) =>
        ofDay.filter(
          (other) => edited.edits > 1 && other !== edited && other.created['group_id'] === edited.created['group_id'],
        ),
      ),
    ),
  'renewals-edit-reaches-other-groups': wrongOthers('an edit changes another decision too')
    .when('one made for the same day in another group')
    .also('renewals.edit-listed')
    .by(
      spreadingEdits((edited, ofDay) =>
        ofDay.filter((other) => other.created['group_id'] !== edited.created['group_id']),
      ),
    ),
  'renewals-edit-hits-the-one-before': wrongOthers('an edit changes another decision too')
    .when('one was made before for the same day')
    .also('renewals.edit-listed')
    .by(spreadingEdits((edited, ofDay) => ofDay.slice(0, ofDay.indexOf(edited)).slice(-1))),
  'renewals-edit-drives-out': wrongOthers('an edit removes another decision from the list')
    .when('an older one of the day that it moves to')
    .also('renewals.edit-listed', 'renewals.list', ...filtered)
    .by(
      withSeenDecisions((exchange, seen) => {
        const { request, answer, memory } = exchange;
        const all = seen.all();
        const edited = seen.get(request.path['renewal_decision_id']);
        if (request.place === 'E4' && isSuccess(answer) && edited !== undefined)
          for (const { latest } of all.slice(0, all.indexOf(edited)))
            if (['group_id', 'renewal_date'].every((name) => latest[name] === edited.latest[name]))
              memory.set(idKey(latest['id']), true);
        const shown = (record: JsonObject): JsonObject | undefined =>
          memory.has(idKey(record['id'])) ? undefined : record;
        return request.place === 'E5' ? editRecords(exchange, shown) : answer;
      }),
    ),
  'renewals-edit-by-first-version': wrongEdit(
    'an edit under the current version is refused, one under an old version taken',
  )
    .when('the second edit of a decision')
    .also('renewals.refused-edit-unchanged', 'renewals.edit-listed', 'renewals.edit-isolated')
    .by(keepingFirstVersions),
  'renewals-edit-after-refusal-lost': wrongEdit('an edit is lost')
    .when('the one before it was refused')
    .also('renewals.plans', 'renewals.edit-listed', 'renewals.edit-isolated')
    .by(losingEdits((_before, _all, wasRefused) => wasRefused)),
  'renewals-late-edit-ignored': wrongEdit('an edit is answered with what was there before')
    .when('a decision that is no longer submitted')
    // A decision that was to be moved stays on its day.
    .also('renewals.plans', 'renewals.edit-listed', 'renewals.edit-isolated', 'renewals.list', ...filtered)
    .by(losingEdits(isNoLongerSubmitted)),
  'renewals-late-edit-lost': wrongList('an edit is answered well, and lost')
    .when('a decision that is no longer submitted')
    .by(losingEdits(isNoLongerSubmitted, 'edit')),
  'renewals-early-edit-lost': wrongList('an edit is answered well, and lost')
    .when('a hundred decisions were made after the one that is edited')
    .by(losingEdits(isFollowedByMany, 'edit')),
  'renewals-edit-not-there': wrongEdit('no edit is taken: there is no PUT')
    .also('wire.path-prefix')
    // The answer is the same without a token, which is not a matter of access.
    .by(() => async (request, serve) => (isAt('E4', request) ? answerWith(405) : serve(request))),
  'renewals-edits-denied': refusedEdit('edits are carried out, and answered with 403')
    .and('renewals.edit')
    // A decision is on the day that it was moved to.
    .also('renewals.list', ...filtered)
    .answers('E4', (answer) => (isSuccess(answer) ? answerWith(403) : answer)),
  'renewals-edits-in-conflict': wrongEdit('no edit is taken: each is one of another version').requests(
    'E4',
    (request) => withParameter(request, 'version', unknownVersion),
  ),
  'renewals-refused-edit-made': refusedEdit('a refused edit takes effect')
    .when('the version a decision was created with, after an edit')
    .by(
      makingRefusedEdits(({ request, answer }, { edits, created }) =>
        stale.includes(answer.status) && edits > 0 && request.path['version'] === created['version']
          ? request
          : undefined,
      ),
    ),
  'renewals-much-edited-edit-made': refusedEdit('a refused edit takes effect')
    .when('a version that is not current, after two edits')
    .by(
      makingRefusedEdits(({ request, answer }, { edits }) =>
        stale.includes(answer.status) && edits > 1 ? request : undefined,
      ),
    ),
  'renewals-refused-edit-moves-modified': refusedEdit('a refused edit moves modified')
    .when('a version that is not current')
    .also(...shownElsewhere)
    .exchanges('E3 E4 E5', ({ request, answer, memory }) => {
      const id = idKey(request.path['renewal_decision_id']);
      if (request.place === 'E4' && stale.includes(answer.status)) memory.count(id);
      const later = (record: JsonObject): JsonObject => ({
        ...record,
        modified: Number(record['modified']) + Number(memory.get(idKey(record['id'])) ?? 0),
      });
      return editRecords({ request, answer, memory }, later);
    }),
  'renewals-broken-edit-made': refusedEdit('an edit that is refused moves the decision to its day')
    .when('carriers that are wrong')
    .by(
      makingRefusedEdits(({ request, answer }, { latest }) => {
        const { renewal_date: day } = objectOf(sentBody(request));
        const isOfBody = answer.status === 422 && isDay(day);
        return isOfBody ? withJson(request, { renewal_date: day, body: latest['body'] }) : undefined;
      }),
    ),
  'renewals-unknown-edit-made': refusedEdit('a refused edit takes effect')
    .when('a version that never was')
    .by(makingRefusedEdits(({ request }) => (/^0{8}-/.test(request.path['version'] ?? '') ? request : undefined))),
  'renewals-refused-edit-made-anew': refusedEdit('a refused edit makes another decision')
    .when('a version that is not current')
    .also('renewals.list', 'renewals.filter-date')
    .by(
      withSeenDecisions(async ({ request, answer, serve }, seen) => {
        const decision = seen.get(request.path['renewal_decision_id']);
        if (request.place !== 'E4' || !stale.includes(answer.status) || decision === undefined) return answer;
        const path = `/groups/${String(decision.latest['group_id'])}/renewal_decisions`;
        await serve(withJson(followUp(request, 'POST', path), sentBody(request)));
        return answer;
      }),
    ),
  'renewals-refused-edit-moves-version': refusedEdit('a refused edit gives the decision another version')
    .when('a version that is not current')
    .by(movingVersions(({ answer }) => stale.includes(answer.status))),
  'renewals-conflicting-edit-made': refusedEdit('an edit that is refused moves the decision to its day')
    .when('a day that has a decision already, of which there is one a day')
    // A decision that was moved is not on the day that its last edit gave it.
    .also('renewals.filter-combined', 'renewals.filter-date', 'renewals.list')
    .by(oneADayOnly),
  'renewals-stale-edit-fails': fault('wire.no-server-error', 'an edit of an old version is answered with 500')
    .and('renewals.refused-edit-unchanged')
    .when('a version that is not current')
    // A recalculation makes any version an old one, and a 500 is no refusal to try again after.
    .also('renewals.edit')
    .answers('E4', (answer) => (stale.includes(answer.status) ? { ...answer, status: 500 } : answer)),
});
