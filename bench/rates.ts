import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { sample, type Arbitrary } from 'fast-check';
import { arbitraryInvalid, arbitrarySnapshot, defaultContext } from '../generators/index.ts';
import { generatorFor } from '../generators/schema/schema-walk.ts';
import { arbitraryOf } from '../generators/values/values.ts';
import type { JsonSchema } from '../spec/index.ts';
import { validator } from '../spec/validator.ts';
import { cpuOf, figure, judge, median, medians, repeated, withServed, type Measure } from './measurement.ts';
import { readTraffic } from '../cli/judge.ts';
import { judgeTraffic, type JudgeOptions } from '../suites/saved-traffic/judge-saved-traffic.ts';
import type { SavedTraffic } from '../suites/saved-traffic/saved-traffic.ts';
import { journalName } from '../target/journal.ts';

const rounds = 5;
const warmUps = 4;
const bodies = 2000;
/** How many bodies are drawn before they are checked. A run sends each as soon as it is drawn. */
const atOnce = 50;
const values = 20_000;
const schemaName = 'member-snapshot-input';

/** A schema for each keyword that values are generated from, alone or with the least that it needs. */
const keywords: Readonly<Record<string, JsonSchema>> = {
  const: { const: 'a' },
  enum: { enum: ['a', 'b', 'c'] },
  'type: boolean': { type: 'boolean' },
  'type: integer': { type: 'integer' },
  'type: number': { type: 'number' },
  'type: string': { type: 'string' },
  minLength: { type: 'string', minLength: 5 },
  'format: uuid': { type: 'string', format: 'uuid' },
  'format: date': { type: 'string', format: 'date' },
  'x-values': { type: 'string', 'x-values': ['a', 'b', 'c'] },
  'anyOf, of two constants': { anyOf: [{ const: 'a' }, { const: 'b' }] },
  'items, of constants': { type: 'array', items: { const: 'a' } },
  'properties, of one constant': { type: 'object', required: ['a'], properties: { a: { const: 'a' } } },
  'additionalProperties, of constants': { type: 'object', additionalProperties: { const: 'a' } },
};

/** CPU time for each of `count`, in microseconds. */
async function each(count: number, work: (round: number) => unknown): Promise<number> {
  // The steady rate is measured after warm-up: real runs go on long after the first bodies.
  await repeated(warmUps, async (round) => work(rounds + round));
  return median(await repeated(rounds, async (round) => ((await cpuOf(() => work(round))) * 1000) / count));
}

function drawAll<T>(arbitrary: Arbitrary<T>, round: number, look: (body: T) => void = () => undefined): void {
  for (let first = 0; first < bodies; first += atOnce)
    sample(arbitrary, { seed: round * bodies + first, numRuns: atOnce }).forEach(look);
}

export const measureGeneration: Measure = async () => {
  const snapshots = arbitrarySnapshot(defaultContext());
  const invalid = arbitraryInvalid(schemaName, snapshots);
  const expectOne = (body: unknown, isValid: boolean): void => {
    if (validator.accepts(schemaName, body) !== isValid) throw new Error(`not ${isValid ? '' : 'in'}valid`);
  };
  const drawn = sample(snapshots, { seed: 1, numRuns: bodies });
  const valid = await each(bodies, (round) => drawAll(snapshots, round, (body) => expectOne(body, true)));
  const broken = await each(bodies, (round) => drawAll(invalid, round, ({ value }) => expectOne(value, false)));
  const drawing = await each(bodies, (round) => drawAll(snapshots, round));
  const json = await each(bodies, () => drawn.forEach((body) => void JSON.parse(JSON.stringify(body))));
  const figures = [
    figure('generation.valid', 'valid snapshots, validated', 1e6 / valid, '/s'),
    figure('generation.invalid', 'invalid snapshots, validated', 1e6 / broken, '/s'),
    figure('generation.drawn', 'valid snapshots, not validated', 1e6 / drawing, '/s'),
    figure('generation.share', 'a valid snapshot, validated', valid / json, 'times writing and reading it as JSON'),
  ];
  for (const [keyword, schema] of Object.entries(keywords)) {
    const arbitrary = arbitraryOf(generatorFor('alone', { schemas: { alone: schema }, vocabulary: {}, overrides: {} }));
    const value = await each(values, (seed) => sample(arbitrary, { seed, numRuns: values }));
    figures.push(figure(`generation.${keyword}`, `  ${keyword}`, value, 'µs'));
  }
  return {
    figures,
    notes: [
      `CPU time of this process, garbage collection included; medians of ${rounds} rounds of ${bodies} bodies, drawn ${atOnce} at a time, after ${warmUps} rounds more. A line with µs is one value of a schema with this keyword alone.`,
    ],
  };
};

const options: JudgeOptions = {
  level: 'expected',
  only: undefined,
  skip: [],
  reviewStatus: undefined,
  expect: {},
  waive: [],
  settle: 5000,
  version: '0',
  source: 'saved traffic',
  now: new Date(0),
  again: (id) => id,
};

const parsed = (traffic: readonly SavedTraffic[]): readonly SavedTraffic[] =>
  traffic.map((one) => ({
    ...one,
    entries: one.entries.map((entry) => {
      const saved = entry.read();
      return { ...entry, read: () => saved };
    }),
  }));

export const measureJudging: Measure = async ({ directory }) => {
  const journal = join(directory, journalName);
  await withServed((config) => judge(config, directory));
  const lines = readFileSync(journal, 'utf8').trim().split('\n');
  const read = async () => (await readTraffic([journal], [], directory, new PassThrough(), 'FILES')).traffic;
  const samples = await repeated(rounds, async () => {
    const whole = await cpuOf(async () => judgeTraffic(await read(), options));
    const traffic = parsed(await read());
    const rules = await cpuOf(() => judgeTraffic(traffic, options));
    return { whole, rules, json: await cpuOf(() => lines.forEach((line) => void JSON.parse(line))) };
  });
  const { whole, rules, json } = medians(samples);
  const inSecond = (ms: number): number => (lines.length / ms) * 1000;
  return {
    figures: [
      figure('judging.journal', 'exchanges, from file to report', inSecond(whole), '/s'),
      figure('judging.rules', 'exchanges, lines parsed before', inSecond(rules), '/s'),
      figure('judging.share', 'from file to report', whole / json, 'times JSON.parse of all lines'),
    ],
    notes: [
      `CPU time of this process, garbage collection included, for the ${lines.length} exchanges of a full run's journal; medians of ${rounds} rounds. From file to report: reading the file, checking each line, parsing the bodies, all rules, the edges and the model of the report, but no start and no report files.`,
    ],
  };
};
