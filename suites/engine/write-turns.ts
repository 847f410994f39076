import { setTimeout as sleep } from 'node:timers/promises';
import { objectOf } from '../../spec/index.ts';
import { heldStatuses, isAnswered, isSuccess, type Exchange, type OutgoingRequest } from '../../target/exchange.ts';
import { wordingOf } from './verdicts.ts';

/** Creates from whose conflicts it is learned: an edit may be refused for its version. */
const informative: ReadonlySet<string> = new Set(['E2', 'E3']);

/** What a service may know the employee of a snapshot by; nothing for any other request. */
function namesOfEmployee({ endpoint, json }: OutgoingRequest): readonly string[] {
  const { id, custom_individual_id: customId } = objectOf(endpoint === 'E6' ? objectOf(json).employee : undefined);
  return [id, customId].filter((name) => typeof name === 'string').map((name) => name.toLowerCase());
}

/** Milliseconds between two writes of which the first may not be over with its answer. */
const apart = 100;

/** By what a pause that was too short is multiplied: with the fewest tries it grows to the longest one. */
const growth = 3.2;

/** Most milliseconds between two writes that go one at a time; two that are farther apart don't conflict. */
const farApart = 1_000;

/** Milliseconds: pauses are learned as exactly as that, and none is shorter. */
const leastGap = 8;

/**
 * By what share a pause that was too short counts for less after each write that is taken, so that a single conflict slows
 * no whole run: halved with each conflict more, up to a limit.
 */
const forgetting = { first: 0.1, least: 0.004 };

/** Times that a write is sent again alone; one that was turned away once: it was sent again as often each time. */
const fewTries = 3;

/** The same of a decision, while no other decision is sent: the one before may be in process for seconds. */
const triesInProcess = 7;

/** Writes in a row refused in the same words and sent again without success, after which such refusals have other reasons. */
const mostInVain = 8;

/** The same in any words, as long as it is not known that writes go one at a time. */
const mostInVainBefore = 24;

/**
 * The pause that a target needs after each write: halfway between one that was too short and one that was long enough,
 * until they are close.
 */
function createGap() {
  let tooShort = 0;
  let enough = 0;
  let forgets = forgetting.first;
  return {
    /** Milliseconds to keep now. */
    get current() {
      const gap = enough - tooShort > leastGap ? (tooShort + enough) / 2 : enough;
      return gap < leastGap ? 0 : gap;
    },
    /** A pause that may be long enough where another one was not. */
    longer: (pause: number): number => (enough > pause ? enough : Math.min(Math.max(growth * pause, apart), farApart)),
    /** One pause was too short, another one was not. */
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

/** Whether a write was turned away however often it was sent. */
const isTurnedAway = ({ failure }: Exchange): boolean => failure?.kind === 'unavailable';

/** Whether a write may be taken when no other one is under way. */
const isHeld = (exchange: Exchange): boolean =>
  isTurnedAway(exchange) || heldStatuses.has(exchange.answer?.status ?? 0);

const sayingOf = (exchange: Exchange): string =>
  isAnswered(exchange) ? wordingOf(exchange) : `${exchange.request.endpoint} ${exchange.failure?.message}`;

/**
 * Writes that may have to go one at a time: one that was refused as a conflict, as too early or as one too many, is sent again
 * when no other of them is under way. Where that is taken, all of them go one at a time from then on, and as far apart as it needs.
 *
 * @param onLearned - called with the refusal that showed it
 * @param mostTries - times that a write is sent again alone
 */
function createTurns(onLearned: (refused: Exchange) => void, mostTries = fewTries) {
  const underWay = new Set<Promise<unknown>>();
  const gap = createGap();
  /** Writes sent again without success since one was taken, by what the refusals say, and of all. */
  const inVain = new Map<string, number>();
  let inVainBefore = 0;
  /** The end of the last write that goes alone. */
  let alone: Promise<unknown> = Promise.resolve();
  let isOneByOne = false;
  /** Whether the target needs its pause after writes that it refused, too. */
  let isLockedByRefused = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  let takenAt = Number.NEGATIVE_INFINITY;
  let wasTaken = false;
  /** Whether the last write was not sent, as none is any more: nobody has to wait for the next one. */
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

  /** Sends a refused write again after longer and longer pauses, until it is taken, or seems to be refused for its content. */
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
      // What is refused for another reason now may just have several.
      if (isSuccess(last) || (isOneByOne && !isHeld(last))) {
        inVain.set(wording, 0);
        // What has reasons of its own to be taken later says nothing of the others.
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

  /** Sends a write as soon after the one before as the target takes it. */
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
     * Sends a write when it is its turn, and again where another one may have kept it from being taken.
     *
     * @param says - whether a conflict can say so
     * @param begin - sends it for the first time; default: like any other time
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
 * Learns whether a target refuses a write while another one is under way, or soon after it: connections among themselves, as
 * they are of an organization, decisions among themselves, as one may be in process, snapshots among themselves, or all writes.
 * A snapshot says so of a
 * new employee alone: it may be refused while another one of its employee is in process.
 *
 * @param onLearned - called with which writes go one at a time, and the refusal that showed it
 */
export function createWriteTurns(
  onLearned: (which: 'connections' | 'renewal decisions' | 'member snapshots' | 'writes', refused: Exchange) => void,
) {
  const ofAll = createTurns((refused) => onLearned('writes', refused));
  const amongThemselves: Readonly<Partial<Record<string, ReturnType<typeof createTurns>>>> = {
    E2: createTurns((refused) => onLearned('connections', refused)),
    E3: createTurns((refused) => onLearned('renewal decisions', refused), triesInProcess),
    E6: createTurns((refused) => onLearned('member snapshots', refused)),
  };
  /** Employees that snapshots were sent of, or that the target named. */
  const employees = new Set<string>();

  const isInformative = (request: OutgoingRequest): boolean => {
    const names = namesOfEmployee(request);
    const isOfNew = names.length > 0 && !names.some((name) => employees.has(name));
    for (const name of names) employees.add(name);
    return isOfNew || informative.has(request.endpoint);
  };

  return {
    /** Sends a write when it is its turn, and again where another one may have kept it from being taken. */
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
