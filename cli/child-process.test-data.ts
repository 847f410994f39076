import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** What a finished process left. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of the command line, still running. */
export interface Running {
  /** Settles when the text has appeared on either output. */
  saw(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

const withoutBfc = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(BFC_|NO_COLOR|FORCE_COLOR|CI$)/.test(name)),
);

/** Starts a script of this folder under the same Node, with no BFC_* variable but those given. */
export function startScript(
  script: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Running {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...words], {
    cwd,
    env: { ...withoutBfc, ...environment },
  });
  const text = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
      watchers.forEach((look) => look());
    });
  }
  return {
    saw: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if ((text.stdout + text.stderr).includes(wanted)) resolve();
        };
        watchers.add(look);
        child.once('close', () =>
          reject(new Error(`ended without ${JSON.stringify(wanted)}: ${text.stdout}${text.stderr}`)),
        );
        look();
      }),
    kill: (signal) => child.kill(signal),
    ended: new Promise((resolve) => {
      child.once('close', (exitCode) => resolve({ exitCode, ...text }));
    }),
  };
}
