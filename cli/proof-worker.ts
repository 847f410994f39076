// Takes jobs one at a time from the process that started this one, and answers each with its result.
import { faults } from '../reference/index.ts';
import type { Job, Outcome } from './proof-pool.ts';
import { proveDialect, proveFault } from './proof.ts';

if (process.send === undefined) throw new Error('started on its own: this is a worker of proof-pool.ts');

async function work(job: Job): Promise<Outcome> {
  try {
    if (job.kind === 'dialect') return { kind: 'dialect', proof: await proveDialect(job.seed, job.cases) };
    const fault = faults.find(({ name }) => name === job.fault);
    if (fault === undefined) throw new RangeError(`there is no fault "${job.fault}"`);
    return { kind: 'fault', proof: await proveFault(fault, job.seed, job.cases, job.whole) };
  } catch (error) {
    return { kind: 'failure', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (job: Job) => {
  void work(job).then((outcome) => process.send?.(outcome));
});

// The process that started this one is gone.
process.on('disconnect', () => process.exit());
