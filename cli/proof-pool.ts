import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import type { RuleName } from '../reference/index.ts';
import { present, type RequirementId } from '../spec/index.ts';
import {
  isOfFault,
  isRight,
  isSlowed,
  proveControl,
  proveDialect,
  proveFault,
  type DialectProof,
  type Proof,
} from './proof.ts';
import { readFault } from './serve-choices.ts';

export type Job =
  | { readonly seed: number; readonly fault: string }
  /** The service without a fault, judged by these requirements: no fault explains that one of them fails. */
  | { readonly seed: number; readonly controlOf: readonly RequirementId[] }
  | {
      readonly seed: number;
      readonly dialect: 'own' | 'random';
      readonly rules: readonly RuleName[];
      /** Whether the configuration says what it can of the rules. */
      readonly isConfigured: boolean;
    };

export interface ProofPlan {
  readonly jobs: readonly Job[];
  readonly today: string;
  /** Of each property: in a run against a fault, and in one against a service that conforms. */
  readonly cases: { readonly faults: number; readonly dialects: number };
  /** Whether all requirements are checked against each fault, instead of those that it names and those of access. */
  readonly whole: boolean;
  readonly processes: number;
  readonly signal: AbortSignal;
  /** @param share - of all the work */
  onProgress(done: number, total: number, wrong: number, share: number): void;
}

interface Order extends Pick<ProofPlan, 'today' | 'whole'> {
  readonly number: number;
  readonly job: Job;
  readonly cases: number;
}

interface Answer {
  readonly number: number;
  readonly proof: Proof;
}

function proveIn(worker: ChildProcess, order: Order): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('the proving process has ended'));
    worker.once('exit', gone);
    worker.on('message', function take({ number, proof }: Answer) {
      if (number !== order.number) return;
      worker.off('exit', gone).off('message', take);
      resolve(proof);
    });
    worker.send(order);
  });
}

/** Where a process finds what this one has compiled. */
const compiled = present({ NODE_COMPILE_CACHE: getCompileCacheDir() });

/** Proofs that a process makes at the same time: much of each is waiting, and what one has warmed up serves the others. */
const proofsAtOnce = 4;

/** How long a job takes, compared with others: a run of all suites takes longer than one of what a fault breaks. */
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

/**
 * Makes all proofs of a plan, in several processes, or those that are made when the signal aborts.
 *
 * @throws Error when one could not be made
 */
export async function proveAll(plan: ProofPlan) {
  const { jobs, today, cases, whole, processes, signal } = plan;
  const proofs = new Map<Job, Proof>();
  // The longest first: what is left at the end then keeps all processes busy.
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

async function prove({ number, job, whole, ...asked }: Order): Promise<Answer> {
  const data = { ...asked, seed: job.seed };
  const proofOf = (): Promise<Proof> => {
    if ('fault' in job) return proveFault(readFault(job.fault), data, whole);
    if ('controlOf' in job) return proveControl(data, whole ? undefined : job.controlOf);
    return proveDialect(job.dialect, job, data);
  };
  return { number, proof: await proofOf() };
}

// A process that was started to prove takes orders until the process that started it has ended. It ends, with what was
// thrown on the standard error output, where a proof cannot be made.
if (process.argv[1] === import.meta.filename)
  process
    .on('message', (order: Order) => void prove(order).then((answer) => process.send?.(answer)))
    .on('disconnect', () => process.exit());
