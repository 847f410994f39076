import type { Comparison, ObservationChange, RequirementChange } from '../../results/report.ts';
import {
  changeKinds,
  driftHeadline,
  foldChanges,
  latencyNews,
  observationNews,
  type ChangeFold,
  type ObservationNews,
} from '../changes.ts';
import { markup, type Markup } from '../html/markup.ts';
import { sentence } from '../html/sentence.ts';
import { bounded } from '../../results/printable.ts';
import { hasEvent, instantText, plural, runText, whyNoVerdict } from './run-text.ts';
import { runAnchor } from './runs-section.ts';
import type { TargetTrend, TrendRun } from '../../results/history.ts';

/** Characters after which a text is cut: the reports have all of it. */
const longestText = 600;

function requirementItem({ id, level, kind, title, before, after, message }: RequirementChange): Markup {
  const { tone, sign } = changeKinds[kind];
  return markup`<li><span class="badge ${tone}">${sign} ${kind}</span> <strong>${id}</strong> <span class="faint">${level}</span> ${before} → ${after}
<p>${sentence(title)}</p>${message !== undefined && markup`<p class="mono">${bounded(message, longestText)}</p>`}</li>`;
}

function foldItem({ kind, before, after, ids }: ChangeFold): Markup {
  const { tone, sign } = changeKinds[kind];
  return markup`<li><span class="badge ${tone}">${sign} ${kind}</span> ${before} → ${after} <span class="faint">${ids.length}</span>
<p>${ids.join(', ')}</p></li>`;
}

const newsWords: Readonly<Record<ObservationNews['kind'], string>> = { turned: '', gone: 'no longer: ', new: 'now: ' };

function observationItem(change: ObservationChange): Markup {
  return markup`<li><span class="badge info">observation</span> <strong>${change.id}</strong>
<p>${sentence(change.title)}</p><ul class="plain mono">${observationNews(change).map(
    ({ kind, text }) => markup`<li>${newsWords[kind]}${bounded(text, longestText)}</li>`,
  )}</ul></li>`;
}

function changeItems(comparison: Comparison): Markup {
  const { requirements, observations } = comparison;
  const { single: told, folds } = foldChanges(requirements);
  return markup`<ul class="changes">${told.map(requirementItem)}${folds.map(foldItem)}${observations.map(observationItem)}${latencyNews(
    comparison,
  ).map(
    ({ endpoint, text }) =>
      markup`<li><span class="badge warning">latency</span> ${endpoint !== undefined && markup`<strong>${endpoint}</strong> `}${text}</li>`,
  )}</ul>`;
}

function event(run: TrendRun, runs: readonly TrendRun[], target: number, index: number): Markup | undefined {
  const { comparison, verdict } = run;
  if (!hasEvent(run)) return undefined;
  const place = `${runAnchor(target, index)}-changes`;
  if (verdict === 'no-verdict' || comparison === undefined)
    return markup`<article class="event" id="${place}"><h4>${runText(run, runs)}: no verdict, so nothing was compared</h4>
<p>${whyNoVerdict(run)}</p></article>`;
  return markup`<article class="event" id="${place}"><h4>${runText(run, runs)}: ${driftHeadline(comparison)}</h4>
<p class="lead">Held against what was last seen, up to the run of ${instantText(Date.parse(comparison.old.startedAt))}. Its report is <code>${run.file}</code>.</p>
${changeItems(comparison)}
${
  comparison.caveats.length > 0 &&
  markup`<details class="fold"><summary>To keep in mind</summary><ul>${comparison.caveats.map((caveat) => markup`<li>${bounded(caveat, longestText)}</li>`)}</ul></details>`
}</article>`;
}

/** How many of the latest changes are told unfolded. */
const unfolded = 10;

/** What changed on which night, and why one came to no verdict; the last first, and the earlier ones folded. */
export function changesSection({ runs }: TargetTrend, target: number): Markup {
  const events = runs
    .map((run, index) => event(run, runs, target, index))
    .filter((found) => found !== undefined)
    .toReversed();
  const earlier = events.slice(unfolded);
  return markup`<section class="panel" aria-labelledby="target-${target}-changes"><h3 id="target-${target}-changes">What changed when</h3>
${
  events.length === 0
    ? markup`<p class="lead">${runs.length < 2 ? 'A second run is needed to tell.' : 'Nothing that goes beyond what runs of one service vary by.'}</p>`
    : events.slice(0, unfolded)
}
${earlier.length > 0 && markup`<details class="fold earlier"><summary>${plural(earlier.length, 'earlier run')} with changes</summary>${earlier}</details>`}</section>`;
}
