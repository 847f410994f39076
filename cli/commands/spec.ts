import { Command } from 'commander';
import { exitCodes } from '../failures.ts';
import type { Surroundings } from '../surroundings.ts';

const examples = `
Examples:
  $ bfc spec
      compiles spec/documents into spec/generated
  $ bfc spec --check
      writes nothing, and exits 1 when spec/generated is not what the documents say`;

/** `bfc spec`: compiles the documents, or checks that they were compiled. `done` gets the exit code. */
export function specCommand({ stdout, stderr }: Surroundings, done: (exitCode: number) => void): Command {
  const command = new Command('spec')
    .description('compile the documents into schemas, OpenAPI, register and types')
    .option('--check', 'only tell whether the compiled files are fresh')
    .addHelpText('after', examples);
  return command.action(async () => {
    const { checkSpec, formatMistake, SpecError, writeSpec } = await import('../../spec/compile.ts');
    try {
      if (command.opts<{ check?: boolean }>().check !== true) {
        const changed = await writeSpec();
        const which = changed.map(({ file, state }) => `  ${file} was ${state}\n`).join('');
        stdout.write(
          `spec/generated is as spec/documents says${changed.length === 0 ? '' : '; brought up to date:'}\n${which}`,
        );
        return;
      }
      const differences = await checkSpec();
      if (differences.length === 0) {
        stdout.write('spec/generated is as spec/documents says\n');
        return;
      }
      stderr.write(differences.map((difference) => `${difference}\n`).join(''));
      stderr.write('bfc: spec/generated is not as spec/documents says; run "npm run spec" and keep what it writes\n');
      done(exitCodes.nonconformant);
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      stderr.write(error.mistakes.map((mistake) => `${formatMistake(mistake)}\n`).join(''));
      done(exitCodes.usage);
    }
  });
}
