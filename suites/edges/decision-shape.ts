import { shifted } from '../../generators/index.ts';
import { arrayOf, objectOf, type JsonObject } from '../rules/reading.ts';

/** How many of everything a decision holds, and how its days lie to each other. */
export type DecisionShape =
  | `${number} carriers`
  | `${number} lines`
  | `${number} plans`
  | 'more than 2 plans'
  | 'plans by identifier alone'
  | 'plans by description alone'
  | 'plans in both forms'
  | 'a description with a metal tier'
  | 'a description before an identifier'
  | 'carriers with other lines'
  | 'carriers with the same lines'
  | 'other days in each line'
  | 'the same days in every line'
  | 'lines with other numbers of plans'
  | 'an enrollment of one day'
  | 'an enrollment up to the day before the renewal'
  | 'dental before medical'
  | `line ${string}`;

/** The lines of a decision's carrier, by key. */
export function linesOf(carrier: unknown): readonly (readonly [key: string, line: JsonObject])[] {
  return Object.entries(objectOf(objectOf(carrier).lines_of_coverage)).map(([key, line]) => [key, objectOf(line)]);
}

/** The facts of a sent decision's shape. */
export function* decisionShape(body: JsonObject): Iterable<DecisionShape> {
  const carriers = arrayOf(objectOf(body.body).carriers).map(linesOf);
  yield `${carriers.length} carriers`;
  if (carriers.length > 1) {
    const keys = carriers.map((lines) =>
      lines
        .map(([key]) => key)
        .toSorted()
        .join(),
    );
    yield new Set(keys).size > 1 ? 'carriers with other lines' : 'carriers with the same lines';
  }
  for (const lines of carriers) {
    yield `${lines.length} lines`;
    const keys = lines.map(([key]) => key);
    for (const key of keys) yield `line ${key}`;
    const [medical, dental] = [keys.indexOf('medical'), keys.indexOf('dental')];
    if (dental >= 0 && dental < medical) yield 'dental before medical';
  }
  const lines = carriers.flat().map(([, line]) => line);
  if (lines.length > 1) {
    const days = lines.map(
      (line) => `${String(line.open_enrollment_start_date)} ${String(line.open_enrollment_end_date)}`,
    );
    yield new Set(days).size > 1 ? 'other days in each line' : 'the same days in every line';
    if (new Set(lines.map(({ plans }) => arrayOf(plans).length)).size > 1) yield 'lines with other numbers of plans';
  }
  for (const line of lines) yield* lineShape(line, body.renewal_date);
}

function* lineShape(line: JsonObject, renewal: unknown): Iterable<DecisionShape> {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end } = line;
  if (start !== undefined && start === end) yield 'an enrollment of one day';
  if (typeof end === 'string' && shifted(end, 1) === renewal) yield 'an enrollment up to the day before the renewal';
  const plans = arrayOf(line.plans).map(objectOf);
  yield `${plans.length} plans`;
  if (plans.length > 2) yield 'more than 2 plans';
  if (plans.length === 0) return;
  const byId = plans.map(({ plan_id: id }) => id !== undefined);
  if (byId.every(Boolean)) yield 'plans by identifier alone';
  else yield byId.some(Boolean) ? 'plans in both forms' : 'plans by description alone';
  if (byId.indexOf(false) >= 0 && byId.indexOf(false) < byId.lastIndexOf(true))
    yield 'a description before an identifier';
  if (plans.some(({ metal_tier: tier }) => tier !== undefined)) yield 'a description with a metal tier';
}
