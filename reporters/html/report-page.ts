import { instant } from '../../results/printable.ts';
import type { Outcome, Report } from '../../results/report.ts';
import { seedOf, volumeOf } from '../../results/run-scope.ts';
import { levels, type Level } from '../../spec/index.ts';
import { byPart, isGateAsked, partsOfHeadline, standings, verdictLooks } from '../outcomes.ts';
import { sectionsBeside, type Item, type Section } from '../report-sections.ts';
import {
  driftSection,
  edgesSection,
  gateSection,
  latencySection,
  observationsSection,
  type ObservedBeside,
} from './sections.ts';
import {
  badge,
  dataTable,
  duration,
  grouped,
  markup,
  panel,
  renderPage,
  type Insertable,
  type Markup,
} from './elements.ts';
import { listResults, requirementsSection, shownStandings, type ListedResult } from './requirement-list.ts';

/**
 * The report as one HTML page that opens from disk and requests nothing. Everything is there even without its script,
 * and content from the target is always text, never markup.
 *
 * @param others - observations to compare with; if empty, those of the old run of `report.comparison` are shown
 */
export function renderHtml(report: Report, others: readonly ObservedBeside[] = []): string {
  const listed = listResults(report);
  const beside = sectionsBeside(report);
  const sections = {
    gate: { name: 'Gate', content: gateSection(report) },
    drift: { name: 'Changes', content: driftSection(report) },
    requirements: { name: 'Requirements', content: requirementsSection(report, listed) },
    accepts: { name: 'What it takes', content: listSection('accepts', beside.accepts) },
    observations: { name: 'Observations', content: observationsSection(report, others) },
    latency: { name: 'Latency', content: latencySection(report) },
    edges: { name: 'Edges', content: edgesSection(report) },
  };
  const { gate, drift, requirements, accepts, observations, latency, edges } = sections;
  return renderPage({
    title: `${report.summary.headline} · ${report.target.name}`,
    name: report.suite.name,
    skip: { to: 'requirements', label: 'Skip to the requirements' },
    navigation: Object.entries(sections).map(
      ([id, { name, content }]) => content !== undefined && markup`<li><a href="#${id}">${name}</a></li>`,
    ),
    main: markup`${verdictSection(report)}
<div class="columns">${factsSection(report)}
${countsSection(report)}</div>
${[gate.content, drift.content, ...(['suiteFaults', 'outages', 'lessTime', 'pins'] as const).map((id) => listSection(id, beside[id]))]}
${[requirements.content, listSection('token', beside.token)]}
${partsSection(listed)}
${[accepts.content, observations.content, latency.content, edges.content]}`,
    footer: markup`All of this, as data, is in <code>report.json</code>, which the run writes next to this page.`,
  });
}

function verdictSection({ summary, target, run, gate }: Report): Markup {
  const { sign, tone } = verdictLooks[summary.verdict];
  const { verdict, causes } = partsOfHeadline(summary.headline);
  return markup`<section class="verdict ${tone}" aria-labelledby="report-verdict">
<p class="verdict-sign" aria-hidden="true">${sign}</p>
<div>
<h1 id="report-verdict">${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}</h1>
${causes !== undefined && markup`<p class="verdict-rest">${causes}</p>`}
<p class="verdict-target"><strong>${target.name}</strong>${target.baseUrl !== '' && markup` <span class="faint">at</span> <code>${target.baseUrl}</code>`}</p>
${run.interrupted && markup`<p class="text-warning"><strong>The run was stopped before its end.</strong> What it did not reach is undecided.</p>`}
${gate !== undefined && isGateAsked(gate) && markup`<p>${badge(gate.passed ? 'good' : 'bad', gate.passed ? '✓ gate passes' : '✗ gate fails')}</p>`}
</div>
</section>`;
}

