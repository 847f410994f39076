/**
 * Runs what does not depend on each other at the same time, and all of it to its end. The client bounds what is in flight.
 *
 * @returns the results, in the order of the items
 * @throws what the first of the items that failed threw, by their order: it is the same however they interleave
 */
export async function sideBySide<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> {
  // What throws at once must not leave those that were begun before to nobody.
  const outcomes = await Promise.allSettled(items.map(async (item) => run(item)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
