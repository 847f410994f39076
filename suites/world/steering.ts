import { isRefusal, type AnsweredExchange } from '../../target/exchange.ts';
import { minimize } from '../engine/minimize.ts';
import type { Session } from '../engine/session.ts';
import { departuresOf, keeping, keepingOnly, keyOf, type Departure } from './departures.ts';

/** Sends bodies to a target that may not take all of them. */
export interface Steering<T> {
  /** Sends the body; when it is refused, the one most like it that is taken. @returns the last answer */
  send(body: T, by: (body: T) => Promise<AnsweredExchange>): Promise<AnsweredExchange>;
  /** What the target was found not to take, one line each. */
  readonly learned: readonly string[];
}

/** What bodies are steered by. */
export interface SteeringOptions<T> {
  /** A body that the target took. */
  readonly taken: T;
  /** Makes sense of a body that others were put together to. */
  readonly mend?: (body: T) => T;
  /** What most probably makes a refused body one that is taken, tried before anything is looked into. */
  readonly repair?: { readonly name: string; readonly apply: (body: T) => T };
}

/** Requests spent at the most on finding out what the target does not take: past that what is known is applied. */
const probeBudget = 500;
/** Requests spent on one refused body at the most. */
const budgetOfOne = 60;
/** Refused bodies that no lesson came of, in a row, after which no more are looked into. */
const mostBarren = 5;

/** Sends a body to where it belongs. */
type Send<T> = (body: T) => Promise<AnsweredExchange>;

/** What the target was found to refuse: departures that are refused together, and none of them alone. */
type Lesson = readonly Departure[];

/**
 * Business rules are not shown, so that a target may refuse a generated body for reasons nobody can know before. What
 * a refused body has that the one which was taken has not is narrowed down to the least that is refused: a kind of
 * value of one member, a member that is missing, a number of items, or a combination. Later bodies are sent without
 * that, and all else of them still varies.
 */
export function createSteering<T>(session: Session, { taken, mend, repair }: SteeringOptions<T>): Steering<T> {
  const lessons: Lesson[] = [];
  let isRepaired = false;
  let probes = 0;
  let barren = 0;
  let queue: Promise<AnsweredExchange | undefined> = Promise.resolve(undefined);

  /** The body without what is known to be refused. */
  const steered = (body: T): T => {
    const sound = isRepaired && repair !== undefined ? repair.apply(body) : body;
    if (lessons.length === 0) return sound;
    const present = new Set(departuresOf(sound, taken).map(keyOf));
    const applied = lessons.map((lesson) => lesson.map(keyOf)).filter((keys) => keys.every((key) => present.has(key)));
    const refused = new Set(applied.flat());
    return refused.size === 0 ? sound : keeping(sound, taken, (departure) => !refused.has(keyOf(departure)), mend);
  };

  /** How much is known: more than before means that a refused body is worth another try. */
  const known = (): number => lessons.length + Number(isRepaired);

  const mayProbe = (): boolean => probes < probeBudget && barren < mostBarren && performance.now() < session.deadline;

  /** Finds the least of a refused body that is refused, and what is refused alike. @returns none when nothing of it is */
  const narrowed = async (sent: T, by: Send<T>, isOver: () => boolean): Promise<readonly Lesson[]> => {
    const isRefused = async (kept: readonly Departure[]): Promise<boolean> => {
      probes += 1;
      return isRefusal(await by(keepingOnly(sent, taken, kept, mend)));
    };
    const departures = departuresOf(sent, taken);
    // Values stand in a frame of items and members: it is kept while they are looked into, and else looked into itself.
    const frame = departures.filter(({ isFrame }) => isFrame);
    const isTheFrame = await isRefused(frame);
    const suspects = isTheFrame ? frame : departures.filter(({ isFrame }) => !isFrame);
    // What is refused without any departure is refused for something that bodies cannot be steered around.
    if (suspects.length === 0 || (isTheFrame && (await isRefused([])))) return [];
    const kept = isTheFrame ? [] : frame;
    const culprits = await minimize(suspects, (subset) => isRefused([...kept, ...subset]), budgetOfOne);
    const found: Lesson[] = [culprits];
    const [only, ...others] = culprits;
    if (only === undefined || others.length > 0) return found;
    // What one member is refused for, members like it are likely to be refused for as well.
    for (const alike of suspects.filter(({ path, how }) => how === only.how && path !== only.path))
      if (!isOver() && (await isRefused([...kept, alike]))) found.push([alike]);
    return found;
  };

  /** Looks into a refused body until what is left of it is taken. */
  const learn = async (
    body: T,
    by: Send<T>,
    knownThen: number,
    refused: AnsweredExchange,
  ): Promise<AnsweredExchange> => {
    let last = known() > knownThen ? await by(steered(body)) : refused;
    if (!isRepaired && repair !== undefined && isRefusal(last) && mayProbe()) {
      probes += 1;
      const repaired = await by(repair.apply(steered(body)));
      if (!isRefusal(repaired)) {
        isRepaired = true;
        return repaired;
      }
    }
    const end = probes + budgetOfOne;
    const isOver = (): boolean => probes >= end || !mayProbe();
    while (isRefusal(last) && !isOver()) {
      const found = await narrowed(steered(body), by, isOver);
      barren = found.length === 0 ? barren + 1 : 0;
      if (found.length === 0) return last;
      lessons.push(...found);
      last = await by(steered(body));
    }
    return last;
  };

  return {
    get learned() {
      return [...(isRepaired && repair !== undefined ? [repair.name] : []), ...linesOf(lessons)];
    },
    async send(body, by) {
      const knownThen = known();
      const exchange = await by(steered(body));
      if (!isRefusal(exchange)) return exchange;
      // One body at a time: what it teaches may be all there is to learn from the others.
      const lesson = queue.then(() => learn(body, by, knownThen, exchange));
      queue = lesson.catch(() => undefined);
      return lesson;
    },
  };
}

/** The lessons in words: one line for each kind of departure, with the members where it is refused. */
function linesOf(lessons: readonly Lesson[]): readonly string[] {
  const single = new Map(
    lessons.filter(({ length }) => length === 1).flatMap((lesson) => lesson.map((one) => [keyOf(one), one])),
  );
  const hows = new Set([...single.values()].map(({ how }) => how));
  const pathsOf = (how: string): string =>
    [...single.values()]
      .filter((one) => one.how === how)
      .map(({ path }) => path)
      .join(', ');
  // A combination that holds something which is refused alone was found before that was known.
  const combinations = lessons
    .map((lesson) => lesson.map(keyOf))
    .filter((keys) => !keys.some((key) => single.has(key)));
  return [
    ...[...hows].map((how) => `${how} (${pathsOf(how)})`),
    ...combinations.map((keys) => keys.join(' together with ')),
  ];
}
