import { bounded } from '../../results/printable.ts';
import type { Comparison } from '../../results/report.ts';
import { changeEntries, changeKinds, newsKinds, type ChangeEntry } from '../changes.ts';
import { badge, endpointName, markup, sentence, type Insertable, type Markup } from './elements.ts';

const longestText = 600;

function changeItem({ kind, id, level, title, way, extent, seen, ids = [], news = [] }: ChangeEntry, nameOf: NameOf) {
  const { tone, sign } = changeKinds[kind];
  const observed = news.map((one) => markup`<li>${newsKinds[one.kind].words} ${bounded(one.text, longestText)}</li>`);
  return markup`<li>${[
    badge(tone, `${sign} ${kind}`),
    id !== undefined && markup` ${kind === 'latency' ? endpointName(id) : nameOf(id)}`,
    level !== undefined && markup` <span class="faint">${level}</span>`,
    way !== undefined && ` ${way.before} → ${way.after}`,
    extent !== undefined && ` ${extent}`,
    title !== undefined && markup`<p>${sentence(title)}</p>`,
    seen !== undefined && markup`<p class="mono">${bounded(seen, longestText)}</p>`,
    ids.length > 0 && markup`<p>${ids.map((one, index) => [index > 0 && ', ', nameOf(one)])}</p>`,
    news.length > 0 && markup`<ul class="plain mono">${observed}</ul>`,
  ]}</li>`;
}

type NameOf = (id: string) => Insertable;

/** All that has changed, the worst first. @param nameOf - how a requirement or an open point is named */
export function changeList(comparison: Comparison, nameOf: NameOf): Markup {
  return markup`<ul class="changes">${changeEntries(comparison).map((entry) => changeItem(entry, nameOf))}</ul>`;
}
