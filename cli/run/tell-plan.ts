import { join, resolve } from 'node:path';
import { allureDirectory, type Format } from '../../reporters/index.ts';
import { reportFiles } from '../../results/index.ts';
import { createPage } from '../../reporters/terminal/page.ts';
import { tagOf } from '../../suites/profiles.ts';
import { resolveTarget } from '../../target/configuration/index.ts';
import { journalName } from '../../target/journal.ts';
import { unstartedTarget } from '../embedded-target.ts';
import { exitCodes } from '../exit-codes.ts';
import { wantsColour, widthOf, type Surroundings } from '../surroundings.ts';
import { openBaseline } from './baseline.ts';
import { gentlyDriven, type Course } from './course.ts';
import { planOf } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import type { RunFlags } from './run-flags.ts';

const filesOf: Readonly<Partial<Record<string, readonly string[]>>> = reportFiles;

/** What a run writes into its directory, and beside it. */
export function writtenBy({ out, format, history, baseline, updateBaseline }: RunFlags): readonly string[] {
  const of = (name: Format): readonly string[] =>
    name === 'allure' ? [allureDirectory(out)] : (filesOf[name] ?? []).map((file) => join(out, file));
  return [
    join(out, journalName),
    ...format.flatMap(of),
    ...(history === undefined ? [] : [history]),
    ...(updateBaseline === true && baseline !== undefined ? [baseline] : []),
  ];
}

/**
 * Tells what a run would do, and sends nothing: neither to the target nor to its token service.
 *
 * @returns the exit code
 * @throws ConfigurationError and UsageError for what would keep the run from beginning
 */
export async function tellPlan(flags: RunFlags, course: Course, surroundings: Surroundings): Promise<number> {
  const { environment, cwd, stdout } = surroundings;
  await openBaseline(flags, cwd, resolve(cwd, flags.out), true);
  let isEmbedded = false;
  const target = await resolveTarget({
    flags,
    environment,
    cwd,
    fallback: async () => {
      isEmbedded = true;
      return unstartedTarget;
    },
  });
  const plan = planOf({
    target: gentlyDriven(target, course.profile, flags),
    isEmbedded,
    course,
    only: flags.only,
    skip: flags.skip,
    tag: tagOf('<8 hexadecimal digits>'),
    written: writtenBy(flags).map((path) => (flags.json === true ? resolve(cwd, path) : path)),
  });
  const page = createPage(widthOf(stdout, environment), wantsColour(stdout, environment));
  const text = flags.json === true ? JSON.stringify(plan, undefined, 2) : renderPlan(plan, page).join('\n');
  stdout.write(`${text}\n`);
  return exitCodes.success;
}
