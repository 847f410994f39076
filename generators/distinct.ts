/** The items of a list without those whose key an earlier one has. */
export function distinct<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  return [...Map.groupBy(list, keyOf).values()].flatMap((group) => group.slice(0, 1));
}
