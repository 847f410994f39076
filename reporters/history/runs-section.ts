import { driftHeadline } from '../changes.ts';
import { markup, type Markup } from '../html/markup.ts';
import { hasEvent, hasProfiles, rateText, runText, verdictLooks, whyNoVerdict } from './run-text.ts';
import type { TargetTrend, TrendRun } from '../../results/history.ts';

/** Name of the place of the page that tells of a run. */
export function runAnchor(target: number, run: number): string {
  return `target-${target}-run-${run}`;
}

/** What a run changed, in a line. */
function changeText(run: TrendRun, runs: readonly TrendRun[]): string {
  const { comparison, verdict } = run;
  if (verdict === 'no-verdict') return `${whyNoVerdict(run)}; nothing was compared`;
  if (comparison === undefined) return `the first${hasProfiles(runs) ? ' of its profile' : ''} with a verdict`;
  return driftHeadline(comparison);
}

function cell(run: TrendRun, { runs }: TargetTrend, target: number, index: number): Markup {
  const { tone, sign, words } = verdictLooks[run.verdict];
  const told = `${runText(run, runs)}: ${words}, ${changeText(run, runs)}`;
  const shown = markup`<span aria-hidden="true">${sign}</span>`;
  // A link for each of a year's nights would be in the way of whoever goes by keyboard.
  return hasEvent(run)
    ? markup`<li><a class="cell ${tone}" href="#${runAnchor(target, index)}-changes" title="${told}">${shown}</a></li>`
    : markup`<li><span class="cell ${tone}" role="img" title="${told}">${shown}</span></li>`;
}

const monthText = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The verdicts of the runs, the earliest first, by the month in which they began. */
function strip(trend: TargetTrend, target: number): Markup {
  const numbered = trend.runs.map((run, index) => ({ run, index }));
  const months = [...Map.groupBy(numbered, ({ run }) => monthText.format(run.startedAt))];
  return markup`<ol class="months plain">${months.map(([name, runs], month) => {
    const id = `target-${target}-month-${month}`;
    return markup`<li><p class="month" id="${id}">${name}</p><ol class="strip plain" aria-labelledby="${id}">${runs.map(({ run, index }) => cell(run, trend, target, index))}</ol></li>`;
  })}</ol>`;
}

function row(run: TrendRun, { runs }: TargetTrend, target: number, index: number): Markup {
  const { tone, words } = verdictLooks[run.verdict];
  return markup`<tr id="${runAnchor(target, index)}"><th scope="row" class="nowrap">${runText(run, runs)}</th><td><span class="badge ${tone}">${words}</span></td><td>${rateText(run.required)}</td><td>${rateText(run.expected)}</td><td class="change">${
    hasEvent(run)
      ? markup`<a href="#${runAnchor(target, index)}-changes">${changeText(run, runs)}</a>`
      : changeText(run, runs)
  }</td></tr>`;
}

/** The verdict of each run: as a strip from left to right, and as a table with the last run first. */
export function runsSection(trend: TargetTrend, target: number): Markup {
  const { runs } = trend;
  return markup`<section class="panel" aria-labelledby="target-${target}-runs"><h3 id="target-${target}-runs">Verdicts</h3>
<p class="lead">The earliest run first. A sign with a line below leads to what has changed since the run before${hasProfiles(runs) && ' of the same profile'}, or to why there is no verdict.</p>
${strip(trend, target)}
<details class="fold"${runs.length <= 14 && ' open'}><summary>All runs as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table class="data"><caption>The last run first</caption>
<thead><tr><th scope="col">Run</th><th scope="col">Verdict</th><th scope="col">Required that hold</th><th scope="col">Expected that hold</th><th scope="col">Change</th></tr></thead>
<tbody>${runs.map((run, index) => row(run, trend, target, index)).toReversed()}</tbody></table></div></details></section>`;
}
