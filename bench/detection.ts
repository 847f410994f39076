import { judgeReference } from '../cli/judge-reference.ts';
import { faults, type Fault } from '../reference/index.ts';
import { figure, median, type Figure, type Measure } from './measurement.ts';

/** Faults where neither a number nor `--long` is given. */
const usualSample = 28;

/** So many of the catalogue, at even distances: neighbours break the same part. */
export function spread<T>(all: readonly T[], count: number): readonly T[] {
  const taken = Math.min(count, all.length);
  return Array.from({ length: taken }, (_unused, index) => all[Math.floor((index * all.length) / taken)] as T);
}

/** What a run that ends at its first failure took to find a fault. */
export async function detect(fault: Fault) {
  const { answerMs, watchMs } = fault;
  const { run, requirements } = await judgeReference(
    { fault, pace: 150 },
    { seed: 7, cases: 100, maxFailures: 1, answerMs, watchMs },
  );
  const failures = requirements.filter(({ outcome }) => outcome === 'fail').length;
  return { name: fault.name, requests: run.requests, seconds: run.durationMs / 1000, failures };
}

/** How soon each fault of the reference service is found. */
export const measureDetection: Measure = async ({ long, sample }) => {
  const chosen = spread(faults, sample ?? (long ? faults.length : usualSample));
  const found: Awaited<ReturnType<typeof detect>>[] = [];
  for (const fault of chosen) found.push(await detect(fault));
  const missed = found.filter(({ failures }) => failures === 0).map(({ name }) => name);
  const of = (what: 'requests' | 'seconds'): readonly Figure[] => {
    const all = found.map((one) => one[what]);
    return [
      figure(`detection.${what}.median`, `${what}, median`, median(all)),
      figure(`detection.${what}.worst`, `${what}, worst`, Math.max(...all)),
      figure(
        `detection.${what}.sum`,
        `${what}, sum`,
        all.reduce((sum, one) => sum + one, 0),
      ),
    ];
  };
  const latest = found.toSorted((one, other) => other.requests - one.requests)[0];
  return {
    figures: [
      figure('detection.missed', 'faults not found', missed.length, `of ${chosen.length}`),
      ...of('requests'),
      ...of('seconds'),
    ],
    notes: [
      `${chosen.length} of ${faults.length} faults, each with a reference service in this process and a full run that ends at its first failure. The most requests: ${latest?.name}. Not found: ${missed.join(', ') || 'none'}.`,
    ],
  };
};
