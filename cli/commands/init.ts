import { Command, Option } from 'commander';
import { identifier, identifierList } from '../init/identifiers.ts';
import { refuseSecrets } from '../arguments/secrets.ts';
import { configFormats, type InitFlags } from '../init/init-flags.ts';
import type { Surroundings } from '../surroundings.ts';
import { runCommand } from './run.ts';

const examples = `
Examples:
  $ bfc init
      asks for addresses, client id and secret, then writes conformance.config.yaml and judges the service
  $ export BFC_CLIENT_SECRET=…
  $ bfc init --base-url https://sandbox.example.com --auth-url https://auth.example.com --client-id my-key --environment sandbox
      without a question
  $ bfc init --format ts --file config/sandbox.ts --no-run
      a TypeScript configuration elsewhere, and no run

The secret is read from the environment, or asked for without showing it. It is never written to the file.

Environment: BFC_BASE_URL, BFC_AUTH_URL, BFC_CLIENT_ID, BFC_CLIENT_SECRET. Flags win over them. Where BFC_SECOND_CLIENT_ID
  and BFC_SECOND_CLIENT_SECRET, or BFC_EXPIRED_TOKEN, are set, the configuration names them as well.

Exit codes: those of the first run (0 conformant, 1 nonconformant, 3 no verdict); 2 wrong usage or configuration, 3 the
  service cannot be used, 130 cancelled. With --no-run 0 when the configuration was written.`;

/** `bfc init`: writes a configuration for a service, with what the service tells of itself. `done` gets the exit code. */
export function initCommand(surroundings: Surroundings, done: (exitCode: number) => void): Command {
  const command = new Command('init')
    .description('write a configuration for a service, with what it tells of itself, and judge it for the first time')
    .option('--base-url <url>', 'base address of the API, without /api/v1')
    .option('--auth-url <url>', 'address of the token service, without /auth/public/token')
    .option('--client-id <id>', 'client id of the API key')
    .option('--client-secret-env <name>', 'environment variable that holds its secret (default: BFC_CLIENT_SECRET)')
    .addOption(
      new Option(
        '--environment <kind>',
        'what it is; a sandbox may be written to (default: production, or sandbox on loopback)',
      ).choices(['sandbox', 'production']),
    )
    .option('--name <name>', 'how reports call it (default: the host of the API)')
    .addOption(
      new Option('--group-id <id>', 'group to create everything in (default: the first one listed)').argParser(
        identifier('--group-id'),
      ),
    )
    .addOption(
      new Option('--carrier-ids <ids>', 'carriers that it knows, separated by commas').argParser(
        identifierList('--carrier-ids'),
      ),
    )
    .addOption(
      new Option('--plan-ids <ids>', 'plans that it knows, separated by commas').argParser(
        identifierList('--plan-ids'),
      ),
    )
    .addOption(new Option('--format <format>', 'form of the configuration (default: yaml)').choices(configFormats))
    .option('--file <path>', 'file to write (default: conformance.config.yaml, .json or .ts)')
    .option('--force', 'write over a file that is there')
    .option('--yes', 'ask nothing: what is lacking is an error')
    .option('--allow-writes', 'records may be created on a target that is no sandbox')
    .option('--no-run', 'write the configuration alone')
    .addHelpText('after', examples);
  return refuseSecrets(command).action(async () => {
    const { runInit } = await import('../init/run-init.ts');
    const isAsked = command.opts<{ yes?: boolean }>().yes !== true;
    // Both: what is typed has to be seen, and must not end up in a file.
    const canAsk = isAsked && process.stdin.isTTY && surroundings.stdout.isTTY === true;
    const ask = canAsk ? (await import('../init/terminal-questions.ts')).terminalQuestions : undefined;
    done(
      await runInit(command.opts<InitFlags>(), surroundings, {
        ask,
        today: new Date(),
        async judge(words, runSurroundings) {
          let exitCode = 0;
          const run = runCommand(runSurroundings, (code) => {
            exitCode = code;
          });
          await run.exitOverride().parseAsync(words, { from: 'user' });
          return exitCode;
        },
      }),
    );
  });
}
