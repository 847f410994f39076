/** One member of a configuration with what is to be said of it. */
export interface Section {
  readonly key: string;
  /** What it does, in lines. */
  readonly comment: readonly string[];
  /** What is known; absent where nothing is. */
  readonly value?: unknown;
  /** What it may look like: written as a comment, for as much of it as is not known. */
  readonly example?: unknown;
}

/** A configuration as it is written, whatever the form. */
export interface ConfigDocument {
  /** Address of the schema, from the file. */
  readonly schema: string;
  readonly head: readonly string[];
  readonly sections: readonly Section[];
}

/** A value that has members of its own. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members of the example that the value lacks, where both have members: they are written inside of it. */
export function examplesInside({ value, example }: Section): Readonly<Record<string, unknown>> {
  if (!isMap(value) || !isMap(example)) return {};
  return Object.fromEntries(Object.entries(example).filter(([name]) => !Object.hasOwn(value, name)));
}
