import * as fc from 'fast-check';
import { schemas, type SchemaName } from '../../spec/index.ts';
import { distinct } from '../distinct.ts';
import { schemaNamed } from '../schema/schema-named.ts';
import { replaceAt } from './replace.ts';
import { violations, type Violation } from './violations.ts';
import type { InvalidRule } from './wrong-values.ts';

/** A body that breaks one documented rule at one place, and nothing else. */
export interface InvalidCase {
  /** JSON pointer to the value that breaks it. */
  readonly pointer: string;
  readonly rule: InvalidRule;
  /** The whole body. */
  readonly value: unknown;
}

function violationsOf(schemaName: SchemaName, body: unknown): readonly Violation[] {
  return violations({ ...schemas[schemaName] }, body, schemaNamed);
}

/**
 * Every rule that the documents state of a body's members (type, format, closed list, number of items), each broken
 * once: one case for each member and rule, always in the same order.
 *
 * @param schemaName the body's schema
 * @param canonical a valid body that has every member
 */
export function invalidBodies(schemaName: SchemaName, canonical: unknown): readonly InvalidCase[] {
  // Each member at the first place it is found: another item of a list teaches nothing new.
  const all = distinct(violationsOf(schemaName, canonical), ({ path, rule }) => `${path} ${rule}`);
  return all.map(({ pointer, rule, values }) => ({
    pointer,
    rule,
    value: replaceAt(canonical, pointer, values[0]),
  }));
}

/**
 * Bodies that break one documented rule, anywhere and in various ways.
 *
 * @param schemaName the body's schema
 * @param valid valid bodies, e.g. those of `arbitrarySnapshot`
 */
export function arbitraryInvalid(schemaName: SchemaName, valid: fc.Arbitrary<unknown>): fc.Arbitrary<InvalidCase> {
  return fc.tuple(valid, fc.nat(), fc.nat()).map(([body, which, how]) => {
    const all = violationsOf(schemaName, body);
    const chosen = all[which % all.length];
    if (chosen === undefined) throw new RangeError(`${schemaName}: no rule to break`);
    const { pointer, rule, values } = chosen;
    return { pointer, rule, value: replaceAt(body, pointer, values[how % values.length]) };
  });
}
