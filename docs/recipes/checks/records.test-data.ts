/** A mapping of YAML or JSON, of unknown values. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The mappings of a list; none of anything else. */
export function mappingsOf(value: unknown): readonly Mapping[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

/** The strings of a list or a single string; none of anything else. */
export function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}
