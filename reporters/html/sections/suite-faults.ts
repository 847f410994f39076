import type { Report } from '../../../results/report.ts';
import { markup, type Markup } from '../markup.ts';

/** Exceptions of the suite itself. */
export function suiteFaultsSection({ suiteFaults }: Report): Markup | undefined {
  if (suiteFaults.length === 0) return undefined;
  return markup`<section class="panel" id="suite-faults" aria-labelledby="report-faults"><h2 id="report-faults">Faults of the suite itself</h2>
<p class="lead">These are no verdict on the target: a check of the suite broke.</p>
<ul>${suiteFaults.map(({ id, message }) => markup`<li><code>${id}</code>: <span class="preserved">${message}</span></li>`)}</ul>
</section>`;
}
