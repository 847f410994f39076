import { filled, present, register, type RequirementId } from '../../spec/index.ts';
import { nothingSeen, statedIn, type Findings } from '../../results/build-report.ts';
import { reportedKinds } from '../../results/failure-kind.ts';
import { departingFrom, observationOfThings, pinnedResult } from '../../results/observations.ts';
import type { Acceptance, Counterexample, Outage, RequirementResult } from '../../results/report.ts';
import { seesAll, type judgedTraffic } from '../../results/run-scope.ts';
import { hasEnded, type Target } from '../../target/configuration/target.ts';
import type { Exchange, OutgoingRequest } from '../../target/exchange.ts';
import type { Redactor } from '../../target/redaction.ts';
import { isProfileName, profiles, type ProfileName } from '../profiles.ts';
import { boundedText, boundedValue, recordOf } from './shorten.ts';
import { decides, isLeftOutOf, isLess, isShared, shardInWords, shortOf, type RunPlan } from './plan.ts';
import { curlLine, linesByHand } from './curl.ts';
import { createMadeRecords, outageWithin, withWrites } from './made-records.ts';
import { codeOfFinding, kindOf, type Entry, type UndecidedEntry } from './ledger.ts';
import { notHttp, type Session } from './session.ts';
import { latenciesOf, timelineOf } from './timings.ts';
import { operationOf, type Finding } from './verdicts.ts';

/** The input that results are built from: part of a session, or of saved traffic. */
interface Judged extends Pick<Session, 'ledger' | 'redactor' | 'selected' | 'leftOut' | 'isCutShort'> {
  /** Unix time in milliseconds at which the clock of its exchanges read 0; absent if it is not known. */
  readonly epoch?: number;
  /** What a live run knows besides its exchanges; absent for saved traffic. */
  readonly live?: Pick<Session, 'outages' | 'startedAt' | 'made' | 'plainBodies'>;
  readonly plan: Pick<RunPlan, 'seed' | 'tellsAll' | 'replayCommand' | 'fit' | 'shard'> & {
    readonly profile: ProfileName | typeof judgedTraffic;
    readonly target: Pick<Target, 'expect' | 'waive' | 'curl'>;
  };
}

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

type Skipped = Pick<RequirementResult, 'outcome' | 'reason' | 'detail'>;

type Decision = Pick<
  RequirementResult,
  'outcome' | 'reason' | 'detail' | 'partly' | 'unanswered' | 'afterOutage' | 'pin' | 'counterexample'
>;

function outcomeOf(session: Judged, id: RequirementId, entry: Entry): Decision {
  const { finding, undecided } = entry;
  const isReported = session.selected(id) || (session.plan.tellsAll === true && finding !== undefined);
  if (!isReported) return deselected(session, id);
  if (finding !== undefined) {
    return (
      doubted(session, id, finding) ??
      waived(session, id, { outcome: 'fail', counterexample: counterexampleOf(session, id, entry, finding) })
    );
  }
  if (isLeftOutOf(session.plan, id)) return deselected(session, id);
  if (!decides(session.plan, id)) return leftToOthers(session.plan, id);
  if (entry.cases > 0) {
    const held = pinned(session, id, entry);
    if (held.outcome === 'fail') return waived(session, id, shownDeparture(session, id, entry, held));
    // The detail of a partial pass says which check, or which part of the traffic, is missing.
    return held.outcome === 'pass' && undecided !== undefined
      ? { ...held, partly: true, ...detailOf(session, undecided) }
      : held;
  }
  if (undecided === undefined && isShared(session.plan, id) && !session.isCutShort)
    return leftToOthers(session.plan, id);
  return {
    outcome: 'inconclusive',
    reason: undecided?.reason ?? 'not-reached',
    ...detailOf(session, undecided ?? { detail: nothingSeen }),
  };
}

function detailOf({ redactor }: Judged, { detail, unanswered }: Omit<UndecidedEntry, 'reason'>) {
  return { detail: shownText(detail, redactor), ...present({ unanswered }) };
}

/** The result of a requirement that a run was not asked to decide, or has no time for. */
export function deselected(
  { leftOut, plan: { profile, fit } }: Pick<Judged, 'leftOut' | 'plan'>,
  id: RequirementId,
): Skipped {
  const why = leftOut(id);
  const by = why === undefined ? undefined : `skipped by the profile ${profile}: ${why}`;
  const detail = by ?? (fit?.leftOut.includes(id) === true ? `skipped by the plan: ${shortOf(fit)}` : undefined);
  return { outcome: 'skipped', reason: 'deselected', ...present({ detail }) };
}

