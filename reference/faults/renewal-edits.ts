import { change, listOf, objectOf } from './change.ts';
import { isSuccess, parsed, sentBody, withBody, withJson } from './exchange.ts';
import type { Behaviour, Fault } from './fault.ts';
import { editOf, readDecision, seenDecisions } from './decisions.ts';
import { answers, editRecords, members, recordsIn, successes } from './rewrite.ts';

const editedId = (path: Readonly<Record<string, string>>): string => path['renewal_decision_id'] ?? '';

/** Makes the edit before once more, where a second one is asked for. */
function losingSecondEdits(): Behaviour {
  const first = new Map<string, unknown>();
  return async (request, serve) => {
    if (request.place !== 'E4') return serve(request);
    const before = first.get(editedId(request.path));
    const answer = await serve(before === undefined ? request : withJson(request, before));
    if (isSuccess(answer) && before === undefined) first.set(editedId(request.path), sentBody(request));
    return answer;
  };
}

/** Leaves a decision out of the first list after its edit. */
function listingLate(): Behaviour {
  const edited = new Set<unknown>();
  return async (request, serve) => {
    const answer = await serve(request);
    if (!isSuccess(answer)) return answer;
    if (request.place === 'E4') edited.add(objectOf(parsed(answer.text))['id']);
    if (request.place !== 'E5') return answer;
    const body = editRecords(objectOf(parsed(answer.text)), request, (record) =>
      edited.delete(record['id']) ? undefined : record,
    );
    const lost = recordsIn(answer, request).length - listOf(objectOf(body)['response']).length;
    return withBody(
      answer,
      change(body, 'meta.total_records', (total) => Number(total) - lost),
    );
  };
}

/** Lists the body that a decision was created with, once an edit gave it another number of carriers. */
function listingFirstBodies(): Behaviour {
  const seen = seenDecisions();
  return async (request, serve) => {
    const answer = await serve(request);
    seen.note(request, answer);
    const body = objectOf(parsed(answer.text));
    if (request.place !== 'E5' || !isSuccess(answer)) return answer;
    const count = (decision: unknown): number => listOf(objectOf(objectOf(decision)['body'])['carriers']).length;
    const edited = editRecords(body, request, (record) => {
      const created = seen.get(record['id'])?.created ?? record;
      return count(created) === count(record) ? record : { ...record, body: created['body'] };
    });
    return withBody(answer, edited);
  };
}

/** Makes a second edit of one decision in the others too that were made for the same day. */
function spreadingEdits(): Behaviour {
  const seen = seenDecisions();
  return async (request, serve) => {
    const answer = await serve(request);
    seen.note(request, answer);
    const id = editedId(request.path).toLowerCase();
    const edited = seen.get(id);
    if (request.place !== 'E4' || !isSuccess(answer) || edited === undefined || edited.edits < 2) return answer;
    const { renewal_date: day, group_id: group } = edited.created;
    for (const [key, other] of seen.entries()) {
      if (key === id || other.created['renewal_date'] !== day || other.created['group_id'] !== group) continue;
      const current = await readDecision(request, serve, other);
      if (current !== undefined) await serve(editOf(request, current));
    }
    return answer;
  };
}

/** Makes an edit under the version a decision was created with, although it says that it refuses it. */
function makingRefusedEdits(): Behaviour {
  const seen = seenDecisions();
  return async (request, serve) => {
    const answer = await serve(request);
    seen.note(request, answer);
    const decision = seen.get(editedId(request.path));
    const isOld = request.path['version'] === decision?.created['version'] && (decision?.edits ?? 0) > 0;
    if (request.place !== 'E4' || ![409, 412].includes(answer.status) || decision === undefined || !isOld)
      return answer;
    const current = await readDecision(request, serve, decision);
    if (current !== undefined) await serve(editOf(request, current));
    return answer;
  };
}

/** Violations of E4 (`spec/documents/4-endpoints.md`). */
export const renewalEditFaults: readonly Fault[] = [
  {
    name: 'renewals-edit-accepted',
    description: 'an edit is answered with 202',
    breaks: ['renewals.edit'],
    begin: answers('E4', (answer) => (answer.status === 200 ? { ...answer, status: 202 } : answer)),
  },
  {
    name: 'renewals-edit-created-anew',
    description: 'an edit sets created',
    breaks: ['renewals.edit'],
    // The list shows the first time, under the same version.
    also: ['versions.change-with-record', 'wire.timestamps-ordered'],
    begin: members('E4', 'created', (time) => Number(time) + 1),
  },
  {
    name: 'renewals-second-edit-lost',
    description: 'an edit is answered with 200 and the content of the edit before',
    when: 'the second edit of a decision',
    breaks: ['renewals.edit', 'renewals.plans'],
    // An edit that was tried again after a recalculation counts as a second one.
    also: ['renewals.edit-listed'],
    begin: losingSecondEdits,
  },
  {
    name: 'renewals-edit-adds-a-line',
    description: 'an edit is answered with a line of coverage that was not sent',
    when: 'an edit of a carrier with a single line',
    breaks: ['renewals.edit'],
    begin: successes('E4', (body) =>
      change(body, 'body.carriers[].lines_of_coverage', (lines) =>
        Object.keys(objectOf(lines)).length === 1 ? { pharmacy: { plans: [] }, ...objectOf(lines) } : lines,
      ),
    ),
  },
  {
    name: 'renewals-listed-late',
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
  {
    name: 'renewals-listed-as-created',
    description: 'the list shows what a decision was created with',
    when: 'an edit to another number of carriers',
    breaks: ['renewals.edit-listed'],
    // The answer to the edit is right, under the same version.
    also: ['versions.change-with-record'],
    begin: listingFirstBodies,
  },
  {
    name: 'renewals-edit-spreads',
    description: 'an edit changes another decision too',
    when: 'the second edit, and another decision made for the same day',
    breaks: ['renewals.edit-isolated'],
    begin: spreadingEdits,
  },
  {
    name: 'renewals-refused-edit-made',
    description: 'a refused edit takes effect',
    when: 'the version a decision was created with, after an edit',
    breaks: ['renewals.refused-edit-unchanged'],
    begin: makingRefusedEdits,
  },
  {
    name: 'renewals-stale-edit-fails',
    description: 'an edit of an old version is answered with 500',
    when: 'a version that is not current',
    breaks: ['wire.no-server-error', 'renewals.refused-edit-unchanged'],
    // A recalculation makes any version an old one, and a 500 is no refusal to try again after.
    also: ['renewals.edit', 'input.extreme'],
    begin: answers('E4', (answer) => ([409, 412].includes(answer.status) ? { ...answer, status: 500 } : answer)),
  },
];
