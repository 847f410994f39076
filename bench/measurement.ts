/** What a measurement is made with. */
export interface Surroundings {
  /** For files of this measurement alone, gone after it. */
  readonly directory: string;
  /** Whether what takes many minutes is measured, too. */
  readonly long: boolean;
  /** How many faults to take; default: as many as the measurement usually takes. */
  readonly sample: number | undefined;
}

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

export type Measure = (surroundings: Surroundings) => Promise<Measured>;

export const figure = (id: string, text: string, value: number, unit = ''): Figure => ({ id, text, value, unit });

/** The middle of several values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

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

interface Goal {
  readonly atMost?: number;
  readonly atLeast?: number;
}

export const goals: Readonly<Record<string, Goal>> = {
  // 0.6 s where `node -e 0` takes 0.04 s.
  'start.wall': { atMost: 15 },
  'run.full.wall': { atMost: 2 },
  'run.full.cpu': { atMost: 3 },
  'run.gate.wall': { atMost: 2.5 },
  'generation.valid': { atLeast: 20_000 },
  'judging.journal': { atLeast: 25_000 },
  'memory.1e4': { atMost: 200 },
  'memory.1e5': { atMost: 200 },
  'memory.1e6': { atMost: 200 },
  'memory.growth': { atMost: 1.2 },
  'bounded.string.memory': { atMost: 400 },
  'bounded.string.time': { atMost: 2 },
  'bounded.members.memory': { atMost: 400 },
  'bounded.members.time': { atMost: 2 },
  'bounded.levels.memory': { atMost: 400 },
  'bounded.levels.time': { atMost: 2 },
  'bounded.no-finding': { atMost: 0 },
  'detection.missed': { atMost: 0 },
  'peers.false.bfc': { atMost: 0 },
};

/** Whether a figure reaches its goal; undefined where it has none. What could not be measured does not reach any. */
export function isMet({ id, value }: Pick<Figure, 'id' | 'value'>, of = goals): boolean | undefined {
  const goal = of[id];
  if (Number.isNaN(value)) return false;
  if (goal === undefined) return undefined;
  return value <= (goal.atMost ?? Infinity) && value >= (goal.atLeast ?? -Infinity);
}

const grouped = (value: number): string =>
  Number.isNaN(value) ? 'none' : value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

function rowOf(figure: Figure): readonly string[] {
  const { atMost, atLeast } = goals[figure.id] ?? {};
  const goal = atMost === undefined ? (atLeast === undefined ? '' : `≥ ${grouped(atLeast)}`) : `≤ ${grouped(atMost)}`;
  return [figure.text, grouped(figure.value), figure.unit, goal, isMet(figure) === false ? 'missed' : ''];
}

/** A line for each figure, with its goal. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(rowOf);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(([text = '', value = '', unit = '', goal = '', missed = '']) =>
    [
      text.padEnd(widths[0] ?? 0),
      value.padStart(widths[1] ?? 0),
      unit.padEnd(widths[2] ?? 0),
      goal.padEnd(widths[3] ?? 0),
      missed,
    ].join('  '),
  );
  return lines.map((line) => `  ${line.trimEnd()}\n`).join('');
}
