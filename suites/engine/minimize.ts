/**
 * Looks for a small subset of the parts that still fails, by leaving out parts that it does not need, the last ones
 * first.
 *
 * @param fails - whether a subset fails; the whole is known to fail, the empty subset is known not to
 * @param budget - most tries: after them, the smallest subset so far is the result
 */
export async function minimize<T>(
  parts: readonly T[],
  fails: (subset: readonly T[]) => Promise<boolean>,
  budget: number,
): Promise<readonly T[]> {
  let tries = 0;
  const without = (gone: readonly T[]): readonly T[] => parts.filter((part) => !gone.includes(part));
  const gone = await leaveOut(parts.toReversed(), async (some) => {
    const left = without(some);
    if (left.length === 0 || tries >= budget) return false;
    tries += 1;
    return fails(left);
  });
  return without(gone);
}

/**
 * Leaves out as many parts as it can: all at once if possible, otherwise one half after the other, down to single
 * parts. If most can go, that takes a few tries, and about two more for each halving on the way to a part that stays.
 *
 * @param holds - whether what matters is still there without these parts
 * @returns the parts that were left out
 */
export async function leaveOut<T>(
  parts: readonly T[],
  holds: (gone: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let gone: readonly T[] = [];
  const without = async (some: readonly T[]): Promise<void> => {
    if (some.length === 0) return;
    if (await holds([...gone, ...some])) {
      gone = [...gone, ...some];
      return;
    }
    if (some.length === 1) return;
    const half = Math.ceil(some.length / 2);
    await without(some.slice(0, half));
    await without(some.slice(half));
  };
  await without(parts);
  return gone;
}
