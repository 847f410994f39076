import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Session } from './session.ts';
import { sideBySide } from './side-by-side.ts';

/** Approximate number of requests of a run, if nobody has counted them beforehand. */
const usualRequests = 6000;
/** Share of the remaining time for what is still to be sent. */
const shareOfTime = 0.9;
/** Milliseconds after which the pace of a run so far is representative. */
const tellingMs = 20_000;

/** Requests per second that a run gets through: the target's pace, or the run's so far if that is slower. */
function throughputOf({ client, sent, startedAt }: Session): number {
  const elapsed = performance.now() - startedAt;
  const gotThrough = elapsed < tellingMs ? Number.POSITIVE_INFINITY : (sent.tries * 1000) / elapsed;
  return Math.min(client.requestsPerSecond(), gotThrough);
}

/**
 * The share of the planned traffic that there is time for, from 0.05 to 1. It is 1 unless the target is slower than
 * planned.
 *
 * @param name - names what is to be sent
 */
export function affordable(session: Session, name: string): number {
  const { deadline, plan, sent, slowed } = session;
  const { fit, watchMs = 0 } = plan;
  const planned = fit?.requests ?? usualRequests;
  const left = Math.max(deadline - watchMs - performance.now(), 0) / 1000;
  const missing = Math.max(planned - sent.tries + sent.throttled.count, planned / 10);
  const share = Math.min(Math.max((throughputOf(session) * left * shareOfTime) / missing, 0.05), 1);
  if (share < 1) slowed.add(name);
  return share;
}

/**
 * The variations that there is time for, spread evenly over all of them: at least one, and all of them if the run is
 * not short of time.
 *
 * @param name - names what they are sent for
 */
export function fitting<T>(session: Session, name: string, variations: readonly T[]): readonly T[] {
  const share = (session.plan.fit?.share ?? 1) * affordable(session, name);
  if (share >= 1) return variations;
  const kept = Math.max(Math.ceil(variations.length * share), 1);
  const before = (index: number): number => Math.floor((index * kept) / variations.length);
  return variations.filter((_, index) => index === 0 || before(index) !== before(index - 1));
}

/** Most requests of one check in flight that get a 401: their consequences are checked before each request. */
const mostDenied = 16;
/** Share of the remaining time that one check may wait while a target refuses everything after 401s. */
const shareOfBans = 0.1;

/**
 * Sends requests that are answered with 401. If the target refuses everything for a while after several of them, only
 * as many are sent as there is time for, spread evenly over those that are left.
 *
 * @param name - names what they are sent for
 */
export async function sendDenied<T>(
  session: Session,
  name: string,
  requests: readonly T[],
  send: (request: T) => Promise<void>,
): Promise<void> {
  const { client, deadline, slowed } = session;
  const turns = pLimit(mostDenied);
  let left = requests.length;
  let due = 0;
  await sideBySide(requests, (request) =>
    turns(async () => {
      const banMs = client.banOfDenial();
      const inTime = (Math.max(deadline - performance.now(), 0) * shareOfBans) / banMs;
      due += banMs === 0 ? 1 : Math.min(inTime / left, 1);
      left -= 1;
      if (due < 1) {
        slowed.add(name);
        return;
      }
      due -= 1;
      await send(request);
    }),
  );
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
 * @param pause - the first pause, in milliseconds
 * @returns the last answer
 */
export async function askUntil<T>(
  answer: T,
  ask: () => Promise<T>,
  isEnough: (answer: T) => boolean,
  { pause, end }: { readonly pause: number; readonly end: number },
): Promise<T> {
  let last = answer;
  for (let ms = pause; !isEnough(last) && performance.now() < end; ms *= 2) {
    await sleep(Math.max(Math.min(ms, end - performance.now()), 0));
    last = await ask();
  }
  return last;
}
