/** A named place in a memory, with the value it starts from. */
export interface Slot<T> {
  readonly name: string;
  create(): T;
}

/** What invariants remember from one exchange to the next; one memory for each run. */
export interface Memory {
  /** The value in the slot, made on first use. */
  at<T>(slot: Slot<T>): T;
}

/** An empty memory. */
export function createMemory(): Memory {
  const values = new Map<Slot<unknown>, unknown>();
  return {
    at<T>(slot: Slot<T>): T {
      if (!values.has(slot)) values.set(slot, slot.create());
      return values.get(slot) as T;
    },
  };
}
