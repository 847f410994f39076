import { tuple } from 'fast-check';
import { arbitraryDecision, decisionExamples, exampleBodies } from '../../generators/index.ts';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Workload } from '../engine/definition.ts';
import type { Session } from '../engine/session.ts';
import { decisionBase } from '../fixtures/taken-bodies.ts';
import { editsOf, editTried, theOneDecision } from '../fixtures/decision-edits.ts';
import { currentDecision, decisionOf, onFreeDay, walkDecisions } from '../fixtures/decision-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { decisionAdaptation } from '../fixtures/plans-of-carriers.ts';
import { repairDecision } from '../fixtures/body-differences.ts';
import { leanDecisions, leanest } from '../fixtures/lean-bodies.ts';
import { examplesOf, observeLearned, sendCases, taken } from './workload.ts';

/** What a decision is created with, and what it is edited to then. */
type DecisionCase = readonly [RenewalDecisionInput, ...RenewalDecisionInput[]];

/** The same day of a later month, or its last one where it has no such day. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

async function decideAndEdit(session: Session): Promise<void> {
  const group = await groupId(session);
  const { context, reduce, body: base } = await decisionBase(session);
  const api = session.api('renewals.create');
  const adaptation = await decisionAdaptation(session);
  await editTried(session).catch(() => undefined);
  const bodies = arbitraryDecision(context).map(reduce);
  // A month for each example that is not about its date: after each of them the list of its date is read, and stays short.
  const months = new Set<string>();
  const inOwnMonth = (body: RenewalDecisionInput, index: number): RenewalDecisionInput => {
    if (body.renewal_date === undefined || body.renewal_date !== base.renewal_date) return body;
    const month = monthsAfter(body.renewal_date, index + 1);
    months.add(month);
    return { ...body, renewal_date: month };
  };
  const bodiesOfExamples = exampleBodies(base, decisionExamples(context));
  const examples = examplesOf<RenewalDecisionInput, DecisionCase>({
    bodies: bodiesOfExamples.map((example, index) => ({ ...example, body: inOwnMonth(example.body, index) })),
    taken: base,
    repair: repairDecision,
    // Created as the example, and edited to it: a service may treat the two differently.
    wrap: (body) => {
      const { renewal_date: date } = body;
      return [body, date !== undefined && months.has(date) ? { ...base, renewal_date: date } : base, body];
    },
    unwrap: ([body]) => body,
  });
  const sendCase = async ([body, ...edits]: DecisionCase): Promise<void> => {
    const create = (json: RenewalDecisionInput): Promise<AnsweredExchange> =>
      api.call('E3', { path: { group_id: group }, json });
    const created = await adaptation.send(body, (json) => onFreeDay(session, json, create));
    let decision = decisionOf(taken(session, created, 'renewals.accepts-generated'));
    const edit = editsOf(session, api, group, decision);
    for (const next of edits) {
      const edited = await adaptation.send(next, edit);
      decision = decisionOf(taken(session, edited, 'renewals.accepts-generated'));
    }
    await currentDecision(api, group, decision);
  };
  await sendCases<DecisionCase>(session, 'decisions', tuple(bodies, bodies, bodies), sendCase, {
    examples,
    leaner: (sent, fails) =>
      leanest(
        sent.map((body) => adaptation.adapted(body)),
        leanDecisions,
        ([body = sent[0], ...edits]) => fails([body, ...edits]),
      ),
  });
  observeLearned(session, adaptation, 'renewals.accepts-generated');
}

/** Decisions of every kind, each edited twice and listed by its date (E3, E4, E5). */
export const decisionTraffic: Workload = {
  name: 'decisions',
  run: decideAndEdit,
  /** One, edited under its current version and under an old one, and listed. */
  async frugal(session) {
    await theOneDecision(session);
    await walkDecisions(session.api('renewals.list'), await groupId(session), {}, []);
  },
};
