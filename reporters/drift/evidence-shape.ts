import type { RequirementResult } from '../report.ts';

/** What the draw of the data leaves in a message or a pointer: values in quotes, ids, numbers. */
const drawn = /"(?:[^"\\]|\\.)*"|\b[\da-f]{8}-[\da-f-]{27}\b|[\w+/=-]*\d[\w+/=-]*/gi;

/** Characters that are looked at: what tells failures apart comes first, and a target's text may be of any length. */
const looked = 1000;

const withoutDraw = (text: string): string => text.slice(0, looked).replaceAll(drawn, '*');

/**
 * What a failure is, without what the draw of the data put into it: two runs with other seeds find the same violation in
 * other records, at other places of a list. Equal for two failures that a reader would call the same.
 */
export function evidenceShape({ counterexample, detail = '' }: RequirementResult): string {
  if (counterexample === undefined) return withoutDraw(detail);
  return `${counterexample.pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${withoutDraw(counterexample.message)}`;
}
