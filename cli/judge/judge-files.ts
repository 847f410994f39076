import { resolve } from 'node:path';
import { judgeTraffic } from '../../suites/judge/judge-traffic.ts';
import { loadConfig } from '../../target/configuration/load-config.ts';
import { namedConfig } from '../../target/configuration/resolve-target.ts';
import type { TargetConfig } from '../../target/configuration/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import { shellQuote } from '../arguments/shell-quote.ts';
import { invocation } from '../invocation.ts';
import { readPackageInfo, type PackageInfo } from '../package-info.ts';
import { deliver, endWith } from '../run/deliver.ts';
import { prepareOutput } from '../run/prepare-output.ts';
import { wantsColour, widthOf, type Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';
import type { JudgeFlags } from './judge-flags.ts';
import { readTraffic } from './read-traffic.ts';
import { renderAmount, renderSeen } from './render-seen.ts';

/** What stays the same between two judgings of the same files, but for the requirement. */
function againCommand(
  files: readonly string[],
  flags: JudgeFlags,
  cwd: string,
  info: PackageInfo,
): (id: RequirementId) => string {
  const given = [
    ['--base-url', flags.baseUrl],
    ['--review-status', flags.reviewStatus],
    ['--config', flags.config],
  ] as const;
  const words = given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, shellQuote(value)]));
  return (id) =>
    [invocation('judge', cwd, info), ...files.map((file) => shellQuote(file)), ...words, '--only', id].join(' ');
}

/** The name of the configuration's target is that of the traffic when its address is. */
function nameOf(flags: JudgeFlags, config: TargetConfig): { name?: string } {
  const isNamed = flags.baseUrl !== undefined && config.baseUrl?.replace(/\/+$/, '') === flags.baseUrl;
  const name = flags.name ?? (isNamed ? config.name : undefined);
  return name === undefined ? {} : { name };
}

/**
 * Holds saved traffic against the invariants and reports. Nothing is sent.
 *
 * @param files - journals and HAR files, relative to the working directory; `-` is the standard input
 * @returns the exit code
 * @throws UsageError and ConfigurationError, in one line
 */
export async function judgeFiles(
  files: readonly string[],
  flags: JudgeFlags,
  surroundings: Surroundings,
  stdin: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { environment, cwd, stdout, stderr } = surroundings;
  const skipped = new Set(flags.skip);
  if (flags.only?.every((id) => skipped.has(id)) === true) {
    throw new UsageError('--only and --skip: nothing is left to check; give one of them fewer ids');
  }
  const config = (await loadConfig(cwd, namedConfig(flags, environment)))?.config ?? {};
  const info = readPackageInfo();
  const directory = resolve(cwd, flags.out);
  // Read before anything is removed from the directory of reports: the journal may be in it.
  const { traffic, remarks } = await readTraffic(files, cwd, stdin);
  remarks.forEach((remark) => stderr.write(`${remark}\n`));
  const { waive = [] } = config;
  const judgement = judgeTraffic(traffic, {
    level: flags.level,
    only: flags.only,
    skip: flags.skip,
    ...nameOf(flags, config),
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    reviewStatus: flags.reviewStatus ?? config.reviewStatus,
    expect: config.expect ?? {},
    waive,
    version: info.version,
    now: new Date(),
    again: againCommand(files, flags, cwd, info),
  });
  stderr.write(renderAmount(judgement, { baseUrl: flags.baseUrl, width: widthOf(stderr, environment) }));
  const release = await prepareOutput(directory, flags.format);
  try {
    if (flags.format.includes('terminal')) {
      const page = { width: widthOf(stdout, environment), colour: wantsColour(stdout, environment) };
      stdout.write(renderSeen(judgement, page));
    }
    const delivery = { flags: {}, baseline: undefined, waive, format: flags.format, directory };
    const { report } = await deliver(judgement.report, delivery, surroundings);
    return endWith(report, flags.format, surroundings);
  } finally {
    release();
  }
}
