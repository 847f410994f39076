import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { revision } from '../spec/index.ts';
import { isOfShard, mergeReports, type ShardReport } from '../results/merge-reports.ts';
import { plural, printable } from '../results/printable.ts';
import { jsonReportName } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';
import { addressOf } from '../results/run-scope.ts';
import { loadConfig } from '../target/configuration/load-config.ts';
import { namedConfig, type TargetFlags } from '../target/configuration/resolve-target.ts';
import { journalName } from '../target/journal.ts';
import type { CommandDefinition } from './program.ts';
import { deliver, type DeliveryFlags } from './conclude.ts';
import { UsageError, verdictCodes } from './failures.ts';
import { invocation, readPackageInfo, shellQuote, type Surroundings } from './surroundings.ts';
import { formatOption, gateOptions, outOption } from './options.ts';
import { readReport, reportFileAt } from './report-directory.ts';

type MergeFlags = DeliveryFlags & Pick<TargetFlags, 'config'>;

const examples = `
Examples:
  $ bfc run --shard 1/2 --seed 7 --out shards/1 &
  $ bfc run --shard 2/2 --seed 7 --out shards/2 &
  $ wait; bfc merge shards/1 shards/2
      one report, with the verdict and the exit code that one run with this seed has
  $ bfc merge shards/* --baseline baseline.json --out conformance-report
      as a gate: what "bfc run" would do with these flags`;

export const command: CommandDefinition<MergeFlags> = {
  arguments: [['<dirs...>', 'what --out of each shard named, or the report.json in it']],
  options: (environment) => [
    new Option('--config <file>', 'waivers (default: conformance.config.* here)'),
    outOption('conformance-report'),
    ...gateOptions(),
    formatOption(environment),
  ],
  examples,
  exitCodes: { ...verdictCodes, 2: 'wrong usage, or shards that do not make a whole run' },
  act: mergeShards,
};

/** What all shards must have in common, as a noun for messages. The last entry covers everything that was requested. */
const shared: readonly (readonly [what: string, of: (report: ShardReport) => string | number | undefined])[] = [
  ['version', ({ suite }) => suite.version],
  ['documents', ({ spec }) => spec.revision],
  ['number of shards', ({ run }) => run.shard.count],
  ['target', ({ target }) => target.name],
  ['address', addressOf],
  ['profile', ({ run }) => run.profile],
  ['seed', ({ run }) => run.seed],
  ['day (--today)', ({ run }) => run.today],
  ['level', ({ run }) => run.level],
  ['time of watching', ({ run }) => run.watchMs],
  ['plan (selection, cases, configuration)', ({ run }) => run.shard.run],
];

/** The shards of a run, in order. @throws UsageError if they are not exactly the shards of one run */
export function putTogether(
  given: readonly { readonly name: string; readonly report: Report }[],
): readonly [ShardReport, ...ShardReport[]] {
  const refuse = (problem: string): never => {
    throw new UsageError(`DIR: ${printable(problem, 600)}`);
  };
  const shards = given.map(({ name, report }) =>
    isOfShard(report) ? { name, report } : refuse(`${name} is not a shard of a run; "bfc run --shard i/n" makes one`),
  );
  const [first = refuse('there is no shard to merge'), ...others] = shards;
  const { count } = first.report.run.shard;
  for (const { name, report } of others) {
    const [what, of = () => ''] = shared.find(([, one]) => one(report) !== one(first.report)) ?? [];
    if (what !== undefined)
      refuse(
        `${name} does not belong with ${first.name}: its ${what} is ${of(report)}, and not ${of(first.report)}; run all shards with the same options`,
      );
  }
  const byIndex = Map.groupBy(shards, ({ report }) => report.run.shard.index);
  for (const [index, [one, same]] of byIndex)
    if (same !== undefined)
      refuse(`${same.name} and ${one?.name} are both shard ${index} of ${count}; give each of them once`);
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    refuse(
      `of ${count} shards ${missing.length === 1 ? 'one is' : `${missing.length} are`} missing: ${missing.join(', ')}; give their directories as well`,
    );
  const reports = shards.map(({ report }) => report);
  const [one = first.report, ...rest] = reports.toSorted((a, b) => a.run.shard.index - b.run.shard.index);
  return [one, ...rest];
}

async function mergeShards(flags: MergeFlags, surroundings: Surroundings, dirs: readonly string[]): Promise<number> {
  const { environment, cwd, stderr } = surroundings;
  const given = await Promise.all(dirs.map(async (name) => ({ name, report: await readReport(name, cwd, 'DIR') })));
  const shards = putTogether(given);
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
  return deliver(flags, waive, surroundings, async () => {
    await joinJournals(
      files.map((file) => join(dirname(file), journalName)),
      join(directory, journalName),
    );
    const replay = `${invocation('replay', cwd)} ${shellQuote(join(flags.out, jsonReportName))}`;
    // Without a merged JSON report, the shards' own commands stay: they name the shards' reports.
    const merged = mergeReports(shards, version, flags.format.includes('json') ? (id) => `${replay} ${id}` : undefined);
    stderr.write(
      `${plural(shards.length, 'shard')} of a run against ${printable(target.name, 80)}: ${merged.run.requests} requests, seed ${merged.run.seed}, today ${merged.run.today}. Nothing was sent.\n`,
    );
    return merged;
  });
}

async function joinJournals(journals: readonly string[], file: string): Promise<void> {
  const found = journals.filter((journal) => existsSync(journal));
  // A journal left by an earlier merge must not be taken for this one's.
  if (found.length === 0) return rm(file, { force: true });
  await pipeline(
    async function* () {
      for (const journal of found) yield* createReadStream(journal) as AsyncIterable<Buffer>;
    },
    createWriteStream(file, { mode: 0o600 }),
  );
}
