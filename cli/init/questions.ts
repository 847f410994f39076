/** A question that a line of text answers. */
export interface TextQuestion {
  readonly message: string;
  /** The answer that Enter alone gives. */
  readonly initial?: string;
  /** What is wrong with an answer, as one line; undefined when nothing is. */
  readonly problemOf: (answer: string) => string | undefined;
}

/** Asks whoever sits at the terminal. Every question may throw `Cancelled`. */
export interface Questions {
  text(question: TextQuestion): Promise<string>;
  /** Asks without showing what is typed. */
  secret(message: string): Promise<string>;
  choice<T extends string>(message: string, options: readonly Option<T>[]): Promise<T>;
}

/** One of the answers to choose from. */
export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** The one who was asked has had enough: nothing is to be done. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}
