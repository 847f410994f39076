import { createReadStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import type { Page, Tone } from '../reporters/terminal/page.ts';
import { firstNames, lines, plural, printable } from '../results/printable.ts';
import { systemCode } from '../results/report-files.ts';
import type { Outcome } from '../results/report.ts';
import type { RequirementId } from '../spec/index.ts';
import { judgeTraffic, type Judgement } from '../suites/saved-traffic/judge-saved-traffic.ts';
import { readTrafficFiles, type ReadTraffic, type TrafficFile } from '../suites/saved-traffic/read-files.ts';
import { UnreadableTraffic } from '../suites/saved-traffic/saved-traffic.ts';
import { loadConfig } from '../target/configuration/load-config.ts';
import { namedConfig, settleOf } from '../target/configuration/resolve-target.ts';
import { parseAddress } from '../target/configuration/target.ts';
import { journalName } from '../target/journal.ts';
import { invocation, pageOn, readPackageInfo, shellQuote, type Surroundings } from './surroundings.ts';
import { UsageError, whyUnreadable } from './failures.ts';
import type { CommandDefinition } from './program.ts';
import type { RunFlags } from './run-plan.ts';
import { checkSelection, formatOption, nonEmpty, option, outOption, selectionOptions } from './options.ts';
import { deliver } from './conclude.ts';
import { isDirectory } from './report-directory.ts';

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

export const command: CommandDefinition<JudgeFlags> = {
  arguments: [['<files...>', 'journals and HAR files, or directories that hold the journal of a run']],
  options: (environment) => [
    ...selectionOptions('requirements that can fail it', 'judge only by these: ids or prefixes like renewals.*'),
    option('--base-url <url>', 'judge the traffic of this address alone, given without /api/v1', (value, from) =>
      parseAddress({ value, from }),
    ),
    new Option('--mask <regex>', 'ignore values that match: a tool has masked them; may be repeated')
      .argParser(addMask)
      .default([], 'the usual masks, like *** and [REDACTED]'),
    option('--name <name>', 'what the report calls the target (default: its addresses)', nonEmpty),
    option('--review-status <status>', "the target's own name of the status service_review", nonEmpty),
    option(
      '--config <file>',
      'waivers, pinned open points, reviewStatus and limits.settle (default: conformance.config.* here)',
      nonEmpty,
    ),
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
  act: (flags, surroundings, files) => judgeFiles(files, flags, surroundings, process.stdin),
};

export async function judgeFiles(
  files: readonly string[],
  flags: JudgeFlags,
  surroundings: Surroundings,
  stdin: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { environment, cwd, stdout, stderr } = surroundings;
  checkSelection(flags);
  const config = (await loadConfig(cwd, namedConfig(flags, environment)))?.config ?? {};
  // Read before the directory of reports is cleared: the journal may be in it.
  const { traffic, remarks } = await readTraffic(files, flags.mask, cwd, stdin, 'FILES');
  remarks.forEach((remark) => stderr.write(`${remark}\n`));
  const { waive = [] } = config;
  const { level, only, skip, baseUrl, format } = flags;
  // The configured name applies only if the configured address is that of the traffic.
  const isNamed = baseUrl !== undefined && config.baseUrl?.replace(/\/+$/, '') === baseUrl;
  const judgement = judgeTraffic(traffic, {
    level,
    only,
    skip,
    name: flags.name ?? (isNamed ? config.name : undefined),
    source: `saved traffic in ${firstNames(files, 3)}`,
    baseUrl,
    reviewStatus: flags.reviewStatus ?? config.reviewStatus,
    expect: config.expect ?? {},
    settle: settleOf(config),
    waive,
    version: readPackageInfo().version,
    now: new Date(),
    again: againCommand(files, flags, cwd),
  });
  stderr.write(renderAmount(judgement, baseUrl));
  const exitCode = await deliver({ out: flags.out, format }, waive, surroundings, async () => judgement.report);
  if (format.includes('terminal')) stdout.write(renderSeen(judgement, pageOn(stdout, environment)));
  return exitCode;
}

/** @param what - the flag or argument that names the files */
export async function readTraffic(
  files: readonly string[],
  masks: readonly RegExp[],
  cwd: string,
  stdin: AsyncIterable<Uint8Array>,
  what: string,
): Promise<ReadTraffic> {
  let name = '';
  async function* opened(): AsyncGenerator<TrafficFile, undefined> {
    for (const file of files) {
      name = file === '-' ? 'standard input' : file;
      const bytes = file === '-' ? stdin : createReadStream(await placeOf(file, cwd, what), { highWaterMark: 1 << 20 });
      yield { name, bytes };
    }
    return undefined;
  }
  try {
    return await readTrafficFiles(opened(), masks);
  } catch (error) {
    if (error instanceof UnreadableTraffic) throw new UsageError(`${what}: ${error.message}`, { cause: error });
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new UsageError(`${what}: ${name} ${whyUnreadable(systemCode(error))}`, { cause: error });
  }
}

async function placeOf(file: string, cwd: string, what: string): Promise<string> {
  const given = resolve(cwd, file);
  if (!(await isDirectory(given))) return given;
  const journal = join(given, journalName);
  if (existsSync(journal)) return journal;
  throw new UsageError(`${what}: ${file} is a directory without a ${journalName}; name the one of a run, or the files`);
}

function againCommand(files: readonly string[], flags: JudgeFlags, cwd: string): (id: RequirementId) => string {
  const { baseUrl, mask, reviewStatus, config } = flags;
  const given = lines([
    files,
    baseUrl !== undefined && ['--base-url', baseUrl],
    mask.map(({ source }) => ['--mask', source]),
    reviewStatus !== undefined && ['--review-status', reviewStatus],
    config !== undefined && ['--config', config],
  ]);
  const command = [invocation('judge', cwd), ...given.map(shellQuote), '--only'].join(' ');
  return (id) => `${command} ${id}`;
}

function renderAmount(
  { judged, unanswered, bodiless, unrelated, elsewhere, cached, bases }: Judgement,
  baseUrl: string | undefined,
): string {
  const total = Object.values(judged).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(judged)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([endpoint, count]) => `${endpoint} ${count}`);
  const ofOthers = `${plural(elsewhere.count, 'exchange is', 'exchanges are')} of other addresses than ${baseUrl}.`;
  const said = lines([
    `${plural(total, 'exchange')} of this interface judged${total === 0 ? '' : ` (${parts.join(', ')})`}. Nothing was sent.`,
    unanswered > 0 && `${plural(unanswered, 'request')} got no answer.`,
    bodiless > 0 &&
      `The answers of ${plural(bodiless, 'exchange')} have no body in the file, so that little can be said of them: save it with the content of responses embedded.`,
    elsewhere.count > 0 &&
      (total > 0 ? ofOthers : `None is of ${baseUrl}; the files have ${firstNames(elsewhere.bases, 3)}.`),
    cached > 0 && `${plural(cached, 'answer is', 'answers are')} out of a cache, and left out.`,
    unrelated > 0 && `${plural(unrelated, 'entry is', 'entries are')} no traffic of this interface.`,
    bases.length > 1 &&
      `Each of ${bases.length} addresses is judged separately: ${bases.join(', ')}. --base-url takes one alone.`,
  ]);
  return said.map((sentence) => `${printable(sentence, 1000)}\n`).join('');
}

const outcomes: Readonly<Partial<Record<Outcome, readonly [word: string, tone: Tone]>>> = {
  pass: ['held', 'good'],
  fail: ['broken', 'bad'],
  skipped: ['accepted', 'warning'],
};

/** How many exchanges showed each requirement, and its outcome; most frequent first. */
function renderSeen({ report }: Judgement, page: Page): string {
  const seen = report.requirements
    .filter(({ cases, level }) => cases > 0 && level !== 'open')
    .filter(({ outcome, reason }) => outcome !== 'skipped' || reason === 'waived')
    .toSorted((one, other) => other.cases - one.cases);
  if (seen.length === 0) return '';
  const idWidth = Math.max(...seen.map(({ id }) => id.length));
  const rows = seen.map(({ id, cases, outcome, level }) => {
    const [word, tone] = outcomes[outcome] ?? [outcome, 'faint'];
    const shown = level === 'expected' && outcome === 'fail' ? 'warning' : tone;
    return `  ${id.padEnd(idWidth)}  ${String(cases).padStart(7)}  ${page.paint(shown, word)}`;
  });
  return `\n${[page.paint('strong', 'Exchanges judged'), ...rows].join('\n')}\n`;
}
