import { Command, Option } from 'commander';
import { wholeNumber } from '../options.ts';
import type { ServeFlags } from '../serve/serve-reference.ts';
import type { Surroundings } from '../surroundings.ts';

const examples = `
Examples:
  $ bfc serve --port 8080
      a sandbox for client developers: prints addresses, two API keys and how to call it
  $ bfc serve --port 8080 --data sandbox.sqlite
      keeps its records from one start to the next
  $ bfc serve --dialect random --seed 7
      decides everything that the documents leave open by chance; --dialect idCase=upper,pace=50 decides two points
  $ bfc serve --fault paging-order-by-size
      breaks the interface in one way, to see that "bfc run" finds it; --fault paging lists the names of a part
  $ bfc serve --json > target.json
      one line that "bfc run --config target.json" takes, while the service runs

Ctrl-C ends it.`;

/** `bfc serve`: runs the reference service alone. `done` gets the exit code. */
export function serveCommand(surroundings: Surroundings, done: (exitCode: number) => void): Command {
  const command = new Command('serve')
    .description('run the embedded reference service as a sandbox')
    .addOption(
      new Option('--port <n>', 'port on the loopback address')
        .argParser(wholeNumber('--port', 0, 65_535))
        .default(0, 'any free port'),
    )
    .option('--data <file>', 'SQLite file that keeps the records (default: in memory)')
    .addOption(
      new Option('--seed <n>', 'draws the same organizations, groups, plans and random dialect again').argParser(
        wholeNumber('--seed', 0, 2 ** 31 - 1),
      ),
    )
    .option('--dialect <choices>', 'random, or NAME=VALUE,…: how to decide what the documents leave open')
    .option('--fault <name>', 'break the interface in this one way')
    .option('--json', 'print one line of JSON: a configuration for bfc run')
    .addHelpText('after', examples);
  return command.action(async () => {
    const { serveReference } = await import('../serve/serve-reference.ts');
    done(await serveReference(command.opts<ServeFlags>(), surroundings));
  });
}
