import { fork, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import type { Fault, RuleName } from '../reference/index.ts';
import { isConformant, isProven, isSlowed, type DialectProof, type FaultProof } from './proof.ts';

/** A seed, and the rules that the service enforces when it is run with it. */
export interface RuledSeed {
  readonly seed: number;
  readonly rules: readonly RuleName[];
  /** Whether the configuration says what it can of the rules. */
  readonly isConfigured: boolean;
}

/** What is to be proven, and how. */
export interface ProofPlan {
  readonly faults: readonly Fault[];
  /** Seeds that each fault is proven with. */
  readonly faultSeeds: readonly number[];
  /** Seeds of random dialects, with the rules that each has. */
  readonly dialects: readonly RuledSeed[];
  /** Rules that the service is to have in its own dialect, with the seed of each run. */
  readonly rules: readonly RuledSeed[];
  /** The day that the data of the runs is made for. */
  readonly today: string;
  /** Cases of each property. */
  readonly cases: number;
  /** Whether all requirements are checked against each fault, instead of those that it names and those of access. */
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
  readonly rules: readonly DialectProof[];
}

/** Something to prove, as it goes to another process: a fault by its name, or a dialect with rules. */
export interface Job {
  readonly fault?: string;
  readonly dialect?: 'own' | 'random';
  readonly rules?: readonly RuleName[];
  readonly isConfigured?: boolean;
  readonly seed: number;
  readonly today: string;
  readonly cases: number;
  readonly whole: boolean;
}

type Proof = FaultProof | DialectProof;

/** The result of a job, as it comes back. */
export type Answer = { readonly proof: Proof } | { readonly failure: string };

const isOfFault = (proof: Proof): proof is FaultProof => 'fault' in proof;

/** Has one process do one job. */
function hand(worker: ChildProcess, job: Job): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('the proving process has ended'));
    worker.once('exit', gone);
    worker.once('message', (answer: Answer) => {
      worker.off('exit', gone);
      if ('failure' in answer) reject(new Error(answer.failure));
      else resolve(answer.proof);
    });
    worker.send(job, (error) => {
      if (error !== null) reject(error);
    });
  });
}

/** Where a process finds what this one has compiled. */
const cacheDirectory = getCompileCacheDir();
const compiled = cacheDirectory === undefined ? {} : { NODE_COMPILE_CACHE: cacheDirectory };

const script = join(import.meta.dirname, `proof-worker.${import.meta.filename.endsWith('.ts') ? 'ts' : 'js'}`);

/**
 * Runs the suites against the reference service with each fault, in each random dialect and with each of the rules, in
 * several processes.
 *
 * @throws Error when a proof could not be made, or the signal's reason when it aborts
 */
export async function proveAll(plan: ProofPlan): Promise<ProofResult> {
  const { faults, faultSeeds, dialects, rules, today, cases, whole, processes, signal } = plan;
  const data = { today, cases, whole };
  const jobs: readonly Job[] = [
    ...rules.map((ruled) => ({ ...ruled, dialect: 'own' as const, ...data })),
    ...dialects.map((ruled) => ({ ...ruled, dialect: 'random' as const, ...data })),
    ...faults.flatMap(({ name }) => faultSeeds.map((seed) => ({ fault: name, seed, ...data }))),
  ];
  const proofs = new Map<Job, Proof>();
  // The longest first: what is left at the end then keeps all processes busy.
  const left = jobs.toSorted((one, other) => Number(isSlowed(other.rules ?? [])) - Number(isSlowed(one.rules ?? [])));
  let wrong = 0;
  const workers = Array.from({ length: Math.min(processes, jobs.length) }, () =>
    fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, ...compiled } }),
  );
  const work = async (worker: ChildProcess): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      const proof = await hand(worker, job);
      proofs.set(job, proof);
      if (!(isOfFault(proof) ? isProven(proof) : isConformant(proof))) wrong += 1;
      plan.onProgress(proofs.size, jobs.length, wrong);
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
  const madeIn = (wanted: Job['dialect']): readonly DialectProof[] =>
    jobs.flatMap((job) => {
      const proof = job.dialect === wanted ? proofs.get(job) : undefined;
      return proof === undefined || isOfFault(proof) ? [] : [proof];
    });
  const ofFaults = jobs.flatMap((job) => proofs.get(job) ?? []).filter(isOfFault);
  return { faults: ofFaults, dialects: madeIn('random'), rules: madeIn('own') };
}
