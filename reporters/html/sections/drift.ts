import type { ChangeKind, Comparison } from '../../comparison.ts';
import type { Report } from '../../report.ts';
import { dataTable } from '../data-table.ts';
import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { sentence } from '../sentence.ts';
import { endpointName, instant, milliseconds, requirementHref } from '../wording.ts';

const kinds: Readonly<Record<ChangeKind, { readonly tone: string; readonly words: string }>> = {
  regression: { tone: 'bad', words: '✗ regression' },
  improvement: { tone: 'good', words: '✓ improvement' },
  drift: { tone: 'warning', words: '± drift' },
};

const link = (id: string): Markup => markup`<a href="${requirementHref(id)}"><code>${id}</code></a>`;

function requirements({ requirements: changes }: Comparison): Markup | false {
  return (
    changes.length > 0 &&
    dataTable({
      caption: 'Requirements that came out otherwise',
      columns: ['Requirement', 'Kind', 'Before', 'Now', 'What was seen'],
      rows: changes.map(({ id, kind, before, after, message, title }) => [
        link(id),
        markup`<span class="badge ${kinds[kind].tone}">${kinds[kind].words}</span>`,
        before,
        after,
        message ?? sentence(title),
      ]),
    })
  );
}

function observations({ observations: changes }: Comparison): Markup | false {
  const none = markup`<span class="faint">nothing was seen</span>`;
  return (
    changes.length > 0 &&
    dataTable({
      caption: 'Open points where something else was observed',
      columns: ['Open point', 'Before', 'Now'],
      rows: changes.map(({ id, before, after }) => [link(id), before ?? none, after ?? none]),
    })
  );
}

function latency({ latency: changes }: Comparison): Markup | false {
  return (
    changes.length > 0 &&
    dataTable({
      caption: 'Latencies that changed by more than they varied within the runs',
      columns: ['Endpoint', 'Percentile', { number: 'Before' }, { number: 'Now' }],
      rows: changes.map(({ endpoint, percentile, before, after }) => [
        endpointName(endpoint),
        percentile,
        milliseconds(before),
        milliseconds(after),
      ]),
    })
  );
}

/** What has changed since the report that this one was compared with. */
export function driftSection({ comparison }: Report): Markup | undefined {
  if (comparison === undefined) return undefined;
  const { old, regressions, drifted, caveats } = comparison;
  const word = !drifted
    ? '✓ nothing has changed'
    : regressions === 0
      ? '± drift, no regression'
      : `✗ ${regressions} ${regressions === 1 ? 'regression' : 'regressions'}`;
  const tone = !drifted ? 'good' : regressions === 0 ? 'warning' : 'bad';
  return markup`<section class="panel" id="drift" aria-labelledby="report-drift"><h2 id="report-drift">What has changed</h2>
<p><span class="badge ${tone}">${word}</span> <span class="faint">since ${instant(old.startedAt)}: ${old.target.name}, ${old.headline}</span></p>
${caveats.length > 0 && markup`<ul class="problems">${caveats.map((caveat) => markup`<li>${caveat}</li>`)}</ul>`}
${requirements(comparison)}
${observations(comparison)}
${latency(comparison)}
</section>`;
}
