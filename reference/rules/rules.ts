import { type Clock, seededRandom } from '../clock-and-chance.ts';
import { seedOf, type Dialect } from '../dialects.ts';
import { refuseFor, type ProblemKind } from '../http/problems.ts';
import type { DayRange } from '../store/database.ts';
import type { GroupRecord, Store } from '../store/store.ts';
import { agreementRules } from './agreement-rules.ts';
import { formRules } from './form-rules.ts';
import { recordRules } from './record-rules.ts';
import type { Contents, Judges, Rule, Submitted } from './rule.ts';
import { serviceRules } from './service-rules.ts';
import { windowRules } from './window-rules.ts';

const table = { ...formRules, ...agreementRules, ...windowRules, ...recordRules, ...serviceRules };

export type RuleName = keyof typeof table;

export const rules: Readonly<Record<RuleName, Rule>> = table;

const named = Object.entries<Rule>(rules) as readonly (readonly [RuleName, Rule])[];

/** The dialect with the choices that the rules make. */
export function withRules(dialect: Partial<Dialect>, names: readonly RuleName[]): Partial<Dialect> {
  return Object.assign({}, dialect, ...names.map((name) => rules[name].dialect)) as Partial<Dialect>;
}

type Enforced = readonly (readonly [RuleName, Rule])[];

/** The rules that a service enforces: those that are named, and those of its dialect. */
export function enforcedRules({ businessRules }: Dialect, names: readonly RuleName[]): Enforced {
  return named.filter(([name, { usual }]) => names.includes(name) || (usual === true && businessRules === 'many'));
}

interface Place {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly rules: Enforced;
}

/** Judges a body within the transaction that stores it. @throws Problem with all breaches that are refused alike */
export function enforceRules<What extends Submitted>(
  { store, clock, newId, rules: enforced }: Place,
  what: What,
  given: () => Contents[What],
): void {
  const concerned = enforced.filter(([, rule]) => rule[what] !== undefined);
  if (concerned.length === 0) return;
  const now = clock.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const content = given();
  const breaches = concerned.flatMap(([name, rule]) => {
    const claim = (value: readonly (string | undefined)[], holder: string): boolean => {
      const id = JSON.stringify([name, ...value]);
      const claimed = store.claims.find(id);
      if (claimed === undefined) store.claims.add({ id, holder });
      return claimed === undefined || claimed.holder === holder;
    };
    const { refusal = 'invalid', about: message } = rule;
    const judges: Judges = rule;
    return (judges[what]?.({ ...content, now, today, store, newId, claim }) ?? []).map((pointer) => ({
      refusal,
      complaint: { pointer, rule: name, message },
    }));
  });
  const refusal = breaches.some((breach) => breach.refusal === 'invalid') ? 'invalid' : breaches[0]?.refusal;
  const alike = breaches.filter((breach) => breach.refusal === refusal).map(({ complaint }) => complaint);
  if (refusal !== undefined) refuseFor(refusal, alike);
}

function refuseWhere(enforced: Enforced, isBroken: (rule: Rule) => boolean, kind: ProblemKind, pointer: string): void {
  const broken = enforced.filter(([, rule]) => isBroken(rule));
  const complaints = broken.map(([name, { about }]) => ({ pointer, rule: name, message: about }));
  refuseFor(kind, complaints);
}

export function enforceDays({ rules: enforced }: Pick<Place, 'rules'>, days: DayRange): void {
  refuseWhere(enforced, ({ refusesDays }) => refusesDays?.(days) === true, 'query', 'end_date');
}

/** @throws Problem (404) if a rule hides the decisions of the group */
export function enforceFound({ rules: enforced, store, clock }: Place, group: GroupRecord): void {
  const place = { store, now: clock.now() };
  refuseWhere(enforced, ({ hidesDecisions }) => hidesDecisions?.(group, place) === true, 'not-found', '');
}

const slowOneIn = 25;

const wordsOf = (oneOf: Rule['oneOf']): readonly string[] => [oneOf ?? []].flat();

/** Draws as many rules as one of `counts`, none in contradiction to another; rarely, one of them slows clients down. */
export function randomRules(seed: number, counts: readonly number[]): readonly RuleName[] {
  const random = seededRandom(seedOf('rules', seed));
  const count = counts[random.below(counts.length)] ?? 0;
  const isSlowed = count > 0 && random.below(slowOneIn) === 0;
  const drawn: (readonly [RuleName, Rule])[] = [];
  while (drawn.length < count) {
    const left = named.filter(
      ([name, { slows = false, oneOf }]) =>
        slows === (isSlowed && drawn.length === 0) &&
        !drawn.some(
          ([other, rule]) => other === name || wordsOf(rule.oneOf).some((word) => wordsOf(oneOf).includes(word)),
        ),
    );
    drawn.push(...left.slice(random.below(left.length)).slice(0, 1));
  }
  return drawn.map(([name]) => name);
}
