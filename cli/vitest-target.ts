import type { TestProject } from 'vitest/node';
import { startReference, type RunningReference } from '../reference/index.ts';
import { isProfileName, profileNames } from '../suites/profiles.ts';
import { embeddedPaceMs, embeddedTarget } from './embedded-target.ts';
import { UsageError } from './failures.ts';
import { readPackageInfo } from './invocation.ts';
import { seedNumber, wholeNumber } from './options.ts';
import { planRun, type RunFlags } from './run-plan.ts';

/**
 * Global set-up of the `conformance` project for those who run the suites under plain vitest: the target comes from the
 * environment or the configuration file of the folder, else the embedded reference service is started.
 *
 * `BFC_PROFILE`, `BFC_SEED` and `BFC_CASES` take the place of `--profile`, `--seed` and `--cases`.
 *
 * @throws UsageError for a value of these that means nothing
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let reference: RunningReference | undefined;
  const { BFC_PROFILE: profile = 'full', BFC_SEED, BFC_CASES } = process.env;
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
    ...(BFC_SEED === undefined ? {} : { seed: seedNumber('BFC_SEED')(BFC_SEED) }),
    ...(BFC_CASES === undefined ? {} : { cases: wholeNumber('BFC_CASES', 1, 1_000_000)(BFC_CASES) }),
  };
  const surroundings = { environment: process.env, cwd: process.cwd() };
  const { target, seed, runId, cases, timeBudgetMs, cost } = await planRun(flags, surroundings, async (drawn) => {
    reference = await startReference({ seed: drawn, pace: embeddedPaceMs });
    return embeddedTarget(reference);
  });
  console.log(
    `Judging ${target.name} at ${target.baseUrl}, profile ${profile}, seed ${seed} (BFC_SEED=${seed} repeats it).`,
  );
  project.provide('conformance', {
    target,
    seed,
    runId,
    today: new Date().toISOString().slice(0, 10),
    cases,
    timeBudgetMs,
    skip: [],
    profile,
    bounds: cost.atMost,
    level: 'required',
    version: readPackageInfo().version,
    coversEdges: false,
    replayCommand: { before: 'npm start -- --only ', after: ` --seed ${seed}` },
  });
  return async () => reference?.close();
}
