import { tuple } from 'fast-check';
import { arbitraryDecision, decisionExamples, exampleBodies } from '../../generators/index.ts';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import { decisionBase } from '../fixtures/bodies.ts';
import { currentDecision, decisionOf, editsOf } from '../fixtures/decisions.ts';
import { groupId } from '../fixtures/group.ts';
import { decisionSteering } from '../fixtures/known-plans.ts';
import { mendDecision } from '../fixtures/mending.ts';
import { drive, noteLessons, taken, type Drive } from './drive.ts';
import { examplesOf } from './examples.ts';

/** What a decision is made as, and what it is edited to then. */
type Story = readonly [RenewalDecisionInput, ...RenewalDecisionInput[]];

/** The renewal date of a decision that has one. */
function dateOf({ renewal_date: date }: RenewalDecisionInput): Pick<RenewalDecisionInput, 'renewal_date'> {
  return date === undefined ? {} : { renewal_date: date };
}

/** The same day of a later month, or its last one where it has no such day. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Decisions of every kind, each edited twice and listed by its date (E3, E4, E5). */
export const decisions: Drive = async (session) => {
  const group = await groupId(session);
  const { context, reduce, body: base } = await decisionBase(session);
  const api = session.api('renewals.create');
  const steering = await decisionSteering(session);
  const bodies = arbitraryDecision(context).map(reduce);
  // A month for each example, where its date is not what it is about: a list of one date is read after each of them.
  const months = new Set<string | undefined>();
  const inOwnMonth = (body: RenewalDecisionInput, index: number): RenewalDecisionInput => {
    if (body.renewal_date === undefined || body.renewal_date !== base.renewal_date) return body;
    const month = monthsAfter(body.renewal_date, index + 1);
    months.add(month);
    return { ...body, renewal_date: month };
  };
  const bodiesOfExamples = exampleBodies(base, decisionExamples(context));
  const examples = examplesOf<RenewalDecisionInput, Story>({
    bodies: bodiesOfExamples.map((example, index) => ({ ...example, body: inOwnMonth(example.body, index) })),
    taken: base,
    mend: mendDecision,
    // Made as the example, and edited to it: what a service does to one it may not do to the other.
    wrap: (body) => [body, months.has(body.renewal_date) ? { ...base, ...dateOf(body) } : base, body],
    unwrap: ([body]) => body,
  });
  const tell = async ([body, ...edits]: Story): Promise<void> => {
    const created = await steering.send(body, (json) => api.call('E3', { path: { group_id: group }, json }));
    let decision = decisionOf(taken(session, created, 'renewals.accepts-generated'));
    const edit = editsOf(api, group, decision);
    for (const next of edits) {
      const edited = await steering.send(next, edit);
      decision = decisionOf(taken(session, edited, 'renewals.accepts-generated'));
    }
    await currentDecision(api, group, decision);
  };
  await drive<Story>(session, 'decisions', tuple(bodies, bodies, bodies), tell, { examples });
  noteLessons(session, steering, 'renewals.accepts-generated');
};
