import { isRequirementId, requirementOf } from '../../../spec/index.ts';
import { instant } from '../../../results/printable.ts';
import type { Report } from '../../../results/report.ts';
import { dataTable } from '../data-table.ts';
import { markup, type Markup } from '../markup.ts';
import type { ObservedBeside } from '../render-html.ts';
import { requirementLink } from '../requirement-link.ts';
import { sentence } from '../sentence.ts';

/** A column of what another run saw: undefined where it saw nothing. */
interface Column {
  readonly name: string;
  readonly valueOf: (id: string) => string | undefined;
}

/** The run that the report was compared with: what it saw is told by what has changed since. */
function oldRun({ comparison, observations }: Report): readonly Column[] {
  if (comparison === undefined) return [];
  const changed = new Map(comparison.observations.map((change) => [change.id, change]));
  const now = new Map(observations.map(({ id, value }) => [id, value]));
  const valueOf = (id: string): string | undefined => (changed.has(id) ? changed.get(id)?.before : now.get(id));
  return [{ name: `${comparison.old.target.name}, ${instant(comparison.old.startedAt)}`, valueOf }];
}

function columnOf({ name, observations }: ObservedBeside): Column {
  const values = new Map(observations.map(({ id, value }) => [id, value]));
  return { name, valueOf: (id) => values.get(id) };
}

/** What the target does where the document says nothing, and what others do beside it. */
export function observationsSection(report: Report, beside: readonly ObservedBeside[]): Markup | undefined {
  const columns = [...(beside.some(({ isOldRun }) => isOldRun) ? [] : oldRun(report)), ...beside.map(columnOf)];
  const own = new Map(report.observations.map((observation) => [observation.id, observation]));
  const elsewhere = [
    ...(report.comparison?.observations.map(({ id }) => id) ?? []),
    ...beside.flatMap(({ observations }) => observations.map(({ id }) => id)),
  ];
  const ids = [...new Set([...own.keys(), ...elsewhere])];
  if (ids.length === 0) return undefined;
  const none = markup`<span class="faint">nothing was seen</span>`;
  const cell = (id: string, { valueOf }: Column): Markup => {
    const value = valueOf(id);
    const seen = own.get(id)?.value;
    const other = value !== undefined && seen !== undefined && value !== seen;
    return markup`${value ?? none}${other && markup` <span class="badge warning">≠ differs</span>`}`;
  };
  return markup`<section class="panel" id="observations" aria-labelledby="report-observations"><h2 id="report-observations">Observed where the document leaves it open</h2>
<p class="lead">What is told here is neither right nor wrong. A client has to cope with it, and a change of it is worth knowing.</p>
${dataTable({
  caption: 'Open points, and what was observed of each',
  captionHidden: true,
  columns: [
    'Open point',
    columns.length === 0 ? 'Observed' : `${report.target.name}, this run`,
    ...columns.map(({ name }) => name),
  ],
  rows: ids.map((id) => {
    const observation = own.get(id);
    const statement = isRequirementId(id) && requirementOf(id).statement;
    return [
      markup`${requirementLink(id)}${statement !== false && markup`<span class="observed-statement faint">${sentence(statement)}</span>`}`,
      markup`${observation?.value ?? none}${observation !== undefined && markup` <span class="faint nowrap">(${observation.cases} ${observation.cases === 1 ? 'case' : 'cases'})</span>`}`,
      ...columns.map((column) => cell(id, column)),
    ];
  }),
  look: 'observed',
  stacks: true,
})}
</section>`;
}
