import { bounded, instant, plural } from '../../results/printable.ts';
import type { Comparison, Observation, Report, TimelineStretch } from '../../results/report.ts';
import { isRequirementId, requirementOf } from '../../spec/index.ts';
import { changeEntries, changeKinds, headlinePieces, newsKinds, type ChangeEntry } from '../changes.ts';
import { lineChart, type Chart } from '../charts.ts';
import { waiverStates } from '../outcomes.ts';
import {
  badge,
  dataTable,
  duration,
  endpointName,
  grouped,
  markup,
  milliseconds,
  panel,
  requirementLink,
  requirementLinks,
  sentence,
  type Insertable,
  type Markup,
} from './elements.ts';

const longestText = 600;

function changeItem({ kind, id, level, title, way, extent, seen, ids = [], news = [] }: ChangeEntry, nameOf: NameOf) {
  const { tone, sign } = changeKinds[kind];
  const observed = news.map((one) => markup`<li>${newsKinds[one.kind].words} ${bounded(one.text, longestText)}</li>`);
  return markup`<li>${[
    badge(tone, `${sign} ${kind}`),
    id !== undefined && markup` ${kind === 'latency' ? endpointName(id) : nameOf(id)}`,
    level !== undefined && markup` <span class="faint">${level}</span>`,
    way !== undefined && ` ${way.before} → ${way.after}`,
    extent !== undefined && ` ${extent}`,
    title !== undefined && markup`<p>${sentence(title)}</p>`,
    seen !== undefined && markup`<p class="mono">${bounded(seen, longestText)}</p>`,
    ids.length > 0 && markup`<p>${ids.map((one, index) => [index > 0 && ', ', nameOf(one)])}</p>`,
    news.length > 0 && markup`<ul class="plain mono">${observed}</ul>`,
  ]}</li>`;
}

type NameOf = (id: string) => Insertable;

/** All changes, worst first. @param nameOf - how to name a requirement or an open point */
export function changeList(comparison: Comparison, nameOf: NameOf): Markup {
  return markup`<ul class="changes">${changeEntries(comparison).map((entry) => changeItem(entry, nameOf))}</ul>`;
}

function linked(problem: string, { requirements }: Report): Insertable {
  const known = new Set<string>(requirements.map(({ id }) => id));
  return problem.split(/([\w.-]*\w)/).map((piece) => (known.has(piece) ? requirementLink(piece) : piece));
}

export function gateSection(report: Report): Markup | undefined {
  const { passed = false, problems = [], waivers = [], baseline } = report.gate ?? {};
  if (waivers.length === 0 && baseline === undefined) return undefined;
  const none = markup`<span class="faint">none</span>`;
  const pairs = (['new', 'known', 'fixed'] as const).map((name) => {
    const ids = baseline?.[name] ?? [];
    return markup`<div><dt>${name}</dt><dd>${ids.length === 0 ? none : requirementLinks(ids)}</dd></div>`;
  });
  return panel(
    'gate',
    'Gate',
    markup`<p>${badge(passed ? 'good' : 'bad', passed ? '✓ passes' : '✗ fails')}</p>`,
    problems.length > 0 &&
      markup`<ul class="problems">${problems.map((problem) => markup`<li>${linked(problem, report)}</li>`)}</ul>`,
    baseline !== undefined &&
      markup`<h3>Compared with the baseline of ${instant(baseline.startedAt)}</h3><dl class="pairs">${pairs}</dl>`,
    waivers.length > 0 &&
      dataTable({
        caption: 'Waivers of the configuration',
        columns: ['Requirement', 'State', 'Until', 'Reason'],
        rows: waivers.map(({ id, reason, until, state }) => [
          requirementLink(id),
          badge(waiverStates[state].tone, `${waiverStates[state].sign} ${waiverStates[state].words}`),
          markup`<span class="nowrap">${until}</span>`,
          reason,
        ]),
      }),
  );
}

export function driftSection({ comparison }: Report): Markup | undefined {
  if (comparison === undefined) return undefined;
  const { old, caveats } = comparison;
  const pieces = headlinePieces(comparison).map(({ text, look }) =>
    look === undefined ? markup`<span class="faint">${text}</span> ` : [badge(look.tone, `${look.sign} ${text}`), ' '],
  );
  return panel(
    'drift',
    'What has changed',
    markup`<p>${pieces}</p>
<p class="lead">Compared with the run of ${instant(old.startedAt)}: ${old.target.name}, ${old.headline}</p>`,
    changeList(comparison, requirementLink),
    caveats.length > 0 &&
      markup`<h3>To keep in mind</h3><ul class="problems">${caveats.map((caveat) => markup`<li>${caveat}</li>`)}</ul>`,
  );
}

function pointName(id: string, title: string | undefined): Markup {
  return markup`${requirementLink(id)}${title !== undefined && title !== id && markup`<span class="row-note faint">${sentence(title)}</span>`}`;
}

export interface ObservedBeside {
  readonly name: string;
  readonly observations: readonly Pick<Observation, 'id' | 'value'>[];
}

/** What the earlier run observed: the same as this one, except for the changes. */
function seenByOldRun({ old, observations: changes }: Comparison, now: readonly Observation[]): ObservedBeside {
  const changed = new Set<string>(changes.map(({ id }) => id));
  const others = changes.flatMap(({ id, before }) => (before === undefined ? [] : [{ id, value: before }]));
  return {
    name: `${old.target.name}, ${instant(old.startedAt)}`,
    observations: [...now.filter(({ id }) => !changed.has(id)), ...others],
  };
}

