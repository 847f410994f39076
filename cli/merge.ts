import { Option } from 'commander';
import type { CommandDefinition } from './command.ts';
import type { DeliveryFlags } from './conclude.ts';
import { formatOption, gateOptions, outOption } from './options.ts';

/** The flags of `bfc merge`, read and checked one by one. */
export interface MergeFlags extends DeliveryFlags {
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

/** `bfc merge`: joins the reports of the shards of a run. */
export const mergeCommand: CommandDefinition = {
  name: 'merge',
  description: 'join the reports of all shards of a run (run --shard) to one',
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
  act: async (parsed, surroundings) =>
    (await import('./merge-shards.ts')).mergeShards(parsed.args, parsed.opts<MergeFlags>(), surroundings),
};
