import { printable } from '../../results/index.ts';
import { pinsInShort } from '../../reporters/outcomes.ts';
import type { Page } from '../../reporters/terminal/page.ts';
import type { Level } from '../../spec/index.ts';
import type { Limits } from '../../target/configuration/index.ts';
import type { Group, Plan } from './plan.ts';

/** `1 connection`, `3 decisions`. */
function several(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/** Ids shown of a group; the rest is counted. */
const shownIds = 12;

function idsOf(ids: readonly string[]): string {
  const rest = ids.length - shownIds;
  return [...ids.slice(0, shownIds), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** How hard a target is driven: `2 at a time, 5 a second`. */
function paceOf({ concurrency, requestsPerSecond }: Limits): string {
  const rate = requestsPerSecond === undefined ? 'as fast as it answers' : `${requestsPerSecond} a second`;
  return `${concurrency} at a time, ${rate}`;
}

const units = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A time in its largest whole unit, seconds at least. */
function timeOf(milliseconds: number): string {
  const [unit, size] = units.find(([, size]) => milliseconds % size === 0) ?? ['s', 1000];
  return `${Math.ceil(milliseconds / size)} ${unit}`;
}

/** What is made of the target's records, at the most. */
export function recordsOf({ atMost, tag }: Pick<Plan, 'atMost' | 'tag'>): string {
  const { records } = atMost;
  if (records === 0) return 'no records created';
  return `at most ${several(records, 'record')} created or changed (tagged ${tag})`;
}

/** How much is sent: `some 200, at most 500`; of a part of a profile the bound alone is known. */
function requestsOf({ requests, atMost }: Plan, noun: string): string {
  return requests === undefined
    ? `at most ${atMost.requests}${noun}`
    : `some ${requests}${noun}, at most ${atMost.requests}`;
}

/** The plan in two lines, as every run begins with it. */
export function planInShort(plan: Plan): readonly string[] {
  const { profile, limits, timeBudgetMs } = plan;
  const sent = requestsOf(plan, ' requests');
  return [
    `Profile ${profile.name}: ${recordsOf(plan)}.`,
    `${sent.charAt(0).toUpperCase()}${sent.slice(1)}; ${paceOf(limits)}; ${timeOf(timeBudgetMs)} at the most.`,
  ];
}

/** A heading of the plan, and what stands beside it. */
function row(name: string, text: string, page: Page): readonly string[] {
  const [first = '', ...rest] = page.wrap(text, ' '.repeat(headWidth));
  return [`${page.paint('faint', name.padEnd(headWidth))}${first.slice(headWidth)}`, ...rest];
}

/** Columns of the headings. */
const headWidth = 14;

const levels = ['required', 'expected', 'open'] as const satisfies readonly Level[];

/** Number of requirements of each level: a line for each part, and their sum. */
function table({ requirements: { checked } }: Plan, page: Page): readonly string[] {
  const sum = (level: Level): number => checked.reduce((all, { byLevel }) => all + byLevel[level], 0);
  const all = { part: 'all', byLevel: { required: sum('required'), expected: sum('expected'), open: sum('open') } };
  const width = Math.max(...[...checked, all].map(({ part }) => part.length));
  const line = (title: string, cells: readonly string[]): string =>
    `  ${title.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join('')}`;
  return [
    page.paint('faint', line('', levels)),
    ...[...checked, all].map(({ part, byLevel }) =>
      line(
        part,
        levels.map((level) => (byLevel[level] === 0 ? '·' : String(byLevel[level]))),
      ),
    ),
  ];
}

function groups(title: string, all: readonly Group[], page: Page): readonly string[] {
  if (all.length === 0) return [];
  return [
    '',
    page.paint('strong', title),
    ...all.flatMap(({ why, ids }) => [...page.wrap(`${ids.length}: ${why}`, '  '), ...page.wrap(idsOf(ids), '    ')]),
  ];
}

/** The plan of a run for people: what would be checked, what left out, what sent, and what written. */
export function renderPlan(plan: Plan, page: Page): readonly string[] {
  const { target, profile, seed, casesPerProperty: cases, requirements, limits, timeBudgetMs, requests } = plan;
  const at = target.baseUrl === undefined ? 'started for the run' : `at ${target.baseUrl}`;
  const perSecond = limits.requestsPerSecond;
  const isTimed = perSecond !== undefined && requests !== undefined;
  const least = isTimed ? `: some ${Math.ceil(requests / perSecond)} s of sending` : '';
  return [
    page.paint('strong', 'Nothing was sent. This is what the run would do.'),
    '',
    ...row('Target', `${printable(target.name, 80)} ${printable(at, 200)} (${target.environment})`, page),
    ...row('Profile', `${profile.name}, ${profile.about}`, page),
    ...row(
      'Data',
      `${several(cases, 'case')} of each property, ${seed === undefined ? 'seed drawn by chance' : `seed ${seed}`}`,
      page,
    ),
    ...row('Requests', `${requestsOf(plan, '')}; ${paceOf(limits)}${least}`, page),
    ...row('Time', `${timeOf(timeBudgetMs)} at the most`, page),
    ...row('Records', recordsOf(plan), page),
    ...row('Written here', plan.written.map((path) => printable(path, 400)).join(', '), page),
    '',
    page.paint('strong', 'Requirements that are checked'),
    ...table(plan, page),
    ...groups('Left out', requirements.leftOut, page),
    ...groups('Checked, and sure to stay undecided', requirements.undecided, page),
    ...pinsInShort(requirements.pinnedUnseen, profile.name).flatMap((line) => ['', ...page.wrap(line, '')]),
  ];
}
