import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import type { RequirementId } from '../spec/index.ts';
import { exchangeRecordSchema, type ExchangeRecord, type Immutable } from '../target/exchange.ts';

// The single definition of a report: `report.schema.json` is generated from it, input is validated by it, and the types
// are derived from it. Optional members are absent if they do not apply.

const object = <T extends TProperties>(members: T, options: object = {}) =>
  Type.Object(members, { additionalProperties: false, ...options });
const mapOf = <T extends TSchema>(values: T, options: object = {}) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: values, ...options });
const optional = Type.Optional;

const about = <T extends TProperties>(description: string, members: T) => object(members, { description });
const list = <T extends TSchema>(items: T, description: string, options: object = {}) =>
  Type.Array(items, { ...options, description });

const said = (description?: string) => (description === undefined ? {} : { description });
const text = (description?: string) => Type.String(said(description));
const texts = (description?: string) => Type.Array(Type.String(), said(description));
const count = (description?: string) => Type.Integer({ minimum: 0, ...said(description) });
const positive = (description?: string) => Type.Integer({ minimum: 1, ...said(description) });
const milliseconds = (description?: string) => Type.Number({ minimum: 0, ...said(description) });
const flag = (description?: string) => Type.Boolean(said(description));
const onlyTrue = (description: string) => Type.Literal(true, { description });
const instant = Type.String({ format: 'date-time' });
const requirementId = Type.Unsafe<RequirementId>({ type: 'string' });
const ids = (description: string) => list(requirementId, description);

const level = Type.Enum(['required', 'expected', 'open']);
const verdict = Type.Enum(['conformant', 'nonconformant', 'no-verdict']);
const outcome = Type.Enum(['pass', 'fail', 'inconclusive', 'skipped']);
const whyUndecided = ['not-configured', 'not-reached', 'blocked'] as const;
const whySkipped = ['deselected', 'other-shard', 'waived'] as const;
const reason = Type.Enum([...whyUndecided, ...whySkipped], {
  description:
    'Why it was not decided. not-configured: the configuration lacks something (a second key, an expired token); not-reached: the run never got the target into the state; blocked: the target refused, or did not answer, what all else builds on; deselected: skipped by --only, --skip, a profile, or the plan, as there was not enough time; other-shard: left to the other shards of the run; waived: accepted by a waiver.',
});

const turnedAway = about('Tries that were answered with 429, and with 502, 503 or 504; absent where none was.', {
  throttled: count(),
  unavailable: count(),
});

const outage = object({
  afterMs: milliseconds('Milliseconds from the start of the run.'),
  forMs: optional(milliseconds('Milliseconds until it was found to answer again; absent where it never was.')),
  underWay: list(
    object({ operation: text(), curl: text('Shell line that repeats the request.') }),
    'Requests that were sent and lost when it went: what took it down is most likely among them.',
  ),
});

const exchange = Type.Unsafe<ExchangeRecord>(exchangeRecordSchema);

const code = optional(
  text(
    'What went wrong, the same in every run: with the endpoint and the place it distinguishes violations. Where the status is wrong it ends with the one that was answered.',
  ),
);

const sighting = object({
  message: text('What was seen the first time, as one line.'),
  code,
  pointer: text('Where, as in a counterexample, but in the answer as it was.'),
  endpoint: optional(text('Absent where no exchange showed it.')),
  occurrences: positive('Exchanges or cases that showed it.'),
});

const counterexample = object({
  message: text('What was seen, as one line.'),
  code,
  exchanges: list(exchange, 'The exchanges that show it, the deciding one last.'),
  pointer: text(
    "JSON pointer into the deciding answer's body as it is recorded; empty for the whole body; #status or #headers/NAME otherwise.",
  ),
  expected: Type.Unknown({ description: 'What the document asks for at the pointer: a value, or a phrase.' }),
  expectedOneOf: optional(onlyTrue('expected is a list of values, one of which is asked for.')),
  actual: optional(Type.Unknown({ description: 'What was there; absent when nothing was.' })),
  curl: text(
    'Shell line that repeats the deciding request; the token comes from $BFC_TOKEN. That of an edit makes a decision of its own first. A comment where there can be none.',
  ),
  unusual: optional(Type.Array(text('JSON pointer to what the last body sent has otherwise than the plain one.'))),
  curlOfWrite: optional(
    text('Where the deciding request reads what an earlier one wrote: the shell line of the last that did.'),
  ),
  replay: text('Command that runs this requirement again with the same data.'),
  seed: Type.Integer(),
  path: optional(text("fast-check's path to the case within its property.")),
  property: optional(
    text(
      "The property, workload or check (by its requirement's id) whose traffic showed it; the path leads through it.",
    ),
  ),
  passedAgain: optional(
    Type.Union([exchange, Type.Null()], {
      description:
        'The failing case was run again, alone, and did not fail: the exchange that asked the same then, or null when the second run did not come to it.',
    }),
  ),
  occurrences: positive('How many exchanges or cases of the run broke the requirement, in any way.'),
  also: optional(list(sighting, 'Other kinds of sightings of the same run, the most frequent first.', { minItems: 1 })),
});

