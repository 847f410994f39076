/** What a measurement is made with. */
export interface Surroundings {
  /** For files of this measurement alone, gone after it. */
  readonly directory: string;
  /** Whether what takes many minutes is measured, too. */
  readonly long: boolean;
  /** How many faults to take; default: as many as the measurement usually takes. */
  readonly sample: number | undefined;
}

/** One number that was measured. */
export interface Figure {
  /** What the goal of it is found by, where there is one: `run.wall`. */
  readonly id: string;
  readonly text: string;
  readonly value: number;
  readonly unit: string;
}

/** What a measurement came to. */
export interface Measured {
  readonly figures: readonly Figure[];
  /** What was included and how it was taken, a sentence or two each. */
  readonly notes: readonly string[];
}

/** Takes one measurement. */
export type Measure = (surroundings: Surroundings) => Promise<Measured>;

export const figure = (id: string, text: string, value: number, unit = ''): Figure => ({ id, text, value, unit });

/** The middle of several values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The median of each value of several samples. */
export function medians<Name extends string>(samples: readonly Readonly<Record<Name, number>>[]): Record<Name, number> {
  const names = Object.keys(samples[0] ?? {}) as Name[];
  const entries = names.map((name) => [name, median(samples.map((sample) => sample[name]))]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** Milliseconds of this process's CPU time that a piece of work takes: other processes hardly change it. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What a piece of work gives, several times over after once to warm up. */
export async function repeated<T>(rounds: number, work: (round: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let round = 0; round <= rounds; round += 1) results.push(await work(round));
  return results.slice(1);
}
