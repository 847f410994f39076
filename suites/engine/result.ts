import { requirementOf, type RequirementId } from '../../spec/index.ts';
import { differingValues, tellsOfTheSame } from '../../reporters/drift/observed-values.ts';
import type { Counterexample, RequirementResult } from '../../reporters/report.ts';
import { seesAll, type judgedTraffic } from '../../reporters/sees-all.ts';
import type { Target } from '../../target/configuration/target.ts';
import type { Exchange } from '../../target/exchange.ts';
import { deselected, type ProfileName } from '../profiles/index.ts';
import { curlLine } from './curl.ts';
import { recordOf } from './record.ts';
import type { Entry } from './ledger.ts';
import type { RunParameters, Session } from './session.ts';
import type { Finding } from './verdicts.ts';

/** The part of a session that results are made of: traffic that was saved has no more of one. */
export interface Judged extends Pick<Session, 'ledger' | 'redactor' | 'selected' | 'isCutShort'> {
  /** Unix time, in milliseconds, of 0 on the clock of its exchanges; absent where nothing tells. */
  readonly epoch?: number;
  readonly parameters: Pick<RunParameters, 'seed' | 'tellsAll' | 'replayCommand'> & {
    readonly profile: ProfileName | typeof judgedTraffic;
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
    ...(entry.endpoints.size === 0 ? {} : { judgedAt: [...entry.endpoints].toSorted() }),
    ...outcomeOf(session, id, entry),
  };
}

type Decision = Pick<RequirementResult, 'outcome' | 'reason' | 'detail' | 'partly' | 'counterexample'>;

function outcomeOf(session: Judged, id: RequirementId, entry: Entry): Decision {
  const isTold = session.selected(id) || (session.parameters.tellsAll && entry.finding !== undefined);
  if (!isTold) return deselected(session.parameters.profile, id);
  if (entry.finding !== undefined) {
    const counterexample = counterexampleOf(session, id, entry, entry.finding);
    return waived(session, id, { outcome: 'fail', counterexample });
  }
  if (entry.cases > 0) {
    const moved = pinned(session, id, entry);
    if (moved === undefined) return { outcome: 'pass', ...inPart(session, entry) };
    return moved.outcome === 'fail' ? waived(session, id, moved) : moved;
  }
  const { reason, detail } = entry.undecided ?? {
    reason: 'not-reached',
    detail: 'no exchange of the run said anything of it',
  };
  return { outcome: 'inconclusive', reason, detail: session.redactor.text(detail) };
}

/** What a pass does not say: why one of its checks, or a part of the traffic that it is judged on, was not to be had. */
function inPart({ redactor }: Judged, { undecided }: Entry): Pick<Decision, 'partly' | 'detail'> {
  return undecided === undefined ? {} : { partly: true, detail: redactor.text(undecided.detail) };
}

/** What was observed of an open point, as one line: its values in order, whatever the order they were seen in. */
export function observedValue({ observed }: Entry): string {
  return [...observed.keys()].toSorted().join('; ');
}

/**
 * An open point that the configuration pins to a value fails when another one is observed. Values are told apart as those
 * of two runs are; that one is missing counts where the run would have seen it. So does that none of them was seen: a run
 * that would not have seen it leaves the pin undecided.
 */
function pinned(judged: Judged, id: RequirementId, entry: Entry): Decision | undefined {
  const { parameters, redactor, isCutShort } = judged;
  const { expect } = parameters.target;
  if (!Object.hasOwn(expect, id)) return undefined;
  // As a report gives them, which is what a value is pinned to.
  const [wanted, seen] = [String(expect[id]), redactor.text(observedValue(entry))];
  const isWhole = entry.undecided === undefined && seesAll({ profile: parameters.profile, interrupted: isCutShort });
  const pin = `pinned by expect to "${wanted}"`;
  if (!tellsOfTheSame(id, wanted, seen)) {
    const detail = redactor.text(`${pin}, of which the run saw nothing; observed "${seen}"`);
    return isWhole ? { outcome: 'fail', detail } : { outcome: 'inconclusive', reason: 'not-reached', detail };
  }
  const { appeared, vanished } = differingValues(id, wanted, seen);
  if (appeared.length === 0 && !(isWhole && vanished.length > 0)) return undefined;
  return { outcome: 'fail', detail: redactor.text(`${pin}, observed "${seen}"`) };
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
  { redactor, parameters, epoch }: Judged,
  id: RequirementId,
  entry: Entry,
  finding: Finding,
): Counterexample {
  const { passedAgain, pointer: place } = finding;
  const deciding = finding.exchanges.at(-1);
  const record = (exchange: Exchange, pointer: string) => recordOf(exchange, { redactor, pointer, epoch });
  const records = finding.exchanges.map((exchange) => record(exchange, exchange === deciding ? place : ''));
  const exchanges = records.map(({ recorded }) => recorded);
  const last = records.at(-1);
  const isWrite = ({ request }: Exchange): boolean => request.endpoint !== 'token' && request.method !== 'GET';
  const write = deciding === undefined || isWrite(deciding) ? -1 : finding.exchanges.findLastIndex(isWrite);
  return {
    message: redactor.text(finding.message),
    exchanges,
    pointer: last?.pointer ?? place,
    expected: redactor.value(finding.expected),
    ...(finding.actual === undefined ? {} : { actual: redactor.value(finding.actual) }),
    curl: last === undefined ? '' : curlLine(last.recorded, deciding?.accessCase),
    ...(exchanges[write] === undefined ? {} : { curlOfWrite: curlLine(exchanges[write]) }),
    replay: `${parameters.replayCommand.before}${id}${parameters.replayCommand.after}`,
    seed: parameters.seed,
    ...(entry.path === undefined ? {} : { path: entry.path }),
    ...(finding.foundIn === undefined ? {} : { property: finding.foundIn }),
    ...(passedAgain === undefined
      ? {}
      : { passedAgain: passedAgain.exchange === undefined ? null : record(passedAgain.exchange, place).recorded }),
    occurrences: entry.breaches,
  };
}
