import { exitCodes } from '../exit-codes.ts';

/** How long work may take to end after a signal before it is left behind. Milliseconds. */
const graceMs = 600;
/** npm passes a terminal's Ctrl-C on to a process that has had it already: within this time it is the same one. */
const echoMs = 300;

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

/** Watches for the user's wish to stop. */
export interface Interruption {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** The exit code that says which signal came; undefined while none has. */
  exitCode(): number | undefined;
  /** Settles when the time to end in good order is over. */
  readonly deadline: Promise<void>;
  /** Stops watching: signals act as they do by default again. */
  dispose(): void;
}

/** Listens for Ctrl-C and SIGTERM: the first aborts, a second one ends the process at once. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  const expired = Promise.withResolvers<void>();
  let code: number | undefined;
  let firstAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const listen = (name: keyof typeof codes) => () => {
    if (code !== undefined) {
      if (performance.now() - firstAt > echoMs) process.exit(code);
      return;
    }
    code = codes[name];
    firstAt = performance.now();
    timer = setTimeout(() => expired.resolve(), graceMs);
    controller.abort(new Error(`stopped by ${name}`));
  };
  const listeners = { SIGINT: listen('SIGINT'), SIGTERM: listen('SIGTERM') };
  process.on('SIGINT', listeners.SIGINT).on('SIGTERM', listeners.SIGTERM);

  return {
    signal: controller.signal,
    exitCode: () => code,
    deadline: expired.promise,
    dispose() {
      clearTimeout(timer);
      process.off('SIGINT', listeners.SIGINT).off('SIGTERM', listeners.SIGTERM);
    },
  };
}
