import { vocabulary, type VocabularyKey } from '../../spec/index.ts';
import { firstOfMonth, yearsAfter, type MonthStep } from '../values/calendar-dates.ts';
import { uuidFor } from '../values/scalars.ts';
import type { Some } from '../values/values.ts';

/** Days that a renewal date may be: any, or first days of months, quarters or years alone. */
export interface RenewalDays {
  readonly first: string;
  readonly last: string;
  readonly step: 'day' | MonthStep;
}

/** What bodies are made with: what the target knows, and what marks them as ours. */
export interface GenerationContext {
  /** The day on which the bodies are to make sense, `YYYY-MM-DD`: all their dates are relative to it. */
  readonly today: string;
  readonly renewalDays: RenewalDays;
  /** Carriers that the target knows; made-up ones are used when there are none. */
  readonly carrierIds: readonly string[];
  /** Plans that the target knows; made-up ones are used when there are none. */
  readonly planIds: readonly string[];
  /** Names of plans that the target knows; made-up ones, and any text, are used when there are none. */
  readonly planNames: readonly string[];
  /** The values to use for each coded member, the plainest first. */
  readonly vocabulary: Readonly<Record<VocabularyKey, readonly string[]>>;
  /** The keys of lines of coverage that a decision may use; `dental` and `medical` among them. */
  readonly linesOfCoverage: readonly string[];
  /** Marks what a run made: part of every `custom_individual_id` and of every group's name. */
  readonly runTag: string;
  /** The employee that snapshots are of; a made-up one, the same for the same run tag, when not given. */
  readonly employeeId?: string;
  /** The name of a new group, before the run tag. */
  readonly groupName?: string;
}

function valuesOf(key: VocabularyKey): readonly string[] {
  const values = [...vocabulary[key]];
  const shownFirst = [...values.filter(({ shown }) => shown), ...values.filter(({ shown }) => !shown)];
  return shownFirst.map(({ value }) => value);
}

function isVocabularyKey(key: string): key is VocabularyKey {
  return key in vocabulary;
}

/** The day that sample bodies are made for where no run is: always the same. */
const sampleDay = '2026-06-15';

/** From the first of the third month after a day up to nine years after it: ahead of any enrollment that is open. */
function renewalDaysAfter(today: string): RenewalDays {
  return { first: firstOfMonth(today, 3), last: yearsAfter(today, 9), step: 'day' };
}

/**
 * A context for a target of which nothing is known: no fixtures, and the documents' values, those shown in them first
 * (`spec/documents/2-resources.md`).
 *
 * @param today the day of the run; default: 2026-06-15, for bodies outside of any run
 */
export function defaultContext(today: string = sampleDay): GenerationContext {
  const keys = Object.keys(vocabulary).filter(isVocabularyKey);
  return {
    today,
    renewalDays: renewalDaysAfter(today),
    carrierIds: [],
    planIds: [],
    planNames: [],
    vocabulary: Object.fromEntries(keys.map((key) => [key, valuesOf(key)])) as GenerationContext['vocabulary'],
    linesOfCoverage: ['medical', 'dental'],
    runTag: 'bfc-sample',
  };
}

function orMadeUp(known: readonly string[], kind: string): Some<string> {
  const [first, ...others] = known;
  if (first !== undefined) return [first, ...others];
  return [uuidFor(kind, '1'), uuidFor(kind, '2'), uuidFor(kind, '3'), uuidFor(kind, '4')];
}

/** The carriers to use: those of the context, or four made-up ones. */
export function carriersOf(context: GenerationContext): Some<string> {
  return orMadeUp(context.carrierIds, 'carrier');
}

/** The plans to use: those of the context, or four made-up ones. */
export function plansOf(context: GenerationContext): Some<string> {
  return orMadeUp(context.planIds, 'plan');
}
