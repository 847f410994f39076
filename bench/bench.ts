/**
 * Measures how fast the suite is, how much it takes, and how soon it finds faults, and compares each figure with its goal.
 * Almost all figures are ratios of two things that were measured in the same run, or CPU time: a busy machine changes
 * them little, and another machine not much.
 *
 *     node bench/bench.ts --help
 *
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  isMet,
  goals,
  table,
  figure,
  type Figure,
  type Measure,
  type Measured,
  type Surroundings,
} from './measurement.ts';

/** Each measurement: what it is of, and where it is; loaded when it is chosen. */
const measurements: Readonly<Record<string, readonly [about: string, load: () => Promise<Measure>]>> = {
  start: ['from the command to its first request', async () => (await import('./whole-runs.ts')).measureStart],
  run: ['whole runs, compared with undici alone', async () => (await import('./whole-runs.ts')).measureRun],
  generation: ['bodies that are generated', async () => (await import('./rates.ts')).measureGeneration],
  judging: ['saved traffic that is judged', async () => (await import('./rates.ts')).measureJudging],
  memory: ['memory of small and large runs', async () => (await import('./whole-runs.ts')).measureMemory],
  bounded: ['answers that are far too large', async () => (await import('./whole-runs.ts')).measureBoundedAnswers],
  detection: ['how soon faults are found', async () => (await import('./detection.ts')).measureDetection],
  peers: ['the same faults with Schemathesis', async () => (await import('./detection.ts')).measurePeers],
};

const help = `npm run bench -- [options]

  --only <names>  these alone, separated by commas:
${Object.entries(measurements)
  .map(([name, [about]]) => `                    ${name.padEnd(12)}${about}\n`)
  .join('')}  --long          a run of a million cases, and all faults of the catalogue
  --sample <n>    so many faults, spread over the catalogue
  --json          one JSON object

Exit codes: 0 all goals met, 1 one missed, 2 wrong usage.
`;

class UsageError extends Error {}

function readFlags() {
  const boolean = { type: 'boolean', default: false } as const;
  const options = {
    only: { type: 'string' },
    sample: { type: 'string' },
    long: boolean,
    json: boolean,
    help: boolean,
  } as const;
  try {
    const { values } = parseArgs({ options });
    const names = values.only?.split(',').map((name) => name.trim()) ?? Object.keys(measurements);
    const unknown = names.find((name) => !Object.hasOwn(measurements, name));
    if (unknown !== undefined)
      throw new UsageError(`--only: no measurement "${unknown}"; there are ${Object.keys(measurements).join(', ')}`);
    const sample = values.sample === undefined ? undefined : Number(values.sample);
    if (sample !== undefined && !(Number.isInteger(sample) && sample > 0))
      throw new UsageError(`--sample: "${values.sample}" is not a number of faults; write one from 1 on`);
    return { ...values, names, sample };
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

/** Takes a measurement in a directory of its own. What can't be measured has a note that says why. */
async function take(
  name: string,
  load: () => Promise<Measure>,
  options: Omit<Surroundings, 'directory'>,
): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'bfc-bench-'));
  try {
    const measure = await load();
    return await measure({ ...options, directory });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { figures: [figure(name, 'could not be measured', Number.NaN)], notes: [why] };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const flags = readFlags();
  if (flags === undefined) return 2;
  const { names, long, sample, json } = flags;
  if (flags.help) {
    process.stdout.write(help);
    return 0;
  }
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const machine = { node: process.version, processors: cpus().length, model: cpus()[0]?.model ?? '', load };
  const show = (text: string): void => void (json ? undefined : process.stdout.write(text));
  show(`Node ${machine.node}, ${machine.processors} processors (${machine.model}), load ${load} before it began\n`);
  const all: Figure[] = [];
  const results: Record<string, Measured> = {};
  for (const name of names) {
    const [about = '', loadMeasure] = measurements[name] ?? [];
    if (loadMeasure === undefined) continue;
    show(`\n${name}: ${about}\n`);
    const measured = await take(name, loadMeasure, { long, sample });
    results[name] = measured;
    all.push(...measured.figures);
    show(`${table(measured.figures)}${measured.notes.map((note) => `  ${note}\n`).join('')}`);
  }
  const missed = all.filter((figure) => isMet(figure) === false).map(({ id }) => id);
  const reached = all.filter((figure) => isMet(figure) === true).length;
  show(`\n${reached} goals met, ${missed.length} missed${missed.length === 0 ? '' : `: ${missed.join(', ')}`}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ machine, goals, results, missed }, undefined, 2)}\n`);
  return missed.length === 0 ? 0 : 1;
}

process.exitCode = await main();
