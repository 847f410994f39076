import { join, resolve } from 'node:path';
import { allureDirectory, type Format } from '../reporters/index.ts';
import { pinsInShort } from '../reporters/outcomes.ts';
import type { Page } from '../reporters/terminal/page.ts';
import { plural, printable } from '../results/printable.ts';
import { reportFiles } from '../results/report-files.ts';
import { byLevel, levels, parts, register, requirementOf, type RequirementId } from '../spec/index.ts';
import { byReason, lacksOf, whyLeftOut, type Reasoned } from '../suites/index.ts';
import { fewerOf, isLess, planInReport, sentencesOf, shortOf } from '../suites/engine/fit.ts';
import { decides, shardInReport, shardInWords, type ShardNumber } from '../suites/engine/shard.ts';
import { profiles, tagOf, type Bounds } from '../suites/profiles.ts';
import type { Limits, Target } from '../target/configuration/index.ts';
import { journalName } from '../target/journal.ts';
import { openBaseline } from './conclude.ts';
import { unstartedTarget } from './embedded-target.ts';
import { exitCodes } from './failures.ts';
import { planRun, type RunFlags, type RunPlan } from './run-plan.ts';
import { printResult, type Surroundings } from './surroundings.ts';

/** Why a requirement is not checked; undefined when it is. */
function whyNot(id: RequirementId, plan: RunPlan): string | undefined {
  const { only, skip, profile, fit, shard } = plan;
  if (only?.includes(id) === false) return 'not among those of --only';
  if (skip.includes(id)) return 'named by --skip';
  const why = whyLeftOut(profile, id);
  if (why !== undefined) return `${why} (profile ${profile})`;
  if (shard !== undefined && !decides(plan, id)) return `left to other shards, as this is ${shardInWords(shard)}`;
  return fit.leftOut.includes(id) ? shortOf(fit) : undefined;
}

function leftOutOf(plan: RunPlan): readonly Reasoned[] {
  const groups = Map.groupBy(register, ({ id }) => whyNot(id, plan));
  return [...groups].flatMap(([why, found]) => (why === undefined ? [] : [{ why, ids: found.map(({ id }) => id) }]));
}

/** What is checked, and will stay undecided for what the configuration or the profile lacks; each for one reason. */
function undecidedOf(plan: RunPlan, checked: readonly RequirementId[]): readonly Reasoned[] {
  const { target, profile } = plan;
  const lacks = lacksOf(target, plan);
  const named = new Set(lacks.flatMap(({ ids }) => ids));
  const missed = byReason((id, { profiles: own }) => {
    const inProfile = own?.[profile];
    const why = typeof inProfile === 'object' ? inProfile.undecided : undefined;
    return why === undefined || named.has(id) ? undefined : `${why} (profile ${profile})`;
  });
  return [...lacks, ...missed]
    .map(({ why, ids }) => ({ why, ids: ids.filter((id) => checked.includes(id)) }))
    .filter(({ ids }) => ids.length > 0);
}

/** The most that is sent, refused writes included: where nothing may be written, no records are made. */
export function atMostOf({ requests, records }: Bounds, { writesAllowed }: Target): Bounds {
  return { requests, records: writesAllowed ? records : 0 };
}

/**
 * What a run would do, as `--dry-run --json` prints it.
 *
 * @param written - files and directories that it writes here
 * @param tag - what the names of groups and the `custom_individual_id` of members that it makes hold
 */
function summaryOf(plan: RunPlan, written: readonly string[], tag = tagOf(plan.runId)) {
  const { target, isEmbedded, profile, cases, seed, isDrawn, today, timeBudgetMs, watchMs, keptToken, cost } = plan;
  const { fit, shard } = plan;
  const checked = register.map(({ id }) => id).filter((id) => whyNot(id, plan) === undefined);
  const [leftOut, undecided] = [leftOutOf(plan), undecidedOf(plan, checked)];
  return {
    target: {
      name: target.name,
      environment: target.environment,
      // The embedded service is not started for this, and has no address.
      ...(isEmbedded ? {} : { baseUrl: target.baseUrl, authUrl: target.authUrl }),
      writesAllowed: target.writesAllowed,
    },
    profile: { name: profile, about: profiles[profile].about },
    ...(shard === undefined ? {} : { shard: shardInReport(shard) }),
    // Absent where it would be drawn by chance.
    ...(isDrawn ? {} : { seed }),
    today,
    casesPerProperty: cases,
    timeBudgetMs,
    // Those of the time for which records are watched at the end.
    ...(watchMs === undefined ? {} : { watchMs }),
    ...(keptToken === undefined ? {} : { keptToken: keptToken.about }),
    limits: target.limits,
    requirements: {
      checked: parts.flatMap(({ name, title }) => {
        const found = checked.map(requirementOf).filter(({ part }) => part === name);
        const counts = byLevel((wanted) => found.filter(({ level }) => level === wanted).length);
        return found.length === 0 ? [] : [{ part: title, byLevel: counts }];
      }),
      leftOut,
      /** Those that are checked with fewer cases, or on less traffic, than in a run that has the time. */
      fewer: fit.fewer.length === 0 ? [] : [{ why: fewerOf(fit), ids: fit.fewer }],
      /** Those that are checked, and will stay undecided. */
      undecided,
      /** Open points that the configuration pins, of which the run will see nothing. */
      pinnedUnseen: [...leftOut, ...undecided].flatMap(({ ids }) =>
        ids.filter((id) => Object.hasOwn(target.expect, id)),
      ),
    },
    // Roughly; absent where only some of what the profile decides is checked.
    ...(cost.requests === undefined ? {} : { requests: isLess(fit) ? fit.requests : cost.requests }),
    atMost: atMostOf(cost.atMost, target),
    tag,
    written,
    plan: planInReport(fit),
  };
}

