import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import type { RuleName } from '../reference/index.ts';
import { present, type RequirementId } from '../spec/index.ts';
import { isOfFault, isRight, isSlowed, proveDialect, proveFault, type DialectProof, type Proof } from './proof.ts';
import { readFault } from './serve-choices.ts';

export type Job =
  | { readonly seed: number; readonly fault: string }
  /** The service without a fault, judged by these requirements: none of them may fail. */
  | { readonly seed: number; readonly controlOf: readonly RequirementId[] }
  | {
      readonly seed: number;
      readonly dialect: 'own' | 'random';
      readonly rules: readonly RuleName[];
      /** Whether the configuration describes the rules as far as it can. */
      readonly isConfigured: boolean;
    };

export interface ProofPlan {
  readonly jobs: readonly Job[];
  readonly today: string;
  /** Cases of each property, in a run against a fault and in one against a conformant service. */
  readonly cases: { readonly faults: number; readonly dialects: number };
  /** Whether all requirements are checked against each fault, instead of those that it names and those of access. */
  readonly whole: boolean;
  readonly processes: number;
  readonly signal: AbortSignal;
  /** @param share - of the total work, up to 1 */
  onProgress(done: number, total: number, wrong: number, share: number): void;
}

interface Order extends Pick<ProofPlan, 'today' | 'whole'> {
  readonly number: number;
  readonly job: Job;
  readonly cases: number;
}

function proveIn(worker: ChildProcess, order: Order): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('the proving process has ended'));
    worker.once('exit', gone);
    worker.on('message', function take({ number, proof }: Awaited<ReturnType<typeof prove>>) {
      if (number !== order.number) return;
      worker.off('exit', gone).off('message', take);
      resolve(proof);
    });
    worker.send(order);
  });
}

/** Lets the processes use what this one has compiled. */
const compiled = present({ NODE_COMPILE_CACHE: getCompileCacheDir() });

/** The number of concurrent proofs in a process: much of each is waiting, and all profit from the warm process. */
const proofsAtOnce = 4;

/** The relative duration of a job: a run of all suites takes longer than one of what a fault breaks. */
function weightOf(job: Job): number {
  if ('fault' in job) return 1;
  return 'rules' in job && isSlowed(job.rules) ? 12 : 4;
}

function kindOf(job: Job): 'fault' | 'control' | 'random' | 'own' {
  if ('fault' in job) return 'fault';
  return 'controlOf' in job ? 'control' : job.dialect;
}

function startWorker(): ChildProcess {
  return fork(import.meta.filename, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...compiled },
  });
}

/** Makes the proofs of a plan, until the signal aborts. @throws Error if a proof could not be made */
export async function proveAll(plan: ProofPlan) {
  const { jobs, today, cases, whole, processes, signal } = plan;
  const proofs = new Map<Job, Proof>();
  // Longest first, so that all processes stay busy to the end.
  const left = jobs.toSorted((one, other) => weightOf(other) - weightOf(one));
  const work = jobs.reduce((sum, job) => sum + weightOf(job), 0);
  let [wrong, worked] = [0, 0];
  const workers = Array.from({ length: Math.min(processes, Math.ceil(jobs.length / proofsAtOnce)) }, startWorker);
  const proveNext = async (worker: ChildProcess): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      const ofJob = { job, number: jobs.indexOf(job), cases: 'rules' in job ? cases.dialects : cases.faults };
      const proof = await proveIn(worker, { ...ofJob, today, whole });
      proofs.set(job, proof);
      if (!isRight(proof)) wrong += 1;
      worked += weightOf(job);
      plan.onProgress(proofs.size, jobs.length, wrong, worked / work);
    }
  };
  const aborted = once(signal, 'abort');
  try {
    const inAll = workers.flatMap((worker) => Array.from({ length: proofsAtOnce }, () => proveNext(worker)));
    await Promise.race([Promise.all(inAll), aborted]);
  } finally {
    workers.forEach((worker) => worker.kill());
  }
  const made = Map.groupBy(jobs, kindOf);
  const proofsOf = (kind: ReturnType<typeof kindOf>) => (made.get(kind) ?? []).flatMap((job) => proofs.get(job) ?? []);
  const isOfDialect = (proof: Proof): proof is DialectProof => !isOfFault(proof);
  return {
    faults: proofsOf('fault').filter(isOfFault),
    controls: proofsOf('control').filter(isOfDialect),
    dialects: proofsOf('random').filter(isOfDialect),
    rules: proofsOf('own').filter(isOfDialect),
  };
}

export type ProofResult = Awaited<ReturnType<typeof proveAll>>;

async function prove({ number, job, whole, ...asked }: Order) {
  const data = { ...asked, seed: job.seed };
  const proofOf = (): Promise<Proof> => {
    if ('fault' in job) return proveFault(readFault(job.fault), data, whole);
    if ('rules' in job) return proveDialect(job.dialect, job, data);
    return proveDialect('own', { rules: [], isConfigured: false }, data, whole ? undefined : job.controlOf);
  };
  return { number, proof: await proofOf() };
}

// A worker process takes orders until its parent ends. If a proof cannot be made, it ends too, with the exception on
// standard error.
if (process.argv[1] === import.meta.filename)
  process
    .on('message', (order: Order) => void prove(order).then((answer) => process.send?.(answer)))
    .on('disconnect', () => process.exit());
