import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { revision } from '../spec/index.ts';
import { mergeReports } from '../results/merge-reports.ts';
import { plural, printable } from '../results/printable.ts';
import { jsonReportName } from '../results/report-files.ts';
import { putTogether } from '../results/shards-together.ts';
import { loadConfig } from '../target/configuration/load-config.ts';
import { namedConfig } from '../target/configuration/resolve-target.ts';
import { journalName } from '../target/journal.ts';
import { deliver, openDelivery } from './conclude.ts';
import { UsageError } from './failures.ts';
import { invocation, readPackageInfo, shellQuote } from './invocation.ts';
import type { MergeFlags } from './merge.ts';
import { readReport, reportFileAt } from './read-report.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Joins the shards of a run, and concludes and delivers the report as the run would have.
 *
 * @param dirs - that hold the reports of the shards, relative to the working directory
 * @returns the exit code
 * @throws UsageError and ConfigurationError, in one line
 */
export async function mergeShards(
  dirs: readonly string[],
  flags: MergeFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { environment, cwd, stderr } = surroundings;
  const given = await Promise.all(dirs.map(async (name) => ({ name, report: await readReport(name, cwd, 'DIR') })));
  const { shards, problem } = putTogether(given);
  if (shards === undefined) throw new UsageError(`DIR: ${printable(problem, 600)}`);
  const { version } = readPackageInfo();
  const [{ suite, spec, target }] = shards;
  if (suite.version !== version || spec.revision !== revision)
    throw new UsageError(
      `DIR: the shards are of version ${suite.version} with document ${spec.revision}, and this is ${version} with ${revision}; merge them with the version that made them`,
    );
  const { waive = [] } = (await loadConfig(cwd, namedConfig(flags, environment)))?.config ?? {};
  const directory = resolve(cwd, flags.out);
  const files = await Promise.all(dirs.map((name) => reportFileAt(name, cwd)));
  const own = dirs.find((_, index) => dirname(files[index] ?? '') === directory);
  if (own !== undefined)
    throw new UsageError(
      `--out: ${own} holds the report of a shard, which would be replaced; choose another directory`,
    );
  const delivery = await openDelivery(flags, waive, cwd);
  try {
    await joinJournals(
      files.map((file) => join(dirname(file), journalName)),
      join(directory, journalName),
    );
    const replay = `${invocation('replay', cwd)} ${shellQuote(join(flags.out, jsonReportName))}`;
    // Without a report of its own the commands of the shards, which name theirs, stay.
    const merged = mergeReports(shards, version, flags.format.includes('json') ? (id) => `${replay} ${id}` : undefined);
    stderr.write(
      `${plural(shards.length, 'shard')} of a run against ${printable(target.name, 80)}: ${merged.run.requests} requests, seed ${merged.run.seed}, today ${merged.run.today}. Nothing was sent.\n`,
    );
    return await deliver(merged, delivery, surroundings);
  } finally {
    delivery.release();
  }
}

/** Writes the journals one after another: each line says which run it is of. A shard may come without one. */
async function joinJournals(journals: readonly string[], file: string): Promise<void> {
  const found = journals.filter((journal) => existsSync(journal));
  // One of an earlier merge must not be taken for this one's.
  if (found.length === 0) return rm(file, { force: true });
  await pipeline(
    async function* () {
      for (const journal of found) yield* createReadStream(journal) as AsyncIterable<Buffer>;
    },
    createWriteStream(file, { mode: 0o600 }),
  );
}
