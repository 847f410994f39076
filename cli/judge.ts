import { Option } from 'commander';
import { parseAddress } from '../target/configuration/target.ts';
import type { CommandDefinition } from './program.ts';
import { formatOption, option, outOption, selectionOptions } from './options.ts';
import type { RunFlags } from './run-plan.ts';
import { UsageError } from './failures.ts';

export interface JudgeFlags extends Pick<
  RunFlags,
  'level' | 'only' | 'skip' | 'baseUrl' | 'config' | 'out' | 'format'
> {
  readonly mask: readonly RegExp[];
  readonly name?: string;
  readonly reviewStatus?: string;
}

const examples = `
A journal is the journal.ndjson that every run leaves in its --out. HAR files (HTTP Archive 1.2) are saved by the developer
tools of browsers and by proxies. The content of a file shows which of them it is; - is the standard input.

Examples:
  $ bfc judge conformance-report/journal.ndjson
      judges the traffic of an earlier run by all that can be decided without a target
  $ bfc judge monday.har tuesday.har --base-url https://api.example.com/benefits
      judges a production service by what a proxy has saved, without sending anything to it
  $ bfc judge masked.har --mask '^#[0-9a-f]{8}$' --mask '^anonymous-'
      ignores values that a tool has masked in a way of its own
  $ zcat night.har.gz | bfc judge - --only 'wire.*,versions.*' --level expected

What the files do not show stays undecided. Personal data and tokens are left out of the report.`;

function addMask(text: string, masks: readonly RegExp[]): readonly RegExp[] {
  if (text === '') throw new UsageError('--mask: its value is empty; write a regular expression, such as ^anonymous-');
  try {
    return [...masks, new RegExp(text, 'u')];
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
    throw new UsageError(`--mask: not a regular expression: ${why}; quote signs with a backslash to match them`, {
      cause: error,
    });
  }
}

export const judgeCommand: CommandDefinition = {
  name: 'judge',
  description: 'judge saved traffic (a journal, or HAR files) without sending anything',
  arguments: [['<files...>', 'journals and HAR files, or directories that hold the journal of a run']],
  options: (environment) => [
    ...selectionOptions('requirements that can fail it', 'judge by these alone: ids or beginnings like renewals.*'),
    option('--base-url <url>', 'judge the traffic of this address alone, given without /api/v1', (value, from) =>
      parseAddress({ value, from }),
    ),
    new Option('--mask <regex>', 'ignore values that match: a tool has masked them; may be repeated')
      .argParser(addMask)
      .default([], 'the usual masks, like *** and [REDACTED]'),
    new Option('--name <name>', 'what the report calls the target (default: its addresses)'),
    new Option('--review-status <status>', "the target's own name of the status service_review"),
    new Option('--config <file>', 'waivers, pinned open points and reviewStatus (default: conformance.config.* here)'),
    outOption('conformance-report/judged'),
    formatOption(environment, ['terminal', 'json']),
  ],
  examples,
  exitCodes: {
    0: 'conformant as far as seen',
    1: 'nonconformant',
    2: 'wrong usage or files',
    3: 'nothing to judge in the files',
  },
  act: async (parsed, surroundings) =>
    (await import('./judge-files.ts')).judgeFiles(parsed.args, parsed.opts<JudgeFlags>(), surroundings, process.stdin),
};
