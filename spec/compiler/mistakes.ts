import { format } from 'node:util';
import type { SourceLocation } from './document-model.ts';

/** The message for every kind of mistake that the compiler refuses: the problem, and what to do about it. */
const messages = {
  'unreadable-document': '%s; the folder needs readable documents called like 1-service.md',
  'misnamed-document':
    'the name of the document has no place in their order; call it like 1-service.md, or take it out of the folder',
  'missing-title': 'the document does not begin with its title; begin it with a heading of the first level: `# Title`',
  'duplicate-heading': 'heading "%s" is already on line %s; rename one of the two',
  'unknown-directive':
    'unknown kind "%s" of heading; begin it with one of: %s; or leave out the colon where it is prose',
  'malformed-heading': 'heading "%s" %s; write it like `### Resource: Group {#group}`',
  'unnumbered-endpoint':
    'heading "%s" doesn\'t say which endpoint it is; write it like `### Endpoint E1: List groups {#list-groups}`',
  'unknown-flag': 'heading "%s" has the unknown flag "%s"; the one flag is `exhaustive`, of a resource',
  'misplaced-heading': 'heading "%s" announces something on level %s; give it three number signs: `###`',
  'duplicate-name': '%s is already defined in %s; rename one of the two',
  'missing-table': '"%s" has no table; add one with the columns %s',
  'missing-column': 'the table %s; its columns are %s',
  'second-table': '"%s" has a second table; give it a heading of its own',
  'stray-table': 'the table below "%s" belongs to nothing; put it below a heading like `### Resource: Group {#group}`',
  'empty-cell': 'the cell under "%s" is empty; fill it, or take the row out',
  'duplicate-field': 'field "%s" is already on line %s; keep one of the two rows',
  'missing-parent': 'field "%s" is in no object; put a row for "%s" with the type object above it',
  'unknown-type': 'unknown type "%s" %s; use one of: %s',
  'unknown-presence': 'unknown presence "%s" for field "%s"; use one of: %s',
  'nested-way': 'the nested field "%s" can\'t be one way of several; make its object a resource of its own',
  'dangling-reference': 'no %s is called "%s", as %s says; %s',
  'missing-list': '"%s" lists no %s; add items like "%s"',
  'malformed-value': 'an item of "%s" is no value; write it like "%s"',
  'malformed-item': '%s; write the item like "%s"',
  'duplicate-value': 'the value "%s" is listed twice; keep one of the two items',
  'missing-level': 'requirement "%s" has no level; write the item like "%s"',
  'unknown-level': 'unknown level "%s" of requirement "%s"; use one of: %s',
  'misplaced-requirement': 'requirement "%s" is under the part "%s"; begin its id with that, or move it',
  'requirement-in-prose':
    'requirement "%s" is in prose; move it below a heading like `### Requirements: Groups {#groups}`',
  'unknown-part': 'unknown part "%s" of requirement "%s"; parts are: %s; or add it to the table of parts',
  'empty-part': 'the part "%s" has no requirement; add one, or take the row out',
  'unknown-endpoint': 'no endpoint is called "%s", as requirement "%s" says; %s',
  'unknown-row': 'unknown part "%s" of an endpoint; use one of: %s',
  'duplicate-row': '"%s" is there twice; keep one of the two rows',
  'missing-row': '"%s" doesn\'t say its "%s"; add that row to its table',
  'malformed-path': '"%s" is no method and path; write it like GET /api/v1/groups, with one of %s',
  'undescribed-parameter': 'path parameter "%s" is not described; add a row "Path parameter" with its name',
  'unknown-parameter': 'the path has no parameter "%s"; write it in the path in braces, or take the row out',
  'malformed-status': '"%s" is no success status; give a number from 200 to 299, or "not shown"',
} as const;

type MistakeCode = keyof typeof messages;

export const mistakeCodes: readonly string[] = Object.keys(messages);

export type Mistake = ReturnType<typeof mistakeOf>;

type Details<Message extends string> = Message extends `${string}%s${infer Rest}` ? [string, ...Details<Rest>] : [];

/** Notes a mistake and returns undefined; reading continues, so that all mistakes are reported at once. */
export type NoteMistake = <Code extends MistakeCode>(
  code: Code,
  source: SourceLocation,
  ...details: Details<(typeof messages)[Code]>
) => undefined;

export function mistakeOf(code: MistakeCode, file: string, line: number, details: readonly string[]) {
  return { code, file, line, message: format(messages[code], ...details) };
}

/** A mistake on one line of text: `file:line: problem; remedy`. */
export function formatMistake({ file, line, message }: Mistake): string {
  return `${file}:${line}: ${message}`;
}

/** Thrown when documents don't compile. Its message has one line per mistake, in the order of the documents. */
export class SpecError extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(formatMistake).join('\n'));
    this.name = 'SpecError';
    this.mistakes = mistakes;
  }
}
