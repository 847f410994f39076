import { setTimeout as sleep } from 'node:timers/promises';
import { objectOf } from '../../spec/index.ts';
import { heldStatuses, isAnswered, isSuccess, type Exchange, type OutgoingRequest } from '../../target/exchange.ts';
import { wordingOf } from './verdicts.ts';

/** Creates whose conflicts show whether writes go one at a time; an edit may be refused for its version. */
const informative: ReadonlySet<string> = new Set(['E2', 'E3']);

/** The ids by which a service may know the employee of a snapshot; none for any other request. */
function namesOfEmployee({ endpoint, json }: OutgoingRequest): readonly string[] {
  const { id, custom_individual_id: customId } = objectOf(endpoint === 'E6' ? objectOf(json).employee : undefined);
  return [id, customId].filter((name) => typeof name === 'string').map((name) => name.toLowerCase());
}

/** Shortest pause, in milliseconds, to try after a conflict: a write may not be over when it is answered. */
const apart = 100;

/** Longest pause, in milliseconds, between serialized writes: those that are farther apart do not conflict. */
const farApart = 1_000;

/** Precision, in milliseconds, to which pauses are learned; no pause is shorter. */
const leastGap = 8;

/** Share by which a too short pause loses weight with each accepted write; each further conflict halves it. */
const forgetting = { first: 0.1, least: 0.004 };

/**
 * How often a refused write is retried alone. A write that was turned away is retried only once, as each try of it was
 * already repeated.
 */
const fewTries = 3;

/** Factor by which a pause that was too short grows: the last of the fewest tries comes after the longest one. */
const growth = (farApart / apart) ** (1 / (fewTries - 1));

/** The same for a decision, with no other decision in flight: the one before may be in process for seconds. */
const triesInProcess = 7;

/** After this many failed retries in a row, refusals in the same words are taken to have other reasons. */
const mostInVain = 8;

/** The same for refusals in any words, until it is known that writes go one at a time. */
const mostInVainBefore = 24;

/** The pause that a target needs after each write: halfway between too short and long enough, until close. */
function createGap() {
  let tooShort = 0;
  let enough = 0;
  let forgets = forgetting.first;
  return {
    /** The pause to keep now, in milliseconds. */
    get current() {
      const gap = enough - tooShort > leastGap ? (tooShort + enough) / 2 : enough;
      return gap < leastGap ? 0 : gap;
    },
    /** A longer pause to try after one that was too short. */
    longer: (pause: number): number => (enough > pause ? enough : Math.min(Math.max(growth * pause, apart), farApart)),
    /** Notes that one pause was too short and another one was long enough. */
    narrow(refusedAfter: number, takenAfter: number): void {
      tooShort = refusedAfter;
      if (refusedAfter > 0) forgets = Math.max(forgets / 2, forgetting.least);
      enough = enough > refusedAfter ? Math.min(enough, takenAfter) : takenAfter;
    },
    took(pause: number): void {
      enough = Math.min(enough, Math.max(pause, tooShort));
      tooShort *= 1 - forgets;
      if (enough < leastGap) forgets = forgetting.first;
    },
  };
}

type Send = () => Promise<Exchange>;

/** Whether a write was turned away on every try. */
const isTurnedAway = ({ failure }: Exchange): boolean => failure?.kind === 'unavailable';

/** Whether a refused write may be accepted when no other one is in flight. */
const isHeld = (exchange: Exchange): boolean =>
  isTurnedAway(exchange) || heldStatuses.has(exchange.answer?.status ?? 0);

const sayingOf = (exchange: Exchange): string =>
  isAnswered(exchange) ? wordingOf(exchange) : `${exchange.request.endpoint} ${exchange.failure?.message}`;

/**
 * Lets writes go one at a time if the target needs that. A write that was refused as a conflict, as too early or as one
 * too many is retried when no other one is in flight. If it is accepted then, all writes go one at a time from then on,
 * as far apart as the target needs.
 *
 * @param onLearned - called with the refusal that showed it
 * @param mostTries - how often a write is retried alone
 */
