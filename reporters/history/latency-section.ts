import { lineChart } from '../charts/charts.ts';
import { markup } from '../html/markup.ts';
import type { Markup } from '../html/markup.ts';
import { endpointName } from '../html/wording.ts';
import type { Latency } from '../report.ts';
import { brokenAtPauses } from './pauses.ts';
import { millisecondsText, runText } from './run-text.ts';
import type { TargetTrend, TrendRun } from './trend.ts';

const percentiles = ['p50', 'p95'] as const;

const latencyIn = ({ latency }: TrendRun, endpoint: string): Latency | undefined =>
  Object.hasOwn(latency, endpoint) ? latency[endpoint] : undefined;

function changedIn(run: TrendRun, endpoint: string): boolean {
  return run.comparison?.latency.some((change) => change.endpoint === endpoint) ?? false;
}

function chart(endpoint: string, runs: readonly TrendRun[], id: string): Markup {
  const last = runs.findLast((run) => latencyIn(run, endpoint) !== undefined);
  const measured = last === undefined ? undefined : latencyIn(last, endpoint);
  return markup`<div class="chart-box"><h4>${endpointName(endpoint)}</h4>${lineChart({
    id,
    title: `Latency of ${endpointName(endpoint)} over time`,
    description: `p50 ${millisecondsText(measured?.p50 ?? 0)} ms and p95 ${millisecondsText(measured?.p95 ?? 0)} ms in the last run that asked. The table has each figure.`,
    series: percentiles.map((name) => ({
      name,
      points: brokenAtPauses(
        runs.map((run) => {
          const value = latencyIn(run, endpoint)?.[name];
          return {
            x: run.startedAt,
            y: value,
            ...(value === undefined ? {} : { title: `${runText(run, runs)}: ${name} ${millisecondsText(value)} ms` }),
            emphasized: name === 'p50' && changedIn(run, endpoint),
          };
        }),
      ),
    })),
    x: { kind: 'time', label: 'start of the run, UTC' },
    y: { label: 'ms' },
    plotHeight: 120,
  })}</div>`;
}

function figures(run: TrendRun, runs: readonly TrendRun[], endpoints: readonly string[]): Markup {
  return markup`<tr><th scope="row" class="nowrap">${runText(run, runs)}</th>${endpoints.map((endpoint) => {
    const measured = latencyIn(run, endpoint);
    return markup`<td class="number nowrap">${measured === undefined ? '–' : `${millisecondsText(measured.p50)} / ${millisecondsText(measured.p95)}`}</td>`;
  })}</tr>`;
}

/** How long answers took over time, a chart for each endpoint, and all figures as a table. */
export function latencySection({ runs }: TargetTrend, target: number): Markup | undefined {
  const endpoints = [...new Set(runs.flatMap(({ latency }) => Object.keys(latency)))].toSorted();
  if (endpoints.length === 0) return undefined;
  return markup`<section class="panel" aria-labelledby="target-${target}-latency"><h3 id="target-${target}-latency">Latency</h3>
<p class="lead">Median (p50) and 95th percentile of all answers, which differ from run to run by load as well. A large mark is a run whose fastest answers (the 1st percentile of the successes) took longer, or less long, than before, by more than 20 ms and more than they vary within a run.</p>
<div class="charts">${endpoints.map((endpoint, index) => chart(endpoint, runs, `target-${target}-latency-${index}`))}</div>
<details class="fold"><summary>All latencies as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Latencies"><table class="data"><caption>p50 / p95 in milliseconds, the last run first</caption>
<thead><tr><th scope="col">Run</th>${endpoints.map((endpoint) => markup`<th scope="col" class="number">${endpoint}</th>`)}</tr></thead>
<tbody>${runs.map((run) => figures(run, runs, endpoints)).toReversed()}</tbody></table></div></details></section>`;
}
