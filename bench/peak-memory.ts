import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../results/report.ts';
import { figure, type Figure, type Measure } from './measurement.ts';
import { judge, withServed } from './processes.ts';

/** `--cases` with which a run of the command below comes to about so many cases as reports count them. */
const sizes = [
  { name: '1e4', cases: 4, isLong: false },
  { name: '1e5', cases: 220, isLong: false },
  { name: '1e6', cases: 2400, isLong: true },
] as const;

/** Sequences of requests on few employees: nothing brings as many cases for as few requests. */
const words = ['--profile', 'gate', '--only', 'snapshots.*', '--time-budget', '60m'];

/** The most memory that runs of different sizes ever have. */
export const measureMemory: Measure = async ({ directory, long }) => {
  const peaks: Figure[] = [];
  const notes: string[] = [];
  for (const { name, cases } of sizes.filter(({ isLong }) => long || !isLong)) {
    const chosen = [...words, '--cases', String(cases)];
    const { used, exitCode } = await withServed((config) => judge(config, directory, chosen));
    const isEnded = exitCode === 0;
    peaks.push(figure(`memory.${name}`, `peak of a run of ${name} cases`, isEnded ? used.peakMb : Number.NaN, 'MB'));
    if (!isEnded) {
      notes.push(`${name}: the run ended with ${exitCode ?? 'a signal'}, at ${Math.round(used.peakMb)} MB.`);
      continue;
    }
    const { run } = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8')) as Report;
    const took = `${run.requests} requests and ${Math.round(run.durationMs / 1000)} s`;
    notes.push(`${name}: ${run.cases} cases in ${took}, --cases ${cases}.`);
  }
  const growth = (peaks.at(-1)?.value ?? Number.NaN) / (peaks[0]?.value ?? Number.NaN);
  return {
    figures: [...peaks, figure('memory.growth', 'the last as a multiple of the first', growth)],
    notes: [
      `Resident memory of the process of bfc run ${words.join(' ')}, journal and reports included.`,
      ...notes,
      ...(long ? [] : ['1e6 cases take some minutes: --long measures them.']),
    ],
  };
};