const requirement = object(
  {
    id: requirementId,
    level,
    title: text(),
    source: Type.String({ pattern: '^[^:]+:[0-9]+$', description: 'Document and line of the statement.' }),
    outcome,
    reason: optional(reason),
    detail: optional(text('The reason in words: what was missing, what the target said, what to configure.')),
    partly: optional(
      onlyTrue(
        'A pass of which a part could not be judged: one of its checks, or of the traffic it is judged on; detail says why.',
      ),
    ),
    unanswered: optional(
      text(
        'Of a pass in part, or of what is blocked: the operation that got no answer, by its method and path, where that is why.',
      ),
    ),
    afterOutage: optional(
      onlyTrue('Blocked, as what was found may be due to the target having been away, and to that alone.'),
    ),
    cases: count('How many exchanges or property cases it was judged on.'),
    judgedAt: optional(
      texts('Endpoints whose exchanges it was judged on; absent where no single exchange decides it.'),
    ),
    counterexample: optional(counterexample),
    pin: optional(
      about('What the configuration pins an open point to, be it looked at or not.', {
        to: text(),
        unseen: optional(texts('Of a pass: what the run did not see of it.')),
      }),
    ),
    of: optional(
      about(
        "The run that it is of, where that is an earlier one than the report's: a baseline keeps what a run did not look at.",
        { profile: text(), casesPerProperty: optional(count()), interrupted: optional(flag()) },
      ),
    ),
  },
  {
    // A pass has at least one case that held.
    anyOf: [
      { properties: { outcome: { enum: ['fail', 'inconclusive', 'skipped'] } } },
      { properties: { cases: { type: 'integer', minimum: 1 } } },
    ],
  },
);

const seen = object({
  topic: optional(text('What of the open point it is about, such as an endpoint.')),
  value: text(),
  words: optional(texts('The words that value lists, where each of them counts on its own.')),
  cases: positive(),
});

const observation = object({
  id: text(),
  value: text('What was seen, as one line.'),
  cases: count(),
  seen: optional(
    list(seen, 'Each thing that was seen, with how often; the value of the observation has them in one line.'),
  ),
});

const acceptance = object({ about: text(), value: text(), refusal: optional(text('The one that taught it.')) });

const latency = object({
  p50: milliseconds(),
  p95: milliseconds(),
  p99: milliseconds(),
  count: count(),
  base: optional(
    milliseconds(
      'The 1st percentile of the successes: what an answer takes when nothing is in its way. Absent with too few of them.',
    ),
  ),
  spread: optional(
    milliseconds(
      'By how much the base varied within the run: its median absolute deviation over five parts, each of every fifth success.',
    ),
  ),
  least: optional(milliseconds('The fastest success, where there were too few for a base.')),
});

const stretch = object({
  startMs: milliseconds('Milliseconds from the first request.'),
  requests: count(),
  errors: count('Requests without an answer, or with a 5xx.'),
  p50: milliseconds('0 where nothing was answered.'),
  p95: milliseconds(),
});

const edge = object({
  name: text('A noun phrase that no other edge has.'),
  about: text('Why a fault may hide there.'),
  endpoints: texts('Endpoints whose exchanges may reach it.'),
  exchanges: count('Exchanges that reached it; 0: the run did not.'),
  cases: texts(
    "The first cases that did: a property's or a workload's, or the requirement that a request was sent for.",
  ),
});

const waiver = object({
  id: text(),
  reason: text(),
  until: Type.String({ format: 'date', description: 'Its last day.' }),
  intermittent: optional(
    Type.Unsafe<boolean | undefined>({
      type: 'boolean',
      description: 'Whether only some runs show the failure, so that a pass is no reason to remove it.',
    }),
  ),
  state: Type.Enum(['accepting', 'expired', 'unneeded', 'undecided'], {
    description:
      'accepting: the requirement fails, and the waiver accepts that; expired: its last day has passed; unneeded: the requirement passes; undecided: the run did not decide the requirement, or saw it hold without looking at all of it, or the waiver says that only some runs show the failure.',
  }),
});

