import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';
import { OutOfBudget } from './budget.ts';
import { asRepetition, askedAgain, inCase, newCase, type CaseRecord } from './case-scope.ts';
import type { PropertyOptions } from './for-all.ts';
import { Undecided, AssertionFailure, type Finding } from './verdicts.ts';

/** A case that was run. */
export interface CaseOutcome extends CaseRecord {
  readonly undecided?: Undecided;
}

/** Runs one case of the property of that name; an assertion that does not hold is a finding of `id`. */
export async function runCase<T>(
  predicate: (value: T) => Promise<void>,
  value: T,
  label: string,
  { name, id }: Pick<PropertyOptions, 'name' | 'id'>,
): Promise<CaseOutcome> {
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

/** A case that failed, and by what. */
export interface FailedCase {
  readonly id: RequirementId;
  readonly finding: Finding;
  readonly case: CaseRecord;
}

/** Cases tried at the most where each takes seconds. */
const slowTries = 4;

/** The two ways to run a failed case again and make it smaller; each enters in the ledger what came of it. */
export interface Repetition<T> {
  /** Replays a drawn case and lets fast-check look for smaller ones that break the same requirement. */
  shrink(arbitrary: Arbitrary<T>, path: string): Promise<void>;
  /** Repeats an example and looks for smaller ones. */
  minimize(value: T): Promise<void>;
}

/** Runs a failed case again, alone: what fails again is made smaller, and what does not is told with both answers. */
export function repeatCase<T>(
  predicate: (value: T) => Promise<void>,
  failed: FailedCase,
  options: PropertyOptions<T>,
): Repetition<T> {
  const { ledger, seed, deadline, shrinkTries, examples, mayRepeat = () => true } = options;
  const { id, finding: found } = failed;
  const tries = found.isOfClock === true ? Math.min(shrinkTries, slowTries) : shrinkTries;
  let tried = 0;
  let first: CaseRecord | undefined;
  let smallest: Finding | undefined;
  let fault: Error | undefined;

  const attempt = async (value: T): Promise<Finding | undefined> => {
    tried += 1;
    if (fault !== undefined || tried > tries || performance.now() > deadline || !mayRepeat()) return undefined;
    try {
      const record = await asRepetition(() => runCase(predicate, value, failed.case.label, options), found);
      // What could not be sent to its end is no second run.
      if (record.undecided instanceof OutOfBudget) return undefined;
      first ??= record;
      const finding = record.findings.get(id);
      smallest = finding ?? smallest;
      return finding;
    } catch (error) {
      // No verdict: it ends the search, and must not be taken for a smaller failing case.
      fault = error instanceof Error ? error : new Error(String(error));
      return undefined;
    }
  };

  const conclude = (path?: string): void => {
    if (smallest !== undefined || first === undefined) {
      ledger.confirmed(id, smallest ?? found, path);
    } else {
      const exchange = askedAgain(found.exchanges.at(-1), failed.case.exchanges, first.exchanges);
      ledger.confirmed(id, { ...found, passedAgain: { exchange } }, path);
    }
    if (fault !== undefined) throw fault;
  };

  return {
    async shrink(arbitrary, path) {
      const property = fc.asyncProperty(arbitrary, async (value) => {
        const finding = await attempt(value);
        if (finding !== undefined) throw new AssertionFailure(finding);
      });
      const details = await fc.check(property, { seed, path, numRuns: 1 });
      conclude(details.counterexamplePath ?? path);
    },
    async minimize(value) {
      const fails = async (smaller: T): Promise<boolean> => (await attempt(smaller)) !== undefined;
      if (await fails(value)) await examples?.smaller(value, fails);
      conclude();
    },
  };
}
