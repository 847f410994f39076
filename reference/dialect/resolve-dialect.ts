import { createHash } from 'node:crypto';
import { seededRandom } from '../seed/random.ts';
import { choices } from './choices.ts';
import type { Choice } from './choice.ts';
import type { Dialect } from './dialect.ts';

const points: readonly (readonly [name: string, choice: Choice<unknown>])[] = Object.entries(choices);

/** Decides every open point. */
function decide(pick: (choice: Choice<unknown>, name: string) => unknown): Dialect {
  // Every name is there, each with one of its own values.
  return Object.fromEntries(points.map(([name, choice]) => [name, pick(choice, name)])) as Dialect;
}

/** The choices this service makes when nobody tells it otherwise. */
export const defaultDialect: Dialect = decide(({ values }) => values[0]);

/** A seed for each name, so that a new open point changes nothing about what is drawn for the others. */
function seedOf(name: string, seed: number): number {
  return createHash('sha256').update(`${seed}:${name}`).digest().readUInt32LE();
}

function draw({ values, weights }: Choice<unknown>, seed: number): unknown {
  const shares = weights ?? values.map((_value, index) => (index === 0 ? values.length - 1 : 1));
  let left = seededRandom(seed).below(shares.reduce((sum, share) => sum + share, 0));
  return values.find((_value, index) => (left -= shares[index] ?? 0) < 0) ?? values[0];
}

/**
 * Draws a value for every open point, about half of them this service's own.
 *
 * @param seed any integer; the same seed gives the same dialect
 */
export function randomDialect(seed: number): Dialect {
  const hindrances = points.filter(([, { hinders }]) => hinders).map(([name]) => name);
  const hindrance = hindrances[seededRandom(seedOf('hindrance', seed)).below(hindrances.length)];
  return decide((choice, name) =>
    choice.hinders && name !== hindrance ? choice.values[0] : draw(choice, seedOf(name, seed)),
  );
}

/** The default dialect with some points decided otherwise. */
export function resolveDialect(partial: Partial<Dialect> = {}): Dialect {
  return { ...defaultDialect, ...partial };
}