/** The result of a requirement for which this shard of a run had nothing to decide, or saw no relevant traffic. */
export function leftToOthers({ shard }: Pick<RunPlan, 'shard'>, id: RequirementId): Skipped {
  const which = shard === undefined ? '' : `, as this is ${shardInWords(shard)}`;
  const also = decides({ shard }, id) ? ', and nothing here said anything of it' : '';
  return { outcome: 'skipped', reason: 'other-shard', detail: `left to other shards${which}${also}` };
}

/** A text as it is reported: without secrets and limited in length. */
function shownText(text: string, redactor: Redactor): string {
  return redactor.text(boundedText(text, redactor));
}

/** Requirements about outages themselves: an outage casts no doubt on what was found about them. */
const ofOutages: ReadonlySet<RequirementId> = new Set(['wire.answers', 'input.extreme']);

/** The result of a finding that an outage may explain, since the target may have lost the records; or undefined. */
function doubted({ live, redactor }: Judged, id: RequirementId, finding: Finding): Decision | undefined {
  if (live === undefined || ofOutages.has(id)) return undefined;
  const outage = outageWithin(finding, live.outages, live.made);
  if (outage === undefined) return undefined;
  const when = `${((outage.from - live.startedAt) / 1000).toFixed(1)} s into the run`;
  const detail = `the target went away ${when} and may have lost its records; after that, ${finding.message}`;
  return { outcome: 'inconclusive', reason: 'blocked', afterOutage: true, detail: shownText(detail, redactor) };
}

/** The values observed for an open point, without secrets. Undefined if there are none. */
export function observationOf({ ledger, redactor }: Pick<Judged, 'ledger' | 'redactor'>, id: RequirementId) {
  const { observed } = ledger.entry(id);
  const things = [...observed.values()].map(({ topic, value, words, cases }) => ({
    ...present({ topic }),
    value: redactor.text(value),
    ...present({ words: words?.map((word) => redactor.text(word)) }),
    cases,
  }));
  return observationOfThings(id, things);
}

function pinOf({ plan: { target }, redactor }: Judged, id: RequirementId): Pick<Decision, 'pin'> {
  if (!Object.hasOwn(target.expect, id)) return {};
  return { pin: { to: redactor.text(String(target.expect[id])) } };
}

/** A pass without a finding, unless an open point is pinned: then what was observed is compared with the pin. */
function pinned(judged: Judged, id: RequirementId, entry: Entry): Decision {
  const { pin } = pinOf(judged, id);
  if (pin === undefined) return { outcome: 'pass' };
  const { profile } = judged.plan;
  // Pins are copied from reports, so they are compared with what a report would show.
  return pinnedResult(id, pin, observationOf(judged, id) ?? { value: '' }, {
    isWhole:
      entry.undecided === undefined &&
      !isShared(judged.plan, id) &&
      seesAll({
        profile,
        interrupted: judged.isCutShort || (judged.plan.fit !== undefined && isLess(judged.plan.fit)),
      }),
    waits: isProfileName(profile) && profiles[profile].watching.longest > 0,
  });
}

/** The failure of an open point that departs from its pin, with the first exchange that showed it, if any. */
function shownDeparture(judged: Judged, id: RequirementId, entry: Entry, { detail = '', ...held }: Decision): Decision {
  const { to = '' } = pinOf(judged, id).pin ?? {};
  for (const actual of departingFrom(id, to, [...entry.observed.values()])) {
    const { shownBy, cases: violations = 1 } = entry.observed.get(actual) ?? {};
    const exchange = shownBy?.();
    if (exchange === undefined) continue;
    const finding = { code: 'pinned', message: detail, exchanges: [exchange], pointer: '', expected: to, actual };
    return { ...held, counterexample: counterexampleOf(judged, id, { ...entry, violations }, finding) };
  }
  return { ...held, detail };
}

/** A failure with its waiver applied, if it has one: skipped up to the waiver's last day, and failing after that. */
function waived({ plan }: Pick<Judged, 'plan'>, id: RequirementId, failed: Decision): Decision {
  const waiver = plan.target.waive.find((candidate) => candidate.id === id);
  if (waiver === undefined) return failed;
  const also = failed.detail === undefined ? '' : `; ${failed.detail}`;
  if (hasEnded(waiver)) {
    return { ...failed, detail: `its waiver (${waiver.reason}) ended on ${waiver.until}${also}` };
  }
  return { ...failed, outcome: 'skipped', reason: 'waived', detail: `until ${waiver.until}: ${waiver.reason}${also}` };
}

function alsoSeen(redactor: Judged['redactor'], { kinds }: Entry, finding: Finding): Pick<Counterexample, 'also'> {
  const shown = kindOf(finding);
  const others = [...kinds].filter(([kind]) => kind !== shown).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const also = reportedKinds(others.map(([, sighting]) => sighting)).map(({ message, ...sighting }) => ({
    ...sighting,
    message: redactor.text(message),
  }));
  return filled({ also });
}

