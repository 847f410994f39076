import { printable, type Outcome } from '../../results/index.ts';
import { createPage, type Tone } from '../../reporters/terminal/page.ts';
import type { Judgement } from '../../suites/judge/judge-traffic.ts';

const words: Readonly<Partial<Record<Outcome, readonly [word: string, tone: Tone]>>> = {
  pass: ['held', 'good'],
  fail: ['broken', 'bad'],
  skipped: ['accepted', 'warning'],
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Addresses that a sentence names at the most. */
const mostNamed = 3;

/** That there is traffic of other addresses than the one asked for; of which, where there is none of that one. */
function elsewhereSaid(
  { count, bases }: Judgement['elsewhere'],
  judged: number,
  baseUrl: string | undefined,
): readonly string[] {
  if (baseUrl === undefined || count === 0) return [];
  const more = bases.length > mostNamed ? ` and ${bases.length - mostNamed} more` : '';
  return judged > 0
    ? [`${counted(count, 'exchange is', 'exchanges are')} of other addresses than ${baseUrl}.`]
    : [`None is of ${baseUrl}; the files have ${bases.slice(0, mostNamed).join(', ')}${more}.`];
}

/** What was in the traffic, and what of it was judged. */
export function renderAmount(
  { judged, unanswered, bodiless, strangers, elsewhere, cached, bases }: Omit<Judgement, 'report'>,
  { baseUrl, width }: { readonly baseUrl: string | undefined; readonly width: number },
): string {
  const page = createPage(width, false);
  const total = Object.values(judged).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(judged)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([endpoint, count]) => `${endpoint} ${count}`);
  const sentences = [
    `${counted(total, 'exchange', 'exchanges')} of this interface judged${total === 0 ? '' : ` (${parts.join(', ')})`}. Nothing was sent.`,
    ...(unanswered === 0 ? [] : [`${counted(unanswered, 'request', 'requests')} got no answer.`]),
    ...(bodiless === 0
      ? []
      : [
          `The answers of ${counted(bodiless, 'exchange', 'exchanges')} have no body in the file, so that little can be said of them: save it with the content of responses embedded.`,
        ]),
    ...elsewhereSaid(elsewhere, total, baseUrl),
    ...(cached === 0 ? [] : [`${counted(cached, 'answer is', 'answers are')} out of a cache, and left out.`]),
    ...(strangers === 0 ? [] : [`${counted(strangers, 'entry is', 'entries are')} no traffic of this interface.`]),
    ...(bases.length < 2
      ? []
      : [`Each of ${bases.length} addresses is judged by itself: ${bases.join(', ')}. --base-url takes one alone.`]),
  ];
  return `${sentences.flatMap((sentence) => page.wrap(printable(sentence, 1000), '')).join('\n')}\n`;
}

/** On how many exchanges each requirement was seen, and what came of it; the rarest last. */
export function renderSeen(
  { report }: Pick<Judgement, 'report'>,
  { width, colour }: { readonly width: number; readonly colour: boolean },
): string {
  const page = createPage(width, colour);
  const seen = report.requirements
    .filter(({ cases, level }) => cases > 0 && level !== 'open')
    .filter(({ outcome, reason }) => outcome !== 'skipped' || reason === 'waived')
    .toSorted((one, other) => other.cases - one.cases);
  if (seen.length === 0) return '';
  const idWidth = Math.max(...seen.map(({ id }) => id.length));
  const lines = seen.map(({ id, cases, outcome, level }) => {
    const [word, tone] = words[outcome] ?? [outcome, 'faint'];
    const shown = level === 'expected' && outcome === 'fail' ? 'warning' : tone;
    return `  ${id.padEnd(idWidth)}  ${String(cases).padStart(7)}  ${page.paint(shown, word)}`;
  });
  return `${[page.paint('strong', 'Seen on so many exchanges'), ...lines, ''].join('\n')}\n`;
}
