import { CommanderError, type Command } from 'commander';
import { createProgram } from '../../../cli/program.ts';
import { expansion } from './shell-words.test-data.ts';

/** What may come out of an expansion: a word that is a number and a file name as well, or an id. */
const standIns = ['1', '00000000-0000-4000-8000-000000000001'];

/** Complaints about what is missing, which a command that is only named in a sentence may be. */
const incomplete = new Set(['commander.missingArgument', 'commander.missingMandatoryOptionValue']);

/** What the real command line says of words, without doing what they ask for. */
export interface CommandTrial {
  /** @returns what `bfc` would complain about, or undefined when it would start */
  complaint(words: readonly string[], complete: boolean): Promise<string | undefined>;
  /** Whether any command has the flag. */
  hasFlag(flag: string): boolean;
}

/** The program of `bfc` with all of its commands, whose actions are taken away. */
export async function openCommandTrial(): Promise<CommandTrial> {
  const program = await createProgram();
  program.commands.forEach((command) => command.action(() => {}));
  const all: readonly Command[] = [program, ...program.commands];
  const tryOnce = async (words: readonly string[], complete: boolean): Promise<string | undefined> => {
    try {
      await program.parseAsync(words, { from: 'user' });
      return undefined;
    } catch (error) {
      if (error instanceof CommanderError) {
        return error.exitCode === 0 || (!complete && incomplete.has(error.code)) ? undefined : error.message;
      }
      return error instanceof Error ? error.message : String(error);
    }
  };
  return {
    async complaint(words, complete) {
      if (words.length === 0) return undefined;
      const tries = standIns.map((standIn) => words.map((word) => word.replaceAll(expansion, standIn)));
      let complaint: string | undefined;
      for (const filled of tries) {
        complaint = await tryOnce(filled, complete);
        if (complaint === undefined) return undefined;
      }
      return complaint;
    },
    hasFlag: (flag) => flag === '--help' || all.some(({ options }) => options.some(({ long }) => long === flag)),
  };
}
