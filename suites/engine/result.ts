import { requirementOf, type RequirementId } from '../../spec/index.ts';
import type { Counterexample, RecordedExchange, RequirementResult } from '../../reporters/report.ts';
import type { Exchange } from '../../target/exchange.ts';
import { shortened } from '../../target/journal.ts';
import { curlLine } from './curl.ts';
import type { Entry } from './ledger.ts';
import type { Session } from './session.ts';
import type { Finding } from './verdicts.ts';

/** What the session's ledger says of a requirement, as the report gives it. */
export function resultOf(session: Session, id: RequirementId): RequirementResult {
  const { level, statement, source } = requirementOf(id);
  const entry = session.ledger.entry(id);
  return {
    id,
    level,
    title: statement,
    source: `${source.document}:${source.line}`,
    cases: entry.cases,
    ...outcomeOf(session, id, entry),
  };
}

type Decision = Pick<RequirementResult, 'outcome' | 'reason' | 'detail' | 'counterexample'>;

function outcomeOf(session: Session, id: RequirementId, entry: Entry): Decision {
  const isTold = session.selected(id) || (session.parameters.tellsAll && entry.finding !== undefined);
  if (!isTold) return { outcome: 'skipped', reason: 'deselected' };
  if (entry.finding !== undefined) return failure(session, id, entry, entry.finding);
  if (entry.cases > 0) return pinned(session, id, entry) ?? { outcome: 'pass' };
  const { reason, detail } = entry.undecided ?? {
    reason: 'not-reached',
    detail: 'no exchange of the run said anything of it',
  };
  return { outcome: 'inconclusive', reason, detail: session.redactor.text(detail) };
}

/** What was observed of an open point, as one line: its values in order, whatever the order they were seen in. */
export function observedValue({ observed }: Entry): string {
  return [...observed.keys()].toSorted().join('; ');
}

/** An open point that the configuration pins to a value fails when another one is observed. */
function pinned({ parameters, redactor }: Session, id: RequirementId, entry: Entry): Decision | undefined {
  const { expect } = parameters.target;
  if (!Object.hasOwn(expect, id)) return undefined;
  const [wanted, seen] = [String(expect[id]), observedValue(entry)];
  if (wanted === seen) return undefined;
  return { outcome: 'fail', detail: redactor.text(`pinned by expect to "${wanted}", observed "${seen}"`) };
}

function failure(session: Session, id: RequirementId, entry: Entry, finding: Finding): Decision {
  const counterexample = counterexampleOf(session, id, entry, finding);
  const waiver = session.parameters.target.waive.find((candidate) => candidate.id === id);
  if (waiver === undefined) return { outcome: 'fail', counterexample };
  const today = new Date().toISOString().slice(0, 10);
  if (waiver.until < today) {
    return { outcome: 'fail', detail: `its waiver (${waiver.reason}) ended on ${waiver.until}`, counterexample };
  }
  return { outcome: 'skipped', reason: 'waived', detail: `until ${waiver.until}: ${waiver.reason}`, counterexample };
}

function counterexampleOf(
  { redactor, parameters }: Session,
  id: RequirementId,
  entry: Entry,
  finding: Finding,
): Counterexample {
  const recorded = (exchange: Exchange): RecordedExchange => shortened(redactor.exchange(exchange));
  const exchanges = finding.exchanges.map(recorded);
  const { passedAgain } = finding;
  const last = exchanges.at(-1);
  return {
    message: redactor.text(finding.message),
    exchanges,
    pointer: finding.pointer,
    expected: redactor.value(finding.expected),
    ...(finding.actual === undefined ? {} : { actual: redactor.value(finding.actual) }),
    curl: last === undefined ? '' : curlLine(last),
    replay: `${parameters.replayCommand} --only ${id} --seed ${parameters.seed}`,
    seed: parameters.seed,
    ...(entry.path === undefined ? {} : { path: entry.path }),
    ...(passedAgain === undefined
      ? {}
      : { passedAgain: passedAgain.exchange === undefined ? null : recorded(passedAgain.exchange) }),
    occurrences: entry.breaches,
  };
}
