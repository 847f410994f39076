import { exitCodes } from '../exit-codes.ts';
import { listenAlone } from './sole-listener.ts';

/** How long work may take to end after a signal before it is left behind. Milliseconds. */
const graceMs = 850;
/** When the process is ended whatever it is doing, in order or not. Milliseconds. */
const lastMomentMs = 980;
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
  const timers: NodeJS.Timeout[] = [];

  const listen = (name: keyof typeof codes) => () => {
    if (code !== undefined) {
      if (performance.now() - firstAt > echoMs) process.exit(code);
      return;
    }
    const exitCode = codes[name];
    code = exitCode;
    firstAt = performance.now();
    timers.push(
      setTimeout(() => expired.resolve(), graceMs),
      setTimeout(() => process.exit(exitCode), lastMomentMs),
    );
    controller.abort(new Error(`stopped by ${name}`));
  };
  const stopListening = [
    listenAlone('SIGINT', listen('SIGINT')),
    listenAlone('SIGTERM', listen('SIGTERM')),
    // Nobody's to swallow: thrown here it ends the process as any exception nobody foresaw.
    listenAlone('unhandledRejection', (reason) => {
      throw reason;
    }),
  ];

  return {
    signal: controller.signal,
    exitCode: () => code,
    deadline: expired.promise,
    dispose() {
      timers.forEach((timer) => clearTimeout(timer));
      stopListening.forEach((stop) => stop());
    },
  };
}
