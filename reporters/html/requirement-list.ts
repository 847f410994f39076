import { isRequirementId, parts, requirementOf } from '../../spec/index.ts';
import { causesOf } from '../causes.ts';
import { partOf, seenThere, standingOf, type Standing } from '../outcomes.ts';
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

/**
 * How a requirement stands, in the distinctions of the page: a failure is `failing` where required, `failing-expected` where
 * expected by a run of that level, `changed` where an open point that the configuration pins; `in-part` passed, except for
 * what could not be judged.
 */
type PageStanding = Standing | 'failing-expected' | 'changed' | 'in-part';

interface StandingLook {
  readonly look: { readonly sign: string; readonly word: string; readonly tone: string };
  readonly title: string;
  readonly about: string;
}

/** How each standing is shown, in the order of the list: by sign and word, so that nothing depends on colour alone. */
export const standingLooks: Readonly<Record<PageStanding, StandingLook>> = {
  failing: {
    look: { sign: '✗', word: 'fails', tone: 'bad' },
    title: 'Failures',
    about: 'The document demands it, the target does otherwise.',
  },
  'failing-expected': {
    look: { sign: '✗', word: 'fails', tone: 'bad' },
    title: 'Failures of what is expected',
    about: 'Not demanded in so many words, but to be expected; in this run such failures count.',
  },
  changed: {
    look: { sign: '≠', word: 'changed', tone: 'bad' },
    title: 'Pinned open points that have changed',
    about: 'The document leaves these open, and the configuration pins what the target does.',
  },
  blocked: {
    look: { sign: '■', word: 'blocked', tone: 'bad' },
    title: 'Blocked',
    about: 'The target refused, or did not answer, what these build on. Without them there is no verdict.',
  },
  warning: {
    look: { sign: '!', word: 'warning', tone: 'warning' },
    title: 'Warnings',
    about: 'Not demanded in so many words, but to be expected. They do not fail the run.',
  },
  known: {
    look: { sign: '=', word: 'known', tone: 'warning' },
    title: 'Known failures',
    about: 'The baseline fails these requirements as well.',
  },
  waived: {
    look: { sign: '~', word: 'waived', tone: 'warning' },
    title: 'Accepted failures',
    about: 'They fail, and a waiver of the configuration accepts that.',
  },
  undecided: {
    look: { sign: '?', word: 'undecided', tone: '' },
    title: 'Undecided',
    about: 'The run could not decide.',
  },
  'in-part': {
    look: { sign: '◐', word: 'passes in part', tone: 'warning' },
    title: 'Passed in part',
    about: 'What was judged of them held; the rest could not be judged.',
  },
  passed: {
    look: { sign: '✓', word: 'passes', tone: 'good' },
    title: 'Passed',
    about: 'Judged at least once, and held every time.',
  },
  observed: {
    look: { sign: '○', word: 'observed', tone: 'info' },
    title: 'Observed',
    about:
      'The document leaves these open: what the target does is reported, and fails only where the configuration pins it.',
  },
  deselected: {
    look: { sign: '–', word: 'not asked', tone: '' },
    title: 'Not asked',
    about: 'Switched off for this run.',
  },
};

export const pageStandings = Object.keys(standingLooks) as readonly PageStanding[];

function pageStandingOf(result: RequirementResult, report: Report): PageStanding {
  const standing = standingOf(result, report);
  if (standing === 'failing')
    return ({ required: 'failing', expected: 'failing-expected', open: 'changed' } as const)[result.level];
  return standing === 'passed' && result.partly === true ? 'in-part' : standing;
}

export interface ListedResult {
  readonly result: RequirementResult;
  readonly standing: PageStanding;
  readonly part: string;
  readonly anchor: string;
}

/** The part of ids that the register doesn't have: reports of other revisions hold them. */
const otherPart = { name: 'other', title: 'Not in these documents' };

