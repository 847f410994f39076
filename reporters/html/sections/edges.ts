import type { EdgeCoverage, Report } from '../../../results/report.ts';
import { dataTable } from '../data-table.ts';
import { markup, type Insertable, type Markup } from '../markup.ts';
import { grouped } from '../wording.ts';

function row({ name, about, exchanges, cases }: EdgeCoverage): readonly Insertable[] {
  return [
    markup`${name}<span class="observed-statement faint">${about}</span>`,
    exchanges > 0
      ? markup`<span class="badge good">✓ reached</span>`
      : markup`<span class="badge">– not reached</span>`,
    grouped(exchanges),
    cases.join('; '),
  ];
}

/** Which of the places where faults hide the run has reached; those it has not come first. */
export function edgesSection({ edges }: Report): Markup | undefined {
  if (edges.length === 0) return undefined;
  const reached = edges.filter(({ exchanges }) => exchanges > 0).length;
  const sorted = edges.toSorted((one, other) => Math.sign(one.exchanges) - Math.sign(other.exchanges));
  return markup`<section class="panel" id="edges" aria-labelledby="report-edges"><h2 id="report-edges">Edges reached</h2>
<p class="lead">${reached} of ${edges.length} places where faults hide were reached by at least one exchange.</p>
<details class="fold"><summary>All ${edges.length} edges</summary>${dataTable({
    caption: 'Edges, and how the run reached them',
    captionHidden: true,
    columns: ['Edge', 'State', { number: 'Exchanges' }, 'Reached by'],
    rows: sorted.map(row),
  })}</details>
</section>`;
}
