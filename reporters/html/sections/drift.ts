import type { Comparison, Report } from '../../../results/report.ts';
import {
  changeKinds,
  foldChanges,
  headlinePieces,
  latencyTitle,
  observationNews,
  shiftText,
  slowerBy,
  type Look,
  type ObservationNews,
} from '../../changes.ts';
import { bounded, instant } from '../../../results/printable.ts';
import { dataTable } from '../data-table.ts';
import { markup, type Markup } from '../markup.ts';
import { requirementLink, requirementLinks } from '../requirement-link.ts';
import { sentence } from '../sentence.ts';
import { endpointName, milliseconds } from '../wording.ts';

/** Characters after which a value is cut: the two reports have all of it. */
const longestText = 600;

function badge({ tone, sign }: Look, words: string): Markup {
  return markup`<span class="badge ${tone}">${sign} ${words}</span>`;
}

function requirements({ requirements: changes }: Comparison): Markup | false {
  const { single: told, folds } = foldChanges(changes);
  return (
    changes.length > 0 &&
    dataTable({
      caption: 'Requirements that came out otherwise',
      stacks: true,
      columns: ['Requirement', 'Kind', 'Before', 'Now', 'Statement, and what was seen'],
      rows: [
        ...told.map(({ id, kind, before, after, message, title }) => [
          requirementLink(id),
          badge(changeKinds[kind], kind),
          before,
          after,
          markup`<p class="faint">${sentence(title)}</p>${message !== undefined && markup`<p>${message}</p>`}`,
        ]),
        ...folds.map(({ ids, kind, before, after }) => [
          ids.length === 1 ? '1 requirement' : `${ids.length} requirements`,
          badge(changeKinds[kind], kind),
          before,
          after,
          requirementLinks(ids),
        ]),
      ],
    })
  );
}

const pointName = (id: string, title: string): Markup =>
  markup`${requirementLink(id)}${title !== id && markup`<span class="observed-statement faint">${sentence(title)}</span>`}`;

const newsWords: Readonly<Record<ObservationNews['kind'], string>> = {
  turned: 'turned',
  gone: 'no longer',
  new: 'now',
};

function observations({ observations: changes }: Comparison): Markup | false {
  return (
    changes.length > 0 &&
    dataTable({
      caption: 'Observed otherwise where the document leaves it open',
      stacks: true,
      columns: ['Open point', 'What has changed'],
      rows: changes.map((change) => [
        pointName(change.id, change.title),
        markup`<ul class="plain">${observationNews(change).map(
          ({ kind, text }) =>
            markup`<li><span class="faint">${newsWords[kind]}</span> ${bounded(text, longestText)}</li>`,
        )}</ul>`,
      ]),
    })
  );
}

function latency(comparison: Comparison): Markup | false {
  const { latency: changes } = comparison;
  const shared = shiftText(comparison);
  // Each endpoint by itself would tell the same once more.
  if (shared !== undefined) return markup`<h3>${latencyTitle}</h3><p>${shared}</p>`;
  return (
    changes.length > 0 &&
    dataTable({
      caption: latencyTitle,
      columns: ['Endpoint', { number: 'Before' }, { number: 'Now' }, 'By'],
      rows: changes.map((change) => [
        endpointName(change.endpoint),
        milliseconds(change.before),
        milliseconds(change.after),
        slowerBy(change),
      ]),
    })
  );
}

/** What has changed since the report that this one was compared with. */
export function driftSection({ comparison }: Report): Markup | undefined {
  if (comparison === undefined) return undefined;
  const { old, caveats } = comparison;
  const pieces = headlinePieces(comparison).map(
    ({ text, look }) => markup`${look === undefined ? markup`<span class="faint">${text}</span>` : badge(look, text)} `,
  );
  return markup`<section class="panel" id="drift" aria-labelledby="report-drift"><h2 id="report-drift">What has changed</h2>
<p>${pieces}</p>
<p class="lead">Against the run of ${instant(old.startedAt)}: ${old.target.name}, ${old.headline}</p>
${requirements(comparison)}
${observations(comparison)}
${latency(comparison)}
${caveats.length > 0 && markup`<h3>To keep in mind</h3><ul class="problems">${caveats.map((caveat) => markup`<li>${caveat}</li>`)}</ul>`}
</section>`;
}
