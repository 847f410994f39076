import { isRequirementId, requirementOf } from '../../spec/index.ts';
import { waiverStates } from '../outcomes.ts';
import type { Comparison, Observation, Report } from '../../results/report.ts';
import {
  foldChanges,
  headlinePieces,
  latencyTitle,
  newsKinds,
  observationNews,
  shiftText,
  slowerBy,
} from '../changes.ts';
import { bounded, instant, plural } from '../../results/printable.ts';
import {
  badge,
  changeBadge,
  dataTable,
  endpointName,
  milliseconds,
  panel,
  requirementLink,
  requirementLinks,
  sentence,
} from './elements.ts';
import { markup, type Insertable, type Markup } from './markup.ts';

function linked(problem: string, { requirements }: Report): Insertable {
  const known = new Set<string>(requirements.map(({ id }) => id));
  return problem.split(/([\w.-]*\w)/).map((piece) => (known.has(piece) ? requirementLink(piece) : piece));
}

/** What the gate says of the run: why it fails, the waivers, and the baseline. Undefined where there is neither of the two. */
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
        stacks: true,
      }),
  );
}

const longestText = 600;

/** What has changed since another run; undefined where there is none to compare with. */
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
    changedRequirements(comparison),
    changedObservations(comparison),
    changedLatency(comparison),
    caveats.length > 0 &&
      markup`<h3>To keep in mind</h3><ul class="problems">${caveats.map((caveat) => markup`<li>${caveat}</li>`)}</ul>`,
  );
}

function changedRequirements({ requirements }: Comparison): Insertable {
  const { single, folds } = foldChanges(requirements);
  const rows = [
    ...single.map(({ id, kind, before, after, message, title }) => [
      requirementLink(id),
      changeBadge(kind),
      before,
      after,
      markup`<p class="faint">${sentence(title)}</p>${message !== undefined && markup`<p>${message}</p>`}`,
    ]),
    ...folds.map(({ ids, kind, before, after }) => [
      plural(ids.length, 'requirement'),
      changeBadge(kind),
      before,
      after,
      requirementLinks(ids),
    ]),
  ];
  const columns = ['Requirement', 'Kind', 'Before', 'Now', 'Statement, and what was seen'];
  return rows.length > 0 && dataTable({ caption: 'Requirements with another outcome', stacks: true, columns, rows });
}

function changedObservations({ observations }: Comparison): Insertable {
  const rows = observations.map((change) => {
    const news = observationNews(change).map(
      ({ kind, text }) =>
        markup`<li><span class="faint">${newsKinds[kind].words}</span> ${bounded(text, longestText)}</li>`,
    );
    return [pointName(change.id, change.title), markup`<ul class="plain">${news}</ul>`];
  });
  const caption = 'Open points where something else was observed';
  return rows.length > 0 && dataTable({ caption, stacks: true, columns: ['Open point', 'What has changed'], rows });
}

function changedLatency(comparison: Comparison): Insertable {
  const shared = shiftText(comparison);
  if (shared !== undefined) return markup`<h3>${latencyTitle}</h3><p>${shared}</p>`;
  const rows = comparison.latency.map((change) => [
    endpointName(change.endpoint),
    milliseconds(change.before),
    milliseconds(change.after),
    slowerBy(change),
  ]);
  const columns = ['Endpoint', { number: 'Before' }, { number: 'Now' }, 'By'];
  return rows.length > 0 && dataTable({ caption: latencyTitle, stacks: true, columns, rows });
}

function pointName(id: string, title: string | undefined): Markup {
  return markup`${requirementLink(id)}${title !== undefined && title !== id && markup`<span class="row-note faint">${sentence(title)}</span>`}`;
}

export interface ObservedBeside {
  readonly name: string;
  readonly observations: readonly Observation[];
  readonly isOldRun?: boolean;
}

/** What another run saw, by the open point. */
interface Column {
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

/** What the run that the report was compared with saw: the same as this one, except for what has changed. */
function oldRunColumn({ old, observations: changes }: Comparison, now: readonly Observation[]): Column {
  const changed = new Set<string>(changes.map(({ id }) => id));
  const kept = now.filter(({ id }) => !changed.has(id)).map(({ id, value }) => [id, value] as const);
  const others = changes.flatMap(({ id, before }) => (before === undefined ? [] : [[id, before] as const]));
  return { name: `${old.target.name}, ${instant(old.startedAt)}`, values: new Map([...kept, ...others]) };
}

/** What was observed at open points, next to what other runs saw; undefined where nothing was. */
export function observationsSection(report: Report, others: readonly ObservedBeside[]): Markup | undefined {
  const { observations, comparison } = report;
  const hasOldRun = others.some(({ isOldRun }) => isOldRun);
  const columns: readonly Column[] = [
    ...(comparison === undefined || hasOldRun ? [] : [oldRunColumn(comparison, observations)]),
    ...others.map(({ name, observations: seen }) => ({
      name,
      values: new Map(seen.map(({ id, value }) => [id, value])),
    })),
  ];
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
      stacks: true,
    }),
  );
}
