import { arrayOf, objectOf, type JsonObject } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import {
  faultTable,
  isSuccess,
  sentBody,
  shownElsewhere,
  withBody,
  withJson,
  type Behaviour,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';
import { editCurrent, withSeenDecisions } from './observed.ts';
import { answers, editRecords, isDay, members, pages, records, successStatus } from './rewrites.ts';

const editedId = ({ path }: ServiceRequest): string => path['renewal_decision_id'] ?? '';

function losingSecondEdits(): Behaviour {
  const first = new Map<string, unknown>();
  return async (request, serve) => {
    if (request.place !== 'E4') return serve(request);
    const before = first.get(editedId(request));
    const answer = await serve(before === undefined ? request : withJson(request, before));
    if (isSuccess(answer) && before === undefined) first.set(editedId(request), sentBody(request));
    return answer;
  };
}

/** Leaves a decision out of the first list after its edit. */
function listingLate(): Behaviour {
  const edited = new Set<unknown>();
  const noting = records('E4', (record) => {
    edited.add(record['id']);
    return record;
  })();
  const listing = pages('E5', (listed) => listed.filter((record) => !edited.delete(objectOf(record)['id'])))();
  return (request, serve) => noting(request, (same) => listing(same, serve));
}

const carriersOf = (decision: JsonObject): readonly unknown[] => arrayOf(objectOf(decision['body'])['carriers']);

/** Lists the body that a decision was created with, once an edit gave it another number of carriers. */
const listingFirstBodies = withSeenDecisions(({ request, answer }, seen) => {
  if (request.place !== 'E5' || !isSuccess(answer)) return answer;
  const edited = editRecords(objectOf(parsed(answer.text)), request, (record) => {
    const created = seen.get(record['id'])?.created ?? record;
    return carriersOf(created).length === carriersOf(record).length ? record : { ...record, body: created['body'] };
  });
  return withBody(answer, edited);
});

/** Makes a second edit of one decision in the others too that were made for the same day. */
const spreadingEdits = withSeenDecisions(async ({ request, answer, serve }, seen) => {
  const id = editedId(request).toLowerCase();
  const edited = seen.get(id);
  if (request.place !== 'E4' || !isSuccess(answer) || edited === undefined || edited.edits < 2) return answer;
  const { renewal_date: day, group_id: group } = edited.created;
  for (const [key, other] of seen.entries()) {
    if (key === id || other.created['renewal_date'] !== day || other.created['group_id'] !== group) continue;
    await editCurrent(request, serve, other);
  }
  return answer;
});

const isStale = ({ status }: ServiceAnswer): boolean => status === 409 || status === 412;

/** Makes an edit under the version a decision was created with, and answers that it is refused. */
const makingRefusedEdits = withSeenDecisions(async ({ request, answer, serve }, seen) => {
  const decision = seen.get(editedId(request));
  if (request.place !== 'E4' || !isStale(answer) || decision === undefined || decision.edits === 0) return answer;
  if (request.path['version'] !== decision.created['version']) return answer;
  await editCurrent(request, serve, decision);
  return answer;
});

/** Moves a decision to the day that an edit asks for which is refused for something else in its body. */
const movingByRefusedBodies = withSeenDecisions(async ({ request, answer, serve }, seen) => {
  const decision = seen.get(editedId(request));
  const { renewal_date: day } = objectOf(sentBody(request));
  if (request.place !== 'E4' || answer.status !== 422 || decision === undefined || !isDay(day)) return answer;
  await editCurrent(withJson(request, { renewal_date: day, body: decision.latest['body'] }), serve, decision);
  return answer;
});

/** Makes an edit under a version that never was, and answers that it is refused. */
const makingUnknownEdits = withSeenDecisions(async ({ request, answer, serve }, seen) => {
  const decision = seen.get(editedId(request));
  if (request.place !== 'E4' || isSuccess(answer) || decision === undefined) return answer;
  if (/^0{8}-/.test(request.path['version'] ?? '')) await editCurrent(request, serve, decision);
  return answer;
});

/** Violations of E4 (`spec/documents/4-endpoints.md`). */
export const editFaults = faultTable({
  'renewals-edit-accepted': {
    description: 'an edit is answered with 202',
    breaks: ['renewals.edit'],
    begin: successStatus('E4', 202),
  },
  'renewals-edit-created-anew': {
    description: 'an edit sets created',
    breaks: ['renewals.edit'],
    also: [...shownElsewhere, 'wire.timestamps-ordered'],
    begin: members('E4', 'created', (time) => Number(time) + 1),
  },
  'renewals-second-edit-lost': {
    description: 'an edit is answered with 200 and the content of the edit before',
    when: 'the second edit of a decision',
    breaks: ['renewals.edit', 'renewals.plans'],
    // An edit that was tried again after a recalculation counts as a second one.
    also: ['renewals.edit-listed'],
    begin: losingSecondEdits,
  },
  'renewals-edit-adds-a-line': {
    description: 'an edit is answered with a line of coverage that was not sent',
    when: 'an edit of a carrier with a single line',
    breaks: ['renewals.edit'],
    begin: members('E4', 'body.carriers[].lines_of_coverage', (lines) =>
      Object.keys(objectOf(lines)).length === 1 ? { pharmacy: { plans: [] }, ...objectOf(lines) } : lines,
    ),
  },
  'renewals-listed-late': {
    description: 'an edited decision is missing from the list',
    when: 'the first list after an edit',
    breaks: ['renewals.edit-listed'],
    // A decision that cannot be found cannot be edited again, nor seen to be unchanged.
    also: [
      'renewals.edit',
      'renewals.list',
      'renewals.filter-date',
      'renewals.filter-range',
      'renewals.filter-bounds',
      'renewals.filter-combined',
    ],
    begin: listingLate,
  },
  'renewals-listed-as-created': {
    description: 'the list shows what a decision was created with',
    when: 'an edit to another number of carriers',
    breaks: ['renewals.edit-listed'],
    also: shownElsewhere,
    begin: listingFirstBodies,
  },
  'renewals-edit-spreads': {
    description: 'an edit changes another decision too',
    when: 'the second edit, and another decision made for the same day',
    breaks: ['renewals.edit-isolated'],
    // Other decisions are no longer listed where their own edits moved them.
    also: ['renewals.edit-listed'],
    begin: spreadingEdits,
  },
  'renewals-refused-edit-made': {
    description: 'a refused edit takes effect',
    when: 'the version a decision was created with, after an edit',
    breaks: ['renewals.refused-edit-unchanged'],
    begin: makingRefusedEdits,
  },
  'renewals-broken-edit-made': {
    description: 'an edit that is refused moves the decision to its day',
    when: 'carriers that are wrong',
    breaks: ['renewals.refused-edit-unchanged'],
    begin: movingByRefusedBodies,
  },
  'renewals-unknown-edit-made': {
    description: 'a refused edit takes effect',
    when: 'a version that never was',
    breaks: ['renewals.refused-edit-unchanged'],
    begin: makingUnknownEdits,
  },
  'renewals-stale-edit-fails': {
    description: 'an edit of an old version is answered with 500',
    when: 'a version that is not current',
    breaks: ['wire.no-server-error', 'renewals.refused-edit-unchanged'],
    // A recalculation makes any version an old one, and a 500 is no refusal to try again after.
    also: ['renewals.edit', 'input.extreme'],
    begin: answers('E4', (answer) => (isStale(answer) ? { ...answer, status: 500 } : answer)),
  },
});
