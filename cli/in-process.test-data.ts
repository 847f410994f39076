import type { Ended } from './child-process.test-data.ts';
import { runProgram } from './program.ts';

/** Runs `bfc` with these words in this process, to its end, with no variable but those given. */
export async function bfc(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) });
  const surroundings = { environment, cwd, stdout: collect('stdout'), stderr: collect('stderr') };
  const exitCode = await runProgram(words, surroundings);
  return { exitCode, ...printed };
}
