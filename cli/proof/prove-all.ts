import type { Fault } from '../../reference/index.ts';
import { openProofPool } from './proof-pool.ts';
import type { DialectProof } from './prove-dialect.ts';
import type { Proof } from './prove-fault.ts';

/** What is to be proven, and how. */
export interface ProofPlan {
  readonly faults: readonly Fault[];
  /** Seeds that each fault is proven with. */
  readonly faultSeeds: readonly number[];
  /** Seeds of random dialects. */
  readonly dialectSeeds: readonly number[];
  /** Cases of each property. */
  readonly cases: number;
  /** Whether all requirements are checked against each fault, instead of those that it names. */
  readonly whole: boolean;
  /** Processes that prove at the same time. */
  readonly processes: number;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number, wrong: number): void;
}

/** What came of a plan, in the order of the catalogue and of the seeds. */
export interface ProofResult {
  readonly faults: readonly Proof[];
  readonly dialects: readonly DialectProof[];
}

/** Whether a fault was caught by exactly the requirements that it names. */
export function isProven({ missed, unexpected, suiteFaults }: Proof): boolean {
  return missed.length + unexpected.length + suiteFaults.length === 0;
}

/** Whether a dialect was found conformant, and everything decided that it allows to be decided. */
export function isConformant({ verdict, failed, undecided, suiteFaults }: DialectProof): boolean {
  return verdict === 'conformant' && failed.length + undecided.length + suiteFaults.length === 0;
}

/**
 * Runs the suites against the reference service with each fault, and in each random dialect.
 *
 * @throws Error when a proof could not be made, or the signal's reason when it aborts
 */
export async function proveAll(plan: ProofPlan): Promise<ProofResult> {
  const { faults, faultSeeds, dialectSeeds, cases, whole, processes, signal } = plan;
  const pool = openProofPool(processes);
  const total = faults.length * faultSeeds.length + dialectSeeds.length;
  let done = 0;
  let wrong = 0;
  const counted = async <T>(proof: Promise<T>, isRight: (proof: T) => boolean): Promise<T> => {
    const made = await proof;
    done += 1;
    if (!isRight(made)) wrong += 1;
    plan.onProgress(done, total, wrong);
    return made;
  };
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  try {
    // The longest first: what is left at the end then keeps all processes busy.
    const ofDialects = dialectSeeds.map((seed) => counted(pool.dialect(seed, cases), isConformant));
    const ofFaults = faults.flatMap(({ name }) =>
      faultSeeds.map((seed) => counted(pool.fault(name, seed, { cases, whole }), isProven)),
    );
    const all = Promise.all([Promise.all(ofFaults), Promise.all(ofDialects)]);
    const [proven, dialects] = await Promise.race([all, aborted]);
    return { faults: proven, dialects };
  } finally {
    pool.close();
  }
}