export function listResults(report: Report): readonly ListedResult[] {
  const anchors = new Set<string>();
  return report.requirements
    .map((result) => ({ result, standing: pageStandingOf(result, report) }))
    .toSorted((one, other) => pageStandings.indexOf(one.standing) - pageStandings.indexOf(other.standing))
    .map(({ result, standing }, index) => {
      const { id } = result;
      // Elements of the page itself have no dot in their ids, requirements have one.
      const anchor = id.includes('.') && !anchors.has(id) ? id : `requirement.${index}`;
      anchors.add(anchor);
      return { result, standing, part: partOf(id).name, anchor };
    });
}

export function partsOf(listed: readonly ListedResult[]): readonly { readonly name: string; readonly title: string }[] {
  const present = new Set(listed.map(({ part }) => part));
  return [...parts, otherPart].filter(({ name }) => present.has(name));
}

type Option = readonly [value: string, label: string];

function select(name: string, label: string, options: readonly Option[]): Markup {
  return markup`<label><span>${label}</span><select name="${name}">${options.map(([value, text]) => markup`<option value="${value}">${text}</option>`)}</select></label>`;
}

function filterForm(listed: readonly ListedResult[]): Markup {
  // The others coincide with an outcome.
  const alike: readonly PageStanding[] = ['undecided', 'passed', 'observed', 'deselected'];
  const present = pageStandings.filter(
    (standing) => !alike.includes(standing) && listed.some((row) => row.standing === standing),
  );
  const any: Option = ['', 'any'];
  const same = (value: string): Option => [value, value];
  const outcomes = [
    any,
    ...['fail', 'inconclusive', 'skipped', 'pass'].map(same),
    ...present.map((standing): Option => [standing, `only ${standingLooks[standing].title.toLowerCase()}`]),
  ];
  const inParts = partsOf(listed).map(({ name, title }): Option => [name, title]);
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

function row(
  { result, standing, part, anchor }: ListedResult,
  report: Report,
  { under, alike }: ReturnType<typeof causesOf>,
): Markup {
  const { sign, word, tone } = standingLooks[standing].look;
  const { id, level, outcome, title, source, cases } = result;
  const leader = under.get(id);
  const counterexample = leader === undefined ? result.counterexample : undefined;
  const same = alike.get(id);
  const notes = isRequirementId(id) ? requirementOf(id).notes : [];
  return markup`<li class="row ${tone}" id="${anchor}" data-level="${level}" data-outcome="${outcome}" data-standing="${standing}" data-part="${part}"${counterexample !== undefined && markup` data-evidence`}>
<details><summary><h4>${badge(tone, markup`<span aria-hidden="true">${sign} </span>${word}`)} <code class="row-id">${id}</code> <span class="row-title">${sentence(title)}</span></h4>${summaryLines(result, report)}</summary>
<div class="row-detail"><p class="row-meta faint"><span>${level} · spec/documents/${source} · judged on ${plural(cases, 'case')}</span> · <a href="${requirementHref(anchor)}">link to this</a></p>
${notes.length > 0 && markup`<ul class="notes">${notes.map((note) => markup`<li>${sentence(note)}</li>`)}</ul>`}${same !== undefined && markup`<p>${same}</p>`}${leader !== undefined && markup`<p>Most likely one cause with ${requirementLink(leader)}, which has the evidence: the same is wrong at the same place.</p>`}${counterexample && evidenceView(counterexample, id)}</div></details></li>
`;
}

/** All requirements with their evidence, and what the page's script filters them by. */
export function requirementsSection(report: Report, listed: readonly ListedResult[]): Markup {
  const causes = causesOf(report);
  const byStanding = [...Map.groupBy(listed, ({ standing }) => standing)].map(([standing, within]) => {
    const { title, about } = standingLooks[standing];
    return markup`<section class="row-group" data-standing="${standing}"><h3>${title} <span class="faint">${within.length}</span></h3>
<p class="lead">${about}</p>
<ol class="plain rows">${within.map((one) => row(one, report, causes))}</ol></section>
`;
  });
  // The script moves the rows into these.
  const byPart = partsOf(listed).map(
    ({ name, title }) =>
      markup`<section class="row-group" data-part="${name}" hidden><h3>${title} <span class="faint"></span></h3><ol class="plain rows"></ol></section>\n`,
  );
  return panel(
    'requirements',
    'Requirements',
    filterForm(listed),
    markup`<div id="report-list">${byStanding}${byPart}</div>`,
  );
}
