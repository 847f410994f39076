import { Option, type Command } from 'commander';
import { wholeNumber } from './numbers.ts';

/** Adds the options that say what is spoken to and how hard, as `TargetFlags` holds them. */
export function addTargetOptions(command: Command): Command {
  return command
    .option('--base-url <url>', 'base address of the API, without /api/v1')
    .option('--auth-url <url>', 'address of the token service')
    .option('--client-id <id>', 'client id of the API key')
    .option('--client-secret-env <name>', 'environment variable that holds its secret (default: BFC_CLIENT_SECRET)')
    .option('--second-client-id <id>', "client id of another organization's key, to judge isolation")
    .option('--second-client-secret-env <name>', 'variable with its secret (default: BFC_SECOND_CLIENT_SECRET)')
    .option('--expired-token-env <name>', 'variable with an expired token of the target (default: BFC_EXPIRED_TOKEN)')
    .option('--config <file>', 'configuration (default: conformance.config.yaml, or another form of it, here)')
    .addOption(
      new Option('--concurrency <n>', 'requests in flight (default: 32 on loopback, otherwise 4)').argParser(
        wholeNumber('--concurrency', 1, 1024),
      ),
    )
    .addOption(
      new Option('--rate <n>', 'requests per second (default: unlimited on loopback, otherwise 10)').argParser(
        wholeNumber('--rate', 1, 1_000_000),
      ),
    )
    .option('--allow-writes', 'records may be created on a target that is no sandbox');
}
