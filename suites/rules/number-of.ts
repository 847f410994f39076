/** A number of things in words: `1 record`, `2 records`. */
export function numberOf(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
