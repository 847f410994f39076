import { Command } from 'commander';
import type { TestProject } from 'vitest/node';
import type { RunningReference } from '../reference/index.ts';
import { embeddedTarget, startEmbedded } from './embedded-target.ts';
import { readPackageInfo } from './surroundings.ts';
import { planRun, type RunFlags } from './run-plan.ts';
import { command } from './run.ts';

/**
 * Global setup of the `conformance` project for those who run the suites under plain vitest. It runs in vitest's own
 * process, where the tests of `vitest-adapter.ts` cannot be loaded. The target comes from the environment or the
 * configuration file of the folder; otherwise the embedded reference service is started.
 *
 * `BFC_PROFILE`, `BFC_SEED`, `BFC_TODAY` and `BFC_CASES` replace `--profile`, `--seed`, `--today` and `--cases`.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let reference: RunningReference | undefined;
  const words = ['profile', 'seed', 'today', 'cases'].flatMap((name) => {
    const value = process.env[`BFC_${name.toUpperCase()}`];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const options = new Command('bfc run');
  command.options(process.env).forEach((option) => options.addOption(option));
  const flags = options.parse(words, { from: 'user' }).opts<RunFlags>();
  const surroundings = { environment: process.env, cwd: process.cwd() };
  const plan = await planRun(flags, surroundings, async (drawn) => {
    reference = await startEmbedded(drawn);
    return embeddedTarget(reference);
  });
  const { target, profile, seed, today, cost } = plan;
  console.log(
    `Judging ${target.name} at ${target.baseUrl}, profile ${profile}, seed ${seed}, today ${today} (BFC_SEED=${seed} BFC_TODAY=${today} repeats it).`,
  );
  const replayCommand = { before: 'npm start -- --only ', after: ` --seed ${seed} --today ${today}` };
  const { version } = readPackageInfo();
  project.provide('conformance', { ...plan, bounds: cost.atMost, version, replayCommand });
  return async () => reference?.close();
}
