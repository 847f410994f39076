import { Command, type Option } from 'commander';
import type { Surroundings } from './surroundings.ts';

/** A command of `bfc`: its help, and what it does. */
export interface CommandDefinition {
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly (readonly [name: string, description: string])[];
  readonly options: (environment: NodeJS.ProcessEnv) => readonly Option[];
  /** What follows the options in the help, above the exit codes. */
  readonly examples: string;
  /** What each exit code means. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** What follows the exit codes. */
  readonly notes?: string;
  /** Does what was parsed, and gives the exit code. */
  readonly act: (parsed: Command, surroundings: Surroundings) => Promise<number>;
}

/** A command as commander parses it. @param done takes the exit code once it was run */
export function commandOf(
  { name, description, arguments: words = [], options, examples, exitCodes, notes, act }: CommandDefinition,
  surroundings: Surroundings,
  done: (exitCode: number) => void,
): Command {
  const command = new Command(name).description(description);
  words.forEach(([word, about]) => command.argument(word, about));
  options(surroundings.environment).forEach((option) => command.addOption(option));
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)}${meaning}`);
  const parts = [examples.trim(), ['Exit codes:', ...codes].join('\n'), ...(notes === undefined ? [] : [notes.trim()])];
  return command
    .addHelpText('after', `\n${parts.join('\n\n')}`)
    .hook('preAction', leaveVariables)
    .action(async () => done(await act(command, surroundings)));
}

/**
 * Leaves the values of environment variables to `resolveTarget`, which is used without a command line as well and names
 * where a value came from: `Option.env` says in the help, and in tables of the options, what they are called.
 */
function leaveVariables(command: Command): void {
  for (const each of command.options) {
    const name = each.attributeName();
    if (command.getOptionValueSource(name) === 'env') command.setOptionValueWithSource(name, undefined, 'default');
  }
}
