import type { Dialect } from '../dialect/dialect.ts';
import type { Problem } from '../operations/problem.ts';

/** The complaints shown at most: a large body can break a rule in every member. */
const shown = 50;

type Renderer = (problem: Problem) => object;

const shapes: Readonly<Record<Dialect['errorShape'], Renderer>> = {
  structured: ({ kind, message, complaints }) => ({
    error: { code: kind, message, errors: complaints.slice(0, shown) },
  }),
  problem: ({ kind, message, status, complaints }) => ({
    type: `urn:benefits-fulfillment-reference:problem:${kind}`,
    title: message,
    status,
    violations: complaints.slice(0, shown),
  }),
  flat: ({ message, complaints }) => ({
    message: [message, ...complaints.slice(0, shown).map(({ pointer, message }) => `${pointer}: ${message}`)].join(
      '; ',
    ),
  }),
  empty: () => ({}),
};

/** The body of a refusal other than the documented 401, in the dialect's shape (`spec/documents/7-errors.md`). */
export function problemBody(problem: Problem, shape: Dialect['errorShape']): object {
  return shapes[shape](problem);
}
