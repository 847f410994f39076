import {
  defaultDialect,
  outOfReachIn,
  randomDialect,
  rules as catalogue,
  withRules,
  type Dialect,
  type Fault,
  type Rule,
  type RuleName,
  type RunningReference,
} from '../reference/index.ts';
import type { Report } from '../results/report.ts';
import { register, requirementOf, type RequirementId } from '../spec/index.ts';
import { watchTraffic } from '../suites/traffic/watch-traffic.ts';
import type { TargetConfig } from '../target/configuration/target-config.ts';
import { runAgainstReference, type DirectRun } from './run-against-reference.ts';

export type FaultProof = Awaited<ReturnType<typeof proveFault>>;
export type DialectProof = ReturnType<typeof proofOf>;
export type Proof = FaultProof | DialectProof;

export const isOfFault = (proof: Proof): proof is FaultProof => 'fault' in proof;

/**
 * Whether exactly the named requirements caught a fault, or a dialect is conformant and everything decidable is
 * decided.
 */
export function isRight(proof: Proof): boolean {
  const wrong = isOfFault(proof) ? [proof.missed, proof.unexpected] : [proof.failed, proof.undecided];
  const isFound = isOfFault(proof) || proof.verdict === 'conformant';
  return isFound && [...wrong, proof.suiteFaults].every(({ length }) => length === 0);
}

const failuresIn = ({ requirements }: Report) => requirements.filter(({ outcome }) => outcome === 'fail');

const suiteFaultsIn = (report: Report): readonly string[] =>
  report.suiteFaults.map(({ id, message }) => `${id}: ${message}`);

/** Milliseconds per step of fulfilment: short enough for a run to see every step. */
const paceMs = 150;

/** The requirements of access: they must never fail because of a data fault. */
const ofAccess: readonly RequirementId[] = register
  .filter(({ part }) => part === 'unauthorized' || part === 'isolation')
  .map(({ id }) => id);

/** A small run is enough: a wrongly blamed data fault shows with any case, any header, and new records too. */
const ofAccessAlone = { profile: 'gate', cases: 1, wanted: { share: 0.02, unsent: [watchTraffic.name] } } as const;

/** Shares of the cases, tried until the fault is caught: few show most faults, and reach the end of a run sooner. */
const sharesTried = [0.2, 1] as const;

interface ProofData {
  /** The seed of the service's fixtures and of the run's data, and of a random dialect. */
  readonly seed: number;
  readonly today: string;
  readonly cases: number;
}

function namingPlans({ fixtures, plans }: RunningReference): Partial<TargetConfig> {
  const linesOfCoverage = [...new Set(plans.map(({ lineOfCoverage }) => lineOfCoverage))];
  return { linesOfCoverage, fixtures: { ...fixtures, plans } };
}

/** Runs the suites against a service with a fault. @param whole - check more than what the fault names and access */
export async function proveFault(fault: Fault, { seed, today, cases }: ProofData, whole: boolean) {
  const { breaks, also = [] } = fault;
  const named = [...new Set([...breaks, ...also])];
  const { answerMs, watchMs, pace = paceMs, namesPlans } = fault;
  const run = { seed, today, answerMs, watchMs };
  const judge = (
    own: Pick<DirectRun, 'cases' | 'profile' | 'only' | 'maxFailures' | 'accepted' | 'wanted'>,
  ): Promise<Report> =>
    runAgainstReference({ fault, pace }, { ...run, ...own }, namesPlans === true ? namingPlans : undefined);
  // Once everything that the fault breaks has failed, more requests show nothing new; what `also` names need not fail.
  const untilCaught = { only: named, accepted: also, maxFailures: breaks.length };
  const isCaught = (report: Report): boolean =>
    failuresIn(report).filter(({ id }) => breaks.includes(id)).length === breaks.length;
  const tries: Report[] = [];
  for (const share of whole ? [1] : sharesTried) {
    const report = await judge({ profile: 'full', cases: Math.ceil(cases * share), ...(!whole && untilCaught) });
    tries.push(report);
    if (isCaught(report)) break;
  }
  const others = ofAccess.filter((id) => !named.includes(id));
  const reports = whole ? tries : [...tries, await judge({ ...ofAccessAlone, only: others })];
  const failures = reports.flatMap(failuresIn);
  return {
    fault: fault.name,
    seed,
    failed: Object.fromEntries(failures.map(({ id, counterexample }) => [id, counterexample?.message ?? ''])),
    missed: (tries.at(-1)?.requirements ?? [])
      // Requests for the requirements of access may also let a rule catch the fault.
      .filter(({ id }) => breaks.includes(id) && !failures.some((failure) => failure.id === id))
      .map(({ id, outcome, detail, cases: judged }) => `${id}: ${outcome}, ${detail ?? `${judged} cases`}`),
    unexpected: [...new Set(failures.map(({ id }) => id))].filter((id) => !named.includes(id)),
    suiteFaults: reports.flatMap(suiteFaultsIn),
    durationMs: reports.reduce((sum, { run }) => sum + run.durationMs, 0),
  };
}

