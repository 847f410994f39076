import * as fc from 'fast-check';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import type { Workload } from '../engine/definition.ts';
import { profileOf } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import { unlessUndecided } from '../engine/verdicts.ts';
import { inLeanForm, inLeanForms } from '../fixtures/lean-bodies.ts';
import { decisionBase, snapshotBase, type Base } from '../fixtures/taken-bodies.ts';
import { ownDays } from '../fixtures/decision-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { withOnly } from '../fixtures/target-plans.ts';
import { scratchGroupId, snapshotGroups } from '../fixtures/other-groups.ts';
import { sendCases } from './workload.ts';
import { decisionCommands, listDecisions } from './model-of-decisions.ts';
import { emptyModel, type Model, type Real } from './model.ts';
import { snapshotCommands } from './model-of-snapshots.ts';

/** The days of the positions: two groups of neighbours, weeks apart. */
const days = [0, 1, 2, 27, 28, 29] as const;

/** The base decision, and it with only one of its lines: edits remove or add lines. Empty if none is taken. */
async function contentsOf(session: Session): Promise<readonly RenewalDecisionInput[]> {
  const base = await decisionBase(session).catch(unlessUndecided);
  if (base === undefined) return [];
  const whole = base.canonical(base.context);
  const [first] = whole.body?.carriers ?? [];
  const lines = Object.keys(first?.lines_of_coverage ?? {});
  return lines.length < 2 ? [whole] : [whole, ...lines.map((key) => withOnly(whole, { carrierAt: 0, key }))];
}

/** Leaves out of the bodies of a sequence what it does not need to fail. */
async function leanBodiesOf(session: Session, fails: () => Promise<boolean>): Promise<void> {
  const plainOf = <Body>({ canonical, context }: Base<Body>): Body => canonical(context);
  const [decision, snapshot] = await Promise.all([
    decisionBase(session).then(plainOf, unlessUndecided),
    snapshotBase(session).then(plainOf, unlessUndecided),
  ]);
  await inLeanForms({ decision, snapshot }, fails);
}

/** Maximum number of requests in a sequence, not counting those that follow pages or look for a current version. */
const longest = 32;

/** Sequences of all requests about decisions and snapshots, in any order. */
export function arbitrarySequences(): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Real>>> {
  const commands = [...decisionCommands, listDecisions, listDecisions, listDecisions, ...snapshotCommands];
  return fc.commands([...commands], { maxCommands: longest, size: 'max' });
}

async function sendSequences(session: Session): Promise<void> {
  const parts = {
    session,
    api: session.api('renewals.list'),
    decisionGroups: [...new Set([await groupId(session), await scratchGroupId(session)])],
    longGroups: new Set<string>(),
    snapshotGroups: await snapshotGroups(session),
    contents: await contentsOf(session),
  };
  // Records made with one token have to be found with another one of the same key.
  await session.renewToken();
  let begun = 0;
  const run = async (sequence: Iterable<fc.AsyncCommand<Model, Real>>): Promise<void> => {
    begun += 1;
    const tag = `model-${begun}`;
    // If a target takes few days, the rest of the sequence is still sent.
    const own = (await ownDays(session, tag, days, true).catch(unlessUndecided)) ?? [];
    const contents = parts.contents.map((body) => inLeanForm('renewal-decision-input', body));
    const real: Real = { ...parts, contents, tag, day: (position) => own[position] ?? '' };
    await fc.asyncModelRun(() => ({ model: emptyModel(), real }), sequence);
  };
  await sendCases(session, modelTraffic.name, arbitrarySequences(), run, {
    share: profileOf(session).effort === 'brisk' ? 1 : 1 / 5,
    leaner: (sequence, fails) => leanBodiesOf(session, () => fails(sequence)),
  });
}

/**
 * Sequences of writes and reads of decisions and snapshots, in several groups and of several employees, against a model
 * of what the service has to show (E3 to E8). Several sequences run at the same time; one that fails is shrunk to the
 * shortest that does.
 */
export const modelTraffic: Workload = {
  name: 'model',
  footprint: { least: 8, variations: 14, perCase: 3.1, writes: 0.55, tokens: { thorough: 1, brisk: 1, frugal: 0 } },
  run: sendSequences,
  frugal: () => Promise.resolve(),
  isExtra: true,
};

/** For the `how` of requirements that are judged on sequences as well. */
export const sequences =
  'Generated sequences (a fifth of `--cases`, all of them in the profile gate) of creates, edits, edits under old versions, filtered lists and snapshots, in up to two groups and of up to three employees, are also compared with a model of the service. One that fails is shrunk to the shortest sequence that still fails.';
