import { randomBytes, randomInt } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { startReference, type RunningReference } from '../reference/index.ts';
import '../suites/vitest/worker-session.ts';
import { resolveTarget } from '../target/configuration/index.ts';
import { wholeNumber } from './arguments/numbers.ts';
import { embeddedTarget } from './embedded-target.ts';

/** Milliseconds that a run under plain vitest may take, as `bfc run` has it by default. */
const timeBudgetMs = 10 * 60 * 1000;

/**
 * Global set-up of the `conformance` project for those who run the suites under plain vitest: the target comes from the
 * environment or the configuration file of the folder, else the embedded reference service is started.
 *
 * `BFC_SEED` and `BFC_CASES` take the place of `--seed` and `--cases`.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let reference: RunningReference | undefined;
  const { BFC_SEED, BFC_CASES } = process.env;
  const seed = BFC_SEED === undefined ? randomInt(2 ** 31 - 1) : wholeNumber('BFC_SEED', 0, 2 ** 31 - 1)(BFC_SEED);
  const cases = BFC_CASES === undefined ? 100 : wholeNumber('BFC_CASES', 1, 1_000_000)(BFC_CASES);
  const target = await resolveTarget({
    flags: {},
    environment: process.env,
    cwd: process.cwd(),
    fallback: async () => {
      reference = await startReference({ seed, pace: 200 });
      return embeddedTarget(reference);
    },
  });
  console.log(`Judging ${target.name} at ${target.baseUrl}, seed ${seed} (BFC_SEED=${seed} repeats it).`);
  project.provide('conformance', {
    target,
    seed,
    runId: randomBytes(4).toString('hex'),
    cases,
    timeBudgetMs,
    skip: [],
    profile: 'full',
    coversEdges: false,
    shrinkTries: 400,
    tellsAll: false,
    replayCommand: 'npm start --',
  });
  return async () => reference?.close();
}
