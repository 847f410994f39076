import type { Report } from '../../results/report.ts';
import { judgedTraffic } from '../../results/run-scope.ts';
import { buildReport } from '../../results/build-report.ts';
import { idKey, register, type JsonObject, type RequirementId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import { isAnswered, isSuccess, type AnsweredExchange, type Exchange } from '../../target/exchange.ts';
import { createRedactor, type Redactor } from '../../target/redaction.ts';
import { createCoverage } from '../edges/edge-coverage.ts';
import type { Violation } from '../engine/assertions.ts';
import { ruleOn, ruleTable, type Doubt, type RuleOf, type Rules } from '../engine/definition.ts';
import { judgeExchange } from '../engine/judge-exchange.ts';
import { createLedger, type Ledger } from '../engine/ledger.ts';
import { settling } from '../engine/lag.ts';
import { createMemory, type Memory, type Slot } from '../engine/memory.ts';
import type { RunPlan } from '../engine/plan.ts';
import { observationOf, resultOf } from '../engine/result.ts';
import { latenciesOf, timingOf, type Timing } from '../engine/timings.ts';
import { definitions, enterShown, isAsked, isJudgedByRules, noteSent, rules as allRules } from '../index.ts';
import { brokenAsSent, isMalformed, noteMalformedOrigin } from '../judging/malformed-origin.ts';
import { recordsOf, settings } from '../judging/reading.ts';
import { learnSecrets, withoutPersonalData, withoutPrivateData } from './private-data.ts';
import { ofHar } from './read-har.ts';
import { isRedacted, type SavedEntry, type SavedExchange, type SavedTraffic } from './saved-traffic.ts';

export interface JudgeOptions
  extends Pick<RunPlan, 'level' | 'only' | 'skip' | 'version'>, Pick<Target, 'reviewStatus' | 'expect' | 'waive'> {
  /** Name of the target for the report; default: the addresses in the traffic. */
  readonly name?: string | undefined;
  /** Its name if the traffic has no addresses. */
  readonly source: string;
  /** The base address whose traffic is judged; default: all. */
  readonly baseUrl?: string | undefined;
  /** Milliseconds after which a write must show everywhere (`limits.settle`). */
  readonly settle: number;
  /** The start of the report if the traffic has no times. */
  readonly now: Date;
  /** The command line that judges the same traffic, but only by this requirement. */
  readonly again: (id: RequirementId) => string;
}

const emptyGathering = () => ({
  ledger: createLedger(),
  coverage: createCoverage(),
  memories: new Array<Memory>(),
  /** By endpoint: the timing of each exchange that was judged, if known. */
  judged: new Map<string, (Timing | undefined)[]>(),
  /** The saved duration of each exchange, in milliseconds. */
  durations: new WeakMap<Exchange, number>(),
  unanswered: 0,
  /** Number of answers in HAR files that were saved without their body. */
  bodiless: 0,
});

type Gathered = ReturnType<typeof emptyGathering>;

export type Judgement = ReturnType<typeof judgeTraffic>;

/**
 * Judges saved traffic by the rules of all requirements. Nothing is sent. A requirement that no exchange shows is
 * inconclusive, never a pass.
 *
 * @throws UnreadableTraffic if an entry cannot be read
 */
export function judgeTraffic(traffic: readonly SavedTraffic[], options: JudgeOptions) {
  const gathered = emptyGathering();
  const isAsked = ({ base }: SavedEntry): boolean => options.baseUrl === undefined || base === options.baseUrl;
  const asked = traffic.map((one) => ({ ...one, entries: one.entries.filter(isAsked) }));
  const others = traffic.flatMap(({ entries }) => entries.filter((entry) => !isAsked(entry)));
  for (const one of asked) judgeInOrder(one, options, gathered);
  const ofInterface = asked.flatMap(({ entries }) => entries.filter(({ endpoint }) => endpoint !== 'token'));
  const bases = [...new Set(ofInterface.map(({ base }) => base))];
  const { judged, unanswered, bodiless } = gathered;
  return {
    report: reportOf(asked, bases, options, gathered),
    judged: Object.fromEntries([...judged].map(([endpoint, { length }]) => [endpoint, length])),
    unanswered,
    bodiless,
    elsewhere: { count: others.length, bases: [...new Set(others.map(({ base }) => base))] },
    unrelated: asked.reduce((sum, one) => sum + one.unrelated, 0),
    cached: asked.reduce((sum, { cached }) => sum + cached, 0),
    bases,
  };
}

/**
 * Judges exchanges that share a clock, in the order in which they ended. At equal times requests come before answers,
 * because an answer may have been produced after the request arrived. A repeated request comes first of all: an earlier
 * try of it may have arrived at any time.
 */
function judgeInOrder(traffic: SavedTraffic, options: JudgeOptions, gathered: Gathered): void {
  const memories = new Map<string, Memory>();
  const memoryOf = ({ scope }: SavedEntry): Memory => {
    const known = memories.get(scope);
    if (known !== undefined) return known;
    const memory = createMemory();
    Object.assign(memory.at(settings), { reviewStatus: options.reviewStatus, isPartial: !traffic.isWhole });
    // A run finds out whether a service shows writes late; of other traffic that is not known.
    if (!traffic.isWhole) assumeLate(memory, options);
    memories.set(scope, memory);
    return memory;
  };
  const rulesFor = savedRules(traffic);
  const moments = traffic.entries.flatMap((entry) => [
    { at: entry.repeated ? Number.NEGATIVE_INFINITY : entry.startedAt, isEnd: false, entry },
    { at: entry.endedAt, isEnd: true, entry },
  ]);
  const inOrder = moments.toSorted((one, other) =>
    one.at === other.at ? Number(one.isEnd) - Number(other.isEnd) : one.at - other.at,
  );
  const underWay = new Map<SavedEntry, SavedExchange>();
  for (const { entry, isEnd } of inOrder) {
    const saved = underWay.get(entry) ?? entry.read();
    if (!isEnd) {
      underWay.set(entry, saved);
      noteSent(saved.exchange.request, memoryOf(entry));
      continue;
    }
    underWay.delete(entry);
    if (!isJudged(saved, entry, gathered)) continue;
    noteLook(saved.exchange, memoryOf(entry), options);
    try {
      judgeExchange(rulesFor(saved.doubts), saved.exchange, memoryOf(entry), gathered.ledger);
      gathered.coverage.note(saved.exchange);
    } catch (error) {
      gathered.ledger.fault(entry.place, error instanceof Error ? error.message : String(error));
    }
  }
  gathered.memories.push(...memories.values());
}

/** Judges from here on as for a service that may show writes late. */
function assumeLate(memory: Memory, { settle }: JudgeOptions): void {
  Object.assign(memory.at(settings), { showsLate: true, settleMs: settle });
}

/** By URL: how often a run has looked for a write there, before it went on. */
const looksFor: Slot<Map<string, number>> = () => new Map();

/** Most looks at one address for the writes of a service that shows them at once: one for each of up to three. */
const mostPromptLooks = 3;

/** Notes that a run has looked for what it wrote: more than once if that showed late. */
function noteLook({ purpose, request }: Exchange, memory: Memory, options: JudgeOptions): void {
  if (purpose !== settling) return;
  const looks = memory.at(looksFor);
  const count = (looks.get(request.url) ?? 0) + 1;
  looks.set(request.url, count);
  if (count > mostPromptLooks) assumeLate(memory, options);
}

/** Counts an exchange. @returns whether it has an answer to judge */
function isJudged({ exchange, doubts }: SavedExchange, { durationMs }: SavedEntry, gathered: Gathered): boolean {
  const { judged, durations } = gathered;
  if (durationMs !== undefined) durations.set(exchange, durationMs);
  if (!isAnswered(exchange)) gathered.unanswered += 1;
  if (!isAnswered(exchange) || exchange.request.wire !== undefined) return false;
  const isBodiless = doubts.includes('answer body') && exchange.answer.text === '';
  if (isOfHar(exchange) && isBodiless) gathered.bodiless += 1;
  const { endpoint } = exchange.request;
  const timings = judged.get(endpoint) ?? [];
  judged.set(endpoint, timings);
  timings.push(durationMs === undefined ? undefined : { ...timingOf(exchange), durationMs });
  return true;
}

function reportOf(
  traffic: readonly SavedTraffic[],
  bases: readonly string[],
  options: JudgeOptions,
  gathered: Gathered,
): Report {
  const { ledger, judged, coverage, memories } = gathered;
  const { level, version, now } = options;
  enterShown(ledger, memories, (id) => isAsked(options, id));
  const requirements = resultsOf(traffic, options, gathered);
  const hosts = [...new Set(bases.map((base) => new URL(base).host))].join(', ');
  const epochs = traffic.flatMap(({ epoch }) => (epoch === undefined ? [] : [epoch]));
  const plan = {
    version,
    target: { name: options.name ?? (hosts === '' ? options.source : hosts), baseUrl: bases[0] ?? '' },
    seed: 0,
    profile: judgedTraffic,
    level,
    startedAt: new Date(epochs.length === 0 ? now : Math.min(...epochs)),
    durationMs: Math.round(Math.max(0, ...traffic.map(durationOf))),
  };
  const measured = [...judged].map(
    ([endpoint, timings]) => [endpoint, timings.filter((one) => one !== undefined)] as const,
  );
  const shown = { ledger, redactor: createRedactor() };
  return buildReport(plan, {
    requests: [...judged.values()].reduce((sum, { length }) => sum + length, 0),
    requirements,
    observations: register.flatMap(({ id }) => (isAsked(options, id) ? (observationOf(shown, id) ?? []) : [])),
    latency: latenciesOf(measured.filter(([, timings]) => timings.length > 0)),
    edges: coverage.edges,
    suiteFaults: ledger.faults,
  });
}

/** Milliseconds from the first request to the last answer; 0 if no times were saved. */
function durationOf({ entries }: SavedTraffic): number {
  if (entries.every(({ startedAt }) => startedAt === 0)) return 0;
  const start = entries.reduce((least, { startedAt }) => Math.min(least, startedAt), Infinity);
  return entries.reduce((latest, { endedAt }) => Math.max(latest, endedAt), start) - start;
}

function whyNotSeen(id: RequirementId, traffic: readonly SavedTraffic[]): string {
  const { seen, notShownBy = [] } = definitions[id];
  if (!isJudgedByRules(id) && seen === undefined) return 'takes a run: saved traffic cannot show it';
  const isHidden = notShownBy.includes('token') && traffic.every(({ source }) => source === 'journal');
  return `no exchange in the files says anything of it${isHidden ? ': a journal holds no tokens' : ''}`;
}

const isOfHar = ({ purpose }: Exchange): boolean => purpose === ofHar;

function resultsOf(traffic: readonly SavedTraffic[], options: JudgeOptions, { ledger, durations }: Gathered) {
  for (const { id } of register)
    if (ledger.entry(id).cases === 0) ledger.undecided(id, 'not-reached', whyNotSeen(id, traffic));
  const judged = {
    ledger,
    redactor: redactorFor(ledger, durations),
    selected: (id: RequirementId) => isAsked(options, id),
    leftOut: () => undefined,
    isCutShort: false,
    plan: {
      profile: judgedTraffic,
      seed: 0,
      tellsAll: false,
      replayCommand: { before: '', after: '' },
      target: { expect: options.expect, waive: options.waive },
    },
  } as const;
  return register.map(({ id }) => {
    const result = resultOf(judged, id);
    if (result.counterexample === undefined) return result;
    const counterexample = { ...result.counterexample, replay: options.again(id) };
    const isOfPeople = ledger.entry(id).finding?.exchanges.some(isOfHar) === true;
    return { ...result, counterexample: isOfPeople ? withoutPersonalData(counterexample) : counterexample };
  });
}

/** A redactor that knows all secrets in the evidence, masks private data of HAR files, and reports saved durations. */
function redactorFor(ledger: Ledger, durations: Gathered['durations']): Redactor {
  const redactor = createRedactor();
  for (const { id } of register)
    for (const exchange of ledger.entry(id).finding?.exchanges ?? []) learnSecrets(redactor, exchange);
  return {
    ...redactor,
    exchange(exchange, shown) {
      const recorded = { ...redactor.exchange(exchange, shown), durationMs: durations.get(exchange) ?? 0 };
      return isOfHar(exchange) ? withoutPrivateData(recorded) : recorded;
    },
  };
}

/** Whether a doubt makes a violation at the pointer uncertain. */
function hides(doubt: Doubt, pointer: string): boolean {
  if (doubt === 'answer body') return !pointer.startsWith('#');
  return doubt !== 'answer headers' || pointer.startsWith('#headers/');
}

/** The rules of a run, limited to what an exchange that was saved with these doubts can show. */
function savedRules({ isWhole, isMask }: SavedTraffic): (doubts: readonly Doubt[]) => Rules {
  const isMasked = ({ expected, actual }: Violation): boolean =>
    isMask([expected, actual]) || isRedacted(JSON.stringify([expected, actual]));

  const reduced = ({ id, judge }: RuleOf, doubts: readonly Doubt[]): RuleOf => {
    const { notShownBy = [], judgesStatusAlone = false } = definitions[id];
    const relevant = doubts.filter(
      (doubt) => notShownBy.includes(doubt) || (doubt === 'answer body' && !judgesStatusAlone),
    );
    const judgeShown = ruleOn(judge.subject ?? {}, (exchange, memory) => {
      // Called in any case, since rules remember what they see.
      const violations = judge(exchange, memory);
      if (violations === undefined || (violations.length === 0 && relevant.length === 0)) return violations;
      const certain = violations.filter(
        (violation) => !isMasked(violation) && relevant.every((doubt) => !hides(doubt, violation.pointer)),
      );
      return certain.length === 0 ? undefined : certain;
    });
    return { id, judge: judgeShown };
  };

  const known = new Map<string, Rules>();
  return (doubts) => {
    const key = doubts.join();
    const rules = known.get(key) ?? {
      notes: isWhole ? allRules.notes : [...allRules.notes, noteLikelyOrigin],
      rules: ruleTable(allRules.rules.all.map((rule) => reduced(rule, doubts))),
      exchangeRules: [],
    };
    known.set(key, rules);
    return rules;
  };
}

/** Records known to be made from well-formed bodies: groups and snapshots by id, decisions by id and version. */
const soundRecords: Slot<Set<string>> = () => new Set();

const versionKey = ({ id, version }: JsonObject): string => `${idKey(id)} ${idKey(version)}`;

/** For each endpoint that creates or edits: the key of the resulting record. */
const keysOfMade: Readonly<Partial<Record<string, (record: JsonObject) => string>>> = {
  E2: (record) => idKey(record['group_id']),
  E3: versionKey,
  E4: versionKey,
  E6: (record) => idKey(record['id']),
};

/**
 * If traffic is not whole, a record may have been made from a malformed body that was not saved. This is assumed for a
 * record that breaks a type in a member taken from a request, unless it is known to be made from a well-formed body.
 */
function noteLikelyOrigin(exchange: AnsweredExchange, memory: Memory): void {
  const known = memory.at(soundRecords);
  const keyOfMade = keysOfMade[exchange.request.endpoint];
  if (keyOfMade !== undefined && isSuccess(exchange) && !isMalformed(exchange))
    for (const { record } of recordsOf(exchange)) known.add(keyOfMade(record));
  for (const record of brokenAsSent(exchange))
    if (!known.has(idKey(record['id'])) && !known.has(versionKey(record))) noteMalformedOrigin(record['id'], memory);
}
