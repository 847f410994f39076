/** The items of a list without those whose key an earlier one has. */
export function distinct<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  const taken = new Set<string>();
  return list.filter((item) => {
    const key = keyOf(item);
    const isFirst = !taken.has(key);
    taken.add(key);
    return isFirst;
  });
}
