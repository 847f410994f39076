import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { DialectProof } from './prove-dialect.ts';
import type { Proof, ProofOptions } from './prove-fault.ts';

/** Something to prove, as it goes to another process. */
export type Job =
  | { readonly kind: 'fault'; readonly fault: string; readonly seed: number; readonly options: ProofOptions }
  | { readonly kind: 'dialect'; readonly seed: number; readonly cases: number };

/** What came of a job, as it comes back. */
export type Outcome =
  | { readonly kind: 'fault'; readonly proof: Proof }
  | { readonly kind: 'dialect'; readonly proof: DialectProof }
  | { readonly kind: 'failure'; readonly message: string };

/** Processes that prove, one job at a time each. */
export interface ProofPool {
  /** @throws Error when the proof itself failed to be made */
  fault(name: string, seed: number, options?: ProofOptions): Promise<Proof>;
  dialect(seed: number, cases: number): Promise<DialectProof>;
  /** Ends the processes. */
  close(): void;
}

const extension = import.meta.filename.endsWith('.ts') ? 'ts' : 'js';

/** One job in one process. */
function hand(worker: ChildProcess, job: Job): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('the proving process has ended'));
    worker.once('exit', gone);
    worker.once('message', (outcome: Outcome) => {
      worker.off('exit', gone);
      resolve(outcome);
    });
    worker.send(job, (error) => {
      if (error !== null) reject(error);
    });
  });
}

/**
 * Opens a pool.
 *
 * @param size number of processes; a job waits until one is free
 */
export function openProofPool(size: number): ProofPool {
  const script = join(import.meta.dirname, `proof-worker.${extension}`);
  const workers = Array.from({ length: size }, () => fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  const idle = [...workers];
  const waiting: ((worker: ChildProcess) => void)[] = [];

  async function run(job: Job): Promise<Outcome> {
    const worker = idle.pop() ?? (await new Promise<ChildProcess>((resolve) => waiting.push(resolve)));
    try {
      return await hand(worker, job);
    } finally {
      const next = waiting.shift();
      if (next === undefined) idle.push(worker);
      else next(worker);
    }
  }

  return {
    async fault(name, seed, options = {}) {
      const outcome = await run({ kind: 'fault', fault: name, seed, options });
      if (outcome.kind === 'fault') return outcome.proof;
      throw new Error(outcome.kind === 'failure' ? outcome.message : 'another proof came back');
    },
    async dialect(seed, cases) {
      const outcome = await run({ kind: 'dialect', seed, cases });
      if (outcome.kind === 'dialect') return outcome.proof;
      throw new Error(outcome.kind === 'failure' ? outcome.message : 'another proof came back');
    },
    close: () => workers.forEach((worker) => worker.kill()),
  };
}
