import { parts } from '../../../spec/index.ts';
import type { Level } from '../../../spec/index.ts';
import type { Report } from '../../report.ts';
import { standings } from '../../standing.ts';
import type { Standing } from '../../standing.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import type { ReportPart, ReportRow, ReportRows } from '../report-rows.ts';
import { signs } from '../wording.ts';

const levels: readonly Level[] = ['required', 'expected', 'open'];
const outcomes = [
  ['pass', 'pass', 'good'],
  ['fail', 'fail', 'bad'],
  ['inconclusive', 'inconclusive', 'undecided'],
  ['skipped', 'skipped', 'skipped'],
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
  const row = (level: Level): Markup => markup`<tr><th scope="row"><a href="#level=${level}">${level}</a></th>
${outcomes.map(([outcome, , tone]) => {
  const count = of[outcome][level];
  return markup`<td class="number">${count === 0 ? markup`<span class="faint">0</span>` : markup`<a class="count-${tone}" href="#level=${level}&amp;outcome=${outcome}">${count}</a>`}</td>`;
})}
<td class="share-cell">${bar(outcomes.map(([outcome, , tone]) => [tone, of[outcome][level]]))}</td></tr>`;
  return markup`<section class="panel" aria-labelledby="report-counts"><h2 id="report-counts">By level</h2>
<div class="scroll"><table class="data counts"><thead><tr><th scope="col">Level</th>${outcomes.map(([, word]) => markup`<th scope="col" class="number">${word}</th>`)}<td class="share-cell"></td></tr></thead>
<tbody>${levels.map(row)}</tbody></table></div>
</section>`;
}

function cell(part: ReportPart, level: Level, rows: readonly ReportRow[]): Markup {
  const byStanding = Map.groupBy(rows, ({ standing }) => standing);
  const counts = standings.flatMap((standing): readonly (readonly [Standing, number])[] => {
    const count = byStanding.get(standing)?.length ?? 0;
    return count === 0 ? [] : [[standing, count]];
  });
  if (counts.length === 0) return markup`<td class="number faint">·</td>`;
  return markup`<td class="number"><a class="part-link" href="#level=${level}&amp;part=${part.name}">${counts.map(
    ([standing, count]) =>
      markup`<span class="part-count ${signs[standing].tone}"><span aria-hidden="true">${signs[standing].sign}</span> ${count}<span class="hidden-visually"> ${signs[standing].word} </span></span>`,
  )}</a></td>`;
}

/** The parts of the document, and how the requirements of each level stand in them. */
export function partsSection({ rows, parts: present }: ReportRows): Markup {
  const shown = present.length === 0 ? parts : present;
  const byPart = Map.groupBy(rows, ({ part }) => part);
  const used = standings.filter((standing) => rows.some((row) => row.standing === standing));
  return markup`<section class="panel" aria-labelledby="report-parts"><h2 id="report-parts">By part</h2>
<div class="scroll"><table class="data parts"><caption>${used.map(
    (standing, index) =>
      markup`${index > 0 && ', '}<span class="nowrap">${signs[standing].sign} ${signs[standing].word}</span>`,
  )}</caption>
<thead><tr><th scope="col">Part</th>${levels.map((level) => markup`<th scope="col" class="number">${level}</th>`)}</tr></thead>
<tbody>${shown.map((part) => {
    const within = byPart.get(part.name) ?? [];
    return markup`<tr><th scope="row"><a href="#part=${part.name}">${part.title}</a></th>${levels.map((level) =>
      cell(
        part,
        level,
        within.filter((row) => row.level === level),
      ),
    )}</tr>`;
  })}</tbody></table></div>
</section>`;
}
