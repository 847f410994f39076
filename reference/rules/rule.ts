import {
  msPerDay,
  isObject,
  pointerTo,
  type GroupConnectionInput,
  type MemberSnapshotInput,
  type Person,
  type RenewalBody,
  type RenewalDecisionInput,
  type RequirementId,
} from '../../spec/index.ts';
import { membersAt } from '../json-values.ts';
import type { Dialect } from '../dialects.ts';
import type { ProblemKind } from '../http/problems.ts';
import type { DayRange } from '../store/database.ts';
import type { DecisionRecord, GroupRecord, SnapshotRecord, Store } from '../store/store.ts';

export interface Surroundings {
  /** By the service's clock, in milliseconds. */
  readonly now: number;
  readonly today: string;
  readonly store: Store;
  /** Reserves a value for a holder, for good; false if another one has it. Undone if the body is refused. */
  readonly claim: (value: readonly (string | undefined)[], holder: string) => boolean;
  readonly newId: () => string;
}

const times = new WeakMap<Store, Map<string, number>>();

/** When things were done at a service, by what they were, in milliseconds by its clock. Refusals don't undo it. */
export function timesOf(store: Store): Map<string, number> {
  const known = times.get(store) ?? new Map<string, number>();
  times.set(store, known);
  return known;
}

/** A person of a snapshot, under the id that the service knows. */
interface EnrolledPerson {
  readonly id: string;
  readonly pointer: string;
  readonly person: Person | undefined;
  readonly customId: string | undefined;
}

/** A body and its context, by what is created or edited. */
export interface Contents {
  readonly connection: { readonly organizationId: string; readonly body: GroupConnectionInput };
  readonly decision: {
    readonly organizationId: string;
    readonly body: RenewalDecisionInput;
    readonly groupId: string;
    /** The decision that is edited; undefined for a new one. */
    readonly edited: DecisionRecord | undefined;
    readonly kept: RenewalBody;
  };
  readonly snapshot: {
    readonly organizationId: string;
    readonly body: MemberSnapshotInput;
    readonly groupId: string;
    readonly isNew: boolean;
    readonly people: readonly EnrolledPerson[];
    /** The employee's latest snapshot so far. */
    readonly latest: SnapshotRecord | undefined;
    readonly count: number;
  };
}

export type Submitted = keyof Contents;

export type Submission<What extends Submitted> = Surroundings & Contents[What];

/** Each returns a JSON pointer to every member that breaks the rule. */
export type Judges = { readonly [What in Submitted]?: (submission: Submission<What>) => readonly string[] };

/** What a real service might demand beyond the documents, which neither state it nor rule it out. */
export interface Rule extends Judges {
  /** What is demanded; also the text of a refusal. */
  readonly about: string;
  /** Default: the refusal of a body that breaks a rule. */
  readonly refusal?: ProblemKind;
  readonly refusesDays?: (days: DayRange) => boolean;
  /** Whether the decisions of a group are not found; `now` is by the service's clock, in milliseconds. */
  readonly hidesDecisions?: (group: GroupRecord, place: Pick<Surroundings, 'now' | 'store'>) => boolean;
  /** The choices of the dialect that the rule makes: all there is to it, if it is not about bodies. */
  readonly dialect?: Partial<Dialect>;
  /** A service has only one of the rules with the same words: they contradict each other, or leave next to nothing. */
  readonly oneOf?: string | readonly string[];
  /** Whether obeying it makes a client take much longer. */
  readonly slows?: true;
  /** Whether it is one of the rules of the choice `businessRules=many`. */
  readonly usual?: true;
  /** Requirements that nobody can decide under the rule; with `values`: nobody who doesn't know these. */
  readonly outOfReach?: readonly RequirementId[];
  /** Parts in which nothing can be decided either if another rule puts the requirement out of reach. */
  readonly outOfReachWithout?: { readonly requirement: RequirementId; readonly parts: readonly string[] };
  /** What a configuration that knows the rule says about members, by their paths: values, or a form. */
  readonly values?: Readonly<Record<string, readonly string[] | { readonly form: string }>>;
}

const valuesAt =
  <Value>(isMeant: (value: unknown) => value is Value) =>
  (...paths: readonly string[]) =>
  (about: string, fits: (value: Value, today: string) => boolean, more: Partial<Rule> = {}): Rule => {
    const judge = ({ body, today }: { readonly body: unknown; readonly today: string }) =>
      membersAt(body, ...paths)
        .filter(([, value]) => isMeant(value) && !fits(value, today))
        .map(([pointer]) => pointer);
    return { about, connection: judge, decision: judge, snapshot: judge, ...more };
  };

const fittingTexts = valuesAt((value) => typeof value === 'string');

/** Rules about each text at some places, in any body: the form that it has, or another condition. */
export function textsAt(...paths: readonly string[]) {
  const fitting = fittingTexts(...paths);
  return (about: string, fits: RegExp | ((text: string, today: string) => boolean), more?: Partial<Rule>): Rule =>
    fitting(about, fits instanceof RegExp ? (text) => fits.test(text) : fits, more);
}

export const numbersAt = valuesAt((value) => typeof value === 'number');

export const objectsAt = valuesAt(isObject);

type ItemsOf<What extends Submitted, Each> = (submission: Submission<What>) => readonly Each[];
type IsWrong<What extends Submitted, Each> = (item: Each, submission: Submission<What>) => boolean;

