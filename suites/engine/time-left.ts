import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Session } from './session.ts';
import { sideBySide } from './side-by-side.ts';

/** Requests of a run that nobody counted beforehand, approximately. */
const usualRequests = 6000;
/** Share of the remaining time for what is still to be sent. */
const shareOfTime = 0.9;
/** Milliseconds of a run after which it shows how fast it goes on. */
const tellingMs = 20_000;

/** Requests in a second that a run gets through: what the target takes, or what it has come to where answers or locks take long. */
function throughputOf({ client, sent, startedAt }: Session): number {
  const elapsed = performance.now() - startedAt;
  const gotThrough = elapsed < tellingMs ? Number.POSITIVE_INFINITY : (sent.tries * 1000) / elapsed;
  return Math.min(client.requestsPerSecond(), gotThrough);
}

/**
 * The share of what was planned that there is time for, from 0.05 to 1: all of it, unless the target is slower than it was
 * planned for.
 *
 * @param name - of what is to be sent
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
 * The variations that there is time for, spread evenly over all of them: at least one, and all of them where the run is
 * not short of time.
 *
 * @param name - of what they are sent for
 */
export function fitting<T>(session: Session, name: string, variations: readonly T[]): readonly T[] {
  const share = (session.plan.fit?.share ?? 1) * affordable(session, name);
  if (share >= 1) return variations;
  const kept = Math.max(Math.ceil(variations.length * share), 1);
  const before = (index: number): number => Math.floor((index * kept) / variations.length);
  return variations.filter((_, index) => index === 0 || before(index) !== before(index - 1));
}

/** Requests of one check in flight that are answered with 401: what these bring about is looked at before each. */
const mostDenied = 16;
/** Share of the remaining time that one check may wait for a target that refuses everything after answers of 401. */
const shareOfBans = 0.1;

/**
 * Sends requests that are answered with 401: where the target refuses everything for a while after several of these, as many as
 * there is time for, spread evenly over what is left.
 *
 * @param name - of what they are sent for
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

/** Milliseconds between two looks at whether a run that waits was cut short. */
const waitStep = 250;

/**
 * Waits until a moment on the clock of the exchanges, or until the run is cut short.
 *
 * @param what - is being done, for progress reports
 * @param end - of all that is waited for; default: the moment
 */
export async function waitUntil(session: Session, moment: number, what: string, end = moment): Promise<void> {
  for (let now = performance.now(); now < moment && !session.isCutShort; now = performance.now()) {
    session.phase.name = `${what}, ${Math.ceil((end - now) / 1000)} s`;
    session.phase.until = end;
    await sleep(Math.min(moment - now, waitStep));
  }
}

/**
 * Asks again until an answer will do, or until a moment: each time after a pause twice as long as the one before.
 *
 * @param answer - the first one
 * @param pause - the first one, in milliseconds
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
