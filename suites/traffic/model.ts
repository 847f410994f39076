import * as fc from 'fast-check';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import { canonicalDecision } from '../../generators/index.ts';
import { profileOf, type Session } from '../engine/session.ts';
import { emptyModel, sequences, type Real } from '../model/index.ts';
import { decisionBase } from '../fixtures/bodies.ts';
import { ownDate } from '../fixtures/dates.ts';
import { groupId } from '../fixtures/group.ts';
import { newGroupIds, scratchGroupId, snapshotGroups } from '../fixtures/other-group.ts';
import { drive, type Drive } from './drive.ts';

/** The days of the positions: neighbours, as filters go by a day more or less, in two places that are weeks apart. */
const days = [0, 1, 2, 27, 28, 29] as const;

/** The base decision, and it with each of its lines alone: an edit from one to the other takes lines away or adds them. */
async function contentsOf(session: Session): Promise<readonly RenewalDecisionInput[]> {
  const { context, reduce } = await decisionBase(session);
  const whole = reduce(canonicalDecision(context));
  const [first] = whole.body?.carriers ?? [];
  const lines = Object.entries(first?.lines_of_coverage ?? {});
  if (first === undefined || lines.length < 2) return [whole];
  return [
    whole,
    ...lines.map(([key, line]) => ({
      ...whole,
      body: { ...whole.body, carriers: [{ ...first, lines_of_coverage: { [key]: line } }] },
    })),
  ];
}

/**
 * The groups that take decisions. A case that is replayed gets new ones: by now the usual ones may hold so many records
 * that their lists have become longer than they were when the case failed.
 */
async function decisionGroupsOf(session: Session): Promise<readonly string[]> {
  const usual = [...new Set([await groupId(session), await scratchGroupId(session)])];
  if (session.parameters.replayed?.path === undefined) return usual;
  const fresh = await newGroupIds(session, usual.length).catch(() => []);
  return fresh.length === usual.length ? fresh : usual;
}

/**
 * Sequences of writes and reads of decisions and snapshots, in several groups and of several employees, against a model
 * of what the service has to show (E3 to E8). Several sequences run at the same time; one that fails is shrunk to the
 * shortest that does.
 */
export const model: Drive = async (session) => {
  const parts = {
    session,
    api: session.api('renewals.list'),
    decisionGroups: await decisionGroupsOf(session),
    snapshotGroups: await snapshotGroups(session),
    contents: await contentsOf(session),
  };
  // What one token has made, another one of the same key has to find.
  await session.renewToken();
  let begun = 0;
  const run = async (sequence: Iterable<fc.AsyncCommand<ReturnType<typeof emptyModel>, Real>>): Promise<void> => {
    begun += 1;
    const tag = `model-${begun}`;
    const real: Real = { ...parts, tag, day: (position) => ownDate(session, tag, days[position] ?? position) };
    await fc.asyncModelRun(() => ({ model: emptyModel(), real }), sequence);
  };
  await drive(session, 'model', sequences(), run, { share: profileOf(session).effort === 'brisk' ? 1 : 1 / 5 });
};
