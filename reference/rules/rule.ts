import type {
  Coverage,
  EnrolledMember,
  GroupConnectionInput,
  MemberSnapshotInput,
  Person,
  RenewalBody,
  RenewalDecisionInput,
  RenewalLineInput,
  RenewalPlanInput,
  RequirementId,
} from '../../spec/index.ts';
import { pointerTo } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import type { ProblemKind } from '../http/problems.ts';
import type { DayRange } from '../store/database.ts';
import type { DecisionRecord, SnapshotRecord, Store } from '../store/store.ts';

/** What any judgement may look at besides the body. */
export interface Surroundings {
  /** `YYYY-MM-DD`, by the clock of the service. */
  readonly today: string;
  readonly store: Store;
  /** Keeps a value for a holder, for good; false when another one has it. Undone when the body is refused. */
  readonly claim: (value: readonly (string | undefined)[], holder: string) => boolean;
  readonly newId: () => string;
}

/** A person of a snapshot, under the id that the service knows. */
export interface EnrolledPerson {
  readonly id: string;
  readonly pointer: string;
  readonly person: Person | undefined;
  readonly customId: string | undefined;
}

/** A body and what it meets, by what is created or edited. */
export interface Contents {
  readonly connection: { readonly organizationId: string; readonly body: GroupConnectionInput };
  readonly decision: {
    readonly organizationId: string;
    readonly body: RenewalDecisionInput;
    readonly groupId: string;
    /** The decision that is edited; undefined: a new one. */
    readonly edited: DecisionRecord | undefined;
    /** The content as it would be kept. */
    readonly kept: RenewalBody;
  };
  readonly snapshot: {
    readonly organizationId: string;
    readonly body: MemberSnapshotInput;
    readonly groupId: string;
    /** Whether the employee was not known before. */
    readonly isNew: boolean;
    readonly people: readonly EnrolledPerson[];
    /** The snapshot that the employee has so far. */
    readonly latest: SnapshotRecord | undefined;
    /** How many the employee has so far. */
    readonly count: number;
  };
}

export type Submitted = keyof Contents;

/** What a body is judged with. */
export type Submission<What extends Submitted> = Surroundings & Contents[What];

/** Gives a JSON pointer to each member that breaks the rule. */
export type Judge<What extends Submitted> = (submission: Submission<What>) => readonly string[];

export type Judges = { readonly [What in Submitted]?: Judge<What> };

/** What a real service might demand beyond what the documents state: they neither say so nor rule it out. */
export interface Rule extends Judges {
  /** What is demanded; also the words of a refusal. */
  readonly about: string;
  /** Default: that of a body that breaks a rule. */
  readonly refusal?: ProblemKind;
  /** Whether the range of a list (E5) is refused. */
  readonly refusesDays?: (days: DayRange) => boolean;
  /** The choices that make the rule, where it is not about bodies. */
  readonly dialect?: Partial<Dialect>;
  /** A service can have but one of the rules with the same word here: they contradict each other. */
  readonly oneOf?: string;
  /** Whether a client that obeys it takes much longer. */
  readonly slows?: true;
  /** Whether it is one of those of the choice `businessRules=many`. */
  readonly usual?: true;
  /** Requirements that nobody can decide where it holds; with `values`: nobody without them. */
  readonly outOfReach?: readonly RequirementId[];
  /** What a configuration that knows the rule says of members, by their paths: values, or a form. */
  readonly values?: Readonly<Record<string, readonly string[] | { readonly form: string }>>;
}

function* walk(value: unknown, [step, ...rest]: readonly string[], pointer: string): Generator<[string, unknown]> {
  if (step === undefined) {
    yield [pointer, value];
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const wanted = Object.entries(value).filter(([name]) => step === '*' || name === step);
  for (const [name, member] of wanted) yield* walk(member, rest, `${pointer}${pointerTo(name)}`);
}

/** The members at places, each with its pointer; `*` stands for every item or member. */
export function membersAt(body: unknown, ...places: readonly string[]): readonly (readonly [string, unknown])[] {
  return places.flatMap((place) => [...walk(body, place.slice(1).split('/'), '')]);
}

type Fits = RegExp | ((value: unknown) => boolean);

const isFit = (fits: Fits, value: unknown): boolean =>
  fits instanceof RegExp ? typeof value !== 'string' || fits.test(value) : fits(value);

/** Judges each value at some places by itself. */
export function form(places: readonly string[], fits: Fits): (submission: { readonly body: unknown }) => string[] {
  return ({ body }) =>
    membersAt(body, ...places)
      .filter(([, value]) => !isFit(fits, value))
      .map(([pointer]) => pointer);
}

/** The places of a member of every person. */
export const ofPeople = (...names: readonly string[]): readonly string[] =>
  ['/employee/person', '/dependents/*/person'].flatMap((person) => names.map((name) => `${person}/${name}`));

const dayMs = 24 * 60 * 60 * 1000;

/** Midnight of a day, some time later or earlier; milliseconds. */
export function timeOf(day: string, { years = 0, months = 0, days = 0 } = {}): number {
  const date = new Date(day);
  date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + months);
  return date.getTime() + days * dayMs;
}

/** Days from one day to another; not a number, which nothing compares to, when one is missing. */
export function daysBetween(from: string | undefined, to: string | undefined): number {
  return (timeOf(to ?? '') - timeOf(from ?? '')) / dayMs;
}

interface Enrolment {
  readonly pointer: string;
  readonly coverage: Coverage;
  readonly coveragePointer: string;
  readonly member: EnrolledMember;
}

export function coveragesOf({ coverages = [] }: MemberSnapshotInput): readonly (readonly [string, Coverage])[] {
  return coverages.map((coverage, index) => [`/coverages/${index}`, coverage]);
}

export function enrolmentsOf(body: MemberSnapshotInput): readonly Enrolment[] {
  return coveragesOf(body).flatMap(([coveragePointer, coverage]) =>
    (coverage.enrolled_members ?? []).map((member, at) => {
      return { pointer: `${coveragePointer}/enrolled_members/${at}`, coverage, coveragePointer, member };
    }),
  );
}

interface OfferedLine {
  readonly pointer: string;
  readonly carrierId: string;
  readonly name: string;
  readonly line: RenewalLineInput;
}

export function linesOf({ body }: RenewalDecisionInput): readonly OfferedLine[] {
  return (body?.carriers ?? []).flatMap(({ carrier_id: carrierId = '', lines_of_coverage: lines = {} }, index) =>
    Object.entries(lines).map(([name, line]) => {
      return { pointer: `/body/carriers/${index}${pointerTo('lines_of_coverage', name)}`, carrierId, name, line };
    }),
  );
}

interface OfferedPlan extends OfferedLine {
  readonly plan: RenewalPlanInput;
}

export function plansOf(body: RenewalDecisionInput): readonly OfferedPlan[] {
  return linesOf(body).flatMap((offered) =>
    (offered.line.plans ?? []).map((plan, at) => ({ ...offered, plan, pointer: `${offered.pointer}/plans/${at}` })),
  );
}

/** The pointers of all but the first of what has the same key. */
export function repeated<Item extends { readonly pointer: string }>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly string[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap((same) => same.slice(1).map(({ pointer }) => pointer));
}
