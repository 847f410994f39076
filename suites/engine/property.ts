import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';
import { isSuccess } from '../../target/exchange.ts';
import { kindOf } from './ledger.ts';
import { profileOf } from './plan.ts';
import type { Session } from './session.ts';
import { sideBySide } from './waiting.ts';
import { affordable, OutOfBudget } from './budget.ts';
import { type Finding, Undecided, AssertionFailure } from './verdicts.ts';
import { asRepetition, inCase, newCase, notFoundAgain, type CaseRecord } from './case-scope.ts';

/** Looks for a smaller value that fails like the given one; `fails` tells whether a value does. */
export type Smaller<T> = (value: T, fails: (value: T) => Promise<boolean>) => Promise<unknown>;

/** Values that are tried before the drawn ones. */
export interface Examples<T> {
  readonly values: readonly { readonly name: string; readonly value: T }[];
  readonly smaller: Smaller<T>;
}

export interface PropertyOptions<T = unknown> extends ReturnType<typeof propertyOf> {
  /** Cases to draw, after the examples. */
  readonly cases: number;
  /** The requirement that an assertion in the predicate is about; absent in a workload, which only rules judge. */
  readonly id?: RequirementId;
  readonly examples?: Examples<T>;
  /** Removes from a fully shrunk value whatever it does not need in order to fail. */
  readonly leaner?: Smaller<T> | undefined;
}

/** Most cases tried to shrink one counterexample of a session. */
export function shrinkTriesOf(session: Session): number {
  return session.plan.shrinkTries ?? profileOf(session).shrinkTries;
}

/** At least as many cases run at the same time if reads wait until writes are seen: most of the cases just wait. */
const casesWaiting = 64;

/** The options that all properties of a session share, except how many cases they draw. */
export function propertyOf(session: Session, name: string) {
  const { plan, ledger, deadline, budget, lag } = session;
  // A list of groups is as late as the latest of all reads.
  const isWaiting = lag.of('E1') > 0;
  return {
    name,
    window: Math.max(plan.target.limits.concurrency, isWaiting ? casesWaiting : 0),
    seed: seedOf(plan.seed, name),
    ledger,
    deadline,
    shrinkTries: shrinkTriesOf(session),
    /** The share of all cases that there is time for; asked before each case. */
    affordable: () => affordable(session, name),
    mayRepeat: () => budget.mayRepeat(),
  };
}

/** A value that a property is run with: drawn if it has a fast-check path, otherwise an example. */
interface Case<T> {
  readonly label: string;
  readonly value: T;
  readonly path?: string;
}

/**
 * Runs the predicate on the examples and on sampled values, up to `window` cases at a time. Then reruns, alone, a
 * failing case of each requirement that failed, whether the predicate or a rule found it. A case that fails again is
 * shrunk; one that does not is reported with both answers.
 *
 * @returns the number of cases that were decided
 * @throws Undecided when every single case was undecided
 */
export async function forAll<T>(
  arbitrary: Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  options: PropertyOptions<T>,
): Promise<number> {
  const { ledger } = options;
  const own: { readonly index: number; readonly finding: Finding }[] = [];
  const failed = new Map<RequirementId, FailedCase<T>[]>();
  const undecided: { count: number; first?: { readonly index: number; readonly why: Undecided } } = { count: 0 };
  // Keep only what is still needed of each result: there may be any number of cases.
  const count = await windowed(casesOf(arbitrary, options), options.window, async (one, index) => {
    const { findings, exchanges, undecided: why } = await runCase(predicate, one, options);
    if (why !== undefined) {
      undecided.count += 1;
      if (index < (undecided.first?.index ?? Infinity)) undecided.first = { index, why };
    }
    for (const [position, [id, finding]] of [...findings].entries()) {
      if (id === options.id) own.push({ index, finding });
      const first = [...(failed.get(id) ?? []), { id, finding, case: one, exchanges, index, position }];
      failed.set(id, first.toSorted(byIndex).slice(0, mostRepeated));
    }
  });

  if (options.id !== undefined) for (const { finding } of own.toSorted(byIndex)) ledger.broken(options.id, finding);
  const inOrder = [...failed.values()].toSorted(
    ([one], [other]) => byIndex(one, other) || (one?.position ?? 0) - (other?.position ?? 0),
  );
  for (const failures of inOrder) {
    let open: { readonly failure: FailedCase<T>; readonly why: Undecided } | undefined;
    for (const failure of failures) {
      const { confirmed, finding } = ledger.entry(failure.id);
      const isReproduced = confirmed && finding?.passedAgain === undefined;
      if (isReproduced) break;
      const why = await repeatCase(arbitrary, predicate, failure, options);
      if (why !== undefined) open ??= { failure, why };
    }
    if (open !== undefined && !ledger.entry(open.failure.id).confirmed)
      ledger.unconfirmed(open.failure.id, open.failure.finding, open.why);
  }

  if (undecided.count === count && undecided.first !== undefined) throw undecided.first.why;
  return count - undecided.count;
}