const longestRunMs = 60 * 60 * 1000;

export function isSlowed(rules: readonly RuleName[]): boolean {
  return rules.some((name) => catalogue[name].slows === true);
}

interface Service {
  readonly dialect: Dialect;
  readonly rules: readonly RuleName[];
  readonly isConfigured: boolean;
}

const rulesOf = ({ rules }: Pick<Service, 'rules'>): readonly Rule[] => rules.map((name) => catalogue[name]);

export function proofOf({ dialect, rules, isConfigured }: Service, seed: number, report: Report) {
  const enforced = rulesOf({ rules });
  const outOfReach = new Set<RequirementId>([
    ...outOfReachIn(dialect, longestRunMs),
    ...enforced.flatMap(({ outOfReach: ids = [], values }) => (isConfigured && values !== undefined ? [] : ids)),
  ]);
  const partsOutOfReach = new Set(
    enforced.flatMap(({ outOfReachWithout: need }) =>
      need !== undefined && outOfReach.has(need.requirement) ? need.parts : [],
    ),
  );
  return {
    seed,
    rules,
    isConfigured,
    verdict: report.summary.verdict,
    failed: failuresIn(report).map(({ id, counterexample }) => `${id}: ${counterexample?.message ?? ''}`),
    /** Undecided requirements (required and expected) that dialect and rules would allow to decide. */
    undecided: report.requirements
      .filter(({ level, outcome }) => level !== 'open' && outcome === 'inconclusive')
      .filter(({ id }) => !outOfReach.has(id) && !partsOutOfReach.has(requirementOf(id).part))
      .map(({ id, detail }) => `${id}: ${detail ?? ''}`),
    suiteFaults: suiteFaultsIn(report),
    durationMs: report.run.durationMs,
  };
}

/** Judges a service without a fault. @param only - the requirements that must hold; default: all */
export async function proveDialect(
  kind: 'own' | 'random',
  service: Omit<Service, 'dialect'>,
  { seed, today, cases }: ProofData,
  only?: readonly RequirementId[],
) {
  const { rules, isConfigured } = service;
  const chosen = kind === 'random' ? randomDialect(seed) : { ...defaultDialect, pace: paceMs };
  const dialect = { ...chosen, ...withRules({}, rules) };
  const values: TargetConfig['values'] = isConfigured
    ? Object.assign({}, ...rulesOf(service).map((rule) => rule.values))
    : {};
  const report = await runAgainstReference(
    { dialect, rules },
    { seed, today, cases, only, ...(isSlowed(rules) && { timeBudgetMs: longestRunMs }) },
    // No one can configure the carriers of a service that has none of its own, or shows them only in its lists.
    () => (dialect.catalogue === 'own' ? { values } : { values, fixtures: {} }),
  );
  return proofOf({ ...service, dialect }, seed, report);
}
