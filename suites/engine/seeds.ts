/**
 * The seed of one named property within a run: the run's seed mixed with the name (FNV-1a), so that a property sees
 * the same values whether it runs alone or among all others.
 */
export function seedOf(runSeed: number, name: string): number {
  let hash = 0x811c9dc5 ^ runSeed;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash & 0x7fffffff;
}
