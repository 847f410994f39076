import type { Ended } from './child-process.test-data.ts';
import { runProgram } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** Surroundings that keep what is printed. */
export function collecting(
  environment: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): { readonly printed: { stdout: string; stderr: string }; readonly surroundings: Surroundings } {
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) });
  return { printed, surroundings: { environment, cwd, stdout: collect('stdout'), stderr: collect('stderr') } };
}

/** Runs `bfc` with these words in this process, to its end, with no variable but those given. */
export async function bfc(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<Ended> {
  const { printed, surroundings } = collecting(environment, cwd);
  const exitCode = await runProgram(words, surroundings);
  return { exitCode, ...printed };
}
