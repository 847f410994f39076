import { isRequirementId, requirementOf } from '../../../spec/index.ts';
import type { Report } from '../../report.ts';
import { markup } from '../markup.ts';
import { sentence } from '../sentence.ts';
import type { Markup } from '../markup.ts';
import type { ObservedBeside } from '../render-html.ts';
import { instant, requirementHref } from '../wording.ts';

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
  const cell = (id: string, { valueOf, name }: Column): Markup => {
    const value = valueOf(id);
    const seen = own.get(id)?.value;
    const other = value !== undefined && seen !== undefined && value !== seen;
    return markup`<td role="cell" data-label="${name}">${value ?? none}${other && markup` <span class="badge warning">≠ differs</span>`}</td>`;
  };
  return markup`<section class="panel" id="observations" aria-labelledby="report-observations"><h2 id="report-observations">Observed where the document leaves it open</h2>
<p class="lead">What is told here is neither right nor wrong. A client has to cope with it, and a change of it is worth knowing.</p>
<div class="scroll"><table class="data observed" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Open point</th><th scope="col" role="columnheader">${columns.length === 0 ? 'Observed' : `${report.target.name}, this run`}</th>${columns.map(({ name }) => markup`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${ids.map((id) => {
    const observation = own.get(id);
    const statement = isRequirementId(id) && requirementOf(id).statement;
    return markup`<tr role="row"><th scope="row" role="rowheader"><a href="${requirementHref(id)}"><code>${id}</code></a>${statement !== false && markup`<span class="observed-statement faint">${sentence(statement)}</span>`}</th>
<td role="cell" data-label="This run">${observation?.value ?? none}${observation !== undefined && markup` <span class="faint nowrap">(${observation.cases} ${observation.cases === 1 ? 'case' : 'cases'})</span>`}</td>${columns.map((column) => cell(id, column))}</tr>`;
  })}</tbody></table></div>
</section>`;
}