function createTurns(onLearned: (refused: Exchange) => void, mostTries = fewTries) {
  const underWay = new Set<Promise<unknown>>();
  const gap = createGap();
  /** Unsuccessful retries since the last success, by the words of the refusals; `inVainBefore` counts all of them. */
  const inVain = new Map<string, number>();
  let inVainBefore = 0;
  /** Settles when the last write that goes alone has ended. */
  let alone: Promise<unknown> = Promise.resolve();
  let isOneByOne = false;
  /** Whether the target also needs its pause after writes that it refused. */
  let isLockedByRefused = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  let takenAt = Number.NEGATIVE_INFINITY;
  let wasTaken = false;
  /** Whether the last write was not sent because the run sends no more: then the next ones need not pause. */
  let isOver = false;

  const running = async (send: Send): Promise<Exchange> => {
    const sent = send();
    underWay.add(sent);
    let isSent = false;
    try {
      const exchange = await sent;
      isSent = true;
      wasTaken = isSuccess(exchange);
      if (wasTaken) takenAt = performance.now();
      return exchange;
    } finally {
      underWay.delete(sent);
      isOver = !isSent;
      endedAt = performance.now();
    }
  };

  const until = async (moment: number): Promise<void> => {
    const wait = moment - performance.now();
    if (wait > 0 && !isOver) await sleep(wait);
  };

  const inTurn = (turn: Send): Promise<Exchange> => {
    const before = alone;
    const sent = (async () => {
      await before.catch(() => undefined);
      await Promise.allSettled(underWay);
      return turn();
    })();
    alone = sent.catch(() => undefined);
    return sent;
  };

  /** Retries a refused write after ever longer pauses, until it is accepted or seems refused for its content. */
  const sendAgain = async (
    {
      refused,
      pause,
      wasAfterTaken,
      says,
    }: { refused: Exchange; pause: number; wasAfterTaken: boolean; says: boolean },
    send: Send,
  ): Promise<Exchange> => {
    const wording = sayingOf(refused);
    const most = isTurnedAway(refused) ? 1 : mostTries;
    const each = mostTries / most;
    const mayHelp = (): boolean =>
      (inVain.get(wording) ?? 0) < mostInVain && (isOneByOne || inVainBefore < mostInVainBefore);
    let [last, shorter] = [refused, pause];
    for (let tries = 0; tries < most && mayHelp(); tries += 1) {
      const longer = gap.longer(shorter);
      await until(endedAt + longer);
      last = await running(send);
      // Before writes are known to go one at a time, a refusal for another reason shows nothing.
      if (isSuccess(last) || (isOneByOne && !isHeld(last))) {
        inVain.set(wording, 0);
        // A write that has reasons of its own to be accepted only later says nothing about the others.
        if (says && wasAfterTaken) gap.narrow(shorter, longer);
        else if (says) isLockedByRefused = true;
        if (!isOneByOne) onLearned(refused);
        isOneByOne = true;
        return last;
      }
      inVain.set(wording, (inVain.get(wording) ?? 0) + each);
      inVainBefore += each;
      if (!isHeld(last)) return last;
      shorter = longer;
    }
    return last;
  };

  /** Sends a write as soon after the previous one as the target accepts it. */
  const sendAfter = async (says: boolean, send: Send): Promise<Exchange> => {
    const pause = gap.current;
    const wasAfterTaken = isLockedByRefused || wasTaken;
    const since = isLockedByRefused ? endedAt : takenAt;
    await until(since + pause);
    const kept = performance.now() - since;
    const exchange = await running(send);
    if (isHeld(exchange))
      return sendAgain({ refused: exchange, pause, wasAfterTaken, says: says || isTurnedAway(exchange) }, send);
    if (isSuccess(exchange)) gap.took(kept);
    return exchange;
  };

  return {
    get isOneByOne() {
      return isOneByOne;
    },
    /**
     * Sends a write when it is its turn, and retries it if another write may have caused its refusal.
     *
     * @param says - whether a conflict of this write can show that
     * @param begin - sends it for the first time; default: `send`
     */
    async send(says: boolean, send: Send, begin: Send = send): Promise<Exchange> {
      const [endedBefore, company] = [endedAt, underWay.size];
      await alone;
      if (isOneByOne) return inTurn(() => sendAfter(says, send));
      const exchange = await running(begin);
      const hadCompany = isOneByOne || company + underWay.size > 0 || exchange.startedAt - endedBefore < farApart;
      const maySaySo = isTurnedAway(exchange) || (hadCompany && (isOneByOne || says));
      if (!isHeld(exchange) || !maySaySo) return exchange;
      return inTurn(() => sendAgain({ refused: exchange, pause: 0, wasAfterTaken: true, says: true }, send));
    },
  };
}

export type WriteTurns = ReturnType<typeof createWriteTurns>;

/**
 * Learns whether a target refuses a write while another one is in flight, or soon after it. That may hold for
 * connections among themselves, because they belong to an organization, for decisions among themselves, because one may
 * be in process, or for all writes. Among snapshots, only that of a new employee shows it: any other may be refused
 * because another snapshot of its employee is in process.
 *
 * @param onLearned - called with which writes go one at a time, and the refusal that showed it
 */
export function createWriteTurns(
  onLearned: (which: 'connections' | 'renewal decisions' | 'writes', refused: Exchange) => void,
) {
  const ofAll = createTurns((refused) => onLearned('writes', refused));
  const amongThemselves: Readonly<Partial<Record<string, ReturnType<typeof createTurns>>>> = {
    E2: createTurns((refused) => onLearned('connections', refused)),
    E3: createTurns((refused) => onLearned('renewal decisions', refused), triesInProcess),
  };
  /** Employees whose snapshots were sent, or that the target named. */
  const employees = new Set<string>();

  const isInformative = (request: OutgoingRequest): boolean => {
    const names = namesOfEmployee(request);
    const isOfNew = names.length > 0 && !names.some((name) => employees.has(name));
    for (const name of names) employees.add(name);
    return isOfNew || informative.has(request.endpoint);
  };

  return {
    /** Sends a write when it is its turn, and retries it if another write may have caused its refusal. */
    async send(request: OutgoingRequest, send: Send): Promise<Exchange> {
      if (request.method === 'GET') return send();
      const says = isInformative(request);
      const alike = ofAll.isOneByOne ? undefined : amongThemselves[request.endpoint];
      const exchange = await ofAll.send(says, send, alike && (() => alike.send(says, send)));
      const { employee_id: employee } = objectOf(exchange.answer?.json);
      if (typeof employee === 'string') employees.add(employee.toLowerCase());
      return exchange;
    },
  };
}