/** What a run would do. */
export type PlanSummary = ReturnType<typeof summaryOf>;

const filesOf: Readonly<Partial<Record<string, readonly string[]>>> = reportFiles;

/** What a run writes into its directory, and elsewhere. */
function writtenBy(
  { out, format, history, baseline, updateBaseline, keepToken }: RunFlags,
  { keptToken }: RunPlan,
): readonly string[] {
  const of = (name: Format): readonly string[] =>
    name === 'allure' ? [allureDirectory(out)] : (filesOf[name] ?? []).map((file) => join(out, file));
  return [
    join(out, journalName),
    ...format.flatMap(of),
    ...(history === undefined ? [] : [history]),
    ...(updateBaseline === true && baseline !== undefined ? [baseline] : []),
    ...(keptToken?.isRenewed === true && keepToken !== undefined ? [keepToken] : []),
  ];
}

/**
 * Prints what a run would do, and sends nothing: neither to the target nor to its token service.
 *
 * @returns the exit code
 * @throws ConfigurationError and UsageError for what would keep the run from beginning
 */
export async function printPlan(flags: RunFlags, surroundings: Surroundings): Promise<number> {
  const { cwd } = surroundings;
  await openBaseline(flags, cwd, resolve(cwd, flags.out), true);
  const plan = await planRun(flags, surroundings, async () => unstartedTarget);
  const written = writtenBy(flags, plan).map((path) => (flags.json === true ? resolve(cwd, path) : path));
  const summary = summaryOf(plan, written, tagOf('<8 hexadecimal digits>'));
  printResult(surroundings, flags.json, summary, (page) => renderPlan(summary, page));
  return exitCodes.success;
}

