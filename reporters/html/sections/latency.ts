import { barChart, lineChart, rangeChart } from '../../charts/charts.ts';
import type { Report, TimelineStretch } from '../../report.ts';
import { dataTable } from '../data-table.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { duration, endpointName, grouped, milliseconds } from '../wording.ts';

/** The figures of a chart, for those who don't see it. */
function figures(caption: string, columns: readonly string[], rows: readonly (readonly string[])[]): Markup {
  const [first = '', ...numbers] = columns;
  const table = dataTable({
    caption,
    captionHidden: true,
    columns: [first, ...numbers.map((number) => ({ number }))],
    rows,
  });
  return markup`<details class="fold"><summary>${caption}</summary>${table}</details>`;
}

const ticks = (value: number): string => String(Math.round(value * 100) / 100);
const secondsOf = (value: number): string => String(Math.round(value / 100) / 10);

function percentiles(latency: Report['latency']): Markup | undefined {
  const entries = Object.entries(latency).filter(([, { count }]) => count > 0);
  if (entries.length === 0) return undefined;
  const slowest = entries.reduce((most, entry) => (entry[1].p95 > most[1].p95 ? entry : most));
  return markup`<section aria-labelledby="report-percentiles"><h3 id="report-percentiles">By endpoint</h3>
<div class="chart-box">${rangeChart({
    id: 'latency-percentiles',
    title: 'Latency by endpoint',
    description: `Median, 95th and 99th percentile of ${entries.length} endpoints. The slowest by its 95th percentile is ${endpointName(slowest[0])} with ${milliseconds(slowest[1].p95)}. The table below has all figures.`,
    values: ['p50', 'p95', 'p99'],
    rows: entries.map(([id, { p50, p95, p99 }]) => ({ name: endpointName(id), values: [p50, p95, p99] })),
    axis: { label: 'milliseconds', format: ticks },
  })}</div>
${figures(
  'Latency by endpoint, in figures',
  ['Endpoint', 'p50', 'p95', 'p99', 'answers'],
  entries.map(([id, { p50, p95, p99, count }]) => [
    endpointName(id),
    milliseconds(p50),
    milliseconds(p95),
    milliseconds(p99),
    grouped(count),
  ]),
)}
</section>`;
}

function course(timeline: readonly TimelineStretch[], durationMs: number): Markup | undefined {
  const first = timeline[0];
  if (first === undefined) return undefined;
  const length = (timeline[1]?.startMs ?? durationMs) - first.startMs || 1;
  const requests = timeline.reduce((sum, stretch) => sum + stretch.requests, 0);
  const errors = timeline.reduce((sum, stretch) => sum + stretch.errors, 0);
  const told = ({ startMs }: TimelineStretch): string => `${secondsOf(startMs)} s`;
  const answered = ({ requests: sent, p50 }: TimelineStretch): boolean => sent > 0 && p50 > 0;
  const points = (percentile: 'p50' | 'p95') =>
    timeline.map((stretch) => ({
      x: stretch.startMs + length / 2,
      y: answered(stretch) ? stretch[percentile] : undefined,
      title: `${told(stretch)}: ${percentile} ${milliseconds(stretch[percentile])}`,
    }));
  return markup`<section aria-labelledby="report-course"><h3 id="report-course">Over the run</h3>
<div class="chart-box">${lineChart({
    id: 'latency-timeline',
    title: 'Latency over the run',
    description: `Median and 95th percentile in ${timeline.length} stretches of ${duration(length)} each. The table below has all figures.`,
    series: [
      { name: 'p50', points: points('p50') },
      { name: 'p95', points: points('p95') },
    ],
    x: { kind: 'number', label: 'seconds from the first request', format: secondsOf },
    y: { label: 'milliseconds', format: ticks },
    plotHeight: 130,
  })}</div>
<div class="chart-box">${barChart({
    id: 'requests-timeline',
    title: 'Requests over the run',
    description: `${requests} requests in ${timeline.length} stretches, of which ${errors} got a 5xx or no answer. The table below has all figures.`,
    parts: ['answered', '5xx or no answer'],
    bars: timeline.map((stretch) => ({
      from: stretch.startMs,
      to: stretch.startMs + length,
      values: [stretch.requests - stretch.errors, stretch.errors],
      title: `${told(stretch)}: ${stretch.requests} requests, ${stretch.errors} of them 5xx or without answer`,
    })),
    x: { label: 'seconds from the first request', format: secondsOf },
    y: { label: 'requests' },
    plotHeight: 80,
  })}</div>
${figures(
  'The run, in figures',
  ['From', 'requests', '5xx or no answer', 'p50', 'p95'],
  timeline.map((stretch) => [
    told(stretch),
    grouped(stretch.requests),
    grouped(stretch.errors),
    answered(stretch) ? milliseconds(stretch.p50) : '–',
    answered(stretch) ? milliseconds(stretch.p95) : '–',
  ]),
)}
</section>`;
}

/** How long the target took, by endpoint and over the run. */
export function latencySection({ latency, timeline = [], run }: Report): Markup | undefined {
  const charts = [percentiles(latency), course(timeline, run.durationMs)].filter((chart) => chart !== undefined);
  if (charts.length === 0) return undefined;
  return markup`<section class="panel" id="latency" aria-labelledby="report-latency"><h2 id="report-latency">Latency</h2>
<p class="lead">From sending a request to having the whole answer, several requests being under way at a time.</p>
<div class="charts">${charts}</div>
</section>`;
}
