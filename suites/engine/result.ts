import type { RequirementId } from '../../spec/index.ts';
import { statedIn } from '../../results/build-report.ts';
import { comparePin } from '../../results/observations.ts';
import type { Counterexample, Observation, RequirementResult } from '../../results/report.ts';
import { seesAll, type judgedTraffic } from '../../results/run-scope.ts';
import type { Target } from '../../target/configuration/target.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { Redactor } from '../../target/redaction.ts';
import { isProfileName, profiles, type ProfileName } from '../profiles.ts';
import { boundedText, boundedValue, recordOf } from './shorten.ts';
import { outageWithin } from './records.ts';
import { linesByHand } from './curl.ts';
import { createDecisionWrites, withWrites, type DecisionWrites } from './decision-writes.ts';
import { codeOfFinding, kindOf, type Entry, type UndecidedEntry } from './ledger.ts';
import type { RunPlan, Session } from './session.ts';
import type { Finding } from './verdicts.ts';

/** The part of a session that results are made of: traffic that was saved has no more of one. */
export interface Judged extends Pick<Session, 'ledger' | 'redactor' | 'selected' | 'leftOut' | 'isCutShort'> {
  /** Unix time, in milliseconds, of 0 on the clock of its exchanges; absent where nothing tells. */
  readonly epoch?: number;
  /** What is known of times in which the target was away; absent in saved traffic. */
  readonly away?: Away;
  /** Absent where nothing is known of what made the decisions. */
  readonly writes?: DecisionWrites;
  readonly plan: Pick<RunPlan, 'seed' | 'tellsAll' | 'replayCommand'> & {
    readonly profile: ProfileName | typeof judgedTraffic;
    readonly target: Pick<Target, 'expect' | 'waive'>;
  };
}

/** When the target was away, and since when it has which records. */
export type Away = Pick<Session, 'outages' | 'records' | 'startedAt'>;

/** What the session's ledger says of a requirement, as the report gives it. */
export function resultOf(session: Judged, id: RequirementId): RequirementResult {
  const entry = session.ledger.entry(id);
  return {
    ...statedIn(id),
    cases: entry.cases,
    ...(entry.endpoints.size === 0 ? {} : { judgedAt: [...entry.endpoints].toSorted() }),
    ...pinOf(session, id),
    ...outcomeOf(session, id, entry),
  };
}

type Decision = Pick<
  RequirementResult,
  'outcome' | 'reason' | 'detail' | 'partly' | 'unanswered' | 'afterOutage' | 'pin' | 'counterexample'
>;

function outcomeOf(session: Judged, id: RequirementId, entry: Entry): Decision {
  const isTold = session.selected(id) || (session.plan.tellsAll === true && entry.finding !== undefined);
  if (!isTold) return deselected(session, id);
  const outage = entry.finding === undefined ? undefined : doubtedBy(session, id, entry.finding);
  if (entry.finding !== undefined && outage !== undefined) {
    const when = `${(outage.afterMs / 1000).toFixed(1)} s into the run`;
    const detail = `the target went away ${when} and may have lost its records; after that, ${entry.finding.message}`;
    return {
      outcome: 'inconclusive',
      reason: 'blocked',
      afterOutage: true,
      detail: toldText(detail, session.redactor),
    };
  }
  if (entry.finding !== undefined) {
    const counterexample = counterexampleOf(session, id, entry, entry.finding);
    return waived(session, id, { outcome: 'fail', counterexample });
  }
  if (entry.cases > 0) {
    const held = pinned(session, id, entry);
    if (held.outcome === 'pass') return { ...held, ...inPart(session, entry) };
    return held.outcome === 'fail' ? waived(session, id, held) : held;
  }
  const { reason, detail, unanswered }: UndecidedEntry = entry.undecided ?? {
    reason: 'not-reached',
    detail: 'no exchange of the run said anything of it',
  };
  return {
    outcome: 'inconclusive',
    reason,
    detail: toldText(detail, session.redactor),
    ...(unanswered === undefined ? {} : { unanswered }),
  };
}