function factsSection(report: Report): Markup {
  const { run, spec, suite } = report;
  const { count, unit } = volumeOf(report);
  // Saved traffic was sent at another time than it was judged, and that time may be unknown.
  const isTraffic = unit === 'exchanges';
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    [isTraffic ? 'Dated' : 'Started', instant(run.startedAt)],
    isTraffic
      ? ['Traffic lasted', run.durationMs === 0 ? undefined : duration(run.durationMs)]
      : ['Took', duration(run.durationMs)],
    [isTraffic ? 'Exchanges' : 'Requests', grouped(count)],
    ['Cases', grouped(run.cases)],
    ['Seed', seedOf(report)?.toString()],
    ['Today', run.today],
    ['Profile', run.profile],
    ['Judged level', run.level],
    ['Cases per property', run.casesPerProperty === undefined ? undefined : grouped(run.casesPerProperty)],
    ['Document', spec.revision],
    ['Suite', suite.version],
  ];
  const rows = facts.map(
    ([name, value]) => value !== undefined && markup`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  return panel('run', 'The run', markup`<dl class="facts">${rows}</dl>`);
}

const outcomeTones = { pass: 'good', fail: 'bad', inconclusive: 'undecided', skipped: 'skipped' } as const;
const outcomes = Object.keys(outcomeTones) as readonly Outcome[];

function shareBar(counts: readonly (readonly [tone: string, count: number])[]): Markup {
  const total = counts.reduce((sum, [, count]) => sum + count, 0) || 1;
  let x = 0;
  const parts = counts.map(([tone, count]) => {
    const width = (count / total) * 100;
    const part = markup`<rect class="share-${tone}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="6"/>`;
    x += width;
    return count > 0 && part;
  });
  return markup`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function countsSection({ summary }: Report): Markup {
  const { passed, failed, inconclusive, skipped } = summary;
  const counts = { pass: passed, fail: failed, inconclusive, skipped };
  const count = (level: Level, outcome: Outcome): Markup =>
    counts[outcome][level] === 0
      ? markup`<span class="faint">0</span>`
      : markup`<a class="count-${outcomeTones[outcome]}" href="#level=${level}&amp;outcome=${outcome}">${counts[outcome][level]}</a>`;
  return panel(
    'counts',
    'By level',
    dataTable({
      caption: 'Requirements by level and outcome',
      captionHidden: true,
      columns: ['Level', ...outcomes.map((number) => ({ number })), 'share'],
      rows: levels.map((level) => [
        markup`<a href="#level=${level}">${level}</a>`,
        ...outcomes.map((outcome) => count(level, outcome)),
        shareBar(outcomes.map((outcome) => [outcomeTones[outcome], counts[outcome][level]])),
      ]),
      look: 'counts',
    }),
  );
}

function standingCounts(listed: readonly ListedResult[], href: string): Insertable {
  const byStanding = Map.groupBy(listed, ({ standing }) => standing);
  if (byStanding.size === 0) return markup`<span class="faint">·</span>`;
  const counts = shownStandings.map((standing) => {
    const { sign, word, tone } = standings[standing];
    const count = byStanding.get(standing)?.length ?? 0;
    return (
      count > 0 &&
      markup`<span class="part-count ${tone}"><span aria-hidden="true">${sign}</span> ${count}<span class="hidden-visually"> ${word} </span></span>`
    );
  });
  return markup`<a class="part-link" href="${href}">${counts}</a>`;
}

function partsSection(listed: readonly ListedResult[]): Markup {
  const present = new Set(
    listed.map(({ standing }) => {
      const { sign, word } = standings[standing];
      return `${sign} ${word}`;
    }),
  );
  const legend = [...present].map((text, index) => [index > 0 && ' · ', markup`<span class="nowrap">${text}</span>`]);
  return panel(
    'parts',
    'By part',
    markup`<p class="lead">${legend}</p>`,
    dataTable({
      caption: 'Requirements by part and level',
      captionHidden: true,
      columns: ['Part', ...levels.map((number) => ({ number }))],
      rows: byPart(listed).map(({ name, title, within }) => [
        markup`<a href="#part=${name}">${title}</a>`,
        ...levels.map((level) => {
          const ofLevel = within.filter((result) => result.level === level);
          return standingCounts(ofLevel, `#level=${level}&part=${name}`);
        }),
      ]),
      look: 'parts',
    }),
  );
}

/** A section that the other formats have too, as a list; undefined if it has no items. */
function listSection(id: string, { title, items }: Section): Markup | undefined {
  return items.length === 0 ? undefined : panel(id, title, listOf(items));
}

function listOf(items: readonly Item[]): Markup {
  const shown = items.map(
    ({ about, text, command, below = [] }) =>
      markup`<li>${about !== undefined && markup`<code>${about}</code>: `}<span class="preserved">${text}</span>${command !== undefined && markup`<br><code class="preserved">${command}</code>`}${below.length > 0 && listOf(below)}</li>`,
  );
  return markup`<ul class="problems">${shown}</ul>`;
}