const againstBaseline = object({
  startedAt: instant,
  new: ids('Failures of the judged levels that the baseline does not have.'),
  known: ids('Failures of the judged levels that it has as well.'),
  otherwise: optional(
    list(
      object({ id: requirementId, before: text() }),
      'Those of the known ones that show at another place than there, or in another way, with what was seen there.',
    ),
  ),
  fixed: ids('Its failures that this run found fixed.'),
  lost: optional(
    ids('Required requirements that passed there, and that this run of the same profile could not decide.'),
  ),
});

const gate = about('What a gate makes of the verdict: waivers, and a baseline where one was given.', {
  passed: flag(),
  verdict: Type.Enum(['conformant', 'nonconformant', 'no-verdict'], {
    description: 'The verdict, with the failures that a baseline knows left aside.',
  }),
  problems: texts('Why it does not pass, a sentence each; empty when it does.'),
  besides: optional(
    texts('Those of the problems that are of no failing requirement and no missing verdict: of waivers, and of drift.'),
  ),
  waivers: Type.Array(waiver),
  baseline: optional(againstBaseline),
});

const target = object({ name: text(), baseUrl: text() });

const comparedRun = object({
  target,
  startedAt: instant,
  verdict,
  headline: text(),
  revision: text('Revision of the documents.'),
  suite: text(),
  profile: text(),
  seed: Type.Integer(),
});

const requirementChange = object({
  id: requirementId,
  level,
  title: text(),
  kind: Type.Enum(['regression', 'improvement', 'drift'], {
    description:
      'regression: it fails at a judged level and did not before; improvement: it failed and passes now; drift: all else.',
  }),
  before: text(
    'The outcome with its reason, such as pass or inconclusive (not-reached); not in the report where it had none.',
  ),
  after: text(),
  message: optional(text('What the failing side saw, as one line; what the old run saw follows "before: ".')),
});

const observationChange = about(
  'An open point where something else was observed; a side is absent where nothing was.',
  {
    id: text(),
    title: text(),
    before: optional(text()),
    after: optional(text()),
    appeared: texts(
      'Values of after that before lacks; where there are many, how many more there are ends the list. vanished: the other way round.',
    ),
    vanished: texts(),
    turned: optional(
      list(object({ from: text(), to: text(), topics: texts() }), 'What of these became of several topics alike.'),
    ),
  },
);

const latencyChange = about('A latency that changed by more than the two runs varied within themselves.', {
  endpoint: text(),
  percentile: Type.Enum(['base', 'p50', 'p95'], { description: 'base is the one that runs are compared by.' }),
  before: milliseconds(),
  after: milliseconds(),
});

const comparison = about('What has changed from one report to another.', {
  old: comparedRun,
  new: comparedRun,
  requirements: Type.Array(requirementChange),
  observations: Type.Array(observationChange),
  latency: Type.Array(latencyChange),
  endpointsCompared: optional(count('Endpoints that both runs asked often enough to compare their latencies.')),
  endpointsAsked: optional(count('Endpoints that both runs asked.')),
  latencyShift: optional(
    about(
      'Where all endpoints of which both runs have a base moved alike: by what factor (below 1: faster), and how many.',
      { factor: Type.Number({ minimum: 0 }), endpoints: count() },
    ),
  ),
  caveats: texts(
    'What makes the two hard to compare, a sentence each: other documents, another profile, a run that was stopped.',
  ),
  regressions: count('Number of regressions.'),
  drifted: flag('Whether anything at all has changed.'),
});

const plannedTime = about('What fits into the time of the run, as it was planned before the first check.', {
  timeBudgetMs: milliseconds(),
  requests: count('Requests that were expected.'),
  requestsPerSecond: optional(Type.Number({ minimum: 0, description: 'Absent where nothing was known to limit it.' })),
  share: optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Of variations and drawn cases; absent: all of them.' }),
  ),
  fewer: optional(ids('Decided with fewer cases, or on less traffic.')),
  leftOut: optional(ids('Not decided, as there was not enough time: these are skipped.')),
  slowed: optional(
    texts(
      'What had to do with less than was planned, as the target was slower: ids of requirements, and names of workloads.',
    ),
  ),
  sentences: texts('The same for people.'),
});

const yes = optional(Type.Literal(true));

const runEnd = about('What ended the run early.', {
  interrupted: yes,
  outOfTime: yes,
  outOfRequests: yes,
  byFailures: yes,
  refused: optional(text('Why it could not begin.')),
});

