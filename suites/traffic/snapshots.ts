import { constant, record } from 'fast-check';
import { arbitrarySnapshot, exampleBodies, snapshotExamples, withOwnPeople } from '../../generators/index.ts';
import type { MemberSnapshotInput } from '../../spec/index.ts';
import { profileOf } from '../engine/session.ts';
import { successBody } from '../invariants/reading.ts';
import { snapshotBase } from '../fixtures/bodies.ts';
import { groupId } from '../fixtures/group.ts';
import { snapshotSteering } from '../fixtures/known-plans.ts';
import { mendSnapshot } from '../fixtures/mending.ts';
import { drive, noteLessons, taken, type Drive } from './drive.ts';
import { examplesOf } from './examples.ts';

/** A snapshot that is made, and whether its employee's list is read as well. */
interface Story {
  readonly body: MemberSnapshotInput;
  readonly isListed: boolean;
}

/** Snapshots of every kind, each read back alone and those that are drawn in their employee's list too (E6, E7, E8). */
export const snapshots: Drive = async (session) => {
  const group = await groupId(session);
  const { context, reduce, body: base } = await snapshotBase(session);
  const api = session.api('snapshots.create');
  const steering = await snapshotSteering(session);
  const bodies = exampleBodies(base, snapshotExamples(context));
  const examples = examplesOf<MemberSnapshotInput, Story>({
    // Of people of their own each, since a service may hold snapshots of one employee against each other.
    bodies: bodies.map((example, index) => ({ ...example, body: withOwnPeople(example.body, String(index)) })),
    taken: base,
    mend: mendSnapshot,
    // A list shows nothing of the people in a snapshot: it is read for other cases.
    wrap: (body) => ({ body, isListed: false }),
    unwrap: ({ body }) => body,
  });
  // What is wrong with a body shows in the answer to its create: a brisk run reads back those that are drawn alone.
  const readsExamples = profileOf(session).effort === 'thorough';
  const tell = async ({ body, isListed }: Story): Promise<void> => {
    const exchange = await steering.send(body, (json) => api.call('E6', { path: { group_id: group }, json }));
    const { id, employee_id: employee } =
      successBody(taken(session, exchange, 'snapshots.accepts-generated'), 'E6') ?? {};
    if (typeof id === 'string' && (isListed || readsExamples)) await api.call('E7', { path: { snapshot_id: id } });
    if (isListed && typeof employee === 'string') await api.call('E8', { path: { employee_id: employee } });
  };
  const stories = record({ body: arbitrarySnapshot(context).map(reduce), isListed: constant(true) });
  await drive<Story>(session, 'snapshots', stories, tell, { examples });
  noteLessons(session, steering, 'snapshots.accepts-generated');
};
