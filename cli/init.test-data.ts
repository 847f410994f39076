import { vi } from 'vitest';
import type { RunningReference } from '../reference/index.ts';
import type { Target } from '../target/configuration/index.ts';
import { sampleTarget } from '../suites/engine/sample-session.test-data.ts';
import { collecting } from './command-line.test-data.ts';
import type { InitFlags, Questions } from './init-settings.ts';
import { runInit } from './init.ts';
import type { runProgram } from './program.ts';

/** A target that must not be written to. */
export function lockedTarget(changes: Partial<Target> = {}): Target {
  return sampleTarget({ environment: 'production', writesAllowed: false, ...changes });
}

/** The environment that names a service. */
export function environmentOf({
  baseUrl,
  authUrl,
  credentials,
}: Pick<RunningReference, 'baseUrl' | 'authUrl' | 'credentials'>) {
  return {
    BFC_BASE_URL: baseUrl,
    BFC_AUTH_URL: authUrl,
    BFC_CLIENT_ID: credentials.clientId,
    BFC_CLIENT_SECRET: credentials.clientSecret,
  };
}

/** Questions that get these answers, one after the other; the answers that are refused are passed over. */
export function answering(...answers: readonly string[]): Questions & { readonly asked: readonly string[] } {
  const left = [...answers];
  const asked: string[] = [];
  const next = (message: string): string => {
    asked.push(message);
    return left.shift() ?? '';
  };
  return {
    asked,
    async text(message, problemOf, initial = '') {
      const answer = next(message) || initial;
      return problemOf(answer) === undefined ? answer : this.text(message, problemOf, initial);
    },
    async secret(message) {
      return next(message);
    },
    async confirm(message) {
      return next(message) === 'yes';
    },
  };
}

/** Runs `bfc init` in this process, with a run that never takes place. */
export async function initIn(cwd: string, flags: Partial<InitFlags>, environment: NodeJS.ProcessEnv, ask?: Questions) {
  const { printed, surroundings } = collecting(environment, cwd);
  const program = vi.fn<typeof runProgram>(async () => 1);
  const exitCode = await runInit({ run: true, ...flags }, surroundings, ask, program);
  return { exitCode, printed, program };
}
