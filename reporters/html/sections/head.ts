import { instant } from '../../../results/printable.ts';
import type { Report, Verdict } from '../../../results/report.ts';
import { seedOf, volumeOf } from '../../../results/run-scope.ts';
import { markup, type Markup } from '../markup.ts';
import { duration, grouped } from '../wording.ts';

const verdicts: Readonly<Record<Verdict, { readonly sign: string; readonly tone: string }>> = {
  conformant: { sign: '✓', tone: 'good' },
  nonconformant: { sign: '✗', tone: 'bad' },
  'no-verdict': { sign: '?', tone: 'warning' },
};

/** `nonconformant: 2 of 67 required fail` as the word and what explains it. */
function splitHeadline(headline: string): readonly [string, string] {
  const [, word = headline, rest = ''] = /^([^:]+): (.+)$/s.exec(headline) ?? [];
  return [word.charAt(0).toUpperCase() + word.slice(1), rest];
}

/** The verdict, on whom, and whether the gate lets it pass. */
export function verdictSection({ summary, target, run, gate }: Report): Markup {
  const { sign, tone } = verdicts[summary.verdict];
  const [word, rest] = splitHeadline(summary.headline);
  return markup`<section class="verdict ${tone}" aria-labelledby="report-verdict">
<p class="verdict-sign" aria-hidden="true">${sign}</p>
<div>
<h1 id="report-verdict">${word}</h1>
${rest !== '' && markup`<p class="verdict-rest">${rest}</p>`}
<p class="verdict-target"><strong>${target.name}</strong> <span class="faint">at</span> <code>${target.baseUrl}</code></p>
${run.interrupted && markup`<p class="text-warning"><strong>The run was stopped before its end.</strong> What it did not come to is undecided.</p>`}
${gate !== undefined && markup`<p><span class="badge ${gate.passed ? 'good' : 'bad'}">${gate.passed ? '✓ gate passes' : '✗ gate fails'}</span></p>`}
</div>
</section>`;
}

type Fact = readonly [name: string, value: string];

const runFacts = ({ startedAt, durationMs }: Report['run']): readonly Fact[] => [
  ['Started', instant(startedAt)],
  ['Took', duration(durationMs)],
];

/** Traffic may not tell when it was sent: the instant is that of judging it then; nor how long it took. */
const trafficFacts = ({ startedAt, durationMs }: Report['run']): readonly Fact[] => [
  ['Dated', instant(startedAt)],
  ...(durationMs === 0 ? [] : [['Traffic lasted', duration(durationMs)] satisfies Fact]),
];

/** What the run was. */
export function factsSection(report: Report): Markup {
  const { run, spec, suite } = report;
  const { count, unit } = volumeOf(report);
  const seed = seedOf(report);
  const facts: readonly Fact[] = [
    ...(unit === 'exchanges' ? trafficFacts(run) : runFacts(run)),
    [unit === 'exchanges' ? 'Exchanges' : 'Requests', grouped(count)],
    ['Cases', grouped(run.cases)],
    ...(seed === undefined ? [] : [['Seed', String(seed)] satisfies Fact]),
    ['Profile', run.profile],
    ...(run.level === undefined ? [] : [['Held to', run.level] satisfies Fact]),
    ...(run.casesPerProperty === undefined
      ? []
      : [['Cases per property', grouped(run.casesPerProperty)] satisfies Fact]),
    ['Document', spec.revision],
    ['Suite', suite.version],
  ];
  return markup`<section class="panel" aria-labelledby="report-run"><h2 id="report-run">The run</h2>
<dl class="facts">${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</section>`;
}
