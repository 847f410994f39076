// Takes jobs one at a time from the process that started this one, and answers each with its proof.
import { faults } from '../reference/index.ts';
import type { Answer, Job } from './proof-pool.ts';
import { proveDialect, proveFault } from './proof.ts';

async function work({ fault: name, dialect = 'own', rules = [], whole, ...data }: Job): Promise<Answer> {
  try {
    if (name === undefined) return { proof: await proveDialect(dialect, rules, data) };
    const fault = faults.find((one) => one.name === name);
    if (fault === undefined) throw new RangeError(`there is no fault "${name}"`);
    return { proof: await proveFault(fault, data, whole) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (job: Job) => {
  void work(job).then((answer) => process.send?.(answer));
});

// The process that started this one is gone.
process.on('disconnect', () => process.exit());
