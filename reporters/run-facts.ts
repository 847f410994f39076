import type { Report } from '../results/report.ts';
import { judgedTraffic } from '../results/sees-all.ts';

/** How many exchanges were judged, by the word for where they come from. */
export interface RunVolume {
  readonly count: number;
  /** What was counted: saved traffic was sent by others. */
  readonly unit: 'requests' | 'exchanges';
}

/** What the figures of a report say of where its exchanges come from. */
export function volumeOf({ run }: Pick<Report, 'run'>): RunVolume {
  return { count: run.requests, unit: run.profile === judgedTraffic ? 'exchanges' : 'requests' };
}

/** The seed that the data was drawn by; undefined where none was drawn. */
export function seedOf({ run }: Pick<Report, 'run'>): number | undefined {
  return run.profile === judgedTraffic ? undefined : run.seed;
}