const byIndex = (one?: { readonly index: number }, other?: { readonly index: number }): number =>
  (one?.index ?? 0) - (other?.index ?? 0);

/** Cases drawn at once; few, because bodies are large. */
const drawnAtOnce = 50;

/** The examples, then the drawn cases, each made only when its turn comes. */
function* allCasesOf<T>(
  arbitrary: Arbitrary<T>,
  { name, seed, examples, cases }: PropertyOptions<T>,
): Generator<Case<T>, void> {
  for (const { name: example, value } of examples?.values ?? []) yield { label: `${name}: ${example}`, value };
  for (let from = 0; from < cases; from += drawnAtOnce) {
    // A fast-check path leads straight to a case, without making those before it.
    const numRuns = Math.min(drawnAtOnce, cases - from);
    for (const [index, value] of fc.sample(arbitrary, { seed, path: String(from), numRuns }).entries())
      yield { label: `${name}: case ${from + index}`, value, path: String(from + index) };
  }
}

/** The first of all cases, at least one: fewer, the slower the target has become since they were chosen. */
function* casesOf<T>(arbitrary: Arbitrary<T>, options: PropertyOptions<T>): Generator<Case<T>, void> {
  const { examples, cases, affordable: share } = options;
  const all = (examples?.values.length ?? 0) + cases;
  const atFirst = share();
  let begun = 0;
  for (const one of allCasesOf(arbitrary, options)) {
    if (begun > 0 && begun * atFirst >= all * share()) return;
    begun += 1;
    yield one;
  }
}

/**
 * Runs all items, at most `window` of them at a time. After an exception no further item is started; it is thrown once
 * the items in flight have ended.
 *
 * @returns the number of items
 */
async function windowed<T>(items: Generator<T>, window: number, run: (item: T, index: number) => Promise<void>) {
  let begun = 0;
  await sideBySide([...Array(window).keys()], async () => {
    // An exception ends the loop and thereby closes the generator that all workers share.
    for (const item of items) {
      begun += 1;
      await run(item, begun - 1);
    }
  });
  return begun;
}

/** Most failing cases of one requirement that are rerun until one fails again. */
const mostRepeated = 3;

/** Runs one case. A failed assertion becomes a finding on the property's requirement. */
async function runCase<T>(
  predicate: (value: T) => Promise<void>,
  { label, value }: Case<T>,
  { name, id }: Pick<PropertyOptions, 'name' | 'id'>,
): Promise<CaseRecord & { readonly undecided?: Undecided }> {
  const record = newCase(label, name);
  try {
    await inCase(record, () => predicate(value));
  } catch (error) {
    if (error instanceof Undecided) return { ...record, undecided: error };
    if (!(error instanceof AssertionFailure) || id === undefined) throw error;
    record.findings.set(id, { ...error.finding, foundIn: name });
  }
  return record;
}

/**
 * Whether members may be removed from what was sent. A body that was refused, or answered with a crash, might be
 * refused for another reason once members are missing, which would look like the same failure.
 */
function mayGoWithout({ exchanges }: Finding): boolean {
  const last = exchanges.at(-1);
  return last?.answer !== undefined && (last.request.body === undefined || isSuccess(last));
}

interface FailedCase<T> {
  readonly id: RequirementId;
  readonly finding: Finding;
  readonly case: Case<T>;
  readonly exchanges: CaseRecord['exchanges'];
  /** Index of the case, from 0, and position of the finding among those of the case. */
  readonly index: number;
  readonly position: number;
}

/** Most cases tried if each of them takes seconds. */
const slowTries = 4;

/** How many of the tries that shrink one counterexample are reserved for removing what it does not need. */
export const triesToLean = (tries: number): number => Math.floor(tries / 4);

/**
 * Reruns a failed case, alone, and enters the result in the ledger. A case that fails again is shrunk: a drawn one by
 * fast-check, an example by the function that comes with it. Then whatever it does not need to fail in the same way is
 * removed. A case that does not fail again is reported with both answers.
 *
 * @returns why the rerun could not be decided; undefined if it was
 */
