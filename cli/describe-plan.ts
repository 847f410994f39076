import { join, resolve } from 'node:path';
import { allureDirectory, type Format } from '../reporters/index.ts';
import { pinsInShort } from '../reporters/outcomes.ts';
import type { Page } from '../reporters/terminal/page.ts';
import { firstNames, lines, plural, printable, timeInWords } from '../results/printable.ts';
import { reportFiles } from '../results/report-files.ts';
import { levelsUpTo, nothingSelected, type JudgedLevel } from '../results/summarize.ts';
import { byLevel, levels, parts, register, type Level, type RequirementId } from '../spec/index.ts';
import { byReason, lacksOf, whyLeftOut, type Reasoned } from '../suites/index.ts';
import {
  decides,
  fewerOf,
  isLess,
  planInReport,
  sentencesOf,
  shardInReport,
  shardInWords,
  shortOf,
} from '../suites/engine/plan.ts';
import { profiles, tagOf, type Bounds } from '../suites/profiles.ts';
import type { Limits, Target } from '../target/configuration/target.ts';
import { journalName } from '../target/journal.ts';
import { checkDelivery } from './conclude.ts';
import { refuseOfOther, unstartedTarget } from './embedded-target.ts';
import { exitCodes } from './failures.ts';
import { planRun, type RunFlags, type RunPlan } from './run-plan.ts';
import { hang, printResult, type Surroundings } from './surroundings.ts';

function whyNot(id: RequirementId, plan: RunPlan): string | undefined {
  const { only, skip, profile, fit, shard } = plan;
  if (only?.includes(id) === false) return 'not among those of --only';
  if (skip.includes(id)) return 'named by --skip';
  const why = whyLeftOut(profile, id);
  if (why !== undefined) return `${why} (profile ${profile})`;
  if (shard !== undefined && !decides(plan, id)) return `left to other shards, as this is ${shardInWords(shard)}`;
  return fit.leftOut.includes(id) ? shortOf(fit) : undefined;
}

/** Checked requirements that stay undecided for lack of something in configuration or profile, each listed once. */
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

/** The most that is sent, refused writes included; no records are made if writes are not allowed. */
export function atMostOf({ requests, records }: Bounds, { writesAllowed }: Target): Bounds {
  return { requests, records: writesAllowed ? records : 0 };
}

/** What a run would do, as `--dry-run --json` prints it. @param tag - part of the names of the records that it makes */
function summaryOf(plan: RunPlan, written: readonly string[], tag = tagOf(plan.runId)) {
  const { target, isEmbedded, profile, cases, seed, isDrawn, today, timeBudgetMs, watchMs, keptToken, cost } = plan;
  const { fit, shard } = plan;
  const groups = Map.groupBy(register, ({ id }) => whyNot(id, plan));
  const checked = groups.get(undefined) ?? [];
  const leftOut = [...groups].flatMap(([why, found]) =>
    why === undefined ? [] : [{ why, ids: found.map(({ id }) => id) }],
  );
  const undecided = undecidedOf(
    plan,
    checked.map(({ id }) => id),
  );
  return {
    target: {
      name: target.name,
      environment: target.environment,
      // The embedded service is not started for this, so it has no address.
      ...(!isEmbedded && { baseUrl: target.baseUrl, authUrl: target.authUrl }),
      writesAllowed: target.writesAllowed,
    },
    profile: { name: profile, about: profiles[profile].about },
    shard: shard && shardInReport(shard),
    seed: isDrawn ? undefined : seed,
    today,
    casesPerProperty: cases,
    timeBudgetMs,
    watchMs,
    keptToken: keptToken?.about,
    limits: target.limits,
    requirements: {
      checked: parts.flatMap(({ name, title }) => {
        const found = checked.filter(({ part }) => part === name);
        const counts = byLevel((wanted) => found.filter(({ level }) => level === wanted).length);
        return found.length === 0 ? [] : [{ part: title, byLevel: counts }];
      }),
      leftOut,
      fewer: fit.fewer.length === 0 ? [] : [{ why: fewerOf(fit), ids: fit.fewer }],
      undecided,
      /** Pinned open points of which the run will see nothing. */
      pinnedUnseen: [...leftOut, ...undecided].flatMap(({ ids }) =>
        ids.filter((id) => Object.hasOwn(target.expect, id)),
      ),
    },
    // An estimate; absent if only a part of the profile is checked.
    requests: cost.requests === undefined || !isLess(fit) ? cost.requests : fit.requests,
    atMost: atMostOf(cost.atMost, target),
    tag,
    written,
    plan: planInReport(fit),
  };
}