function counterexampleOf(
  { redactor, plan, epoch, live }: Judged,
  id: RequirementId,
  entry: Entry,
  finding: Finding,
): Counterexample {
  const { passedAgain, pointer: place } = finding;
  const made = live?.made ?? createMadeRecords();
  const deciding = finding.exchanges.at(-1);
  const record = (exchange: Exchange, pointer: string) => recordOf(exchange, { redactor, pointer, epoch });
  const evidence = withWrites(finding, made);
  const records = evidence.map((exchange) => record(exchange, exchange === deciding ? place : ''));
  const exchanges = records.map(({ recorded }) => recorded);
  const last = records.at(-1);
  const written = evidence.findLast(({ request }) => request.json !== undefined);
  const unusual = written === undefined ? [] : (live?.plainBodies.unusualIn(written) ?? []);
  return {
    message: shownText(finding.message, redactor),
    code: codeOfFinding(finding),
    exchanges,
    pointer: boundedText(last?.pointer ?? place, redactor),
    expected: redactor.value(boundedValue(finding.expected, finding.actual, redactor)),
    ...present({
      expectedOneOf: finding.expectedOneOf,
      actual: redactor.value(boundedValue(finding.actual, finding.expected, redactor)),
    }),
    ...filled({ unusual: unusual.map((at) => boundedText(redactor.text(at), redactor)) }),
    ...linesByHand(evidence, {
      made,
      isOfClock: finding.isOfClock,
      record: (exchange) => record(exchange, '').recorded,
      settings: plan.target.curl,
    }),
    replay: `${plan.replayCommand.before}${id}${plan.replayCommand.after}`,
    seed: plan.seed,
    ...present({
      path: entry.path,
      property: finding.foundIn,
      passedAgain: passedAgain && (passedAgain.exchange ? record(passedAgain.exchange, place).recorded : null),
    }),
    occurrences: entry.violations,
    ...alsoSeen(redactor, entry, finding),
  };
}

export function resultsOf(session: Session): Findings {
  const { ledger, timings, redactor, sent } = session;
  const judged: Judged = { ...session, live: session };
  const requirements = register.map(({ id }) => resultOf(judged, id));
  const isOpen = requirements.some(({ outcome }) => outcome === 'inconclusive');
  return {
    requirements,
    observations: register.flatMap(({ id }) => (session.selected(id) ? (observationOf(session, id) ?? []) : [])),
    accepts: acceptedBy(session),
    latency: latenciesOf([...timings].filter(([endpoint]) => endpoint !== notHttp)),
    timeline: timelineOf([...timings.values()].flat()),
    edges: session.edges,
    requests: sent.tries,
    turnedAway: { throttled: sent.throttled.count, unavailable: sent.throttled.unavailable },
    outages: outagesOf(session),
    // Running out of requests or time matters only if a requirement was left inconclusive.
    end: {
      outOfRequests: session.budget.isOutOfRequests && isOpen,
      byFailures: session.failureLimit.isReached,
      outOfTime: session.isOutOfTime && isOpen,
    },
    suiteFaults: ledger.faults.map(({ id, message }) => ({ id, message: shownText(message, redactor) })),
  };
}

function acceptedBy({ ledger, redactor }: Session): readonly Acceptance[] {
  const bySubject = Map.groupBy(ledger.accepted(), ({ about }) => about);
  return [...bySubject.values()].flat().map(({ about, value, refusal }) => ({
    about,
    value: shownText(value, redactor),
    ...present({ refusal: refusal && shownText(refusal, redactor) }),
  }));
}

/** Most requests reported for one outage. */
const mostUnderWay = 5;

/** When the target was away; of the requests in flight as it went, those of the most outages come first. */
function outagesOf({ outages, startedAt, redactor, plan }: Session): readonly Outage[] {
  const textOf = ({ url, body }: OutgoingRequest): string => `${url} ${String(body)}`;
  const all = outages.flatMap(({ underWay }) => underWay.map(textOf));
  const often = (request: OutgoingRequest): number => all.filter((text) => text === textOf(request)).length;
  return outages.map(({ from, until, underWay }) => ({
    afterMs: Math.round(Math.max(from - startedAt, 0)),
    ...present({ forMs: until && Math.round(until - from) }),
    underWay: underWay
      .toSorted((one, other) => often(other) - often(one))
      .slice(0, mostUnderWay)
      .map((request) => {
        const sent = { number: 0, purpose: 'setup', request, repeated: false, startedAt: from, endedAt: from };
        const { recorded } = recordOf({ ...sent, access: 'none' }, { redactor, pointer: '' });
        return { operation: operationOf(request), curl: curlLine(recorded, { settings: plan.target.curl }) };
      }),
  }));
}
