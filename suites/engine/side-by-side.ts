/**
 * Runs independent items at the same time, and waits for all of them to end. The client limits the requests in flight.
 *
 * @returns the results, in the order of the items
 * @throws the error of the first failed item, in the order of the items: it is the same however they interleave
 */
export async function sideBySide<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> {
  // An item that throws synchronously must not leave those started before it with nobody to handle their errors.
  const outcomes = await Promise.allSettled(items.map(async (item) => run(item)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
