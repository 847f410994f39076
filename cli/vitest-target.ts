import type { TestProject } from 'vitest/node';
import type { RunningReference } from '../reference/index.ts';
import { isProfileName, profileNames } from '../suites/profiles.ts';
import { embeddedTarget, startEmbedded } from './embedded-target.ts';
import { UsageError } from './failures.ts';
import { readPackageInfo } from './invocation.ts';
import { caseNumber, day, seedNumber } from './options.ts';
import { planRun, type RunFlags } from './run-plan.ts';

/**
 * Global set-up of the `conformance` project for those who run the suites under plain vitest, in vitest's own process,
 * where the tests of `vitest-adapter.ts` cannot be loaded: the target comes from the environment or the configuration
 * file of the folder, else the embedded reference service is started.
 *
 * `BFC_PROFILE`, `BFC_SEED`, `BFC_TODAY` and `BFC_CASES` take the place of `--profile`, `--seed`, `--today` and `--cases`.
 *
 * @throws UsageError for a value of these that means nothing
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let reference: RunningReference | undefined;
  const { BFC_PROFILE: profile = 'full', BFC_SEED, BFC_TODAY, BFC_CASES } = process.env;
  if (!isProfileName(profile))
    throw new UsageError(
      `BFC_PROFILE: no profile is called ${JSON.stringify(profile)}; known are ${profileNames.join(', ')}`,
    );
  const flags: RunFlags = {
    level: 'required',
    skip: [],
    out: '',
    format: [],
    profile,
    ...(BFC_SEED === undefined ? {} : { seed: seedNumber(BFC_SEED, 'BFC_SEED') }),
    ...(BFC_TODAY === undefined ? {} : { today: day(BFC_TODAY, 'BFC_TODAY') }),
    ...(BFC_CASES === undefined ? {} : { cases: caseNumber(BFC_CASES, 'BFC_CASES') }),
  };
  const surroundings = { environment: process.env, cwd: process.cwd() };
  const plan = await planRun(flags, surroundings, async (drawn) => {
    reference = await startEmbedded(drawn);
    return embeddedTarget(reference);
  });
  const { target, seed, today, cost } = plan;
  console.log(
    `Judging ${target.name} at ${target.baseUrl}, profile ${profile}, seed ${seed}, today ${today} (BFC_SEED=${seed} BFC_TODAY=${today} repeats it).`,
  );
  const replayCommand = { before: 'npm start -- --only ', after: ` --seed ${seed} --today ${today}` };
  const { version } = readPackageInfo();
  project.provide('conformance', { ...plan, bounds: cost.atMost, version, replayCommand });
  return async () => reference?.close();
}
