import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';
import { inCase, type CaseFindings } from './case-scope.ts';
import type { Ledger } from './ledger.ts';
import { Undecided, Violation, type Finding } from './verdicts.ts';

/** How a property is run. */
export interface PropertyOptions {
  /** Cases to run, the examples among them. */
  readonly cases: number;
  /** Seed of the cases: the same seed, the same values. */
  readonly seed: number;
  /** The requirement that an assertion in the predicate speaks for; absent in a drive, which only invariants judge. */
  readonly id?: RequirementId;
  readonly ledger: Ledger;
  /** Monotonic milliseconds after which no more cases are tried while shrinking. */
  readonly deadline: number;
}

/** Cases tried at the most to make one counterexample smaller. */
const shrinkBudget = 400;

/**
 * Runs the predicate on sampled values, all cases concurrently (the client keeps to the target's limits), then
 * shrinks the first failing case of each requirement that failed, be it by the predicate or by an invariant.
 *
 * @returns the number of cases that the target took part in
 * @throws Undecided when every single case was undecided
 */
export async function forAll<T>(
  arbitrary: Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  options: PropertyOptions,
): Promise<number> {
  const values = fc.sample(arbitrary, { seed: options.seed, numRuns: options.cases });
  const outcomes = await Promise.all(values.map((value) => runCase(predicate, value, options.id)));

  const firstFailing = new Map<RequirementId, { index: number; finding: Finding }>();
  for (const [index, { findings }] of outcomes.entries()) {
    for (const [id, finding] of findings) {
      if (id === options.id) options.ledger.broken(id, finding);
      if (!firstFailing.has(id)) firstFailing.set(id, { index, finding });
    }
  }
  for (const [id, { index, finding }] of firstFailing) {
    if (options.ledger.entry(id).path === undefined) await shrink(arbitrary, predicate, options, id, index, finding);
  }

  const undecided = outcomes.flatMap((outcome) => outcome.undecided ?? []);
  if (undecided.length === values.length && undecided[0] !== undefined) throw undecided[0];
  return values.length - undecided.length;
}

interface CaseOutcome {
  readonly findings: CaseFindings;
  readonly undecided?: Undecided;
}

async function runCase<T>(
  predicate: (value: T) => Promise<void>,
  value: T,
  id: RequirementId | undefined,
): Promise<CaseOutcome> {
  const findings: CaseFindings = new Map();
  try {
    await inCase(findings, () => predicate(value));
  } catch (error) {
    if (error instanceof Undecided) return { findings, undecided: error };
    if (!(error instanceof Violation) || id === undefined) throw error;
    findings.set(id, error.finding);
  }
  return { findings };
}

/** Replays the failing case and lets fast-check look for smaller ones that break the same requirement. */
async function shrink<T>(
  arbitrary: Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  { id: ownId, ledger, seed, deadline }: PropertyOptions,
  id: RequirementId,
  index: number,
  found: Finding,
): Promise<void> {
  let tried = 0;
  let repeated = false;
  let smallest: Finding | undefined;
  let fault: Error | undefined;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    tried += 1;
    if (fault !== undefined || tried > shrinkBudget || performance.now() > deadline) return;
    let finding: Finding | undefined;
    try {
      finding = (await runCase(predicate, value, ownId)).findings.get(id);
      repeated = true;
    } catch (error) {
      // No verdict: it ends the search, and must not be taken for a smaller failing case.
      fault = error instanceof Error ? error : new Error(String(error));
    }
    if (finding === undefined) return;
    smallest = finding;
    throw new Violation(finding);
  });
  const details = await fc.check(property, { seed, path: String(index), numRuns: 1 });
  if (smallest !== undefined) {
    ledger.shrunk(id, smallest, details.counterexamplePath ?? String(index));
  } else {
    const message = `${found.message} (not shown again when the same case was repeated)`;
    ledger.shrunk(id, repeated ? { ...found, message } : found, String(index));
  }
  if (fault !== undefined) throw fault;
}
