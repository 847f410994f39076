import { tuple } from 'fast-check';
import { arbitraryDecision } from '../../generators/index.ts';
import { decisionBase } from '../world/bodies.ts';
import { currentDecision, decisionOf, editsOf } from '../world/decisions.ts';
import { groupId } from '../world/group.ts';
import { decisionSteering } from '../world/known-plans.ts';
import { drive, noteLessons, taken, type Drive } from './drive.ts';

/** Decisions of every kind, each edited twice and listed by its date (E3, E4, E5). */
export const decisions: Drive = async (session) => {
  const group = await groupId(session);
  const { context, reduce } = await decisionBase(session);
  const api = session.api('renewals.create');
  const steering = await decisionSteering(session);
  const bodies = arbitraryDecision(context).map(reduce);
  await drive(session, 'decisions', tuple(bodies, bodies, bodies), async ([body, ...edits]) => {
    const created = await steering.send(body, (json) => api.call('E3', { path: { group_id: group }, json }));
    let decision = decisionOf(taken(session, created, 'renewals.accepts-generated'));
    const edit = editsOf(api, group, decision);
    for (const body of edits) {
      const edited = await steering.send(body, edit);
      decision = decisionOf(taken(session, edited, 'renewals.accepts-generated'));
    }
    await currentDecision(api, group, decision);
  });
  noteLessons(session, steering, 'renewals.accepts-generated');
};
