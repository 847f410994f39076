import { Command, type Option } from 'commander';
import type { Surroundings } from './surroundings.ts';

/** Makes a command of `bfc`. `done` gets the exit code of a command that was run. */
export type CommandMaker = (surroundings: Surroundings, done: (exitCode: number) => void) => Command;

/** What each exit code of a command means, by code. */
export type ExitCodeMeanings = Readonly<Record<number, string>>;

/** A command as its help shows it. */
export interface CommandText {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
  /** What follows the options in the help, above the exit codes. */
  readonly examples: string;
  readonly exitCodes: ExitCodeMeanings;
  /** What follows the exit codes. */
  readonly notes?: string;
}

const meanings = new WeakMap<Command, ExitCodeMeanings>();

/** What the exit codes of a command mean; undefined for a command that was not made by {@link defineCommand}. */
export function exitCodesOf(command: Command): ExitCodeMeanings | undefined {
  return meanings.get(command);
}

/** A command without its arguments and its action. */
export function defineCommand(text: CommandText): Command {
  const { name, description, options, examples, exitCodes, notes } = text;
  const command = new Command(name).description(description);
  options.forEach((option) => command.addOption(option));
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)}${meaning}`);
  const parts = [examples.trim(), ['Exit codes:', ...codes].join('\n'), ...(notes === undefined ? [] : [notes.trim()])];
  command.addHelpText('after', `\n${parts.join('\n\n')}`);
  meanings.set(command, exitCodes);
  return leaveVariables(command);
}

/**
 * Leaves the values of environment variables to `resolveTarget`, which is used without a command line as well and names
 * where a value came from: `Option.env` says in the help, and in tables of the options, what they are called.
 */
function leaveVariables(command: Command): Command {
  return command.hook('preAction', () => {
    for (const each of command.options) {
      const name = each.attributeName();
      if (command.getOptionValueSource(name) === 'env') command.setOptionValueWithSource(name, undefined, 'default');
    }
  });
}