async function repeatCase<T>(
  arbitrary: Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  { id, finding: found, case: failing, exchanges }: FailedCase<T>,
  options: PropertyOptions<T>,
): Promise<Undecided | undefined> {
  const { ledger, seed, deadline, shrinkTries, examples, leaner, mayRepeat } = options;
  const tries = found.isOfClock === true ? Math.min(shrinkTries, slowTries) : shrinkTries;
  let left = leaner === undefined ? tries : tries - triesToLean(tries);
  let first: CaseRecord | undefined;
  let undecided: Undecided | undefined;
  let smallest: { readonly value: T; readonly finding: Finding } | undefined;
  let fault: Error | undefined;

  const attempt = async (value: T, like?: Finding): Promise<Finding | undefined> => {
    left -= 1;
    if (fault !== undefined || left < 0 || performance.now() > deadline || !mayRepeat()) return undefined;
    try {
      const record = await asRepetition(
        () => runCase(predicate, { ...failing, value }, options),
        found,
        like !== undefined,
      );
      // A case that ran out of budget does not count as a second run.
      if (record.undecided instanceof OutOfBudget) return undefined;
      const finding = record.findings.get(id);
      if (finding === undefined && record.undecided !== undefined) {
        undecided ??= record.undecided;
        return undefined;
      }
      first ??= record;
      if (finding === undefined || (like !== undefined && kindOf(finding) !== kindOf(like))) return undefined;
      smallest = { value, finding };
      return finding;
    } catch (error) {
      // Not a verdict: it ends the search, and must not count as a smaller failing case.
      fault = error instanceof Error ? error : new Error(String(error));
      return undefined;
    }
  };

  let { path } = failing;
  if (path === undefined) {
    const fails = async (smaller: T): Promise<boolean> => (await attempt(smaller)) !== undefined;
    if (await fails(failing.value)) await examples?.smaller(failing.value, fails);
  } else {
    const property = fc.asyncProperty(arbitrary, async (value) => {
      const finding = await attempt(value);
      if (finding !== undefined) throw new AssertionFailure(finding);
    });
    path = (await fc.check(property, { seed, path, numRuns: 1 })).counterexamplePath ?? path;
  }
  if (leaner !== undefined && smallest !== undefined && mayGoWithout(smallest.finding)) {
    const { value, finding: plainest } = smallest;
    left = Math.max(left, 0) + triesToLean(tries);
    await leaner(value, async (lean) => (await attempt(lean, plainest)) !== undefined);
  }
  if (smallest === undefined && first === undefined && undecided !== undefined) return undecided;
  const notAgain = first === undefined ? found : notFoundAgain(found, exchanges, first.exchanges);
  ledger.confirmed(id, smallest?.finding ?? notAgain, path);
  if (fault !== undefined) throw fault;
  return undefined;
}

/**
 * Looks for a small subset of the parts that still fails, by leaving out parts that it does not need, the last ones
 * first.
 *
 * @param fails - whether a subset fails; the whole is known to fail, the empty subset is known not to
 * @param budget - most tries: after them, the smallest subset so far is the result
 */
export async function minimize<T>(
  parts: readonly T[],
  fails: (subset: readonly T[]) => Promise<boolean>,
  budget: number,
): Promise<readonly T[]> {
  let tries = 0;
  const without = (gone: readonly T[]): readonly T[] => parts.filter((part) => !gone.includes(part));
  const gone = await leaveOut(parts.toReversed(), async (some) => {
    const left = without(some);
    if (left.length === 0 || tries >= budget) return false;
    tries += 1;
    return fails(left);
  });
  return without(gone);
}

/**
 * Leaves out as many parts as it can: all at once if possible, otherwise one half after the other, down to single
 * parts. If most can go, that takes a few tries, and about two more for each halving on the way to a part that stays.
 *
 * @param holds - whether what matters is still there without these parts
 * @returns the parts that were left out
 */
export async function leaveOut<T>(
  parts: readonly T[],
  holds: (gone: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let gone: readonly T[] = [];
  const without = async (some: readonly T[]): Promise<void> => {
    if (some.length === 0) return;
    if (await holds([...gone, ...some])) {
      gone = [...gone, ...some];
      return;
    }
    if (some.length === 1) return;
    const half = Math.ceil(some.length / 2);
    await without(some.slice(0, half));
    await without(some.slice(half));
  };
  await without(parts);
  return gone;
}

/** The run's seed mixed with the name (FNV-1a): a property sees the same values alone or among all others. */
export function seedOf(runSeed: number, name: string): number {
  let hash = 0x811c9dc5 ^ runSeed;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash & 0x7fffffff;
}
