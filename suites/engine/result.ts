import { requirementOf, type RequirementId } from '../../spec/index.ts';
import type { Counterexample, RecordedExchange, RequirementResult } from '../../reporters/report.ts';
import type { Target } from '../../target/configuration/target.ts';
import type { Exchange } from '../../target/exchange.ts';
import { shortened } from '../../target/journal.ts';
import { whyLeftOut } from '../profiles/index.ts';
import { curlLine } from './curl.ts';
import type { Entry } from './ledger.ts';
import type { RunParameters, Session } from './session.ts';
import type { Finding } from './verdicts.ts';

/** The part of a session that results are made of: traffic that was saved has no more of one. */
export interface Judged extends Pick<Session, 'ledger' | 'redactor' | 'selected'> {
  readonly parameters: Pick<RunParameters, 'profile' | 'seed' | 'tellsAll' | 'replayCommand'> & {
    readonly target: Pick<Target, 'expect' | 'waive'>;
  };
}

/** What the session's ledger says of a requirement, as the report gives it. */
export function resultOf(session: Judged, id: RequirementId): RequirementResult {
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

function outcomeOf(session: Judged, id: RequirementId, entry: Entry): Decision {
  const isTold = session.selected(id) || (session.parameters.tellsAll && entry.finding !== undefined);
  if (!isTold) {
    const why = whyLeftOut(session.parameters.profile, id);
    const detail = why === undefined ? {} : { detail: `left out by the profile ${session.parameters.profile}: ${why}` };
    return { outcome: 'skipped', reason: 'deselected', ...detail };
  }
  if (entry.finding !== undefined) {
    const counterexample = counterexampleOf(session, id, entry, entry.finding);
    return waived(session, id, { outcome: 'fail', counterexample });
  }
  if (entry.cases > 0) {
    const moved = pinned(session, id, entry);
    return moved === undefined ? { outcome: 'pass' } : waived(session, id, moved);
  }
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
function pinned({ parameters, redactor }: Judged, id: RequirementId, entry: Entry): Decision | undefined {
  const { expect } = parameters.target;
  if (!Object.hasOwn(expect, id)) return undefined;
  const [wanted, seen] = [String(expect[id]), observedValue(entry)];
  if (wanted === seen) return undefined;
  return { outcome: 'fail', detail: redactor.text(`pinned by expect to "${wanted}", observed "${seen}"`) };
}

/** A failure, or what a waiver makes of it: accepted until its last day, and failing after. */
function waived({ parameters }: Pick<Judged, 'parameters'>, id: RequirementId, failed: Decision): Decision {
  const waiver = parameters.target.waive.find((candidate) => candidate.id === id);
  if (waiver === undefined) return failed;
  const also = failed.detail === undefined ? '' : `; ${failed.detail}`;
  if (waiver.until < new Date().toISOString().slice(0, 10)) {
    return { ...failed, detail: `its waiver (${waiver.reason}) ended on ${waiver.until}${also}` };
  }
  return { ...failed, outcome: 'skipped', reason: 'waived', detail: `until ${waiver.until}: ${waiver.reason}${also}` };
}

function counterexampleOf(
  { redactor, parameters }: Judged,
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
    replay: `${parameters.replayCommand.before}${id}${parameters.replayCommand.after}`,
    seed: parameters.seed,
    ...(entry.path === undefined ? {} : { path: entry.path }),
    ...(finding.foundIn === undefined ? {} : { property: finding.foundIn }),
    ...(passedAgain === undefined
      ? {}
      : { passedAgain: passedAgain.exchange === undefined ? null : recorded(passedAgain.exchange) }),
    occurrences: entry.breaches,
  };
}
