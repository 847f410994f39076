import { arbitraryDecision, decisionExamples, firstOfMonth, shifted } from '../../generators/index.ts';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Workload } from '../engine/definition.ts';
import type { Session } from '../engine/session.ts';
import { decisionBase } from '../fixtures/taken-bodies.ts';
import { editsOf, editTried, theOneDecision } from '../fixtures/decision-edits.ts';
import { currentDecision, decisionOf, onFreeDay, walkDecisions } from '../fixtures/decision-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { decisionAdaptation } from '../fixtures/adaptation.ts';
import { leanDecisions } from '../fixtures/lean-bodies.ts';
import { sendBodies } from './workload.ts';

/** The same day of a later month, or its last one where it has no such day. */
function monthsAfter(date: string, months: number): string {
  const [first, next] = [firstOfMonth(date, months), firstOfMonth(date, months + 1)];
  const day = shifted(first, Number(date.slice(8)) - 1);
  return day < next ? day : shifted(next, -1);
}

async function decideAndEdit(session: Session): Promise<void> {
  const group = await groupId(session);
  const base = await decisionBase(session);
  const api = session.api('renewals.create');
  await editTried(session).catch(() => undefined);
  // A month for each example that is not about its date: after each of them the list of its date is read, and stays short.
  const months = new Set<string>();
  const inOwnMonth = (body: RenewalDecisionInput, index: number): RenewalDecisionInput => {
    if (body.renewal_date === undefined || body.renewal_date !== base.body.renewal_date) return body;
    const month = monthsAfter(body.renewal_date, index + 1);
    months.add(month);
    return { ...body, renewal_date: month };
  };
  await sendBodies(session, {
    name: 'decisions',
    kind: leanDecisions,
    open: 'renewals.accepts-generated',
    base,
    adaptation: await decisionAdaptation(session),
    arbitrary: arbitraryDecision,
    examples: decisionExamples,
    distinguish: inOwnMonth,
    // Created as the example, and edited to it: a service may treat the two differently.
    editsOf: (body) => {
      const { renewal_date: date } = body;
      return [date !== undefined && months.has(date) ? { ...base.body, renewal_date: date } : base.body, body];
    },
    drawnEdits: 2,
    async send(write, body, edits) {
      const create = (json: RenewalDecisionInput): Promise<AnsweredExchange> =>
        api.call('E3', { path: { group_id: group }, json });
      let decision = decisionOf(await write(body, (json) => onFreeDay(session, json, create)));
      const edit = editsOf(session, api, group, decision);
      for (const next of edits) decision = decisionOf(await write(next, edit));
      await currentDecision(api, group, decision);
    },
  });
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