/** Up to twelve ids; the rest is counted. */
function idsOf(ids: readonly string[]): string {
  const rest = ids.length - 12;
  return [...ids.slice(0, 12), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** `2 at a time, 5 a second`. */
function paceOf({ concurrency, requestsPerSecond }: Limits): string {
  const rate = requestsPerSecond === undefined ? 'as fast as it answers' : `${requestsPerSecond} a second`;
  return `${concurrency} at a time, ${rate}`;
}

/** A time in its largest whole unit, seconds at least. */
function timeOf(milliseconds: number): string {
  if (milliseconds % 3_600_000 === 0) return `${milliseconds / 3_600_000} h`;
  return milliseconds % 60_000 === 0 ? `${milliseconds / 60_000} min` : `${Math.ceil(milliseconds / 1000)} s`;
}

/** How many records of the target are made or changed, at most. */
export function recordsOf({ atMost, tag }: Pick<PlanSummary, 'atMost' | 'tag'>): string {
  const { records } = atMost;
  if (records === 0) return 'no records created';
  return `at most ${plural(records, 'record')} created or changed (tagged ${tag})`;
}

/** How much is sent: `some 200, at most 500`; of a part of a profile the bound alone is known. */
function requestsOf({ requests, atMost }: PlanSummary, noun: string): string {
  return requests === undefined
    ? `at most ${atMost.requests}${noun}`
    : `some ${requests}${noun}, at most ${atMost.requests}`;
}

/** The plan in two lines, which every run begins with. */
function planInShort(plan: PlanSummary): readonly string[] {
  const { profile, limits, timeBudgetMs } = plan;
  const sent = requestsOf(plan, ' requests');
  return [
    `Profile ${profile.name}: ${recordsOf(plan)}.`,
    `${sent.charAt(0).toUpperCase()}${sent.slice(1)}; ${paceOf(limits)}; at most ${timeOf(timeBudgetMs)}.`,
  ];
}

/** What a shard says of the others. */
function shardOfWhole(shard: ShardNumber): string {
  return `This is ${shardInWords(shard)}, with its part of the limits: "bfc merge" joins the reports of all.`;
}

/** What a run says before its first request: what is judged, what that costs, and what its data is drawn from. */
export function introduction(plan: RunPlan): string {
  const { target, isEmbedded, seed, today, keptToken } = plan;
  const lines = [
    isEmbedded
      ? `No target given: started the embedded reference service at ${target.baseUrl}, and judging it by that address alone.`
      : `Judging ${printable(target.name, 80)} at ${target.baseUrl} (${target.environment}).`,
    ...(target.writesAllowed
      ? []
      : [
          'Nothing will be written to it, so all that needs new records stays undecided: set environment to sandbox in the configuration, or pass --allow-writes.',
        ]),
    ...planInShort(summaryOf(plan, [])),
    ...sentencesOf(plan.fit),
    ...(keptToken === undefined ? [] : [printable(keptToken.about, 400)]),
    ...(plan.shard === undefined ? [] : [shardOfWhole(plan.shard)]),
    `Seed ${seed}, today ${today}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** A heading of the plan, and its text. */
function row(name: string, text: string, page: Page): readonly string[] {
  const [first = '', ...rest] = page.wrap(text, ' '.repeat(headWidth));
  return [`${page.paint('faint', name.padEnd(headWidth))}${first.slice(headWidth)}`, ...rest];
}

/** Columns of the headings. */
const headWidth = 14;

/** Number of requirements of each level: a line for each part, and their sum. */
function table({ requirements: { checked } }: PlanSummary, page: Page): readonly string[] {
  const sums = byLevel((level) => checked.reduce((sum, part) => sum + part.byLevel[level], 0));
  const rows = [...checked, { part: 'all', byLevel: sums }];
  const width = Math.max(...rows.map(({ part }) => part.length));
  const line = (title: string, cells: readonly string[]): string =>
    `  ${title.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join('')}`;
  const lines = rows.map((row) =>
    line(
      row.part,
      levels.map((level) => (row.byLevel[level] === 0 ? '·' : String(row.byLevel[level]))),
    ),
  );
  return [page.paint('faint', line('', levels)), ...lines];
}

function groups(title: string, all: readonly Reasoned[], page: Page): readonly string[] {
  if (all.length === 0) return [];
  return [
    '',
    page.paint('strong', title),
    ...all.flatMap(({ why, ids }) => [...page.wrap(`${ids.length}: ${why}`, '  '), ...page.wrap(idsOf(ids), '    ')]),
  ];
}

/** The plan for people: what would be checked, what left out, what sent, and what written. */
function renderPlan(plan: PlanSummary, page: Page): readonly string[] {
  const { target, profile, seed, today, casesPerProperty: cases, requirements, limits, timeBudgetMs } = plan;
  const { watchMs, keptToken } = plan;
  const watched = watchMs === undefined ? '' : `, ${timeOf(watchMs)} of it watching records at the end`;
  const at = target.baseUrl === undefined ? 'started for the run' : `at ${target.baseUrl}`;
  return [
    page.paint('strong', 'Nothing was sent. This is what the run would do.'),
    '',
    ...row('Target', `${printable(target.name, 80)} ${printable(at, 200)} (${target.environment})`, page),
    ...row('Profile', `${profile.name}, ${profile.about}`, page),
    ...(plan.shard === undefined
      ? []
      : row('Shard', `${plan.shard.index} of ${plan.shard.count}, which sends ${idsOf(plan.shard.sends)}`, page)),
    ...row(
      'Data',
      `${plural(cases, 'case')} of each property, ${seed === undefined ? 'seed drawn by chance' : `seed ${seed}`}, today ${today}`,
      page,
    ),
    ...row('Requests', `${requestsOf(plan, '')}; ${paceOf(limits)}`, page),
    ...row('Time', `at most ${timeOf(timeBudgetMs)}${watched}`, page),
    ...plan.plan.sentences.slice(0, 2).flatMap((sentence) => row('', sentence, page)),
    ...(keptToken === undefined ? [] : row('Kept token', printable(keptToken, 400), page)),
    ...row('Records', recordsOf(plan), page),
    ...row('Written here', plan.written.map((path) => printable(path, 400)).join(', '), page),
    '',
    page.paint('strong', 'Requirements that are checked'),
    ...table(plan, page),
    ...groups('Left out', requirements.leftOut, page),
    ...groups('Checked, with less than all', requirements.fewer, page),
    ...groups('Checked, and sure to stay undecided', requirements.undecided, page),
    ...pinsInShort(requirements.pinnedUnseen, profile.name).flatMap((line) => ['', ...page.wrap(line, '')]),
  ];
}
