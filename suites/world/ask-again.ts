import type { RequirementId } from '../../spec/index.ts';
import { isSuccess, type Exchange } from '../../target/exchange.ts';
import { asRepetition, inCase, newCase } from '../engine/case-scope.ts';
import type { Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import { objectOf } from '../invariants/reading.ts';
import { currentDecision } from './decisions.ts';

/** What has moved on since an edit was sent: the version to edit now. */
async function pathNow(session: Session, { request, answer }: Exchange): Promise<Record<string, string>> {
  const record = objectOf(answer?.json);
  if (request.endpoint !== 'E4' || typeof record.group_id !== 'string') return {};
  const current = await currentDecision(session.api('setup'), record.group_id, record);
  return typeof current?.version === 'string' ? { version: current.version } : {};
}

/**
 * Asks what an exchange that broke an invariant asked once more, unless its whole case was run again already, and
 * enters in the ledger whether it shows again.
 */
export async function askAgain(session: Session, id: RequirementId): Promise<void> {
  const { ledger, deadline, budget } = session;
  const { finding, confirmed, path: caseAt } = ledger.entry(id);
  const exchange = finding?.exchanges.at(-1);
  // A case that was run again did not come to what it shares with others, and made only once.
  const isOpen = !confirmed || (finding?.passedAgain !== undefined && finding.passedAgain.exchange === undefined);
  if (finding === undefined || exchange === undefined || !isOpen || performance.now() > deadline) return;
  if (!budget.mayRepeat()) return;
  const record = newCase(`${id}: asked again`, id);
  try {
    await asRepetition(async () => {
      const path = isSuccess(exchange) ? await pathNow(session, exchange) : {};
      await inCase(record, () => session.api(id).repeat(exchange, path));
    });
  } catch (error) {
    // Without a second answer the first one stands.
    if (!(error instanceof Undecided)) throw error;
  }
  const again = record.exchanges.at(-1);
  const showsAgain = record.findings.has(id) || again === undefined;
  const { passedAgain: _, ...found } = finding;
  ledger.confirmed(id, showsAgain ? found : { ...found, passedAgain: { exchange: again } }, caseAt);
}
