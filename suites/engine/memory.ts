import { archiveInMemory, type ExchangeArchive } from '../../target/exchange-archive.ts';

/** A place in a memory: the function that makes the value it starts from, which is also its key. */
export type Slot<T> = () => T;

/** What rules remember from one exchange to the next; one memory for each run. */
export interface Memory {
  /** The value in the slot, made on first use. */
  at<T>(slot: Slot<T>): T;
  /** Where exchanges are put that may have to be shown later: slots hold what it gives for them. */
  readonly archive: ExchangeArchive;
}

/** An empty memory. */
export function createMemory(archive: ExchangeArchive = archiveInMemory()): Memory {
  const values = new Map<Slot<unknown>, unknown>();
  return {
    archive,
    at<T>(slot: Slot<T>): T {
      if (!values.has(slot)) values.set(slot, slot());
      return values.get(slot) as T;
    },
  };
}
