import { Type, type Static } from 'typebox';

const optional = Type.Optional;
const yes = optional(Type.Literal(true));

const shardOfRun = Type.Object(
  {
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
    end: Type.Object(
      {
        interrupted: yes,
        outOfTime: yes,
        outOfRequests: yes,
        byFailures: yes,
        refused: optional(Type.String({ description: 'Why it could not begin.' })),
      },
      { additionalProperties: false, description: 'What ended it before its end; empty where it came to it.' },
    ),
  },
  {
    additionalProperties: false,
    description: 'The part of a run that this is, where several processes share it: "bfc merge" joins them.',
  },
);

/** What the run of a report has of shards: members of its JSON Schema. */
export const shardMembers = {
  shard: optional(shardOfRun),
  shards: optional(
    Type.Integer({
      minimum: 1,
      description: 'How many shards it was merged from; absent in the report of one process.',
    }),
  ),
};

/** Which part of a run a report is of. */
export type ShardOfRun = Static<typeof shardOfRun>;