/** The observations of open points, next to those of other runs; undefined if there are none. */
export function observationsSection(report: Report, others: readonly ObservedBeside[]): Markup | undefined {
  const { observations, comparison } = report;
  const beside = comparison === undefined || others.length > 0 ? others : [seenByOldRun(comparison, observations)];
  const columns = beside.map(({ name, observations: seen }) => ({
    name,
    values: new Map<string, string>(seen.map(({ id, value }) => [id, value])),
  }));
  const own = new Map(observations.map((observation) => [observation.id, observation]));
  const all = [observations, comparison?.observations ?? [], ...others.map((other) => other.observations)].flat();
  const ids = [...new Set(all.map(({ id }) => id))];
  if (ids.length === 0) return undefined;
  const nothing = markup`<span class="faint">nothing was seen</span>`;
  const ownCell = ({ value, cases }: Observation): Markup =>
    markup`${value} <span class="faint nowrap">(${plural(cases, 'case')})</span>`;
  const cell = (value: string | undefined, seen: Observation | undefined): Insertable => {
    const differs = value !== undefined && seen !== undefined && value !== seen.value;
    return [value ?? nothing, differs && [' ', badge('warning', '≠ differs')]];
  };
  return panel(
    'observations',
    'Observed where the document leaves it open',
    markup`<p class="lead">What is reported here is neither right nor wrong. A client has to cope with it, and should know when it changes.</p>`,
    dataTable({
      caption: 'Open points, and what was observed of each',
      captionHidden: true,
      columns: [
        'Open point',
        columns.length === 0 ? 'Observed' : `${report.target.name}, this run`,
        ...columns.map(({ name }) => name),
      ],
      rows: ids.map((id) => {
        const seen = own.get(id);
        const statement = isRequirementId(id) ? requirementOf(id).statement : undefined;
        return [
          pointName(id, statement),
          seen === undefined ? nothing : ownCell(seen),
          ...columns.map(({ values }) => cell(values.get(id), seen)),
        ];
      }),
      look: 'observed',
    }),
  );
}

const tick = (value: number): string => String(Math.round(value * 100) / 100);
const seconds = (value: number): string => String(Math.round(value / 100) / 10);

const startOf = ({ startMs }: TimelineStretch): string => `${seconds(startMs)} s`;
const isAnswered = ({ requests, p50 }: TimelineStretch): boolean => requests > 0 && p50 > 0;

/** The lines of a chart by name: each gives the figure of a stretch of the run; undefined if it has none. */
type Lines = Readonly<Record<string, (stretch: TimelineStretch) => number | undefined>>;

function course(timeline: readonly TimelineStretch[], durationMs: number): Insertable {
  const [first, second] = timeline;
  if (first === undefined) return undefined;
  const length = (second?.startMs ?? durationMs) - first.startMs || 1;
  const chartOf = (frame: Omit<Chart, 'description'>, label: string, lines: Lines): Markup => {
    const series = Object.entries(lines).map(([name, of]) => ({
      name,
      points: timeline.map((stretch) => ({
        x: stretch.startMs + length / 2,
        y: of(stretch),
        title: `${startOf(stretch)}: ${name} ${of(stretch)} ${label}`,
      })),
    }));
    const description = `In ${timeline.length} stretches of ${duration(length)} each. The table below has all figures.`;
    const x = { kind: 'number', label: 'seconds from the first request', format: seconds } as const;
    return lineChart({ ...frame, description, series, x, y: { label, format: tick }, plotHeight: 110 });
  };
  const latencies = chartOf({ id: 'latency-timeline', title: 'Latency over the run' }, 'milliseconds', {
    p50: (stretch) => (isAnswered(stretch) ? stretch.p50 : undefined),
    p95: (stretch) => (isAnswered(stretch) ? stretch.p95 : undefined),
  });
  const requests = chartOf({ id: 'requests-timeline', title: 'Requests over the run' }, 'requests', {
    answered: (stretch) => stretch.requests - stretch.errors,
    '5xx or no answer': ({ errors }) => errors,
  });
  const table = dataTable({
    caption: 'The run, in figures',
    captionHidden: true,
    columns: ['From', ...['requests', '5xx or no answer', 'p50', 'p95'].map((number) => ({ number }))],
    rows: timeline.map((stretch) => [
      startOf(stretch),
      grouped(stretch.requests),
      grouped(stretch.errors),
      ...[stretch.p50, stretch.p95].map((value) => (isAnswered(stretch) ? milliseconds(value) : '–')),
    ]),
  });
  return markup`<h3>Over the run</h3>
<div class="charts"><div class="chart-box">${latencies}</div>
<div class="chart-box">${requests}</div></div>
<details class="fold"><summary>The run, in figures</summary>${table}</details>`;
}

export function latencySection({ latency, timeline = [], run }: Report): Markup | undefined {
  const asked = Object.entries(latency).filter(([, { count }]) => count > 0);
  if (asked.length === 0 && timeline.length === 0) return undefined;
  return panel(
    'latency',
    'Latency',
    markup`<p class="lead">From sending a request to having the whole answer, several requests being under way at a time.</p>`,
    asked.length > 0 &&
      dataTable({
        caption: 'Latency by endpoint',
        columns: ['Endpoint', ...['p50', 'p95', 'p99', 'answers'].map((number) => ({ number }))],
        rows: asked.map(([id, { p50, p95, p99, count }]) => [
          endpointName(id),
          ...[p50, p95, p99].map(milliseconds),
          grouped(count),
        ]),
      }),
    course(timeline, run.durationMs),
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
