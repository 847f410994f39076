/** Every kind of mistake that the compiler refuses. */
export const mistakeCodes = [
  'unreadable-document',
  'misnamed-document',
  'missing-title',
  'duplicate-heading',
  'unknown-directive',
  'malformed-heading',
  'duplicate-id',
  'duplicate-title',
  'missing-table',
  'missing-column',
  'stray-table',
  'empty-cell',
  'duplicate-field',
  'missing-parent',
  'unknown-type',
  'unknown-presence',
  'dangling-reference',
  'cyclic-reference',
  'missing-list',
  'malformed-item',
  'duplicate-value',
  'missing-level',
  'unknown-level',
  'duplicate-requirement',
  'misplaced-requirement',
  'unknown-part',
  'empty-part',
  'unknown-endpoint',
  'unknown-row',
  'duplicate-row',
  'missing-row',
  'malformed-path',
  'undescribed-parameter',
  'unknown-parameter',
  'malformed-status',
] as const;
export type MistakeCode = (typeof mistakeCodes)[number];

/** One mistake in a document: what it is, where it stands, and what to do about it. */
export interface Mistake {
  readonly code: MistakeCode;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly problem: string;
  readonly remedy: string;
}

/** Takes note of a mistake; reading goes on, so that all of them are told at once. */
export type NoteMistake = (code: MistakeCode, line: number, problem: string, remedy: string) => void;

/** A mistake on one line of text: `file:line: problem; remedy`. */
export function formatMistake({ file, line, problem, remedy }: Mistake): string {
  return `${file}:${line}: ${problem}; ${remedy}`;
}

/** Thrown when documents don't compile. Its message has one line per mistake, in the order of the documents. */
export class SpecError extends Error {
  readonly code = 'SPEC_MALFORMED';
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(formatMistake).join('\n'));
    this.name = 'SpecError';
    this.mistakes = mistakes;
  }
}