type PlanSummary = ReturnType<typeof summaryOf>;

const filesOf: Readonly<Partial<Record<string, readonly string[]>>> = reportFiles;

function writtenBy(
  { out, format, history, baseline, updateBaseline, keepToken }: RunFlags,
  { keptToken }: RunPlan,
): readonly string[] {
  const of = (name: Format): readonly string[] =>
    name === 'allure' ? [allureDirectory(out)] : (filesOf[name] ?? []).map((file) => join(out, file));
  return lines([
    join(out, journalName),
    format.map(of),
    history,
    updateBaseline === true && baseline,
    keptToken?.isRenewed === true && keepToken,
  ]);
}

export async function printPlan(flags: RunFlags, surroundings: Surroundings): Promise<number> {
  const { cwd } = surroundings;
  const plan = await planRun(flags, surroundings, async () => unstartedTarget);
  const known = await checkDelivery(flags, cwd);
  if (plan.isEmbedded && known !== undefined) refuseOfOther(known);
  const written = writtenBy(flags, plan).map((path) => (flags.json === true ? resolve(cwd, path) : path));
  const summary = summaryOf(plan, written, tagOf('<8 hexadecimal digits>'));
  printResult(surroundings, flags.json, summary, (page) => renderPlan(summary, plan.level, page));
  return exitCodes.success;
}

const mostNamed = 12;

function paceOf({ concurrency, requestsPerSecond }: Limits): string {
  const rate = requestsPerSecond === undefined ? 'no rate limit' : `${requestsPerSecond} a second`;
  return `${concurrency} at a time, ${rate}`;
}

export function recordsOf({ records }: Bounds, tag: string): string {
  return records === 0
    ? 'no records created'
    : `at most ${plural(records, 'record')} created or changed (tagged ${tag})`;
}

/** How many requests are sent: `some 200, at most 500`; for a part of a profile only the bound is known. */
function requestsOf({ requests, atMost }: PlanSummary, noun = ''): string {
  const most = `at most ${atMost.requests}`;
  return requests === undefined ? `${most}${noun}` : `some ${requests}${noun}, ${most}`;
}

/** What a run prints before its first request: what is judged, what it costs, and what its data is generated from. */
export function introduction(plan: RunPlan): string {
  const { target, isEmbedded, profile, seed, today, timeBudgetMs, keptToken, shard } = plan;
  const summary = summaryOf(plan, []);
  const sent = requestsOf(summary, ' requests');
  const said = lines([
    isEmbedded
      ? `No target given: started the embedded reference service at ${target.baseUrl}, and judging it by that address alone.`
      : `Judging ${printable(target.name, 80)} at ${target.baseUrl} (${target.environment}).`,
    !target.writesAllowed &&
      'Nothing will be written to it, so all that needs new records stays undecided: set environment to sandbox in the configuration, or pass --allow-writes.',
    `Profile ${profile}: ${recordsOf(summary.atMost, summary.tag)}.`,
    `${sent.charAt(0).toUpperCase()}${sent.slice(1)}; ${paceOf(target.limits)}; at most ${timeInWords(timeBudgetMs)}.`,
    sentencesOf(plan.fit),
    keptToken && printable(keptToken.about, 400),
    shard && `This is ${shardInWords(shard)}, with its part of the limits: "bfc merge" joins the reports of all.`,
    `Seed ${seed}, today ${today}.`,
  ]);
  return `${said.join('\n')}\n`;
}

