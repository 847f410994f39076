import { chartStyle } from '../charts/chart-frame.ts';
import { markup } from '../html/markup.ts';
import type { Markup } from '../html/markup.ts';
import { renderPage } from '../html/page.ts';
import { followAddress } from './follow-address.ts';
import { latencySection } from './latency-section.ts';
import { passRateSection } from './pass-rate-section.ts';
import { runAnchor, runsSection } from './runs-section.ts';
import { changesSection } from './changes-section.ts';
import { instantText, plural } from './run-text.ts';
import type { TargetTrend, Trend } from './trend.ts';
import { trendStyle } from './trend-style.ts';

/** The sections of a target, as they are read: verdicts and figures of all runs before the changes, which are many. */
const sections = [
  { place: 'runs', name: 'Verdicts', render: runsSection },
  { place: 'rate', name: 'Pass rate', render: passRateSection },
  { place: 'latency', name: 'Latency', render: latencySection },
  { place: 'changes', name: 'What changed when', render: changesSection },
] as const;

function targetSection(target: TargetTrend, index: number, { targets }: Trend): Markup {
  const { name, runs } = target;
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return markup``;
  const count = plural(runs.length, 'run');
  const isOnly = targets.length === 1;
  const rendered = sections.flatMap((section) => {
    const content = section.render(target, index);
    return content === undefined ? [] : [{ ...section, content }];
  });
  return markup`<section class="target" id="target-${index}" aria-labelledby="target-${index}-name">
<h2 id="target-${index}-name">${isOnly ? count : name}</h2>
<p class="lead">${!isOnly && `${count}. `}${runs.length > 1 && `From ${instantText(first.startedAt)} to ${instantText(last.startedAt)}. `}The last one: <a href="#${runAnchor(index, runs.length - 1)}">${last.headline}</a></p>
<nav aria-label="Sections of ${name}"><ul class="sections plain">${rendered.map((section) => markup`<li><a href="#target-${index}-${section.place}">${section.name}</a></li>`)}</ul></nav>
${rendered.map(({ content }) => content)}
</section>`;
}

function unreadSection({ unread }: Trend): Markup | false {
  return (
    unread.length > 0 &&
    markup`<section class="panel" aria-labelledby="unread"><h2 id="unread">Left out</h2>
<p class="lead">Files of the folder that are no reports.</p>
<ul>${unread.map(({ file, problem }) => markup`<li><code>${file}</code> ${problem}</li>`)}</ul></section>`
  );
}

/** A folder of past reports as one page that opens from disk and asks nobody for anything. */
export function renderTrend(trend: Trend): string {
  const { targets } = trend;
  const isEmpty = targets.length === 0;
  const of = targets.length === 1 ? targets[0]?.name : plural(targets.length, 'target');
  const title = isEmpty ? 'Trend' : `Trend of ${of}`;
  const choice =
    targets.length > 1 &&
    markup`<p class="choice" id="target-choice" hidden><label for="target-select">Target</label>
<select id="target-select">${targets.map(({ name }, index) => markup`<option value="target-${index}">${name}</option>`)}</select></p>`;
  return renderPage({
    title,
    name: 'benefits-fulfillment-conformance',
    main: markup`<h1>${title}</h1>
${isEmpty && markup`<p class="lead">There is no report in the folder yet: "bfc run --history" puts one there.</p>`}
${choice}
${targets.map((target, index) => targetSection(target, index, trend))}
${unreadSection(trend)}`,
    styles: [chartStyle, trendStyle],
    scripts: [`(${followAddress.toString()})(window);`],
  });
}
