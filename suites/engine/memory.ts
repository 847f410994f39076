import { archiveInMemory, type ExchangeArchive } from '../../target/exchange-archive.ts';

/** A place in a memory: the function that makes its initial value, which is also its key. */
export type Slot<T> = () => T;

/** What rules remember from one exchange to the next; one memory for each run. */
export type Memory = ReturnType<typeof createMemory>;

export function createMemory(archive: ExchangeArchive = archiveInMemory()) {
  const values = new Map<Slot<unknown>, unknown>();
  return {
    archive,
    at<T>(slot: Slot<T>): T {
      const known = values.get(slot);
      if (known !== undefined) return known as T;
      const first = slot();
      values.set(slot, first);
      return first;
    },
  };
}
