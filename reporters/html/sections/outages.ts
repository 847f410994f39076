import { outagesInWords } from '../../outcomes.ts';
import type { Report } from '../../../results/report.ts';
import { markup, type Markup } from '../markup.ts';

/** When the target went away, and with which requests under way. */
export function outagesSection(report: Report): Markup | undefined {
  const { listed: told, more } = outagesInWords(report);
  if (told.length === 0) return undefined;
  return markup`<section class="panel" id="outages" aria-labelledby="report-outages"><h2 id="report-outages">The target went away</h2>
<p class="lead">It took no connections for a while. Whatever took it down is most likely among the requests that were under way.</p>
<ul>${told.map(({ when, underWay, curl }) => markup`<li>${when}; ${underWay}${curl === undefined ? '' : markup`<br><code class="preserved">${curl}</code>`}</li>`)}${more === 0 ? '' : markup`<li>and ${more} more times</li>`}</ul>
</section>`;
}
