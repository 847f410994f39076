import { randomBytes, randomInt } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { startReference, type RunningReference } from '../reference/index.ts';
import { resolveTarget } from '../target/configuration/index.ts';
import { wholeNumber } from './arguments/numbers.ts';
import { isProfileName, profileNames } from '../suites/profiles.ts';
import { embeddedPaceMs, embeddedTarget } from './embedded-target.ts';
import { courseOf, gentlyDriven } from './run/course.ts';
import type { RunFlags } from './run/run-flags.ts';
import { readPackageInfo } from './package-info.ts';
import { UsageError } from './usage-error.ts';

/** A run of which nothing is said. */
const plain: RunFlags = { level: 'required', skip: [], out: '', format: [] };

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
  const { seed, cases, timeBudgetMs, cost } = courseOf(
    {
      ...plain,
      profile,
      ...(BFC_SEED === undefined ? {} : { seed: wholeNumber('BFC_SEED', 0, 2 ** 31 - 1)(BFC_SEED) }),
      ...(BFC_CASES === undefined ? {} : { cases: wholeNumber('BFC_CASES', 1, 1_000_000)(BFC_CASES) }),
    },
    () => randomInt(2 ** 31 - 1),
  );
  const resolved = await resolveTarget({
    flags: {},
    environment: process.env,
    cwd: process.cwd(),
    fallback: async () => {
      reference = await startReference({ seed, pace: embeddedPaceMs });
      return embeddedTarget(reference);
    },
  });
  const target = gentlyDriven(resolved, profile, plain);
  console.log(
    `Judging ${target.name} at ${target.baseUrl}, profile ${profile}, seed ${seed} (BFC_SEED=${seed} repeats it).`,
  );
  project.provide('conformance', {
    target,
    seed,
    runId: randomBytes(4).toString('hex'),
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
