/** One thing that was found out, as a line. */
export interface Step {
  readonly name: string;
  /** Whether it is good news. */
  readonly ok: boolean;
  readonly text: string;
}

/** Tells of each step as soon as it is done. */
export type Tell = (step: Step) => void;

/** A number with its noun. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
