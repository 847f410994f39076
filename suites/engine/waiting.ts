import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from './session.ts';

/**
 * Runs independent items at the same time, and waits for all of them to end. The client limits the requests in flight.
 *
 * @returns the results, in the order of the items
 * @throws the error of the first failed item, in the order of the items: it is the same however they interleave
 */
export async function sideBySide<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> {
  // An item that throws synchronously must not leave those started before it with nobody to handle their errors.
  const outcomes = await Promise.allSettled(items.map(async (item) => run(item)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** Milliseconds between two checks whether a waiting run was cut short. */
const waitStep = 250;

/**
 * Waits until a moment on the clock of the exchanges, or until the run is cut short.
 *
 * @param what - what is being done, for progress reports
 * @param end - the end of everything that is waited for; default: `moment`
 */
export async function waitUntil(session: Session, moment: number, what: string, end = moment): Promise<void> {
  for (let now = performance.now(); now < moment && !session.isCutShort; now = performance.now()) {
    session.phase.name = `${what}, ${Math.ceil((end - now) / 1000)} s`;
    session.phase.until = end;
    await sleep(Math.min(moment - now, waitStep));
  }
}

/**
 * Asks again until an answer is good enough or `end` is reached. Each pause is twice as long as the one before.
 *
 * @param answer - the first answer
 * @param pause - the first pause, in milliseconds; default: 100
 * @returns the last answer
 */
export async function askUntil<T>(
  answer: T,
  ask: () => Promise<T>,
  isEnough: (answer: T) => boolean,
  { pause = 100, end }: { readonly pause?: number; readonly end: number },
): Promise<T> {
  let last = answer;
  for (let ms = pause; !isEnough(last) && performance.now() < end; ms *= 2) {
    await sleep(Math.max(Math.min(ms, end - performance.now()), 0));
    last = await ask();
  }
  return last;
}
