/**
 * Measures how fast the suite is, what resources it takes, and how soon it finds faults, and compares each figure with
 * its goal. Almost all figures are CPU times, or ratios of two things measured in the same run: a busy machine changes
 * them little, and another machine not much.
 *
 * node bench/bench.ts --help
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { measureDetection, measurePeers } from './detection.ts';
import { isMet, goals, table, figure, type Measure, type Measured, type Surroundings } from './measurement.ts';
import { measureGeneration, measureJudging } from './rates.ts';
import { measureBoundedAnswers, measureMemory, measureRun, measureStart } from './whole-runs.ts';

const measurements: Readonly<Record<string, readonly [about: string, measure: Measure]>> = {
  start: ['from the command to its first request', measureStart],
  run: ['whole runs, compared with undici alone', measureRun],
  generation: ['bodies that are generated', measureGeneration],
  judging: ['saved traffic that is judged', measureJudging],
  memory: ['memory of small and large runs', measureMemory],
  bounded: ['answers that are far too large', measureBoundedAnswers],
  detection: ['how soon faults are found', measureDetection],
  peers: ['the same faults with Schemathesis', measurePeers],
};

type Chosen = readonly (readonly [name: string, measurement: (typeof measurements)[string]])[];

const all: Chosen = Object.entries(measurements);

function readNames(text: string): Chosen {
  return text.split(',').map((word) => {
    const chosen = all.find(([name]) => name === word.trim());
    if (chosen !== undefined) return chosen;
    throw new InvalidArgumentError(`No measurement "${word}"; there are ${Object.keys(measurements).join(', ')}.`);
  });
}

function readSample(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Not a number of faults; write one from 1 on.');
}

interface Flags {
  readonly only?: Chosen;
  readonly long?: boolean;
  readonly sample?: number;
  readonly json?: boolean;
}

const abouts = all.map(([name, [about]]) => `  ${name.padEnd(12)}${about}\n`);

const program = new Command('npm run bench --')
  .option('--only <names>', 'these measurements alone, separated by commas', readNames)
  .option('--long', 'a run of a million cases, and all faults of the catalogue')
  .option('--sample <n>', 'so many faults, spread over the catalogue', readSample)
  .option('--json', 'one JSON object')
  .addHelpText(
    'after',
    `\nMeasurements:\n${abouts.join('')}\nExit codes: 0 all goals met, 1 one missed, 2 wrong usage.`,
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** Takes a measurement in its own directory. If it fails, a note says why. */
async function take(name: string, measure: Measure, options: Omit<Surroundings, 'directory'>): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'bfc-bench-'));
  try {
    return await measure({ ...options, directory });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { figures: [figure(name, 'could not be measured', Number.NaN)], notes: [why] };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const { only = all, long = false, sample, json = false } = program.parse().opts<Flags>();
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const machine = { node: process.version, processors: cpus().length, model: cpus()[0]?.model ?? '', load };
  const show = (text: string): void => void (json ? undefined : process.stdout.write(text));
  show(`Node ${machine.node}, ${machine.processors} processors (${machine.model}), load ${load} before it began\n`);
  const results: Record<string, Measured> = {};
  for (const [name, [about, measure]] of only) {
    show(`\n${name}: ${about}\n`);
    const measured = await take(name, measure, { long, sample });
    results[name] = measured;
    show(`${table(measured.figures)}${measured.notes.map((note) => `  ${note}\n`).join('')}`);
  }
  const figures = Object.values(results).flatMap((measured) => measured.figures);
  const missed = figures.filter((figure) => isMet(figure) === false).map(({ id }) => id);
  const met = figures.filter((figure) => isMet(figure) === true);
  show(`\n${met.length} goals met, ${missed.length} missed${missed.length === 0 ? '' : `: ${missed.join(', ')}`}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ machine, goals, results, missed }, undefined, 2)}\n`);
  return missed.length === 0 ? 0 : 1;
}

process.exitCode = await main();