function table({ requirements: { checked } }: PlanSummary, page: Page): readonly string[] {
  const sums = byLevel((level) => checked.reduce((sum, part) => sum + part.byLevel[level], 0));
  const rows = [...checked, { part: 'all', byLevel: sums }];
  const width = Math.max(...rows.map(({ part }) => part.length));
  const line = (title: string, cell: (level: Level) => string): string =>
    `  ${title.padEnd(width)}${levels.map((level) => cell(level).padStart(10)).join('')}`;
  return [
    page.paint('faint', line('', String)),
    ...rows.map(({ part, byLevel: counts }) => line(part, (level) => String(counts[level] || '·'))),
  ];
}

function groups(title: string, all: readonly Reasoned[], page: Page): readonly string[] {
  if (all.length === 0) return [];
  const of = ({ why, ids }: Reasoned) => [
    ...page.wrap(`${ids.length}: ${why}`, '  '),
    ...page.wrap(firstNames(ids, mostNamed), '    '),
  ];
  return ['', page.paint('strong', title), ...all.flatMap(of)];
}

/** Why the run cannot be conformant, if nothing that it checks counts for that; for a shard the merge decides. */
function whyNotPassing({ shard, requirements: { checked } }: PlanSummary, level: JudgedLevel): readonly string[] {
  const has = (wanted: Level): boolean => checked.some(({ byLevel: counts }) => counts[wanted] > 0);
  if (shard !== undefined || levelsUpTo(level).some(has)) return [];
  return [`The run cannot end as conformant: ${nothingSelected(level, !has('expected'))}.`];
}

function renderPlan(plan: PlanSummary, level: JudgedLevel, page: Page): readonly string[] {
  const { target, profile, shard, seed, today, casesPerProperty, requirements, watchMs, keptToken, atMost, tag } = plan;
  const watched = watchMs === undefined ? '' : `, ${timeInWords(watchMs)} of it watching records at the end`;
  const at = target.baseUrl === undefined ? 'started for the run' : `at ${target.baseUrl}`;
  const drawn = seed === undefined ? 'seed drawn by chance' : `seed ${seed}`;
  const row = (name: string, text: string): readonly string[] => {
    const head = name.padEnd(14);
    return hang(page, head, text, page.paint('faint', head));
  };
  return lines([
    page.paint('strong', 'Nothing was sent. This is what the run would do.'),
    '',
    row('Target', `${printable(target.name, 80)} ${printable(at, 200)} (${target.environment})`),
    row('Profile', `${profile.name}, ${profile.about}`),
    shard && row('Shard', `${shard.index} of ${shard.count}, which sends ${firstNames(shard.sends, mostNamed)}`),
    row('Data', `${plural(casesPerProperty, 'case')} of each property, ${drawn}, today ${today}`),
    row('Requests', `${requestsOf(plan)}; ${paceOf(plan.limits)}`),
    row('Time', `at most ${timeInWords(plan.timeBudgetMs)}${watched}`),
    plan.plan.sentences.slice(0, 2).map((sentence) => row('', sentence)),
    keptToken !== undefined && row('Kept token', printable(keptToken, 400)),
    row('Records', recordsOf(atMost, tag)),
    row('Written here', plan.written.map((path) => printable(path, 400)).join(', ')),
    '',
    page.paint('strong', 'Requirements that are checked'),
    table(plan, page),
    whyNotPassing(plan, level).map((line) => ['', page.wrap(line, '')]),
    groups('Skipped', requirements.leftOut, page),
    groups('Checked, with less than all', requirements.fewer, page),
    groups('Checked, and sure to stay undecided', requirements.undecided, page),
    pinsInShort(requirements.pinnedUnseen, profile.name).map((line) => ['', page.wrap(line, '')]),
  ]);
}