const shardOfRun = about('The part of a run that this is, where several processes share it: "bfc merge" joins them.', {
  index: positive(),
  count: positive(),
  run: text(
    'Names what the whole run was asked for and how it was divided: the same in all shards that belong together.',
  ),
  sends: texts('What it sends: names of workloads, and of requirements for their scenarios.'),
  replay: text('The flags that name the target, as the command of a replay ends with them.'),
});

const byLevel = object({ required: count(), expected: count(), open: count() });

export const reportSchema = object(
  {
    suite: object({ name: text(), version: text() }),
    spec: object({ revision: text('Names the state of the documents judged by.') }),
    target,
    run: object({
      seed: Type.Integer({ description: 'The same seed draws the same data, on the same day.' }),
      today: optional(
        Type.String({
          format: 'date',
          description: 'The day that the data was made for: all dates are relative to it. Absent in saved traffic.',
        }),
      ),
      profile: text(),
      level: optional(
        Type.Enum(['required', 'expected'], {
          description: 'The level up to which a failure makes the target nonconformant.',
        }),
      ),
      tokenLine: optional(
        text('Shell line that puts a token into $BFC_TOKEN, from which curl takes it; absent in saved traffic.'),
      ),
      casesPerProperty: optional(count('Cases that each property was asked for.')),
      watchMs: optional(count('Milliseconds for which records were watched after all else; absent where none were.')),
      startedAt: instant,
      durationMs: milliseconds(),
      requests: count('Every try at a request counts, those before the first check too.'),
      turnedAway: optional(turnedAway),
      outages: optional(
        list(outage, 'When the target, having answered before, took no connections; absent where it always did.', {
          minItems: 1,
        }),
      ),
      cases: count(),
      plan: optional(plannedTime),
      shard: optional(shardOfRun),
      shards: optional(positive('How many shards it was merged from; absent in the report of one process.')),
      interrupted: flag('Stopped by its user or by a budget before its end.'),
      end: optional(runEnd),
    }),
    summary: object({
      verdict,
      headline: text('The verdict in one line.'),
      passed: byLevel,
      failed: byLevel,
      inconclusive: byLevel,
      skipped: byLevel,
    }),
    requirements: Type.Array(requirement),
    observations: list(observation, 'What the target does where the document says nothing.'),
    accepts: optional(list(acceptance, 'What it takes, where that is not everything.')),
    latency: mapOf(latency, { description: 'By endpoint, in milliseconds.' }),
    timeline: optional(list(stretch, 'The run in stretches of one length, in order.')),
    edges: optional(list(edge, 'Which of the places where faults hide the run has reached.')),
    gate: optional(gate),
    comparison: optional(comparison),
    suiteFaults: list(
      object({ id: text(), message: text() }),
      'Exceptions of the suite itself: never a verdict on the target.',
    ),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'report.schema.json',
    title: 'Report of a conformance run',
  },
);

export type { ExchangeRecord as RecordedExchange, LeftOut } from '../target/exchange.ts';

type Of<T extends TSchema> = Immutable<Static<T>>;

/** A report as a file may have it: early versions have no edges. */
export type WrittenReport = Of<typeof reportSchema>;

/** The one result model: what `report.json` holds and every reporter renders. */
export type Report = Omit<WrittenReport, 'edges'> & { readonly edges: NonNullable<WrittenReport['edges']> };

/** What a run found out about a requirement; a `pass` always has `cases >= 1`. */
export type Outcome = Of<typeof outcome>;
export type Reason = Of<typeof reason>;
export type Verdict = Of<typeof verdict>;
export type ShardOfRun = Of<typeof shardOfRun>;
export type TurnedAway = Of<typeof turnedAway>;
export type Outage = Of<typeof outage>;
/** One kind of sighting of a violation: sightings that most likely have another cause are of another kind. */
export type Sighting = Of<typeof sighting>;
export type Counterexample = Of<typeof counterexample>;
export type RequirementResult = Of<typeof requirement>;
export type Seen = Of<typeof seen>;
export type Observation = Of<typeof observation>;
export type Acceptance = Of<typeof acceptance>;
/** Of an endpoint, in milliseconds. */
export type Latency = Of<typeof latency>;
export type TimelineStretch = Of<typeof stretch>;
export type EdgeCoverage = Of<typeof edge>;
export type Gate = Of<typeof gate>;
export type AppliedWaiver = Of<typeof waiver>;
export type WaiverState = AppliedWaiver['state'];
export type AgainstBaseline = Of<typeof againstBaseline>;
export type Comparison = Of<typeof comparison>;
export type ComparedRun = Of<typeof comparedRun>;
export type RequirementChange = Of<typeof requirementChange>;
export type ChangeKind = RequirementChange['kind'];
export type ObservationChange = Of<typeof observationChange>;
