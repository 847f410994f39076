// Takes orders from the process that started this one, and answers each with its proof.
import type { Answer, Order } from './proof-pool.ts';
import { proveDialect, proveFault } from './proof.ts';
import { readFault } from './serve-choices.ts';

async function work({ number, job, whole, ...asked }: Order): Promise<Answer> {
  const data = { ...asked, seed: job.seed };
  try {
    if ('fault' in job) return { number, proof: await proveFault(readFault(job.fault), data, whole) };
    return { number, proof: await proveDialect(job.dialect, job, data) };
  } catch (error) {
    return { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (order: Order) => {
  void work(order).then((answer) => process.send?.(answer));
});

// The process that started this one is gone.
process.on('disconnect', () => process.exit());