/** A rule about the items of a body, under construction: saying which items are wrong completes it. */
interface BegunRule<What extends Submitted, Each> {
  /** The member of an item that is refused, as a JSON pointer; default: the item itself. */
  readonly at: (member: string) => BegunRule<What, Each>;
  readonly with: (more: Partial<Omit<Rule, Submitted>>) => BegunRule<What, Each>;
  readonly refused: (isWrong: IsWrong<What, Each>) => Rule;
  /** Other records, or the state of this one, are in conflict with the item. */
  readonly conflict: (isWrong: IsWrong<What, Each>) => Rule;
  /** An item is wrong if an earlier one has the same key; an item without a key is right. */
  readonly once: (keyOf: (item: Each) => string | undefined) => Rule;
}

function begun<What extends Submitted, Each extends { readonly pointer: string }>(
  what: What,
  itemsOf: ItemsOf<What, Each>,
  rule: Omit<Rule, Submitted>,
  member = '',
): BegunRule<What, Each> {
  const ended = (wrongOf: ItemsOf<What, Each>): Rule => ({
    ...rule,
    [what]: (submission: Submission<What>) => wrongOf(submission).map(({ pointer }) => `${pointer}${member}`),
  });
  const refused = (isWrong: IsWrong<What, Each>): Rule =>
    ended((submission) => itemsOf(submission).filter((item) => isWrong(item, submission)));
  return {
    at: (pointer) => begun(what, itemsOf, rule, pointer),
    with: (more) => begun(what, itemsOf, { ...rule, ...more }, member),
    refused,
    conflict: (isWrong) => ({ ...refused(isWrong), refusal: 'taken' }),
    once: (keyOf) =>
      ended((submission) => {
        const keyed = itemsOf(submission).filter((item) => keyOf(item) !== undefined);
        return [...Map.groupBy(keyed, keyOf).values()].flatMap((same) => same.slice(1));
      }),
  };
}

/** Starts rules about the items of a body. */
export const rulesOn =
  <What extends Submitted, Each extends { readonly pointer: string }>(what: What, itemsOf: ItemsOf<What, Each>) =>
  (about: string): BegunRule<What, Each> =>
    begun(what, itemsOf, { about });

const whole = <What extends Submitted>(what: What) =>
  rulesOn(what, (submission: Submission<What>) => [{ ...submission, pointer: '' }]);

export const connection = whole('connection');
export const decision = whole('decision');

/** Rules about new decisions, and about edits of one. */
export const newDecision = rulesOn('decision', (submission) =>
  submission.edited === undefined ? [{ ...submission, pointer: '' }] : [],
);
export const edit = rulesOn('decision', ({ edited, ...submission }) =>
  edited === undefined ? [] : [{ ...submission, edited, pointer: '' }],
);

export const snapshot = whole('snapshot');

export const ofPeople = (...names: readonly string[]): readonly string[] =>
  ['employee.person', 'dependents[].person'].flatMap((person) => names.map((name) => `${person}.${name}`));

/** Midnight of a day, shifted by years, months and days; in milliseconds. */
export function timeOf(day: string, { years = 0, months = 0, days = 0 } = {}): number {
  const date = new Date(day);
  date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + months);
  return date.getTime() + days * msPerDay;
}

/** Days from one day to another; NaN, for which no comparison holds, if one is missing. */
export function daysBetween(from: string | undefined, to: string | undefined): number {
  return (timeOf(to ?? '') - timeOf(from ?? '')) / msPerDay;
}

const itemsAt = <Value>(pointer: string, values: readonly Value[] = []) =>
  values.map((value, index) => ({ ...value, pointer: `${pointer}/${index}` }));

export const coveragesOf = ({ coverages }: MemberSnapshotInput) => itemsAt('/coverages', coverages);

export const coverages = rulesOn('snapshot', ({ body }) => coveragesOf(body));

/** Rules about each enrollment of a snapshot, with its coverage; a missing value breaks none. */
export const enrolments = rulesOn('snapshot', ({ body }) =>
  coveragesOf(body).flatMap((coverage) =>
    itemsAt(`${coverage.pointer}/enrolled_members`, coverage.enrolled_members).map((each) => ({ ...each, coverage })),
  ),
);

export const dependents = rulesOn('snapshot', ({ body }) => itemsAt('/dependents', body.dependents));
export const events = rulesOn('snapshot', ({ body }) => itemsAt('/events', body.events));
export const people = rulesOn('snapshot', ({ people: enrolled }) => enrolled);

const carriersOf = ({ body }: RenewalDecisionInput) => itemsAt('/body/carriers', body?.carriers);

export const linesOf = (body: RenewalDecisionInput) =>
  carriersOf(body).flatMap(({ pointer, carrier_id: carrierId = '', lines_of_coverage: offered = {} }) =>
    Object.entries(offered).map(([line, content]) => {
      const { plans: sent = [], ...rest } = content ?? {};
      return { ...rest, plans: sent, pointer: `${pointer}${pointerTo('lines_of_coverage', line)}`, carrierId, line };
    }),
  );

export const plansOf = (body: RenewalDecisionInput) =>
  linesOf(body).flatMap(({ pointer, plans: sent, carrierId, line }) =>
    itemsAt(`${pointer}/plans`, sent).map((plan) => ({ pointer: plan.pointer, plan, carrierId, line })),
  );

export const carriers = rulesOn('decision', ({ body }) => carriersOf(body));

export const lines = rulesOn('decision', ({ body }) => linesOf(body));

export const plans = rulesOn('decision', ({ body }) => plansOf(body));
