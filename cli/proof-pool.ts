import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Fault } from '../reference/index.ts';
import { isConformant, isProven, type DialectProof, type FaultProof } from './proof.ts';

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

/** The results of a plan, in the order of the catalogue and of the seeds. */
export interface ProofResult {
  readonly faults: readonly FaultProof[];
  readonly dialects: readonly DialectProof[];
}

/** Something to prove, as it goes to another process. */
export type Job =
  | {
      readonly kind: 'fault';
      readonly fault: string;
      readonly seed: number;
      readonly cases: number;
      readonly whole: boolean;
    }
  | { readonly kind: 'dialect'; readonly seed: number; readonly cases: number };

/** The result of a job, as it comes back. */
export type Outcome =
  | { readonly kind: 'fault'; readonly proof: FaultProof }
  | { readonly kind: 'dialect'; readonly proof: DialectProof }
  | { readonly kind: 'failure'; readonly message: string };

const isRight = (outcome: Outcome): boolean =>
  (outcome.kind === 'fault' && isProven(outcome.proof)) || (outcome.kind === 'dialect' && isConformant(outcome.proof));

/** Has one process do one job. */
function hand(worker: ChildProcess, job: Job): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('the proving process has ended'));
    worker.once('exit', gone);
    worker.once('message', (outcome: Outcome) => {
      worker.off('exit', gone);
      if (outcome.kind === 'failure') reject(new Error(outcome.message));
      else resolve(outcome);
    });
    worker.send(job, (error) => {
      if (error !== null) reject(error);
    });
  });
}

const script = join(import.meta.dirname, `proof-worker.${import.meta.filename.endsWith('.ts') ? 'ts' : 'js'}`);

/**
 * Runs the suites against the reference service with each fault, and in each random dialect, in several processes.
 *
 * @throws Error when a proof could not be made, or the signal's reason when it aborts
 */
export async function proveAll(plan: ProofPlan): Promise<ProofResult> {
  const { faults, faultSeeds, dialectSeeds, cases, whole, processes, signal } = plan;
  // The longest first: what is left at the end then keeps all processes busy.
  const jobs: readonly Job[] = [
    ...dialectSeeds.map((seed) => ({ kind: 'dialect', seed, cases }) as const),
    ...faults.flatMap(({ name }) =>
      faultSeeds.map((seed) => ({ kind: 'fault', fault: name, seed, cases, whole }) as const),
    ),
  ];
  const outcomes = new Map<Job, Outcome>();
  const left = [...jobs];
  let wrong = 0;
  const workers = Array.from({ length: Math.min(processes, jobs.length) }, () =>
    fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  const work = async (worker: ChildProcess): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      const outcome = await hand(worker, job);
      outcomes.set(job, outcome);
      if (!isRight(outcome)) wrong += 1;
      plan.onProgress(outcomes.size, jobs.length, wrong);
    }
  };
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  try {
    await Promise.race([Promise.all(workers.map(work)), aborted]);
  } finally {
    workers.forEach((worker) => worker.kill());
  }
  const made = jobs.flatMap((job) => outcomes.get(job) ?? []);
  return {
    faults: made.flatMap((outcome) => (outcome.kind === 'fault' ? [outcome.proof] : [])),
    dialects: made.flatMap((outcome) => (outcome.kind === 'dialect' ? [outcome.proof] : [])),
  };
}
