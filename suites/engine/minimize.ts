/**
 * Looks for a small subset of the parts that still fails, by delta debugging (Zeller, Hildebrandt 2002): halves first,
 * then ever finer pieces, until no single part can be left out.
 *
 * @param fails - whether a subset fails; the whole is known to
 * @param budget - tries at most: after them the smallest subset so far is the result
 */
export async function minimize<T>(
  parts: readonly T[],
  fails: (subset: readonly T[]) => Promise<boolean>,
  budget: number,
): Promise<readonly T[]> {
  let tries = 0;
  const isOver = (): boolean => tries >= budget;
  const failing = async (subset: readonly T[]): Promise<boolean> => {
    if (isOver()) return false;
    tries += 1;
    return fails(subset);
  };
  let smallest = parts;
  let pieces = 2;
  while (smallest.length > 1 && !isOver()) {
    const size = Math.ceil(smallest.length / pieces);
    const chunks = Array.from({ length: Math.ceil(smallest.length / size) }, (_, at) =>
      smallest.slice(at * size, (at + 1) * size),
    );
    const all = smallest;
    // With two pieces, what is left without one is the other.
    const rests = pieces === 2 ? [] : chunks.map((chunk) => all.filter((part) => !chunk.includes(part)));
    const smaller = await firstOf([...chunks, ...rests], failing);
    if (smaller !== undefined) {
      pieces = chunks.includes(smaller) ? 2 : Math.max(pieces - 1, 2);
      smallest = smaller;
    } else {
      if (pieces >= smallest.length) break;
      pieces = Math.min(pieces * 2, smallest.length);
    }
  }
  return smallest;
}

/**
 * Leaves out parts one by one where they can't go together: all of them at once, otherwise one half after the other,
 * down to single ones. Where most can go, that takes a few tries, and two or so for each halving that leads to a part that stays.
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

async function firstOf<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item;
  return undefined;
}
