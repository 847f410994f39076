import { chartStyle } from '../charts/index.ts';
import { markup } from '../html/markup.ts';
import type { Markup } from '../html/markup.ts';
import { renderPage } from '../html/page.ts';
import { latencySection } from './latency-section.ts';
import { passRateSection } from './pass-rate-section.ts';
import { runAnchor, runsSection } from './runs-section.ts';
import { changesSection } from './changes-section.ts';
import { instantText } from './run-text.ts';
import { targetSwitch } from './target-switch.ts';
import type { TargetTrend, Trend } from './trend.ts';
import { trendStyle } from './trend-style.ts';

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function targetSection(target: TargetTrend, index: number): Markup {
  const { name, runs } = target;
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return markup``;
  return markup`<section class="target" id="target-${index}" aria-labelledby="target-${index}-name">
<h2 id="target-${index}-name">${name}</h2>
<p class="lead">${plural(runs.length, 'run')}${runs.length > 1 && markup` from ${instantText(first.startedAt)} to ${instantText(last.startedAt)}`}. The last one: <a href="#${runAnchor(index, runs.length - 1)}">${last.headline}</a></p>
${runsSection(target, index)}
${changesSection(target, index)}
${passRateSection(target, index)}
${latencySection(target, index)}
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
  const runs = targets.reduce((sum, target) => sum + target.runs.length, 0);
  const choice =
    targets.length > 1 &&
    markup`<p class="choice" id="target-choice" hidden><label for="target-select">Target</label>
<select id="target-select">${targets.map(({ name }, index) => markup`<option value="target-${index}">${name}</option>`)}</select></p>`;
  return renderPage({
    title: `Trend of ${targets.length === 1 ? (targets[0]?.name ?? '') : plural(targets.length, 'target')}`,
    name: 'benefits-fulfillment-conformance',
    main: markup`<h1>Trend of ${plural(runs, 'run')}</h1>
${runs === 0 && markup`<p class="lead">There is no report in the folder yet: "bfc run --history" puts one there.</p>`}
${choice}
${targets.map(targetSection)}
${unreadSection(trend)}`,
    styles: [chartStyle, trendStyle],
    scripts: targets.length > 1 ? [`(${targetSwitch.toString()})(window);`] : [],
  });
}
