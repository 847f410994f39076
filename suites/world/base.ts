import type { GenerationContext } from '../../generators/index.ts';
import { bounded } from '../../reporters/printable.ts';
import { isRefusal, isSuccess, type Answer, type AnsweredExchange } from '../../target/exchange.ts';
import { OutOfBudget } from '../engine/budget.ts';
import { Undecided } from '../engine/verdicts.ts';
import { objectOf } from '../invariants/reading.ts';

/** What to leave out of, or change in, a canonical body for a target that does not take it. */
export interface Reduction<T> {
  readonly name: string;
  readonly apply: (body: T) => T;
}

/** A body that the target took, and what it was made with: all else varies around it. */
export interface Base<T> {
  readonly context: GenerationContext;
  readonly body: T;
  /** Names of the reductions it took to be taken; none: the canonical body was. */
  readonly reduced: readonly string[];
  /** A body like it: the reductions applied to another one. */
  readonly reduce: (body: T) => T;
  readonly exchange: AnsweredExchange;
}

/** One way to make a body that the target may take. */
export interface Candidate<T> {
  readonly context: GenerationContext;
  readonly reductions: readonly Reduction<T>[];
}

/**
 * The first candidate that the target takes.
 *
 * @param remedyForPlace - what to do about the place that it is sent to, where that is known to be the cause
 * @throws Undecided (`blocked`) with the target's words when it takes none
 */
export async function findBase<T>(
  what: string,
  candidates: readonly Candidate<T>[],
  canonical: (context: GenerationContext) => T,
  send: (body: T) => Promise<AnsweredExchange>,
  remedyForPlace: () => Promise<string | undefined> = async () => undefined,
): Promise<Base<T>> {
  let refused: AnsweredExchange | undefined;
  for (const { context, reductions } of candidates) {
    const reduce = (body: T): T => reductions.reduce((reduced, { apply }) => apply(reduced), body);
    const body = reduce(canonical(context));
    const exchange = await send(body).catch((error: unknown) => {
      // What was refused before tells more than that no more can be tried.
      if (refused === undefined || !(error instanceof OutOfBudget)) throw error;
      return undefined;
    });
    if (exchange === undefined) break;
    if (isSuccess(exchange)) return { context, body, reduced: reductions.map(({ name }) => name), reduce, exchange };
    refused ??= exchange;
    if (!isRefusal(exchange)) break;
  }
  const remedy = (await remedyForPlace().catch(() => undefined)) ?? remedyForContext(candidates[0]?.context);
  throw new Undecided('blocked', `${what} was refused: ${wordsOf(refused)}; ${remedy}`, refused);
}

function remedyForContext(context: GenerationContext | undefined): string {
  const missing = [
    ...(context?.carrierIds.length === 0 ? ['fixtures.carrierIds'] : []),
    ...(context?.planIds.length === 0 ? ['fixtures.planIds'] : []),
  ];
  return missing.length === 0
    ? 'check that fixtures.groupId, carrierIds, planIds and vocabulary are values the target knows'
    : `set ${missing.join(' and ')} to values the target knows`;
}

/** Members of a refusal that tell why; others repeat what was sent, or name the request. */
const reasons: ReadonlySet<string> = new Set(['error', 'errors', 'detail', 'details', 'message', 'messages', 'title']);

/** Characters of a refusal that are repeated at the most. */
const mostWords = 500;

/** Why a request was refused: what the answer says of it, or the whole answer, as one line. */
export function reasonIn({ json, text }: Answer): string {
  const telling = Object.entries(objectOf(json)).filter(([name]) => reasons.has(name.toLowerCase()));
  const isShort = text.length <= mostWords || telling.length === 0;
  return (isShort ? text : JSON.stringify(Object.fromEntries(telling))).replaceAll(/\s+/g, ' ').trim();
}

/** What the target said, in short. */
export function wordsOf(exchange: AnsweredExchange | undefined): string {
  if (exchange === undefined) return 'no answer';
  return `${exchange.answer.status} ${bounded(reasonIn(exchange.answer), mostWords)}`;
}

/** The context with each other pairing of the configured carriers and plans put first. */
export function pairings(context: GenerationContext): readonly GenerationContext[] {
  const { carrierIds, planIds } = context;
  const pairs = carrierIds.flatMap((carrier) => planIds.map((plan) => ({ carrier, plan })));
  return pairs.slice(1, 24).map(({ carrier, plan }) => ({
    ...context,
    carrierIds: [carrier, ...carrierIds.filter((id) => id !== carrier)],
    planIds: [plan, ...planIds.filter((id) => id !== plan)],
  }));
}
