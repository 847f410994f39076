import { instant } from '../../../results/printable.ts';
import type { AppliedWaiver, Report, WaiverState } from '../../../results/report.ts';
import { dataTable } from '../data-table.ts';
import { markup, type Insertable, type Markup } from '../markup.ts';
import { requirementLink, requirementLinks } from '../requirement-link.ts';

const states: Readonly<Record<WaiverState, { readonly tone: string; readonly words: string }>> = {
  accepting: { tone: 'good', words: '✓ accepts a failure' },
  undecided: { tone: '', words: '? not decided in this run' },
  expired: { tone: 'bad', words: '✗ has ended' },
  unneeded: { tone: 'bad', words: '✗ no longer needed' },
};

function ids(list: readonly string[]): Markup {
  return list.length === 0 ? markup`<span class="faint">none</span>` : requirementLinks(list);
}

function waiverRow({ id, reason, until, state }: AppliedWaiver): readonly Insertable[] {
  const { tone, words } = states[state];
  return [
    requirementLink(id),
    markup`<span class="badge ${tone}">${words}</span>`,
    markup`<span class="nowrap">${until}</span>`,
    reason,
  ];
}

/** A sentence in which each id of the report leads to its requirement. */
function linked(problem: string, { requirements }: Report): Markup {
  const known = new Set<string>(requirements.map(({ id }) => id));
  return markup`${problem.split(/([\w.-]*\w)/).map((piece) => (known.has(piece) ? requirementLink(piece) : piece))}`;
}

/** What the gate makes of the run: why it fails, the waivers, and the baseline. Nothing where neither has a say in it. */
export function gateSection(report: Report): Markup | undefined {
  const { gate } = report;
  if (gate === undefined) return undefined;
  const { passed, problems, waivers, baseline } = gate;
  // Without either it says nothing that the verdict does not.
  if (waivers.length === 0 && baseline === undefined) return undefined;
  return markup`<section class="panel" id="gate" aria-labelledby="report-gate"><h2 id="report-gate">Gate</h2>
<p><span class="badge ${passed ? 'good' : 'bad'}">${passed ? '✓ passes' : '✗ fails'}</span></p>
${problems.length > 0 && markup`<ul class="problems">${problems.map((problem) => markup`<li>${linked(problem, report)}</li>`)}</ul>`}
${
  baseline !== undefined &&
  markup`<h3>Against the baseline of ${instant(baseline.startedAt)}</h3>
<dl class="pairs"><div><dt>new</dt><dd>${ids(baseline.new)}</dd></div><div><dt>known</dt><dd>${ids(baseline.known)}</dd></div><div><dt>fixed</dt><dd>${ids(baseline.fixed)}</dd></div></dl>`
}
${
  waivers.length > 0 &&
  dataTable({
    caption: 'Waivers of the configuration',
    columns: ['Requirement', 'State', 'Until', 'Reason'],
    rows: waivers.map(waiverRow),
    stacks: true,
  })
}
</section>`;
}
