import type { Level } from '../../spec/index.ts';
import { instant } from '../../results/printable.ts';
import { outagesInWords, verdictLooks } from '../outcomes.ts';
import type { Outcome, Report } from '../../results/report.ts';
import { seedOf, volumeOf } from '../../results/run-scope.ts';
import { badge, dataTable, duration, grouped, panel } from './elements.ts';
import { markup, type Insertable, type Markup } from './markup.ts';
import { pageStandings, partsOf, standingLooks, type ListedResult } from './requirement-list.ts';

function splitHeadline(headline: string): readonly [string, string] {
  const [, word = headline, rest = ''] = /^([^:]+): (.+)$/s.exec(headline) ?? [];
  return [word.charAt(0).toUpperCase() + word.slice(1), rest];
}

export function verdictSection({ summary, target, run, gate }: Report): Markup {
  const { sign, tone } = verdictLooks[summary.verdict];
  const [word, rest] = splitHeadline(summary.headline);
  return markup`<section class="verdict ${tone}" aria-labelledby="report-verdict">
<p class="verdict-sign" aria-hidden="true">${sign}</p>
<div>
<h1 id="report-verdict">${word}</h1>
${rest !== '' && markup`<p class="verdict-rest">${rest}</p>`}
<p class="verdict-target"><strong>${target.name}</strong> <span class="faint">at</span> <code>${target.baseUrl}</code></p>
${run.interrupted && markup`<p class="text-warning"><strong>The run was stopped before its end.</strong> What it did not reach is undecided.</p>`}
${gate !== undefined && markup`<p>${badge(gate.passed ? 'good' : 'bad', gate.passed ? '✓ gate passes' : '✗ gate fails')}</p>`}
</div>
</section>`;
}

export function factsSection(report: Report): Markup {
  const { run, spec, suite } = report;
  const { count, unit } = volumeOf(report);
  // Saved traffic was sent at another time than it was judged, which may not be known.
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

const levels: readonly Level[] = ['required', 'expected', 'open'];
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

export function countsSection({ summary }: Report): Markup {
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
      stacks: true,
    }),
  );
}

function standingCounts(listed: readonly ListedResult[], href: string): Insertable {
  const byStanding = Map.groupBy(listed, ({ standing }) => standing);
  if (byStanding.size === 0) return markup`<span class="faint">·</span>`;
  const counts = pageStandings.map((standing) => {
    const { sign, word, tone } = standingLooks[standing].look;
    const count = byStanding.get(standing)?.length ?? 0;
    return (
      count > 0 &&
      markup`<span class="part-count ${tone}"><span aria-hidden="true">${sign}</span> ${count}<span class="hidden-visually"> ${word} </span></span>`
    );
  });
  return markup`<a class="part-link" href="${href}">${counts}</a>`;
}

export function partsSection(listed: readonly ListedResult[]): Markup {
  const byPart = Map.groupBy(listed, ({ part }) => part);
  const present = new Set(
    listed.map(({ standing }) => {
      const { sign, word } = standingLooks[standing].look;
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
      rows: partsOf(listed).map(({ name, title }) => [
        markup`<a href="#part=${name}">${title}</a>`,
        ...levels.map((level) => {
          const within = byPart.get(name)?.filter(({ result }) => result.level === level) ?? [];
          return standingCounts(within, `#level=${level}&part=${name}`);
        }),
      ]),
      look: 'parts',
      stacks: true,
    }),
  );
}

export function suiteFaultsSection({ suiteFaults }: Report): Markup | undefined {
  if (suiteFaults.length === 0) return undefined;
  const items = suiteFaults.map(
    ({ id, message }) => markup`<li><code>${id}</code>: <span class="preserved">${message}</span></li>`,
  );
  return panel(
    'suite-faults',
    'Faults of the suite itself',
    markup`<p class="lead">These are no verdict on the target: a check of the suite broke.</p><ul>${items}</ul>`,
  );
}

export function outagesSection(report: Report): Markup | undefined {
  const { listed, more } = outagesInWords(report);
  if (listed.length === 0) return undefined;
  const items = listed.map(
    ({ when, underWay, curl }) =>
      markup`<li>${when}; ${underWay}${curl !== undefined && markup`<br><code class="preserved">${curl}</code>`}</li>`,
  );
  return panel(
    'outages',
    'The target went away',
    markup`<p class="lead">It took no connections for a while. What took it down is most likely among the requests that were under way.</p>
<ul>${items}${more > 0 && markup`<li>and ${more} more times</li>`}</ul>`,
  );
}
