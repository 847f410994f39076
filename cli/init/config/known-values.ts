import { vocabulary } from '../../../spec/index.ts';
import type { SeenInRecords } from '../probe/learned.ts';

const known = (key: 'plan_type' | 'metal_tier'): readonly string[] => vocabulary[key].map(({ value }) => value);

/**
 * Coded values of a target that the built-in ones lack. Where those that were seen are all built in, the built-in ones
 * stay: they say more than a few records do.
 */
export function vocabularyOf({ planTypes, metalTiers }: SeenInRecords): Readonly<Record<string, readonly string[]>> {
  const seen = { plan_type: planTypes, metal_tier: metalTiers } as const;
  const keys = ['plan_type', 'metal_tier'] as const;
  return Object.fromEntries(
    keys.filter((key) => seen[key].some((value) => !known(key).includes(value))).map((key) => [key, seen[key]]),
  );
}

/** Lines of coverage that were seen beyond those whose keys the document shows. */
export function linesBeyondShown({ lines }: SeenInRecords): readonly string[] {
  return lines.filter((line) => line !== 'medical' && line !== 'dental');
}
