// Takes jobs one at a time from the process that started this one, and answers each with its proof.
import type { Answer, Job } from './proof-pool.ts';
import { proveDialect, proveFault } from './proof.ts';
import { readFault } from './serve-choices.ts';

async function work({
  fault: name,
  dialect = 'own',
  rules = [],
  isConfigured = false,
  whole,
  ...data
}: Job): Promise<Answer> {
  try {
    if (name === undefined) return { proof: await proveDialect(dialect, { rules, isConfigured }, data) };
    return { proof: await proveFault(readFault(name), data, whole) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (job: Job) => {
  void work(job).then((answer) => process.send?.(answer));
});

// The process that started this one is gone.
process.on('disconnect', () => process.exit());
