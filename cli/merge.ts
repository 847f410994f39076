import { defineCommand, type CommandMaker } from './command.ts';
import { formatOption, gateOptions, outOption } from './options.ts';
import type { BaselineFlags } from './conclude.ts';
import type { RunFlags } from './run-plan.ts';
import { Option } from 'commander';

/** The flags of `bfc merge`, read and checked one by one. */
export interface MergeFlags extends BaselineFlags, Pick<RunFlags, 'config' | 'out' | 'format' | 'history'> {}

const examples = `
Examples:
  $ bfc run --shard 1/2 --seed 7 --out shards/1 &
  $ bfc run --shard 2/2 --seed 7 --out shards/2 &
  $ wait; bfc merge shards/1 shards/2
      one report, with the verdict and the exit code that one run with this seed has
  $ bfc merge shards/* --baseline baseline.json --out conformance-report
      as a gate: what "bfc run" would do with these flags`;

/** `bfc merge`: joins the reports of the shards of a run. */
export const mergeCommand: CommandMaker = (surroundings, done) => {
  const { environment } = surroundings;
  const command = defineCommand({
    name: 'merge',
    description: 'join the reports of all shards of a run (run --shard) to one',
    options: [
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
  }).argument('<dirs...>', 'what --out of each shard named, or the report.json in it');
  return command.action(async (dirs: readonly string[]) => {
    const { mergeShards } = await import('./merge-shards.ts');
    done(await mergeShards(dirs, command.opts<MergeFlags>(), surroundings));
  });
};
