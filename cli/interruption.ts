import { exitCodes } from './failures.ts';

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

/** npm passes a terminal's Ctrl-C on to a process that already has it: within these milliseconds it is the same one. */
const echoMs = 300;

/** Watches for the user's wish to stop. */
export interface Interruption {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** The exit code of the signal that came; undefined while none has. */
  exitCode(): number | undefined;
  /** Stops watching: signals act as they do by default again. */
  dispose(): void;
}

/** Listens for Ctrl-C and SIGTERM: the first one aborts, a second one ends the process at once. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let first: { readonly code: number; readonly at: number } | undefined;
  const listen = (name: keyof typeof codes): void => {
    if (first === undefined) {
      first = { code: codes[name], at: performance.now() };
      controller.abort(new Error(`stopped by ${name}`));
    } else if (performance.now() - first.at > echoMs) {
      process.exit(first.code);
    }
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  names.forEach((name) => process.on(name, listen));
  return {
    signal: controller.signal,
    exitCode: () => first?.code,
    dispose: () => names.forEach((name) => process.off(name, listen)),
  };
}
