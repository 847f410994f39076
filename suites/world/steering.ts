import { isRefusal, type AnsweredExchange } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import type { Taming } from './taming.ts';

/** Sends bodies to a target that may not take all of them. */
export interface Steering<T> {
  /** Sends the body; when it is refused, a tamer one like it. @returns the last answer */
  send(body: T, by: (body: T) => Promise<AnsweredExchange>): Promise<AnsweredExchange>;
  /** What the target was found not to take. */
  readonly learned: readonly string[];
}

/** Refusals that are looked into: past that only what has been learned is applied. */
const mostLessons = 40;

/**
 * Business rules are not shown, so that a target may refuse a generated body for reasons nobody can know before. A
 * refused body is sent again with one kind of members put back to what the target is known to take, then with ever
 * more of them; the kinds that made the difference are put back in later bodies from the start, and all else still
 * varies.
 */
export function createSteering<T>(session: Session, tamings: readonly Taming[]): Steering<T> {
  const learned = new Set<Taming>();
  let taught = 0;
  let lessons: Promise<AnsweredExchange | undefined> = Promise.resolve(undefined);
  const tame = (body: T, by: readonly Taming[]): T => by.reduce<unknown>((tamed, { apply }) => apply(tamed), body) as T;

  return {
    get learned() {
      return [...learned].map(({ name }) => name);
    },
    async send(body, by) {
      const sent = [...learned];
      const exchange = await by(tame(body, sent));
      if (!isRefusal(exchange)) return exchange;
      // One lesson at a time: what the others are about to learn may be all there is to learn.
      const lesson = lessons.then(() => learn(body, by, sent.length, exchange));
      lessons = lesson.catch(() => undefined);
      return lesson;
    },
  };

  async function learn(
    body: T,
    by: (body: T) => Promise<AnsweredExchange>,
    knownThen: number,
    refused: AnsweredExchange,
  ): Promise<AnsweredExchange> {
    const known = [...learned];
    const again = known.length > knownThen ? await by(tame(body, known)) : refused;
    if (!isRefusal(again) || taught >= mostLessons || performance.now() > session.deadline) return again;
    taught += 1;
    const others = tamings.filter((taming) => !learned.has(taming));
    const attempts = [...others.map((one) => [one]), ...others.map((_, last) => others.slice(0, last + 1)).slice(1)];
    for (const attempt of attempts) {
      const exchange = await by(tame(body, [...known, ...attempt]));
      if (isRefusal(exchange)) continue;
      for (const taming of attempt) learned.add(taming);
      return exchange;
    }
    return again;
  }
}
