import { Type, type Static, type TProperties } from 'typebox';
import type { RequirementId } from '../spec/index.ts';

// Parts of the JSON Schema of a report's run.

const optional = Type.Optional;
const object = <T extends TProperties>(description: string, members: T) =>
  Type.Object(members, { additionalProperties: false, description });

export const requirementId = Type.Unsafe<RequirementId>({ type: 'string' });

const ids = (description: string) => optional(Type.Array(requirementId, { description }));

export const plannedTime = object('What fits into the time of the run, as it was planned before the first check.', {
  timeBudgetMs: Type.Number({ minimum: 0 }),
  requests: Type.Integer({ minimum: 0, description: 'Requests that were expected.' }),
  requestsPerSecond: optional(Type.Number({ minimum: 0, description: 'Absent where nothing was known to limit it.' })),
  share: optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Of variations and drawn cases; absent: all of them.' }),
  ),
  fewer: ids('Decided with fewer cases, or on less traffic.'),
  leftOut: ids('Not decided, as there was not enough time: these are skipped.'),
  slowed: optional(
    Type.Array(Type.String(), {
      description:
        'What had to do with less than was planned, as the target was slower: ids of requirements, and names of workloads.',
    }),
  ),
  sentences: Type.Array(Type.String(), { description: 'The same for people.' }),
});

const yes = optional(Type.Literal(true));

const shardOfRun = object('The part of a run that this is, where several processes share it: "bfc merge" joins them.', {
  index: Type.Integer({ minimum: 1 }),
  count: Type.Integer({ minimum: 1 }),
  run: Type.String({
    description:
      'Names what the whole run was asked for and how it was divided: the same in all shards that belong together.',
  }),
  sends: Type.Array(Type.String(), {
    description: 'What it sends: names of workloads, and of requirements for their scenarios.',
  }),
  replay: Type.String({ description: 'The flags that name the target, as the command of a replay ends with them.' }),
  end: object('What ended it early; empty where nothing did.', {
    interrupted: yes,
    outOfTime: yes,
    outOfRequests: yes,
    byFailures: yes,
    refused: optional(Type.String({ description: 'Why it could not begin.' })),
  }),
});

export type ShardOfRun = Static<typeof shardOfRun>;

export const shardMembers = {
  shard: optional(shardOfRun),
  shards: optional(
    Type.Integer({
      minimum: 1,
      description: 'How many shards it was merged from; absent in the report of one process.',
    }),
  ),
};
