import { exitCodes } from './failures.ts';

/** How long work may take to end after a signal before it is left behind. Milliseconds. */
const graceMs = 850;
/** When the process is ended whatever it is doing. Milliseconds. */
const lastMomentMs = 980;
/** The same where all that is left to do is to write down the results. Milliseconds. */
const writingMs = 15_000;
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
  /** The work has ended and its results are being written, which takes its time on a busy machine and is not cut short. */
  settled(): void;
  /** Stops watching: signals act as they do by default again. */
  dispose(): void;
}

/** Listens for Ctrl-C and SIGTERM: the first aborts, a second one ends the process at once. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  const expired = Promise.withResolvers<void>();
  let code: number | undefined;
  let firstAt = 0;
  let isSettled = false;
  const timers: NodeJS.Timeout[] = [];
  const endAfter = (ms: number): void => void timers.push(setTimeout(() => process.exit(code), ms));
  const disarm = (): void => timers.splice(0).forEach((timer) => clearTimeout(timer));

  const listen = (name: keyof typeof codes): void => {
    if (code !== undefined) {
      if (performance.now() - firstAt > echoMs) process.exit(code);
      return;
    }
    code = codes[name];
    firstAt = performance.now();
    timers.push(setTimeout(() => expired.resolve(), graceMs));
    endAfter(isSettled ? writingMs : lastMomentMs);
    controller.abort(new Error(`stopped by ${name}`));
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  names.forEach((name) => process.on(name, listen));

  return {
    signal: controller.signal,
    exitCode: () => code,
    deadline: expired.promise,
    settled() {
      isSettled = true;
      if (code === undefined) return;
      disarm();
      endAfter(writingMs);
    },
    dispose() {
      disarm();
      names.forEach((name) => process.off(name, listen));
    },
  };
}
