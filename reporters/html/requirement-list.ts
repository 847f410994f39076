import { isRequirementId, requirementOf } from '../../spec/index.ts';
import { causesOf } from '../causes.ts';
import { byPart, partOf, seenThere, shownStandingOf, standings, type ShownStanding } from '../outcomes.ts';
import type { Report, RequirementResult } from '../../results/report.ts';
import { plural } from '../../results/printable.ts';
import {
  badge,
  markup,
  panel,
  requirementHref,
  requirementLink,
  sentence,
  type Insertable,
  type Markup,
} from './elements.ts';
import { evidenceView } from './evidence-view.ts';

export const shownStandings = Object.keys(standings) as readonly ShownStanding[];

export interface ListedResult extends RequirementResult {
  readonly standing: ShownStanding;
}

export function listResults(report: Report): readonly ListedResult[] {
  return report.requirements
    .map((result) => ({ ...result, standing: shownStandingOf(result, report) }))
    .toSorted((one, other) => shownStandings.indexOf(one.standing) - shownStandings.indexOf(other.standing));
}

type Option = readonly [value: string, label: string];

function select(name: string, label: string, options: readonly Option[]): Markup {
  return markup`<label><span>${label}</span><select name="${name}">${options.map(([value, text]) => markup`<option value="${value}">${text}</option>`)}</select></label>`;
}

function filterForm(listed: readonly ListedResult[]): Markup {
  // These coincide with an outcome, so they need no filter of their own.
  const alike: readonly ShownStanding[] = ['undecided', 'passed', 'observed', 'deselected'];
  const present = shownStandings.filter(
    (standing) => !alike.includes(standing) && listed.some((row) => row.standing === standing),
  );
  const any: Option = ['', 'any'];
  const same = (value: string): Option => [value, value];
  const outcomes = [
    any,
    ...['fail', 'inconclusive', 'skipped', 'pass'].map(same),
    ...present.map((standing): Option => [standing, `only ${standings[standing].title.toLowerCase()}`]),
  ];
  const inParts = byPart(listed).map(({ name, title }): Option => [name, title]);
  return markup`<form id="report-filters" class="filters" role="search" aria-label="Requirements" data-needs-script hidden>
<label class="filter-search"><span>Search</span><input type="search" name="q" placeholder="id, statement or message" autocomplete="off" spellcheck="false"></label>
${select('outcome', 'Outcome', outcomes)}
${select('level', 'Level', [any, ...['required', 'expected', 'open'].map(same)])}
${select('part', 'Part', [any, ...inParts])}
${select('order', 'Order', [
  ['', 'what fails first'],
  ['part', 'by part'],
])}
<div class="filter-actions"><button type="button" class="button" id="report-clear">Clear filters</button><button type="button" class="button" id="report-open">Open evidence</button><button type="button" class="button" id="report-close">Close all</button></div>
</form>
<div class="report-statuses faint"><p id="report-status" role="status"></p><p id="page-message" role="status"></p></div>
<p id="report-none" hidden>Nothing matches these filters.</p>`;
}

function summaryLines(result: RequirementResult, report: Report): Insertable {
  const { id, level, counterexample, detail, reason, outcome } = result;
  const observed = level === 'open' ? report.observations.findLast((one) => one.id === id)?.value : undefined;
  const { occurrences: count = 0, message = observed } = counterexample ?? {};
  const there = seenThere(result, report);
  const why = detail ?? (outcome === 'pass' ? undefined : reason?.replaceAll('-', ' '));
  return [
    message !== undefined &&
      markup`<span class="row-message">${message}${count > 1 && ` (seen ${count} times)`}</span>`,
    there !== undefined && markup`<span class="row-reason faint">in the baseline: ${there}</span>`,
    why !== undefined && markup`<span class="row-reason faint">${why}</span>`,
  ];
}

function row(result: ListedResult, report: Report, { under, alike }: ReturnType<typeof causesOf>): Markup {
  const { id, level, outcome, title, source, cases, standing } = result;
  const { sign, word, tone } = standings[standing];
  const leader = under.get(id);
  const counterexample = leader === undefined ? result.counterexample : undefined;
  const same = alike.get(id);
  const notes = isRequirementId(id) ? requirementOf(id).notes : [];
  return markup`<li class="row ${tone}" id="${id}" data-level="${level}" data-outcome="${outcome}" data-standing="${standing}" data-part="${partOf(id).name}"${counterexample !== undefined && markup` data-evidence`}>
<details><summary><h4>${badge(tone, markup`<span aria-hidden="true">${sign} </span>${word}`)} <code class="row-id">${id}</code> <span class="row-title">${sentence(title)}</span></h4>${summaryLines(result, report)}</summary>
<div class="row-detail"><p class="row-meta faint"><span>${level} · spec/documents/${source} · judged on ${plural(cases, 'case')}</span> · <a href="${requirementHref(id)}">link to this</a></p>
${notes.length > 0 && markup`<ul class="notes">${notes.map((note) => markup`<li>${sentence(note)}</li>`)}</ul>`}${same !== undefined && markup`<p>${same}</p>`}${leader !== undefined && markup`<p>Most likely one cause with ${requirementLink(leader)}, which has the evidence: the same is wrong at the same place.</p>`}${counterexample && evidenceView(counterexample, id)}</div></details></li>
`;
}

/** All requirements with their evidence, and the form by which the page's script filters them. */
export function requirementsSection(report: Report, listed: readonly ListedResult[]): Markup {
  const causes = causesOf(report);
  const ofStandings = [...Map.groupBy(listed, ({ standing }) => standing)].map(([standing, within]) => {
    const { title, about } = standings[standing];
    return markup`<section class="row-group" data-standing="${standing}"><h3>${title} <span class="faint">${within.length}</span></h3>
<p class="lead">${about}</p>
<ol class="plain rows">${within.map((one) => row(one, report, causes))}</ol></section>
`;
  });
  // The script moves the rows into these groups.
  const ofParts = byPart(listed).map(
    ({ name, title }) =>
      markup`<section class="row-group" data-part="${name}" hidden><h3>${title} <span class="faint"></span></h3><ol class="plain rows"></ol></section>\n`,
  );
  return panel(
    'requirements',
    'Requirements',
    filterForm(listed),
    markup`<div id="report-list">${ofStandings}${ofParts}</div>`,
  );
}
