const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/**
 * A configuration without the members that are null, which is how YAML reads a key whose entries are all commented out:
 * such a key says nothing. What a list holds stays as it is, and so do the values that `expect` pins.
 */
export function withoutNulls(content: object): object {
  if (!isPlain(content)) return content;
  const said = Object.entries(content).filter(([, value]) => value !== null);
  return Object.fromEntries(
    said.map(([key, value]) => [key, isPlain(value) && key !== 'expect' ? withoutNulls(value) : value]),
  );
}
