import { Option, type Command } from 'commander';
import { UsageError } from '../usage-error.ts';

/** Flags that people try, and the way the secret is to be given instead. */
const refused: Readonly<Record<string, string>> = {
  'client-secret': 'put it into BFC_CLIENT_SECRET, or name its variable with --client-secret-env NAME',
  'second-client-secret':
    'put it into BFC_SECOND_CLIENT_SECRET, or name its variable with --second-client-secret-env NAME',
  'expired-token': 'put it into BFC_EXPIRED_TOKEN, or name its variable with --expired-token-env NAME',
};

/** Makes a command explain, rather than take, a secret on the command line, where every other process can read it. */
export function refuseSecrets(command: Command): Command {
  for (const [name, remedy] of Object.entries(refused)) {
    command.addOption(new Option(`--${name} [value]`).hideHelp());
    command.on(`option:${name}`, () => {
      throw new UsageError(
        `--${name}: a secret on the command line can be read by every process of the machine; ${remedy}`,
      );
    });
  }
  return command;
}
