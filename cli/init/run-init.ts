import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { styleText } from 'node:util';
import { printable } from '../../results/index.ts';
import { loadConfig } from '../../target/configuration/load-config.ts';
import { shellQuote } from '../arguments/shell-quote.ts';
import { exitCodes } from '../exit-codes.ts';
import { invocation } from '../invocation.ts';
import { readPackageInfo } from '../package-info.ts';
import { wantsColour, type Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';
import { describeConfig } from './config/describe-config.ts';
import { editorLinks } from './config/editor-links.ts';
import { renderJson } from './config/render-json.ts';
import { renderModule } from './config/render-module.ts';
import { renderYaml } from './config/render-yaml.ts';
import { adviceFor, firstRunSurroundings, firstRunWords } from './first-run.ts';
import { chooseDestination, type Destination } from './destination.ts';
import type { InitFlags } from './init-flags.ts';
import { probe } from './probe/probe.ts';
import type { Learned } from './probe/learned.ts';
import type { Tell } from './probe/step.ts';
import { Cancelled, type Questions } from './questions.ts';
import { gatherSettings, type InitSettings } from './settings.ts';

/** What `bfc init` is made of beside its flags. */
export interface InitParts {
  /** Asks for what is lacking; absent where nobody can answer. */
  readonly ask: Questions | undefined;
  /** `bfc run` with these words; gives its exit code. */
  readonly judge: (words: readonly string[], surroundings: Surroundings) => Promise<number>;
  /** Today, for the example of a waiver. */
  readonly today: Date;
}

/** Days that the waiver of the example holds. */
const exampleDays = 90;

function tellOn({ stdout, environment }: Surroundings): Tell {
  const colour = wantsColour(stdout, environment);
  const mark = (ok: boolean): string => {
    const sign = ok ? '✓' : '✗';
    return colour ? styleText(ok ? 'green' : 'yellow', sign, { validateStream: false }) : sign;
  };
  return ({ name, ok, text }) => stdout.write(`  ${mark(ok)} ${name.padEnd(18)}${text}\n`);
}

async function writeConfig(
  { path, file, format }: Destination,
  flags: InitFlags,
  { settings, learned, today }: { settings: InitSettings; learned: Learned; today: Date },
): Promise<void> {
  const links = editorLinks(dirname(path), readPackageInfo());
  const soon = new Date(today.getTime() + exampleDays * 86_400_000).toISOString().slice(0, 10);
  const document = describeConfig({ settings, learned, schema: links.schema, soon });
  const renderings = {
    yaml: () => renderYaml(document),
    json: () => renderJson(document),
    ts: () => renderModule(document, links.types),
  } as const;
  try {
    await writeFile(path, renderings[format](), { flag: flags.force === true ? 'w' : 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(
      `--file: ${file} cannot be written (${code}); choose another place, or change its permissions`,
      {
        cause: error,
      },
    );
  }
}

async function init(flags: InitFlags, surroundings: Surroundings, { ask, judge, today }: InitParts): Promise<number> {
  const { cwd, environment, stdout } = surroundings;
  const destination = await chooseDestination(flags, cwd);
  const settings = await gatherSettings(flags, environment, ask);
  const kind = `${settings.environment}${settings.writesAllowed ? '' : ': nothing is written to it'}`;
  stdout.write(
    `${ask === undefined ? '' : '\n'}Asking ${printable(settings.name, 80)} at ${settings.baseUrl} (${kind}).\n`,
  );
  const learned = await probe(settings, randomBytes(4).toString('hex'), { ask, tell: tellOn(surroundings) });
  await writeConfig(destination, flags, { settings, learned, today });

  const { file, path } = destination;
  const words = firstRunWords(file, flags);
  const command = [invocation('run', cwd, readPackageInfo()), ...words.map(shellQuote)].join(' ');
  const lines = [
    `Wrote ${file}.`,
    ...adviceFor(settings, learned, environment),
    `A first verdict${flags.run ? ', by' : ':'} ${command}`,
  ];
  stdout.write(`${lines.join('\n')}\n`);
  // Whatever was learned: what cannot be loaded must not be left for a later run to find out.
  await loadConfig(cwd, { path, by: '--config' });
  return flags.run ? judge(words, firstRunSurroundings(settings, surroundings)) : exitCodes.success;
}

/**
 * Writes a configuration for a target: asks for what flags and environment do not say, finds out what the target tells of
 * itself, and judges it for the first time.
 *
 * @returns the exit code: that of the run, where there is one
 * @throws UsageError, ConfigurationError and NoVerdictError, before anything is written
 */
export async function runInit(flags: InitFlags, surroundings: Surroundings, parts: InitParts): Promise<number> {
  try {
    return await init(flags, surroundings, parts);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    surroundings.stderr.write('cancelled; nothing was written\n');
    return exitCodes.interrupted;
  }
}
