import { tuple } from 'fast-check';
import { arbitraryDecision, decisionExamples, exampleBodies } from '../../generators/index.ts';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import { decisionBase } from '../world/bodies.ts';
import { currentDecision, decisionOf, editsOf } from '../world/decisions.ts';
import { groupId } from '../world/group.ts';
import { decisionSteering } from '../world/known-plans.ts';
import { mendDecision } from '../world/mending.ts';
import { drive, noteLessons, taken, type Drive } from './drive.ts';
import { examplesOf } from './examples.ts';

/** What a decision is made as, and what it is edited to then. */
type Story = readonly [RenewalDecisionInput, ...RenewalDecisionInput[]];

/** Decisions of every kind, each edited twice and listed by its date (E3, E4, E5). */
export const decisions: Drive = async (session) => {
  const group = await groupId(session);
  const { context, reduce, body: base } = await decisionBase(session);
  const api = session.api('renewals.create');
  const steering = await decisionSteering(session);
  const bodies = arbitraryDecision(context).map(reduce);
  const examples = examplesOf<RenewalDecisionInput, Story>({
    bodies: exampleBodies(base, decisionExamples(context)),
    taken: base,
    mend: mendDecision,
    // Made as the example, and edited to it: what a service does to one it may not do to the other.
    wrap: (body) => [body, base, body],
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