/** What a requirement comes to that a run was not asked to decide. */
export function deselected(
  { leftOut, plan: { profile } }: Pick<Judged, 'leftOut' | 'plan'>,
  id: RequirementId,
): Pick<RequirementResult, 'outcome' | 'reason' | 'detail'> {
  const why = leftOut(id);
  const detail = why === undefined ? {} : { detail: `left out by the profile ${profile}: ${why}` };
  return { outcome: 'skipped', reason: 'deselected', ...detail };
}

/** What a pass does not say: why one of its checks, or a part of the traffic that it is judged on, was not to be had. */
function inPart({ redactor }: Judged, { undecided }: Entry): Pick<Decision, 'partly' | 'detail' | 'unanswered'> {
  if (undecided === undefined) return {};
  const { detail, unanswered } = undecided;
  return { partly: true, detail: toldText(detail, redactor), ...(unanswered === undefined ? {} : { unanswered }) };
}

/** What is said of a result: without secrets, and no longer than anybody reads. */
export function toldText(text: string, redactor: Redactor): string {
  return redactor.text(boundedText(text, redactor));
}

/** Requirements that are about what becomes of a target: an outage says nothing against what was found. */
const ofOutages: ReadonlySet<RequirementId> = new Set(['wire.answers', 'input.extreme']);

/** The outage that a finding may be due to: the target may have lost the records that it is about. */
function doubtedBy({ away }: Judged, id: RequirementId, finding: Finding): { readonly afterMs: number } | undefined {
  if (away === undefined || ofOutages.has(id)) return undefined;
  const outage = outageWithin(finding, away.outages, away.records);
  return outage === undefined ? undefined : { afterMs: outage.from - away.startedAt };
}

/** Things seen of an open point that are reported at the most. */
const mostSeen = 50;

/**
 * What was observed of an open point, without secrets: what was seen, in order, whatever the order it was seen in, and all
 * of it as one line, which says how much more there is where there is too much to report. Undefined where nothing was seen.
 */
export function observationOf(
  { ledger, redactor }: Pick<Judged, 'ledger' | 'redactor'>,
  id: RequirementId,
): Observation | undefined {
  const { observed } = ledger.entry(id);
  if (observed.size === 0) return undefined;
  const all = [...observed.values()].toSorted((one, other) => (one.value < other.value ? -1 : 1));
  const seen = all.slice(0, mostSeen).map(({ words, ...one }) => ({
    ...one,
    value: redactor.text(one.value),
    ...(words === undefined ? {} : { words: words.map((word) => redactor.text(word)) }),
  }));
  const more = all.length - seen.length;
  const parts = [...seen.map(({ value }) => value), ...(more > 0 ? [`… and ${more} more`] : [])];
  return { id, value: parts.join('; '), cases: all.reduce((sum, { cases }) => sum + cases, 0), seen };
}

/** What the configuration pins an open point to. */
function pinOf({ plan: { target }, redactor }: Judged, id: RequirementId): Pick<Decision, 'pin'> {
  if (!Object.hasOwn(target.expect, id)) return {};
  return { pin: { to: redactor.text(String(target.expect[id])) } };
}

