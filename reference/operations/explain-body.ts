import type { Complaint } from '../domain/complaint.ts';
import type { Context } from './context.ts';
import type { BodySchema } from './required-members.ts';

/** Values in a body whose mistakes are listed one by one; finding the words for more would hold up everybody else. */
const explained = 2000;

const everything: Complaint = {
  pointer: '',
  rule: 'schema',
  message: `does not fit its schema; mistakes are listed one by one for up to ${explained} values only`,
};

/** How many values are left of an allowance once a value and all within it are counted; counts no further than zero. */
function remaining(value: unknown, allowance: number): number {
  let left = allowance - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const member of Object.values(value)) {
    if (left <= 0) return left;
    left = remaining(member, left);
  }
  return left;
}

/** What is wrong with a body that doesn't fit its schema. */
export function explainBody({ validator }: Context, schema: BodySchema, body: unknown): readonly Complaint[] {
  if (remaining(body, explained) <= 0) return [everything];
  return validator.validate(schema, body).map(({ pointer, keyword, message }) => ({ pointer, rule: keyword, message }));
}
