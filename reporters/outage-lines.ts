import type { Outage, Report } from '../results/report.ts';

/** A time in which the target was away, in words. */
export interface OutageInWords {
  /** `6.8 s into the run, for 1.5 s` */
  readonly when: string;
  /** `POST /api/v1/group_connections, GET /api/v1/groups` */
  readonly underWay: string;
  /** Shell line of the request that was most likely to have taken it down; absent where nothing was under way. */
  readonly curl?: string;
}

/** Outages that are told one by one; of a target that goes again and again, the first ones show what does it. */
const mostTold = 5;

/** When the target was away, in the order of time, and how many more times it was. */
export function outagesInWords({ run }: Pick<Report, 'run'>): {
  readonly told: readonly OutageInWords[];
  readonly more: number;
} {
  const { outages = [] } = run;
  return { told: outages.slice(0, mostTold).map(inWords), more: Math.max(outages.length - mostTold, 0) };
}

function inWords({ afterMs, forMs, underWay }: Outage): OutageInWords {
  const [first] = underWay;
  const operations = [...new Set(underWay.map(({ operation }) => operation))].join(', ');
  return {
    when: `${seconds(afterMs)} into the run, ${forMs === undefined ? 'and did not come back' : `for ${seconds(forMs)}`}`,
    underWay: operations === '' ? 'nothing under way' : `under way: ${operations}`,
    ...(first === undefined ? {} : { curl: first.curl }),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
