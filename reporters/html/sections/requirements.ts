import { markup, type Markup } from '../markup.ts';
import { objections } from '../page-standing.ts';
import type { ReportRow, ReportRows } from '../report-rows.ts';
import { signs, standingGroups } from '../wording.ts';
import { sentence } from '../sentence.ts';

type Option = readonly [value: string, label: string];

function select(id: string, label: string, options: readonly Option[]): Markup {
  return markup`<label for="${id}"><span>${label}</span><select id="${id}">${options.map(([value, text]) => markup`<option value="${value}">${text}</option>`)}</select></label>`;
}

/** What readers without scripts see: what is not as it should be, with what was seen of it. */
function plainList(rows: readonly ReportRow[]): Markup {
  const failing = rows.filter(({ standing }) => objections.includes(standing));
  const items = failing.map(
    ({ id, standing, title, message, detail }) =>
      markup`<li id="${id}"><p><span class="badge ${signs[standing].tone}">${signs[standing].sign} ${signs[standing].word}</span> <code>${id}</code> ${sentence(title)}</p><p class="row-message">${message ?? detail}</p></li>\n`,
  );
  return markup`<noscript><p class="notice">Filters, search and evidence take a browser that runs scripts. These are the requirements that fail; report.json has their evidence.</p>
<ol class="plain rows">${items.length === 0 ? markup`<li>None</li>` : items}</ol></noscript>`;
}

/** The requirements: filters, and the list that the page's script fills. */
export function requirementsSection({ rows, parts }: ReportRows): Markup {
  const outcomes: readonly Option[] = [
    ['', 'any'],
    ['fail', 'fail'],
    ['inconclusive', 'inconclusive'],
    ['skipped', 'skipped'],
    ['pass', 'pass'],
    ...[...objections, 'in-part' as const]
      .filter((standing) => rows.some((row) => row.standing === standing))
      .map((standing): Option => [standing, `only ${standingGroups[standing].title.toLowerCase()}`]),
  ];
  return markup`<section class="panel" id="requirements" aria-labelledby="report-requirements"><h2 id="report-requirements" tabindex="-1">Requirements</h2>
<form id="report-filters" class="filters" role="search" aria-label="Requirements" hidden>
<label class="filter-search" for="filter-q"><span>Search</span><input type="search" id="filter-q" placeholder="id, statement or message" autocomplete="off" spellcheck="false"></label>
${select('filter-outcome', 'Outcome', outcomes)}
${select('filter-level', 'Level', [
  ['', 'any'],
  ['required', 'required'],
  ['expected', 'expected'],
  ['open', 'open'],
])}
${select('filter-part', 'Part', [['', 'any'], ...parts.map(({ name, title }): Option => [name, title])])}
${select('filter-order', 'Order', [
  ['', 'what fails first'],
  ['part', 'by part'],
])}
<div class="filter-actions"><button type="button" class="button" id="filter-clear">Clear filters</button><button type="button" class="button" id="report-open">Open evidence</button><button type="button" class="button" id="report-close">Close all</button></div>
</form>
<div class="report-statuses faint"><p id="report-status" role="status" aria-live="polite"></p><p id="report-told" role="status" aria-live="polite"></p></div>
<p id="report-none" hidden>Nothing matches these filters.</p>
<p id="report-printed" class="print-only"></p>
<div id="report-list"><p class="faint script-only">The list is made as soon as all of this file has been read.</p></div>
${plainList(rows)}
</section>`;
}
