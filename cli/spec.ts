import { Option } from 'commander';
import { checkSpec, formatMistake, SpecError, writeSpec } from '../spec/compile.ts';
import type { CommandDefinition } from './program.ts';
import { exitCodes } from './failures.ts';

const examples = `
Examples:
  $ bfc spec
      compiles spec/documents into spec/generated
  $ bfc spec --check
      writes nothing, and exits 1 when spec/generated is not what the documents say`;

export const command: CommandDefinition<{ readonly check?: true }> = {
  options: () => [new Option('--check', 'only check whether the compiled files are fresh')],
  examples,
  exitCodes: { 0: 'compiled', 1: 'stale (--check)', 2: 'a mistake in the documents' },
  async act({ check = false }, { stdout, stderr }) {
    try {
      const differences = check ? await checkSpec() : [];
      if (differences.length > 0) {
        stderr.write(differences.map((difference) => `${difference}\n`).join(''));
        stderr.write('bfc: spec/generated is not as spec/documents says; run "npm run spec" and keep what it writes\n');
        return exitCodes.nonconformant;
      }
      const changed = check ? [] : await writeSpec();
      const which = changed.map(({ file, state }) => `  ${file} was ${state}\n`).join('');
      stdout.write(
        `spec/generated is as spec/documents says${changed.length === 0 ? '' : '; brought up to date:'}\n${which}`,
      );
      return exitCodes.success;
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      stderr.write(error.mistakes.map((mistake) => `${formatMistake(mistake)}\n`).join(''));
      return exitCodes.usage;
    }
  },
};
