import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccess, type AnsweredExchange, type OutgoingRequest } from '../../target/exchange.ts';

/** Answers of a service that takes no write while another one is under way; it may give them for other reasons too. */
const busy: ReadonlySet<number> = new Set([409, 423]);

/**
 * Creates from whose refusals it is learned: a snapshot may be refused while another one of its employee is in process, and
 * an edit for its version.
 */
const telling: ReadonlySet<string> = new Set(['E2', 'E3']);

/** Milliseconds between two writes that may conflict: a lock may be released a little after the answer. */
const apart = 100;

/** Milliseconds between two writes that don't conflict. */
const farApart = 1_000;

/** By what the pause between two writes becomes shorter with each that is taken: a single conflict slows no whole run. */
const shorter = 0.9;

/** Milliseconds that a pause is worth waiting for. */
const leastGap = 10;

/** Refused creates in a row that are sent again, alone, and refused again: from then on refusals have other reasons. */
const mostRefusedAgain = 8;

export type WriteTurns = ReturnType<typeof createWriteTurns>;

/**
 * Learns whether a target refuses a write while another one is under way: a create that was refused as a conflict while
 * others were sent is sent once more when nothing else is. Where that is taken, all writes go one at a time from then on,
 * and as far apart as it needs.
 *
 * @param onLearned - called with the refusal that showed it
 */
export function createWriteTurns(onLearned: (refused: AnsweredExchange) => void = () => undefined) {
  const underWay = new Set<Promise<unknown>>();
  /** The end of the last write that goes alone. */
  let alone: Promise<unknown> = Promise.resolve();
  let isOneByOne = false;
  let refusedAgain = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds kept between two writes that go one at a time. */
  let gap = 0;

  const running = async (send: () => Promise<AnsweredExchange>): Promise<AnsweredExchange> => {
    const sent = send();
    underWay.add(sent);
    try {
      return await sent;
    } finally {
      underWay.delete(sent);
      endedAt = performance.now();
    }
  };

  const goAlone = (pause: number, send: () => Promise<AnsweredExchange>): Promise<AnsweredExchange> => {
    const before = alone;
    const sent = (async () => {
      await before.catch(() => undefined);
      await Promise.allSettled(underWay);
      const wait = endedAt + pause - performance.now();
      if (wait > 0) await sleep(wait);
      return running(send);
    })();
    alone = sent.catch(() => undefined);
    return sent;
  };

  const goWithOthers = async (send: () => Promise<AnsweredExchange>): Promise<AnsweredExchange> => {
    await alone;
    return isOneByOne ? goAlone(gap, send) : running(send);
  };

  return {
    /** Sends a write when it is its turn, and once more where another one may have kept it from being taken. */
    async send(
      { method, endpoint }: OutgoingRequest,
      send: () => Promise<AnsweredExchange>,
    ): Promise<AnsweredExchange> {
      if (method === 'GET') return send();
      const [endedBefore, company] = [endedAt, underWay.size];
      const exchange = await goWithOthers(send);
      if (isOneByOne && isSuccess(exchange)) gap = gap < leastGap ? 0 : gap * shorter;
      const hadCompany = isOneByOne || company + underWay.size > 0 || exchange.startedAt - endedBefore < apart;
      if (!busy.has(exchange.answer.status) || !hadCompany || !(isOneByOne || telling.has(endpoint))) return exchange;
      const pause = Math.min(Math.max(2 * gap, apart), farApart);
      const again = await goAlone(pause, async () => (refusedAgain < mostRefusedAgain ? send() : exchange));
      if (busy.has(again.answer.status)) {
        refusedAgain += 1;
        return again;
      }
      refusedAgain = 0;
      if (isOneByOne) gap = pause;
      else onLearned(exchange);
      isOneByOne = true;
      return again;
    },
  };
}
