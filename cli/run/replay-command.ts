import { shellQuote } from '../arguments/shell-quote.ts';
import type { RunFlags } from './run-flags.ts';

/** The flags that say what is run against and how hard; seed and selection are left to the one who replays. */
const replayed = [
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

const defaultCases = 100;

/** The beginning of a command that runs against the same target in the same way. No flag holds a secret. */
export function replayCommand(invocation: string, flags: RunFlags): string {
  const words = replayed.flatMap(([name, flag]) => {
    const value = flags[name];
    return value === undefined ? [] : [flag, shellQuote(String(value))];
  });
  if (flags.cases !== defaultCases) words.push('--cases', String(flags.cases));
  if (flags.level !== 'required') words.push('--level', flags.level);
  if (flags.allowWrites === true) words.push('--allow-writes');
  return [invocation, ...words].join(' ');
}
