import { join } from 'node:path';
import { jsonReportName } from '../../results/report-files.ts';
import type { ReplayCommand } from '../../suites/engine/session.ts';
import { profiles } from '../../suites/profiles.ts';
import { shellQuote } from '../arguments/shell-quote.ts';
import type { RunFlags } from './run-flags.ts';

/** The flags that say what is spoken to and how hard. No flag holds a secret. */
const ofTarget = [
  ['baseUrl', '--base-url'],
  ['authUrl', '--auth-url'],
  ['clientId', '--client-id'],
  ['clientSecretEnv', '--client-secret-env'],
  ['secondClientId', '--second-client-id'],
  ['secondClientSecretEnv', '--second-client-secret-env'],
  ['expiredTokenEnv', '--expired-token-env'],
  ['config', '--config'],
  ['concurrency', '--concurrency'],
  ['rate', '--rate'],
] as const satisfies readonly (readonly [keyof RunFlags, string])[];

/**
 * The command that shows a counterexample of this run again: `bfc replay` with its report, or, where none is written, a
 * run of the requirement alone.
 *
 * @param invoke - how a command is called from here
 * @param seed - the seed of this run
 */
export function replayCommand(invoke: (command: string) => string, flags: RunFlags, seed: number): ReplayCommand {
  const target = ofTarget.flatMap(([name, flag]) => {
    const value = flags[name];
    return value === undefined ? [] : [flag, shellQuote(String(value))];
  });
  if (flags.allowWrites === true) target.push('--allow-writes');
  if (flags.format.includes('json')) {
    const report = shellQuote(join(flags.out, jsonReportName));
    return { before: `${invoke('replay')} ${report} `, after: target.map((word) => ` ${word}`).join('') };
  }
  const words = [...target];
  const { profile = 'full', cases } = flags;
  if (profile !== 'full') words.push('--profile', profile);
  if (cases !== undefined && cases !== profiles[profile].cases) words.push('--cases', String(cases));
  if (flags.level !== 'required') words.push('--level', flags.level);
  return { before: [invoke('run'), ...words, '--only', ''].join(' '), after: ` --seed ${seed}` };
}
