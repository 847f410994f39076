import { lineChart, type LinePoint } from './charts.ts';
import { writeWhole } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';
import { driftHeadline, rounded } from './changes.ts';
import { changeList } from './html/sections.ts';
import { badge, dataTable, endpointName, markup, renderPage, type Insertable, type Markup } from './html/elements.ts';
import { partsOfHeadline, verdictLooks } from './outcomes.ts';
import { bounded, instant, jsonText, plural } from '../results/printable.ts';
import {
  readHistory,
  trendOf,
  type PassRate,
  type TargetTrend,
  type Trend,
  type TrendRun,
} from '../results/history.ts';

export const trendPageName = 'trend.html';

function fileNameOf({ run, target }: Report): string {
  const instant = new Date(run.startedAt).toISOString().replaceAll(':', '-');
  const name = target.name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${instant}${name === '' ? '' : `-${name}`}.json`;
}

/**
 * Copies a report into a folder of past reports, and renders the trend page of the folder again.
 *
 * @param directory created if it does not exist
 * @returns the paths written (the report's and the page's), and the files in the folder that are not reports
 * @throws if the folder cannot be read or written
 */
export async function addToHistory(report: Report, directory: string) {
  const copy = await writeWhole(directory, fileNameOf(report), jsonText(report));
  const history = await readHistory(directory);
  const page = await writeWhole(directory, trendPageName, renderTrend(trendOf(history)));
  return { written: [copy, page], unread: history.unread };
}

/** The runs of each target over time, as one HTML page: verdicts, pass rate, latency, and what changed when. */
export function renderTrend({ targets, unread }: Trend): string {
  const isEmpty = targets.length === 0;
  const of = targets.length === 1 ? targets[0]?.name : plural(targets.length, 'target');
  const title = isEmpty ? 'Trend' : `Trend of ${of}`;
  const options = targets.map(({ name }, index) => markup`<option value="target-${index}">${name}</option>`);
  const files = unread.map(({ file, problem }) => markup`<li><code>${file}</code> ${problem}</li>`);
  return renderPage({
    title,
    name: 'benefits-fulfillment-conformance',
    main: markup`<h1>${title}</h1>
${isEmpty && markup`<p class="lead">There is no report in the folder yet: "bfc run --history" puts one there.</p>`}
${targets.length > 1 && markup`<p class="choice" data-needs-script hidden><label for="target-select">Target</label> <select id="target-select">${options}</select></p>`}
${targets.map((target, index) => targetSection(target, index, targets.length === 1))}
${
  unread.length > 0 &&
  markup`<section class="panel" aria-labelledby="unread"><h2 id="unread">Left out</h2>
<p class="lead">Files of the folder that are no reports.</p><ul>${files}</ul></section>`
}`,
  });
}

const instantText = (milliseconds: number): string => instant(new Date(milliseconds).toISOString());

const percentOf = ({ passed, of }: PassRate): number | undefined => (of === 0 ? undefined : (100 * passed) / of);

function rateText(rate: PassRate): string {
  const percent = percentOf(rate);
  if (percent === undefined) return 'none judged';
  // Rounded down: 99.96 % is not all of them.
  return `${rate.passed} of ${rate.of} (${Math.floor(percent * 10) / 10}\u00a0%)`;
}

const whyNoVerdict = ({ headline }: TrendRun): string => bounded(partsOfHeadline(headline).causes ?? headline, 300);

/** The runs of a target as the page shows them, each with its name and the anchor of its changes. */
function shownOf({ runs }: TargetTrend, target: number) {
  const id = `target-${target}`;
  // If there are several profiles, each run is named with its own.
  const hasProfiles = new Set(runs.map(({ profile }) => profile)).size > 1;
  const changeOf = (run: TrendRun): string => {
    if (run.verdict === 'no-verdict') return `${whyNoVerdict(run)}; nothing was compared`;
    if (run.comparison === undefined) return `the first${hasProfiles ? ' of its profile' : ''} with a verdict`;
    return driftHeadline(run.comparison);
  };
  const shown = runs.map((run, index) => ({
    ...run,
    anchor: `${id}-run-${index}`,
    name: `${instantText(run.startedAt)}${hasProfiles ? ` (${run.profile})` : ''}`,
    change: changeOf(run),
    eventAnchor:
      run.verdict === 'no-verdict' || run.comparison?.drifted === true ? `${id}-run-${index}-changes` : undefined,
  }));
  return { id, runs: shown };
}

type Shown = ReturnType<typeof shownOf>;
type ShownRun = Shown['runs'][number];

const mostRuns = 14;

function verdicts({ runs }: Shown): Insertable {
  const rows = runs.map(({ anchor, name, verdict, required, expected, change, eventAnchor }) => {
    const { tone, sign, words } = verdictLooks[verdict];
    return [
      markup`<span class="nowrap" id="${anchor}">${name}</span>`,
      badge(tone, `${sign} ${words}`),
      rateText(required),
      rateText(expected),
      eventAnchor === undefined ? change : markup`<a href="#${eventAnchor}">${change}</a>`,
    ];
  });
  const tableOf = (caption: string, within: typeof rows): Markup =>
    dataTable({
      caption,
      columns: ['Run', 'Verdict', 'Required that hold', 'Expected that hold', 'Change'],
      rows: within.toReversed(),
      look: 'runs',
    });
  const earlier = rows.slice(0, -mostRuns);
  return [
    tableOf('The last run first', rows.slice(-mostRuns)),
    earlier.length > 0 &&
      markup`<details class="fold"><summary>${plural(earlier.length, 'earlier run')}</summary>${tableOf('Earlier runs', earlier)}</details>`,
  ];
}

function passRate({ id, runs }: Shown): Insertable {
  const last = runs.at(-1);
  const series = (['required', 'expected'] as const).map((level) => ({
    name: level,
    points: runs.map((run): LinePoint => ({
      x: run.startedAt,
      // A run without a verdict judged next to nothing: that is a gap in the line, not a drop.
      y: run.verdict === 'no-verdict' ? undefined : percentOf(run[level]),
      title: `${run.name}: ${rateText(run[level])} ${level}`,
      emphasized: (run.comparison?.regressions ?? 0) > 0,
    })),
  }));
  const lowest = Math.min(100, ...series.flatMap(({ points }) => points.flatMap(({ y }) => y ?? [])));
  const chart = lineChart({
    id: `${id}-rate-chart`,
    title: 'Pass rate over time',
    description: `In the last of ${runs.length} runs ${last && rateText(last.required)} required and ${last && rateText(last.expected)} expected requirements hold. The table of all runs has each figure.`,
    series,
    x: { kind: 'time', label: 'start of the run, UTC' },
    // The interesting part is near the top: 66 of 67 and 67 of 67 must look different.
    y: { label: '% that hold', from: [90, 50].find((from) => lowest >= from) ?? 0, to: 100 },
    plotHeight: 170,
  });
  return markup`<p class="lead">Requirements that hold, of those that were judged. A large mark is a run with a regression. The line is interrupted at a run without a verdict.</p>
<div class="chart-box">${chart}</div>`;
}

function latencyChart(endpoint: string, runs: readonly ShownRun[], id: string): Markup {
  const hasChanged = ({ comparison }: TrendRun): boolean =>
    comparison?.latency.some((change) => change.endpoint === endpoint) ?? false;
  const series = (['p50', 'p95'] as const).map((name) => ({
    name,
    points: runs.map((run): LinePoint => {
      const y = run.latency[endpoint]?.[name];
      const title = `${run.name}: ${name} ${rounded(y ?? 0)} ms`;
      return { x: run.startedAt, y, title, emphasized: name === 'p50' && hasChanged(run) };
    }),
  }));
  const chart = lineChart({
    id,
    title: `Latency of ${endpointName(endpoint)} over time`,
    description: 'Median and 95th percentile of each run. The table has each figure.',
    series,
    x: { kind: 'time', label: 'start of the run, UTC' },
    y: { label: 'ms' },
    plotHeight: 120,
  });
  return markup`<div class="chart-box"><h4>${endpointName(endpoint)}</h4>${chart}</div>`;
}

function latencies({ id, runs }: Shown): Insertable {
  const endpoints = [...new Set(runs.flatMap(({ latency }) => Object.keys(latency)))].toSorted();
  if (endpoints.length === 0) return undefined;
  const charts = endpoints.map((endpoint, index) => latencyChart(endpoint, runs, `${id}-latency-${index}`));
  const rows = runs.map((run) => [
    markup`<span class="nowrap">${run.name}</span>`,
    ...endpoints.map((endpoint) => {
      const latency = run.latency[endpoint];
      const text = latency === undefined ? '–' : `${rounded(latency.p50)} / ${rounded(latency.p95)}`;
      return markup`<span class="nowrap">${text}</span>`;
    }),
  ]);
  const table = dataTable({
    caption: 'p50 / p95 in milliseconds, the last run first',
    columns: ['Run', ...endpoints.map((number) => ({ number }))],
    rows: rows.toReversed(),
  });
  return markup`<p class="lead">Median (p50) and 95th percentile of all answers, which differ from run to run by load as well. A large mark is a run whose fastest answers (the 1st percentile of the successes) took longer, or less long, than before, by more than 20 ms and more than they vary within a run.</p>
<div class="charts">${charts}</div>
<details class="fold"><summary>All latencies as a table</summary>${table}</details>`;
}

const longestText = 600;

function eventOf(run: ShownRun): Insertable {
  const { name, comparison, verdict, eventAnchor } = run;
  if (eventAnchor === undefined) return undefined;
  if (verdict === 'no-verdict' || comparison === undefined)
    return markup`<article class="event" id="${eventAnchor}"><h4>${name}: no verdict, so nothing was compared</h4>
<p>${whyNoVerdict(run)}</p></article>`;
  const caveats = comparison.caveats.map((caveat) => markup`<li>${bounded(caveat, longestText)}</li>`);
  return markup`<article class="event" id="${eventAnchor}"><h4>${name}: ${driftHeadline(comparison)}</h4>
<p class="lead">Compared with what was last seen, up to the run of ${instant(comparison.old.startedAt)}. Its report is <code>${run.file}</code>.</p>
${changeList(comparison, (id) => markup`<strong>${id}</strong>`)}
${caveats.length > 0 && markup`<details class="fold"><summary>To keep in mind</summary><ul>${caveats}</ul></details>`}</article>`;
}

const unfolded = 10;

function changes({ runs }: Shown): Insertable {
  const events = runs.map(eventOf).filter((event) => event !== undefined);
  const latestFirst = events.toReversed();
  if (events.length === 0)
    return markup`<p class="lead">${runs.length < 2 ? 'A comparison needs a second run.' : 'Nothing that goes beyond what runs of one service vary by.'}</p>`;
  const earlier = latestFirst.slice(unfolded);
  return markup`${latestFirst.slice(0, unfolded)}${earlier.length > 0 && markup`<details class="fold earlier-events"><summary>${plural(earlier.length, 'earlier run')} with changes</summary>${earlier}</details>`}`;
}

const sections = [
  { place: 'runs', name: 'Verdicts', render: verdicts },
  { place: 'rate', name: 'Pass rate', render: passRate },
  { place: 'latency', name: 'Latency', render: latencies },
  { place: 'changes', name: 'What changed when', render: changes },
] as const;

function targetSection(target: TargetTrend, index: number, isOnly: boolean): Insertable {
  const shown = shownOf(target, index);
  const { id, runs } = shown;
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const count = plural(runs.length, 'run');
  const rendered = sections
    .map(({ place, name, render }) => ({ name, id: `${id}-${place}`, content: render(shown) }))
    .filter(({ content }) => content !== undefined);
  return markup`<section class="target" id="${id}" aria-labelledby="${id}-name">
<h2 id="${id}-name">${isOnly ? count : target.name}</h2>
<p class="lead">${!isOnly && `${count}. `}${runs.length > 1 && `From ${instantText(first.startedAt)} to ${instantText(last.startedAt)}. `}The last one: <a href="#${last.anchor}">${last.headline}</a></p>
<nav aria-label="Sections of ${target.name}"><ul class="sections plain">${rendered.map((section) => markup`<li><a href="#${section.id}">${section.name}</a></li>`)}</ul></nav>
${rendered.map((section) => markup`<section class="panel" aria-labelledby="${section.id}"><h3 id="${section.id}">${section.name}</h3>\n${section.content}</section>\n`)}
</section>`;
}
