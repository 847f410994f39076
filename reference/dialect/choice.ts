/** The values worth trying at one open point; the first is this service's own choice. */
export interface Choice<Value> {
  readonly about: string;
  readonly values: readonly [Value, ...Value[]];
  /** How often a random dialect takes each value; absent: the first one as often as all others together. */
  readonly weights: readonly number[] | undefined;
  /** Whether any value but the first slows clients down; of such choices a random dialect makes one at most. */
  readonly hinders: boolean;
}

type Extras = Partial<Pick<Choice<unknown>, 'weights' | 'hinders'>>;

/** For a choice between any numbers, of which the listed ones are worth trying. */
export type Numbers = readonly [number, ...number[]];

/** Writes down one open point. */
export function choice<const Values extends readonly [unknown, ...unknown[]]>(
  about: string,
  values: Values,
  { weights, hinders = false }: Extras = {},
): Choice<Values[number]> {
  return { about, values, weights, hinders };
}
