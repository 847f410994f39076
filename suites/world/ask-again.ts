import type { RequirementId } from '../../spec/index.ts';
import { isSuccess, type Exchange } from '../../target/exchange.ts';
import { asRepetition, inCase, newCase } from '../engine/case-scope.ts';
import type { Session } from '../engine/session.ts';
import { Undecided, type Finding } from '../engine/verdicts.ts';
import { idKey, objectOf } from '../invariants/reading.ts';
import { currentDecision } from './decisions.ts';

/** What has moved on since an edit was sent: the version to edit now. */
async function pathNow(session: Session, { request, answer }: Exchange): Promise<Record<string, string>> {
  const record = objectOf(answer?.json);
  if (request.endpoint !== 'E4' || typeof record.group_id !== 'string') return {};
  const current = await currentDecision(session.api('setup'), record.group_id, record);
  return typeof current?.version === 'string' ? { version: current.version } : {};
}

/**
 * The version to send an edit under that got no answer: the one before may or may not have been taken.
 *
 * @param groups - the group of each decision
 */
export async function versionToEdit(
  session: Session,
  { request }: Exchange,
  groups: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  const id = request.pathParameters['renewal_decision_id'] ?? '';
  const group = groups.get(idKey(id));
  if (request.endpoint !== 'E4' || group === undefined) return {};
  const current = await currentDecision(session.api('setup'), group, { id });
  return typeof current?.version === 'string' ? { version: current.version } : {};
}

/** Sightings at other records that are asked for again at the most, and how often each has to show again. */
const others = { most: 4, times: 2 } as const;

/** What came of asking for what a finding shows once more: the answer, and whether it shows again. */
interface Again {
  readonly exchange: Exchange | undefined;
  readonly shows: boolean;
}

async function repeated(session: Session, id: RequirementId, exchange: Exchange): Promise<Again> {
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
  return { exchange: record.exchanges.at(-1), shows: record.findings.has(id) };
}

/** Whether what was found by reading one record is found there each time: what shows at another one may have passed. */
async function showsEachTime(session: Session, id: RequirementId, { exchanges }: Finding): Promise<boolean> {
  const exchange = exchanges.at(-1);
  for (let time = 0; time < others.times; time += 1) {
    if (exchange === undefined || performance.now() > session.deadline || !session.budget.mayRepeat()) return false;
    if (!(await repeated(session, id, exchange)).shows) return false;
  }
  return true;
}

/**
 * Asks what an exchange that broke an invariant asked once more, unless its whole case was run again already, and
 * enters in the ledger whether it shows again. Where it does not, others are tried that were seen at other records: a
 * list that many write to has moved on, and one that nobody does shows it still.
 */
export async function askAgain(session: Session, id: RequirementId): Promise<void> {
  const { ledger, deadline, budget } = session;
  const { finding, confirmed, path: caseAt, reads } = ledger.entry(id);
  const exchange = finding?.exchanges.at(-1);
  if (finding === undefined || exchange === undefined) return;
  if (performance.now() > deadline || !budget.mayRepeat()) return;
  // A case that was run again did not come to what it shares with others, and made only once.
  const isOpen = !confirmed || (finding.passedAgain !== undefined && finding.passedAgain.exchange === undefined);
  if (isOpen) {
    const { exchange: again, shows } = await repeated(session, id, exchange);
    const { passedAgain: _, ...found } = finding;
    const isShown = shows || again === undefined;
    ledger.confirmed(id, isShown ? found : { ...found, passedAgain: { exchange: again } }, caseAt);
  }
  if (ledger.entry(id).finding?.passedAgain === undefined) return;
  const { endpoint } = exchange.request;
  const elsewhere = [...reads.values()]
    .filter((read) => read.exchanges.at(-1) !== exchange)
    .toSorted((one, other) => Number(endpointOf(one) === endpoint) - Number(endpointOf(other) === endpoint));
  for (const read of elsewhere.slice(0, others.most)) {
    if (!(await showsEachTime(session, id, read))) continue;
    ledger.confirmed(id, read);
    return;
  }
}

function endpointOf({ exchanges }: Finding): string | undefined {
  return exchanges.at(-1)?.request.endpoint;
}
