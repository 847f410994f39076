import { barChart, lineChart, rangeChart } from '../charts.ts';
import type { Report, TimelineStretch } from '../../results/report.ts';
import { badge, dataTable, duration, endpointName, grouped, milliseconds, panel } from './elements.ts';
import { markup, type Insertable, type Markup } from './markup.ts';

function figures(
  caption: string,
  [first = '', ...numbers]: readonly string[],
  rows: readonly (readonly string[])[],
): Markup {
  const columns = [first, ...numbers.map((number) => ({ number }))];
  return markup`<details class="fold"><summary>${caption}</summary>${dataTable({ caption, captionHidden: true, columns, rows })}</details>`;
}

const tick = (value: number): string => String(Math.round(value * 100) / 100);
const seconds = (value: number): string => String(Math.round(value / 100) / 10);

function percentiles(latency: Report['latency']): Insertable {
  const entries = Object.entries(latency).filter(([, { count }]) => count > 0);
  if (entries.length === 0) return undefined;
  const [slowest, { p95: longest }] = entries.reduce((most, entry) => (entry[1].p95 > most[1].p95 ? entry : most));
  const chart = rangeChart({
    id: 'latency-percentiles',
    title: 'Latency by endpoint',
    description: `Median, 95th and 99th percentile of ${entries.length} endpoints. The slowest by its 95th percentile is ${endpointName(slowest)} with ${milliseconds(longest)}. The table below has all figures.`,
    values: ['p50', 'p95', 'p99'],
    rows: entries.map(([id, { p50, p95, p99 }]) => ({ name: endpointName(id), values: [p50, p95, p99] })),
    axis: { label: 'milliseconds', format: tick },
  });
  const table = figures(
    'Latency by endpoint, in figures',
    ['Endpoint', 'p50', 'p95', 'p99', 'answers'],
    entries.map(([id, { p50, p95, p99, count }]) => [
      endpointName(id),
      ...[p50, p95, p99].map(milliseconds),
      grouped(count),
    ]),
  );
  return markup`<section aria-labelledby="report-percentiles"><h3 id="report-percentiles">By endpoint</h3>
<div class="chart-box">${chart}</div>
${table}
</section>`;
}

const startOf = ({ startMs }: TimelineStretch): string => `${seconds(startMs)} s`;
const isAnswered = ({ requests, p50 }: TimelineStretch): boolean => requests > 0 && p50 > 0;

function latencyChart(timeline: readonly TimelineStretch[], length: number): Markup {
  return lineChart({
    id: 'latency-timeline',
    title: 'Latency over the run',
    description: `Median and 95th percentile in ${timeline.length} stretches of ${duration(length)} each. The table below has all figures.`,
    series: (['p50', 'p95'] as const).map((percentile) => ({
      name: percentile,
      points: timeline.map((stretch) => ({
        x: stretch.startMs + length / 2,
        y: isAnswered(stretch) ? stretch[percentile] : undefined,
        title: `${startOf(stretch)}: ${percentile} ${milliseconds(stretch[percentile])}`,
      })),
    })),
    x: { kind: 'number', label: 'seconds from the first request', format: seconds },
    y: { label: 'milliseconds', format: tick },
    plotHeight: 130,
  });
}

function requestsChart(timeline: readonly TimelineStretch[], length: number): Markup {
  const sum = (of: (stretch: TimelineStretch) => number): number =>
    timeline.reduce((total, stretch) => total + of(stretch), 0);
  return barChart({
    id: 'requests-timeline',
    title: 'Requests over the run',
    description: `${sum(({ requests }) => requests)} requests in ${timeline.length} stretches, of which ${sum(({ errors }) => errors)} got a 5xx or no answer. The table below has all figures.`,
    parts: ['answered', '5xx or no answer'],
    bars: timeline.map((stretch) => ({
      from: stretch.startMs,
      to: stretch.startMs + length,
      values: [stretch.requests - stretch.errors, stretch.errors],
      title: `${startOf(stretch)}: ${stretch.requests} requests, ${stretch.errors} of them 5xx or without answer`,
    })),
    x: { label: 'seconds from the first request', format: seconds },
    y: { label: 'requests' },
    plotHeight: 80,
  });
}

function course(timeline: readonly TimelineStretch[], durationMs: number): Insertable {
  const [first, second] = timeline;
  if (first === undefined) return undefined;
  const length = (second?.startMs ?? durationMs) - first.startMs || 1;
  const table = figures(
    'The run, in figures',
    ['From', 'requests', '5xx or no answer', 'p50', 'p95'],
    timeline.map((stretch) => [
      startOf(stretch),
      grouped(stretch.requests),
      grouped(stretch.errors),
      ...[stretch.p50, stretch.p95].map((value) => (isAnswered(stretch) ? milliseconds(value) : '–')),
    ]),
  );
  return markup`<section aria-labelledby="report-course"><h3 id="report-course">Over the run</h3>
<div class="chart-box">${latencyChart(timeline, length)}</div>
<div class="chart-box">${requestsChart(timeline, length)}</div>
${table}
</section>`;
}

export function latencySection({ latency, timeline = [], run }: Report): Markup | undefined {
  const charts = [percentiles(latency), course(timeline, run.durationMs)];
  if (charts.every((chart) => chart === undefined)) return undefined;
  return panel(
    'latency',
    'Latency',
    markup`<p class="lead">From sending a request to having the whole answer, several requests being under way at a time.</p>
<div class="charts">${charts}</div>`,
  );
}

export function edgesSection({ edges }: Report): Markup | undefined {
  if (edges.length === 0) return undefined;
  const reached = edges.filter(({ exchanges }) => exchanges > 0);
  const missed = edges.filter(({ exchanges }) => exchanges === 0);
  const table = dataTable({
    caption: 'Edges, and how the run reached them',
    captionHidden: true,
    columns: ['Edge', 'State', { number: 'Exchanges' }, 'Reached by'],
    rows: [...missed, ...reached].map(({ name, about, exchanges, cases }) => [
      markup`${name}<span class="row-note faint">${about}</span>`,
      exchanges > 0 ? badge('good', '✓ reached') : badge('', '– not reached'),
      grouped(exchanges),
      cases.join('; '),
    ]),
  });
  return panel(
    'edges',
    'Edges reached',
    markup`<p class="lead">${reached.length} of ${edges.length} places where faults hide were reached by at least one exchange.</p>
<details class="fold"><summary>All ${edges.length} edges</summary>${table}</details>`,
  );
}
