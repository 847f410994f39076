import type { EndpointId, PartName, RequirementId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';
import { isSuccess, type AnsweredExchange, type Exchange } from '../../target/exchange.ts';
import type { Footprint } from '../footprint.ts';
import type { ProfileName } from '../profiles.ts';
import type { Violation } from './assertions.ts';
import type { Check } from './check.ts';
import type { Shown } from './ledger.ts';
import type { Memory } from './memory.ts';
import type { RunPlan } from './plan.ts';
import type { Session } from './session.ts';

/** The exchanges that a rule judges; absent members: any endpoint, any status. */
interface Subject {
  readonly endpoints?: readonly (EndpointId | 'token')[] | undefined;
  readonly successesAlone?: true;
}

/** Judges one exchange, whichever check sent it. */
export interface Rule<E extends Exchange = AnsweredExchange> {
  /**
   * Pure except for the memory, so that saved traffic can be judged like live traffic.
   *
   * @returns the violations (none: it holds), or undefined if the exchange says nothing about the requirement
   */
  (exchange: E, memory: Memory): readonly Violation[] | undefined;
  readonly subject?: Subject;
}

export function ruleOn(subject: Subject, judge: Rule): Rule {
  return Object.assign(judge, { subject });
}

/** A rule that judges only the successes of these endpoints; without endpoints, those of all. */
export function ruleOnSuccesses(endpoints: Subject['endpoints'], judge: Rule): Rule {
  return ruleOn({ endpoints, successesAlone: true }, judge);
}

/** Remembers something about an exchange for the rules, without judging it. */
type Note = (exchange: AnsweredExchange, memory: Memory) => void;

/** Sends requests and asserts; a failed assertion ends it with a verdict on the target. */
export type Scenario = (check: Check) => Promise<void>;

/** Requests that give rules something to judge; sent once per session, no matter how many requirements need them. */
export interface Workload {
  /** Names its cases, and seeds them within the run's seed. */
  readonly name: string;
  readonly run: (session: Session) => Promise<void>;
  /** Runs instead of `run` if the run makes only a handful of records; absent: `run` does. */
  readonly frugal?: (session: Session) => Promise<void>;
  /** It repeats in other combinations what scenarios send: without it, nothing stays undecided. */
  readonly isExtra?: boolean;
  readonly footprint?: Footprint;
}

/** What a run can get on its own if its configuration lacks it. */
export type OwnWays = Pick<RunPlan, 'waitForExpiry'>;

/** What a target's configuration may lack; `why` completes the sentence "stays undecided: …". */
export const needs = {
  writes: {
    lacks: ({ writesAllowed }: Target) => !writesAllowed,
    why: 'nothing may be written (environment: sandbox in the configuration, or --allow-writes, allows it)',
  },
  'a second key': {
    lacks: ({ secondCredentials }: Target) => secondCredentials === undefined,
    why: 'no key of a second organization (secondCredentials, or --second-client-id)',
  },
  'an expired token': {
    lacks: ({ expiredToken }: Target, { waitForExpiry }: OwnWays) =>
      expiredToken === undefined && waitForExpiry !== true,
    why: 'no expired token (expiredTokenEnv, or BFC_EXPIRED_TOKEN; --keep-token and --wait-for-expiry get one)',
  },
  'a sandbox': {
    lacks: ({ environment }: Target) => environment !== 'sandbox',
    why: 'the target is not a sandbox (environment)',
  },
  'a configured group': {
    lacks: ({ fixtures }: Target) => fixtures.groupId === undefined,
    why: 'no group is configured (fixtures.groupId)',
  },
} as const satisfies Record<
  string,
  { readonly lacks: (target: Target, ways: OwnWays) => boolean; readonly why: string }
>;

export type Need = keyof typeof needs;

/**
 * Why the record of an exchange in saved traffic may show less than the exchange did: `answer body`: it was not kept, or
 * cut; `answer headers`: not kept; `query`: it has parameters that no document names; `resent creates`: a create may have
 * been sent before; `token`: it was redacted.
 */
export type Doubt = 'answer body' | 'answer headers' | 'query' | 'resent creates' | 'token';

interface InProfile {
  /** Replaces the scenario; null: there is none, and the rule alone decides. */
  readonly scenario?: Scenario | null;
  /** Why a run of the profile can never decide it, although it is asked to. */
  readonly undecided?: string;
}

/**
 * When the scenarios of a requirement run. `invalid bodies` (outside the documented types) are sent once nothing else
 * reads the same lists, and `hostile input`, which may take the target down, after that. `meanwhile` runs alongside: it
 * waits for seconds and sends little. `aftermath` sends again once everything has been judged. Then come `watch` and
 * `expiry`, which take their time (watched records, a token that expires), and `end`, which may lock the key out.
 */
export type Stage =
  | 'scenarios'
  | 'invalid bodies'
  | 'hostile input'
  | 'meanwhile'
  | 'aftermath'
  | 'watch'
  | 'expiry'
  | 'end';

/** Everything about a requirement that the documents do not say. */
export interface Definition {
  /** How it is checked, in sentences: the traffic, what is compared, and what leaves it undecided. */
  readonly how: string;
  /** What it needs in order to be decided. */
  readonly needs?: readonly Need[];
  /** Deciding it makes and changes nothing on the target. */
  readonly readsAlone?: boolean;
  /** Traffic for its rule, in addition to all other traffic of the run. */
  readonly traffic?: readonly Workload[];
  /** How profiles treat it; a text completes the sentence "the profile leaves it out: …". */
  readonly profiles?: Readonly<Partial<Record<ProfileName, string | InProfile>>>;
  /** Doubts that make a saved exchange say nothing about the requirement. */
  readonly notShownBy?: readonly Doubt[];
  /** Its rule looks only at statuses: an answer without its body is enough. */
  readonly judgesStatusAlone?: boolean;
  /** Judges every answer of the run. */
  readonly rule?: Rule | readonly Rule[];
  /** What all exchanges, even saved ones, have shown of an open point; one memory per run or service. */
  readonly seen?: (memories: readonly Memory[]) => readonly Shown[];
  /** Judges every exchange of the run, including those without an answer. */
  readonly exchangeRule?: Rule<Exchange>;
  readonly scenario?: Scenario | readonly Scenario[];
  /**
   * Traffic other than its own that its scenario looks back at: a workload, or everything that was sent. In a sharded
   * run, the shard that sends the workload has the scenario, or every shard has it.
   */
  readonly looksAt?: Workload | 'all traffic';
  /** A few requests of the scenario that are sent first of all, because they show what is broken everywhere. */
  readonly firstLook?: Scenario;
  /** Reads whole lists that other scenarios write to; runs while nothing writes. */
  readonly atRest?: Scenario;
  /** Looks at early records once more, when most reads and writes have been sent; one requirement after the other. */
  readonly atEnd?: Scenario;
  /** When the scenario runs; default: `scenarios`. */
  readonly stage?: Stage;
  /** What its scenarios send; absent: a handful of requests. */
  readonly footprint?: Footprint;
  /** What several requirements send together to have records that the scenarios of each of them read. */
  readonly shares?: Pick<Workload, 'name' | 'footprint'>;
}

type Definitions = Readonly<Partial<Record<RequirementId, Definition>>>;

/** The last segment of the ids of a part: `create` of `connections.create`. */
type NameIn<P extends PartName> = Extract<RequirementId, `${P}.${string}`> extends `${P}.${infer Name}` ? Name : never;

type Common = Pick<Definition, 'needs' | 'readsAlone' | 'traffic' | 'stage' | 'shares'>;

/**
 * Defines requirements of one part. A name that is not a requirement of it does not compile; whether all are defined is
 * checked where the parts are joined.
 *
 * @param common - applies to each of them that does not say otherwise
 */
export function part<P extends PartName, N extends NameIn<P>>(
  name: P,
  common: Common,
  definitions: Readonly<Record<N, Definition>>,
): Readonly<Record<`${P}.${N}`, Definition>> {
  const entries = Object.entries<Definition>(definitions);
  return Object.fromEntries(entries.map(([last, own]) => [`${name}.${last}`, { ...common, ...own }])) as Readonly<
    Record<`${P}.${N}`, Definition>
  >;
}

export interface RuleOf {
  readonly id: RequirementId;
  readonly judge: Rule;
}

/** A table of rules that finds those about an exchange quickly: most exchanges concern few rules. */
export function ruleTable(all: readonly RuleOf[]) {
  const known = new Map<string, readonly RuleOf[]>();
  return {
    all,
    about(exchange: AnsweredExchange): readonly RuleOf[] {
      const { endpoint } = exchange.request;
      const isTaken = isSuccess(exchange);
      const key = `${endpoint} ${isTaken}`;
      const asked = ({ judge: { subject: { endpoints, successesAlone } = {} } }: RuleOf): boolean =>
        (endpoints?.includes(endpoint) ?? true) && (isTaken || successesAlone !== true);
      const found = known.get(key) ?? all.filter(asked);
      known.set(key, found);
      return found;
    },
  };
}

/** Everything that judges exchanges: the exchange rules, then the notes, then the rules, each in this order. */
export interface Rules {
  readonly notes: readonly Note[];
  readonly rules: ReturnType<typeof ruleTable>;
  /** Rules that also judge exchanges without an answer. */
  readonly exchangeRules: readonly { readonly id: RequirementId; readonly judge: Rule<Exchange> }[];
}

export function rulesOf(definitions: Definitions, notes: readonly Note[]): Rules {
  const entries = Object.entries(definitions) as readonly (readonly [RequirementId, Definition])[];
  return {
    notes,
    rules: ruleTable(entries.flatMap(([id, { rule = [] }]) => [rule].flat().map((judge) => ({ id, judge })))),
    exchangeRules: entries.flatMap(([id, { exchangeRule: judge }]) => (judge === undefined ? [] : [{ id, judge }])),
  };
}

export function scenariosOf({ scenario, profiles }: Definition, profile: ProfileName): readonly Scenario[] {
  const own = profiles?.[profile];
  if (typeof own === 'object' && own.scenario !== undefined) return own.scenario === null ? [] : [own.scenario];
  return scenario === undefined ? [] : [scenario].flat();
}
