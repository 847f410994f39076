import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { readTraffic } from '../cli/judge-files.ts';
import { judgeTraffic, type JudgeOptions } from '../suites/saved-traffic/judge-saved-traffic.ts';
import type { SavedTraffic } from '../suites/saved-traffic/saved-traffic.ts';
import { journalName } from '../target/journal.ts';
import { cpuOf, figure, medians, repeated, type Measure } from './measurement.ts';
import { judge, withServed } from './processes.ts';

const rounds = 5;

const options: JudgeOptions = {
  level: 'expected',
  only: undefined,
  skip: [],
  reviewStatus: undefined,
  expect: {},
  waive: [],
  version: '0',
  now: new Date(0),
  again: (id) => id,
};

/** The same traffic with its lines already parsed. */
const parsed = (traffic: readonly SavedTraffic[]): readonly SavedTraffic[] =>
  traffic.map((one) => ({
    ...one,
    entries: one.entries.map((entry) => {
      const saved = entry.read();
      return { ...entry, read: () => saved };
    }),
  }));

/** How many exchanges of a full run's journal are judged in a second, as `bfc judge` does it. */
export const measureJudging: Measure = async ({ directory }) => {
  const journal = join(directory, journalName);
  await withServed((config) => judge(config, directory));
  const lines = readFileSync(journal, 'utf8').trim().split('\n');
  const read = async () => (await readTraffic([journal], [], directory, new PassThrough())).traffic;
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
      `CPU time of this process, garbage collection included, for the ${lines.length} exchanges of a full run's journal; medians of ${rounds} rounds. From file to report: reading the file, checking each line, parsing it again, all rules, the edges and the model of the report, but no start and no report files.`,
    ],
  };
};
