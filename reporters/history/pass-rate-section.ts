import { lineChart } from '../charts/charts.ts';
import type { LinePoint } from '../charts/charts.ts';
import { markup } from '../html/markup.ts';
import type { Markup } from '../html/markup.ts';
import { brokenAtPauses } from './pauses.ts';
import { percentOf, rateText, runText } from './run-text.ts';
import type { TargetTrend, TrendRun } from './trend.ts';

const levels = ['required', 'expected'] as const;

function pointOf(run: TrendRun, runs: readonly TrendRun[], level: (typeof levels)[number]): LinePoint {
  return {
    x: run.startedAt,
    // Without a verdict next to nothing was looked at: that is a gap, and no fall.
    y: run.verdict === 'no-verdict' ? undefined : percentOf(run[level]),
    title: `${runText(run, runs)}: ${rateText(run[level])} ${level}`,
    emphasized: (run.comparison?.regressions ?? 0) > 0,
  };
}

/** How many requirements held over time, as a chart; the table of runs has its figures. */
export function passRateSection({ runs }: TargetTrend, target: number): Markup {
  const last = runs.at(-1);
  const lowest = Math.min(100, ...runs.flatMap((run) => levels.flatMap((level) => pointOf(run, runs, level).y ?? [])));
  // What matters happens near the top: 66 of 67 and 67 of 67 are to be told apart.
  const from = lowest >= 90 ? 90 : lowest >= 50 ? 50 : 0;
  return markup`<section class="panel" aria-labelledby="target-${target}-rate"><h3 id="target-${target}-rate">Pass rate</h3>
<p class="lead">Requirements that hold, of those that were looked at. A large mark is a run with a regression. The line is broken at a run without a verdict, and where there were no runs for long.</p>
<div class="chart-box">${lineChart({
    id: `target-${target}-rate-chart`,
    title: 'Pass rate over time',
    description:
      last === undefined
        ? 'No runs.'
        : `In the last of ${runs.length} runs ${rateText(last.required)} required and ${rateText(last.expected)} expected requirements hold. The table of all runs has each figure.`,
    series: levels.map((level) => ({
      name: level,
      points: brokenAtPauses(runs.map((run) => pointOf(run, runs, level))),
    })),
    x: { kind: 'time', label: 'start of the run, UTC' },
    y: { label: '% that hold', from, to: 100 },
  })}</div></section>`;
}
