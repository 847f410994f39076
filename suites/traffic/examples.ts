import type { ExampleBody } from '../../generators/index.ts';
import type { Examples } from '../engine/for-all.ts';
import { minimize } from '../engine/minimize.ts';
import { departuresOf, keepingOnly } from '../fixtures/departures.ts';

/** Cases tried at the most to make a failing example smaller. */
const triesToShrink = 80;

/** How example bodies become cases of a drive. */
export interface ExampleCases<Body, Value> {
  readonly bodies: readonly ExampleBody<Body>[];
  /** The body that they depart from. */
  readonly taken: Body;
  readonly mend?: (body: Body) => Body;
  /** The case that a body is tried in, and the body of a case. */
  readonly wrap: (body: Body) => Value;
  readonly unwrap: (value: Value) => Body;
}

/** Example bodies as cases; one that fails is made smaller by putting back what it does not take to fail. */
export function examplesOf<Body, Value>(cases: ExampleCases<Body, Value>): Examples<Value> {
  const { bodies, taken, mend, wrap, unwrap } = cases;
  return {
    values: bodies.map(({ name, body }) => ({ name, value: wrap(body) })),
    async smaller(value, fails) {
      const body = unwrap(value);
      await minimize(
        departuresOf(body, taken),
        (kept) => fails(wrap(keepingOnly(body, taken, kept, mend))),
        triesToShrink,
      );
    },
  };
}
