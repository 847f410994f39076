import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { revision } from '../spec/index.ts';
import { mergeReports } from '../results/merge-reports.ts';
import { plural, printable } from '../results/printable.ts';
import { jsonReportName } from '../results/report-files.ts';
import { putTogether } from '../results/shards-together.ts';
import { loadConfig } from '../target/configuration/load-config.ts';
import { namedConfig } from '../target/configuration/resolve-target.ts';
import { journalName } from '../target/journal.ts';
import type { CommandDefinition } from './program.ts';
import { deliver, openDelivery, type DeliveryFlags } from './conclude.ts';
import { UsageError } from './failures.ts';
import { invocation, readPackageInfo, shellQuote } from './invocation.ts';
import { formatOption, gateOptions, outOption } from './options.ts';
import { readReport, reportFileAt } from './report-directory.ts';
import type { Surroundings } from './surroundings.ts';

interface MergeFlags extends DeliveryFlags {
  readonly config?: string;
}

const examples = `
Examples:
  $ bfc run --shard 1/2 --seed 7 --out shards/1 &
  $ bfc run --shard 2/2 --seed 7 --out shards/2 &
  $ wait; bfc merge shards/1 shards/2
      one report, with the verdict and the exit code that one run with this seed has
  $ bfc merge shards/* --baseline baseline.json --out conformance-report
      as a gate: what "bfc run" would do with these flags`;

export const mergeCommand: CommandDefinition = {
  arguments: [['<dirs...>', 'what --out of each shard named, or the report.json in it']],
  options: (environment) => [
    new Option('--config <file>', 'waivers (default: conformance.config.* here)'),
    outOption('conformance-report'),
    ...gateOptions(),
    formatOption(environment),
  ],
  examples,
  exitCodes: {
    0: 'conformant',
    1: 'nonconformant',
    2: 'wrong usage, or shards that do not make a whole run',
    3: 'no verdict',
  },
  act: (parsed, surroundings) => mergeShards(parsed.args, parsed.opts<MergeFlags>(), surroundings),
};

/** Joins the shards of a run, and concludes and delivers the report as the run would have. Gives the exit code. */
async function mergeShards(dirs: readonly string[], flags: MergeFlags, surroundings: Surroundings): Promise<number> {
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
