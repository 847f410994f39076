import { Command, CommanderError, type Option } from 'commander';
import { exitCodes, reportFailure } from './failures.ts';
import { readPackageInfo, type Surroundings } from './surroundings.ts';

/** @typeParam Flags - the values of its options, as commander gives them */
export interface CommandDefinition<Flags = never> {
  readonly arguments?: readonly (readonly [name: string, description: string])[];
  readonly options: (environment: NodeJS.ProcessEnv) => readonly Option[];
  /** Follows the options in the help, above the exit codes. */
  readonly examples: string;
  readonly exitCodes: Readonly<Record<number, string>>;
  readonly notes?: string;
  /** @param words - its arguments @returns the exit code */
  readonly act: (flags: Flags, surroundings: Surroundings, words: readonly string[]) => number | Promise<number>;
}

/** Applies its definition to a command. @param done receives the exit code once the command was run */
export function define(
  command: Command,
  { arguments: words = [], options, examples, exitCodes, notes, act }: CommandDefinition,
  surroundings: Surroundings,
  done: (exitCode: number) => void,
): Command {
  words.forEach(([word, about]) => command.argument(word, about));
  options(surroundings.environment).forEach((option) => command.addOption(option));
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)}${meaning}`);
  const parts = [examples.trim(), ['Exit codes:', ...codes].join('\n'), ...(notes === undefined ? [] : [notes.trim()])];
  return command
    .addHelpText('after', `\n${parts.join('\n\n')}`)
    .hook('preAction', leaveVariables)
    .action(async () => done(await act(command.opts<never>(), surroundings, command.args)));
}

/** Leaves variables to `resolveTarget`, which says where a value is from: `Option.env` only names them in the help. */
function leaveVariables(command: Command): void {
  for (const each of command.options) {
    const name = each.attributeName();
    if (command.getOptionValueSource(name) === 'env') command.setOptionValueWithSource(name, undefined, 'default');
  }
}

/** The commands, in the order of the help. Only the command that is called is loaded, with its dependencies. */
export const commands: Readonly<
  Record<string, readonly [description: string, load: () => Promise<{ readonly command: CommandDefinition }>]>
> = {
  run: [
    'judge a service, requirement by requirement; without a target, the embedded reference service',
    () => import('./run.ts'),
  ],
  merge: ['join the reports of all shards of a run (run --shard) to one', () => import('./merge.ts')],
  compare: ['show what has changed from one run to another, or over a history of runs', () => import('./compare.ts')],
  replay: [
    'run the counterexample of a failure again: fixed, still failing, or nondeterministic',
    () => import('./replay.ts'),
  ],
  judge: ['judge saved traffic (a journal, or HAR files) without sending anything', () => import('./judge.ts')],
  prove: [
    'prove the suites themselves: by faults that they have to catch, and dialects in which nothing may fail',
    () => import('./prove.ts'),
  ],
  init: [
    'write a configuration for a service, with what it shows of itself, and judge it for the first time',
    () => import('./init.ts'),
  ],
  serve: ['run the embedded reference service as a sandbox', () => import('./serve.ts')],
  list: [
    'list the requirements, the faults that prove them, the edges that a run reaches, or the rules and dialects of the reference service',
    () => import('./list.ts'),
  ],
  explain: [
    'print what a requirement demands, how it is checked and what proves the check',
    () => import('./explain.ts'),
  ],
  spec: ['compile the documents into schemas, OpenAPI, register and types', () => import('./spec.ts')],
};

const translations: readonly (readonly [said: RegExp, meant: string])[] = [
  [
    /^option '(--[\w-]+).*' argument '(.*)' is invalid\. Allowed choices are (.*)$/,
    '$1: "$2" is not one of its values; choose one of $3',
  ],
  [
    /^option '(--[\w-]+).*' cannot be used with option '(--[\w-]+).*'$/,
    '$1: cannot be used with $2; leave one of them out',
  ],
  [/^option '(--[\w-]+) (.*)' argument missing$/, '$1: its value is missing; write $1 $2'],
];

/** Commander's two lines as one, without the value of an unknown flag: it may be a secret. */
function usageLine(message: string, helpCommand: string): string {
  const line = message
    .trim()
    .replace(/^error: /, '')
    .replace(/'(--?[^'=]+)=[^']*'/, "'$1'")
    .replace(/\s*\n\(Did you mean (one of )?(.*)\?\)$/, '; did you mean $1$2?')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  const [said, meant = ''] = translations.find(([pattern]) => pattern.test(line)) ?? [];
  if (said !== undefined) return line.replace(said, meant);
  return `${line}${line.endsWith('?') ? '' : `; see "${helpCommand} --help"`}`;
}

/** Makes a command print to the surroundings' streams, and throw instead of ending the process. */
function configure(command: Command, name: string, { stdout, stderr }: Surroundings): Command {
  return command.exitOverride().configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    outputError: (text, write) => write(`bfc: ${usageLine(text, name)}\n`),
  });
}

const silent = { write: () => undefined };
const nowhere: Surroundings = { environment: {}, cwd: '/', stdout: silent, stderr: silent };

/**
 * The program, to run it or to read its commands and options.
 *
 * @param loaded - the commands that have their options and can be run; of the others only the names are known
 * @param done - receives the exit code of a command that was run
 */
export async function createProgram(
  loaded: readonly string[] = Object.keys(commands),
  surroundings: Surroundings = nowhere,
  done: (exitCode: number) => void = () => undefined,
): Promise<Command> {
  const program = configure(new Command('bfc'), 'bfc', surroundings)
    .description(
      'Checks, requirement by requirement, whether a benefits fulfillment service conforms to its interface.',
    )
    .version(readPackageInfo().version, '--version', 'print the version')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', '\n"bfc <command> --help" says more, with examples.');
  for (const [name, [description, load]] of Object.entries(commands)) {
    const command = configure(new Command(name), `bfc ${name}`, surroundings).description(description);
    if (loaded.includes(name)) define(command, (await load()).command, surroundings, done);
    program.addCommand(command);
  }
  return program;
}

/** Runs a command line (without the program's name) and returns its exit code; never throws. */
export async function runProgram(words: readonly string[], surroundings: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.success;
  try {
    const program = await createProgram(words.slice(0, 1), surroundings, (code) => (exitCode = code));
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    return reportFailure(error, surroundings);
  }
}

/** Runs the command line of this process and ends it: no open handle may keep it alive. */
export async function start(): Promise<void> {
  const { argv, env: environment, stdout, stderr } = process;
  for (const [path, stream] of [
    ['the standard output', stdout],
    ['the standard error output', stderr],
  ] as const) {
    // A reader that closes early (`bfc run | head`) changes neither the run nor its exit code.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw Object.assign(error, { path });
    });
  }
  process.on('uncaughtException', (error) => process.exit(reportFailure(error, { stderr, environment })));
  const exitCode = await runProgram(argv.slice(2), { environment, cwd: process.cwd(), stdout, stderr });
  // Waits for output to a slow pipe; writing fails only if the reader is gone.
  await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => void stream.write('', resolve))));
  process.exit(exitCode);
}
