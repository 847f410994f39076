import { printable } from '../../results/printable.ts';
import type { AgainstBaseline, AppliedWaiver, Gate, WaiverState } from '../../results/report.ts';
import type { Page, Tone } from './page.ts';

const states: Readonly<Record<Exclude<WaiverState, 'accepting'>, { readonly tone: Tone; readonly words: string }>> = {
  undecided: { tone: 'faint', words: 'not decided in this run' },
  expired: { tone: 'bad', words: 'has ended' },
  unneeded: { tone: 'bad', words: 'no longer needed' },
};

/** The waivers of the configuration that accepted no failure, with why. */
export function renderIdleWaivers(waivers: readonly AppliedWaiver[], page: Page): readonly string[] {
  return waivers.flatMap(({ id, reason, until, state }) => {
    if (state === 'accepting') return [];
    const { tone, words } = states[state];
    return [
      `  ${printable(id, 80)}  ${page.paint(tone, words)}`,
      ...page.wrap(printable(`until ${until}: ${reason}`, 600), '    ').map((line) => page.paint('faint', line)),
    ];
  });
}

/** The failures of a run by whether the baseline knows them; nothing where neither has any. */
export function renderBaseline({ baseline }: Gate, page: Page): readonly string[] {
  if (baseline === undefined) return [];
  const groups = [
    ['new', baseline.new],
    ['known', baseline.known],
    ['fixed', baseline.fixed],
  ] as const;
  if (groups.every(([, ids]) => ids.length === 0)) return [];
  return groups.flatMap(([name, ids]) => {
    const lines = page.wrap(ids.length === 0 ? 'none' : printable(ids.join(', '), 4000), '          ');
    return [`  ${name.padEnd(6)}  ${lines.join('\n').trimStart()}`];
  });
}

function newsOf({ known }: AgainstBaseline): string {
  return known.length === 0
    ? 'nothing fails that did not in the baseline'
    : `${known.length} known from the baseline, none new`;
}

/** What a gate makes of the run, one line each; nothing where neither waivers nor a baseline have a say in it. */
export function renderGate({ passed, problems, waivers, baseline }: Gate, page: Page): readonly string[] {
  if (waivers.length === 0 && baseline === undefined) return [];
  if (!passed) {
    return problems
      .flatMap((problem) => page.wrap(`gate fails: ${printable(problem, 1200)}`, '  '))
      .map((line) => page.paint('bad', line));
  }
  const accepted = waivers.filter(({ state }) => state === 'accepting').length;
  const causes = [
    ...(accepted === 0 ? [] : [`${accepted} accepted by a waiver`]),
    ...(baseline === undefined ? [] : [newsOf(baseline)]),
  ];
  return [page.paint('good', `  gate passes${causes.length === 0 ? '' : `: ${causes.join(', ')}`}`)];
}
