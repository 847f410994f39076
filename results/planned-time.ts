import { Type } from 'typebox';
import type { RequirementId } from '../spec/index.ts';

/** The id of a requirement, as reports have it. */
export const requirementId = Type.Unsafe<RequirementId>({ type: 'string' });

const ids = (description: string) => Type.Optional(Type.Array(requirementId, { description }));

/** What fits into the time of a run, as a report has it: a part of its JSON Schema. */
export const plannedTime = Type.Object(
  {
    timeBudgetMs: Type.Number({ minimum: 0 }),
    requests: Type.Integer({ minimum: 0, description: 'Requests that were expected.' }),
    requestsPerSecond: Type.Optional(
      Type.Number({ minimum: 0, description: 'Absent where nothing was known to limit it.' }),
    ),
    share: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Of variations and drawn cases; absent: all of them.' }),
    ),
    fewer: ids('Decided with fewer cases, or on less traffic.'),
    leftOut: ids('Not decided for want of time: these are skipped.'),
    slowed: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What had to do with less than was planned, as the target was slower: ids of requirements, and names of workloads.',
      }),
    ),
    sentences: Type.Array(Type.String(), { description: 'The same for people.' }),
  },
  {
    additionalProperties: false,
    description: 'What fits into the time of the run, as it was planned before the first check.',
  },
);
