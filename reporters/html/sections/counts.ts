import { parts, type Level } from '../../../spec/index.ts';
import type { Report } from '../../../results/report.ts';
import { dataTable } from '../data-table.ts';
import { markup, type Insertable, type Markup } from '../markup.ts';
import { pageStandings, type PageStanding } from '../page-standing.ts';
import type { ReportPart, ReportRow, ReportRows } from '../report-rows.ts';
import { signs } from '../wording.ts';

const levels: readonly Level[] = ['required', 'expected', 'open'];
const outcomes = [
  ['pass', 'good'],
  ['fail', 'bad'],
  ['inconclusive', 'undecided'],
  ['skipped', 'skipped'],
] as const;

/** A bar whose parts are as long as the counts, for the eye only. */
function bar(counts: readonly (readonly [tone: string, count: number])[]): Markup {
  const total = counts.reduce((sum, [, count]) => sum + count, 0) || 1;
  let x = 0;
  return markup`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${counts.map(
    ([tone, count]) => {
      const width = (count / total) * 100;
      const part = markup`<rect class="share-${tone}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="6"/>`;
      x += width;
      return count > 0 && part;
    },
  )}</svg>`;
}

/** How many requirements of each level came out how. */
export function countsSection({ summary }: Report): Markup {
  const of = {
    pass: summary.passed,
    fail: summary.failed,
    inconclusive: summary.inconclusive,
    skipped: summary.skipped,
  };
  const row = (level: Level): readonly Insertable[] => [
    markup`<a href="#level=${level}">${level}</a>`,
    ...outcomes.map(([outcome, tone]) => {
      const count = of[outcome][level];
      return count === 0
        ? markup`<span class="faint">0</span>`
        : markup`<a class="count-${tone}" href="#level=${level}&amp;outcome=${outcome}">${count}</a>`;
    }),
    bar(outcomes.map(([outcome, tone]) => [tone, of[outcome][level]])),
  ];
  return markup`<section class="panel" aria-labelledby="report-counts"><h2 id="report-counts">By level</h2>
${dataTable({
  caption: 'Requirements by level and outcome',
  captionHidden: true,
  columns: ['Level', ...outcomes.map(([outcome]) => ({ number: outcome })), 'share'],
  rows: levels.map(row),
  look: 'counts',
  stacks: true,
})}
</section>`;
}

function cell(part: ReportPart, level: Level, rows: readonly ReportRow[]): Markup {
  const byStanding = Map.groupBy(rows, ({ standing }) => standing);
  const counts = pageStandings.flatMap((standing): readonly (readonly [PageStanding, number])[] => {
    const count = byStanding.get(standing)?.length ?? 0;
    return count === 0 ? [] : [[standing, count]];
  });
  if (counts.length === 0) return markup`<span class="faint">·</span>`;
  return markup`<a class="part-link" href="#level=${level}&amp;part=${part.name}">${counts.map(
    ([standing, count]) =>
      markup`<span class="part-count ${signs[standing].tone}"><span aria-hidden="true">${signs[standing].sign}</span> ${count}<span class="hidden-visually"> ${signs[standing].word} </span></span>`,
  )}</a>`;
}

/** The parts of the document, and how the requirements of each level stand in them. */
export function partsSection({ rows, parts: present }: ReportRows): Markup {
  const shown = present.length === 0 ? parts : present;
  const byPart = Map.groupBy(rows, ({ part }) => part);
  const used = pageStandings.filter((standing) => rows.some((row) => row.standing === standing));
  const legend = new Set(used.map((standing) => `${signs[standing].sign} ${signs[standing].word}`));
  return markup`<section class="panel" aria-labelledby="report-parts"><h2 id="report-parts">By part</h2>
<p class="lead">${[...legend].map((text, index) => markup`${index > 0 && ' · '}<span class="nowrap">${text}</span>`)}</p>
${dataTable({
  caption: 'Requirements by part and level',
  captionHidden: true,
  columns: ['Part', ...levels.map((level) => ({ number: level }))],
  rows: shown.map((part) => {
    const within = byPart.get(part.name) ?? [];
    return [
      markup`<a href="#part=${part.name}">${part.title}</a>`,
      ...levels.map((level) =>
        cell(
          part,
          level,
          within.filter((row) => row.level === level),
        ),
      ),
    ];
  }),
  look: 'parts',
  stacks: true,
})}
</section>`;
}
