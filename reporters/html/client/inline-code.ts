/** A piece of a statement, and whether it is code. */
export interface StatementPiece {
  readonly text: string;
  readonly code: boolean;
}

/**
 * The pieces of a sentence of the documents, in which names stand between backticks.
 *
 * Runs in the page as well: it refers to nothing outside itself.
 */
export function inlineCode(sentence: string): readonly StatementPiece[] {
  return sentence
    .split(/`([^`\n]+)`/)
    .map((text, index) => ({ text, code: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