/** An open point that the configuration pins to a value fails when another one is observed; any other one passes. */
function pinned(judged: Judged, id: RequirementId, entry: Entry): Decision {
  const { pin } = pinOf(judged, id);
  if (pin === undefined) return { outcome: 'pass' };
  const { profile } = judged.plan;
  // As a report gives it, which is what a value is pinned to.
  const { value = '', seen = [] } = observationOf(judged, id) ?? {};
  const held = comparePin(id, pin.to, seen, {
    isWhole: entry.undecided === undefined && seesAll({ profile, interrupted: judged.isCutShort }),
    waits: isProfileName(profile) && profiles[profile].watching.longest > 0,
  });
  const [words, observed] = [`pinned by expect to "${pin.to}"`, `observed "${value}"`];
  const sawNothing = `${words}, of which the run saw nothing; ${observed}`;
  if (held.state === 'held')
    return { outcome: 'pass', ...(held.unseen.length === 0 ? {} : { pin: { ...pin, unseen: held.unseen } }) };
  if (held.state === 'broken')
    return { outcome: 'fail', detail: held.sawNothing ? sawNothing : `${words}, ${observed}` };
  const detail = held.state === 'unseen' ? sawNothing : `this pin cannot be held (${words}, ${observed}): ${held.why}`;
  return { outcome: 'inconclusive', reason: 'not-reached', detail };
}

/** A failure, or what a waiver makes of it: accepted until its last day, and failing after. */
function waived({ plan }: Pick<Judged, 'plan'>, id: RequirementId, failed: Decision): Decision {
  const waiver = plan.target.waive.find((candidate) => candidate.id === id);
  if (waiver === undefined) return failed;
  const also = failed.detail === undefined ? '' : `; ${failed.detail}`;
  if (waiver.until < new Date().toISOString().slice(0, 10)) {
    return { ...failed, detail: `its waiver (${waiver.reason}) ended on ${waiver.until}${also}` };
  }
  return { ...failed, outcome: 'skipped', reason: 'waived', detail: `until ${waiver.until}: ${waiver.reason}${also}` };
}

/** Kinds of sightings beside that of the counterexample that are told at the most. */
const mostKinds = 8;

function alsoSeen(redactor: Judged['redactor'], { kinds }: Entry, finding: Finding): Pick<Counterexample, 'also'> {
  const told = kindOf(finding);
  const also = [...kinds]
    .filter(([kind]) => kind !== told)
    .toSorted(([one, { occurrences }], [other, more]) => more.occurrences - occurrences || (one < other ? -1 : 1))
    .slice(0, mostKinds)
    .map(([, { message, ...sighting }]) => ({ ...sighting, message: redactor.text(message) }));
  return also.length === 0 ? {} : { also };
}

function counterexampleOf(
  { redactor, plan, epoch, writes = createDecisionWrites() }: Judged,
  id: RequirementId,
  entry: Entry,
  finding: Finding,
): Counterexample {
  const { passedAgain, pointer: place } = finding;
  const deciding = finding.exchanges.at(-1);
  const record = (exchange: Exchange, pointer: string) => recordOf(exchange, { redactor, pointer, epoch });
  const evidence = withWrites(finding, writes);
  const records = evidence.map((exchange) => record(exchange, exchange === deciding ? place : ''));
  const exchanges = records.map(({ recorded }) => recorded);
  const last = records.at(-1);
  return {
    message: toldText(finding.message, redactor),
    code: codeOfFinding(finding),
    exchanges,
    pointer: boundedText(last?.pointer ?? place, redactor),
    expected: redactor.value(boundedValue(finding.expected, finding.actual, redactor)),
    ...(finding.expectedOneOf === undefined ? {} : { expectedOneOf: finding.expectedOneOf }),
    ...(finding.actual === undefined
      ? {}
      : { actual: redactor.value(boundedValue(finding.actual, finding.expected, redactor)) }),
    ...linesByHand(evidence, {
      writes,
      isOfClock: finding.isOfClock,
      record: (exchange) => record(exchange, '').recorded,
    }),
    replay: `${plan.replayCommand.before}${id}${plan.replayCommand.after}`,
    seed: plan.seed,
    ...(entry.path === undefined ? {} : { path: entry.path }),
    ...(finding.foundIn === undefined ? {} : { property: finding.foundIn }),
    ...(passedAgain === undefined
      ? {}
      : { passedAgain: passedAgain.exchange === undefined ? null : record(passedAgain.exchange, place).recorded }),
    occurrences: entry.violations,
    ...alsoSeen(redactor, entry, finding),
  };
}
