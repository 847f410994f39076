import { bounded, firstNames, lines, plural } from '../results/printable.ts';
import type { Reason, Report, RequirementResult } from '../results/report.ts';
import { hadTime, isLeftOut } from '../results/run-scope.ts';
import { levels, type Level } from '../spec/index.ts';
import {
  pinsInShort,
  seenThere,
  shownStandingOf,
  standings,
  undecidedPins,
  waiverStates,
  type ShownStanding,
} from './outcomes.ts';

/** An item of a section. Texts from a target are unescaped, but no longer than people would read. */
export interface Item {
  /** The requirement or other name that it is about. */
  readonly about?: string;
  readonly text?: string;
  /** A shell line; it is never wrapped. */
  readonly command?: string | undefined;
  readonly below?: readonly Item[];
}

/** It is not shown if it has no items. */
export interface Section {
  readonly title: string;
  readonly items: readonly Item[];
}

/** `Known failures: the baseline fails these requirements as well`. */
export function headingOf(standing: ShownStanding): string {
  const { title, about } = standings[standing];
  return `${title}: ${about.charAt(0).toLowerCase()}${about.slice(1).replace(/\.$/, '')}`;
}

/** Groups results by what would decide them, so that each cause is named once. */
export function byCause(
  results: readonly RequirementResult[],
  causeOf: (result: RequirementResult) => string = ({ detail = '' }) => detail,
) {
  return [...Map.groupBy(results, causeOf)].map(([cause, within]) => ({ cause, within }));
}

/** All sections of a report for people, besides failures and changes. */
export function sectionsBeside(report: Report) {
  const { run, observations, suiteFaults } = report;
  return {
    token: { title: 'A token for the lines "by hand"', items: tokenItems(report) },
    pins: { title: 'Pinned open points that were not decided', items: undecidedPinItems(report) },
    known: { title: headingOf('known'), items: acceptedItems(report, 'known') },
    waived: { title: headingOf('waived'), items: acceptedItems(report, 'waived') },
    idleWaivers: { title: 'Waivers that accepted nothing', items: idleWaiverItems(report) },
    baseline: { title: 'Against the baseline', items: baselineItems(report) },
    accepts: { title: 'What this target takes', items: acceptanceItems(report) },
    outages: { title: 'The target went away', items: outageItems(report) },
    lessTime: {
      title: 'Less than the whole run: there was not enough time',
      items: hadTime(run) ? [] : (run.plan?.sentences ?? []).map((text) => ({ text })),
    },
    undecided: { title: standings.undecided.title, items: undecidedItems(report) },
    leftOut: { title: 'Not part of this run', items: leftOutItems(report) },
    observations: {
      title: 'Observed where the document leaves it open',
      items: observations.map(({ id, value, cases }) => ({
        about: id,
        text: `${bounded(value, 1000)} (${plural(cases, 'case')})`,
      })),
    },
    suiteFaults: {
      title: 'Faults of the suite itself: no verdict on the target',
      items: suiteFaults.map(({ id, message }) => ({ about: id, text: bounded(message, 600) })),
    },
  } satisfies Readonly<Record<string, Section>>;
}

/** How to get the token for the curl lines, if any failure has such a line. */
function tokenItems({ requirements, run: { tokenLine: command } }: Report): readonly Item[] {
  const isAsked = requirements.some(({ counterexample }) => counterexample?.curl.includes('$BFC_TOKEN'));
  if (command === undefined || !isAsked) return [];
  // If the run did not have a variable, the line demands it.
  const [, unset] = /\$\{(\w+):\?/.exec(command) ?? [];
  const secret =
    unset === undefined
      ? 'the secret of the key is read from the environment'
      : `set the secret of the key first, which the environment did not have: export ${unset}=…`;
  return [{ text: `it lasts some minutes; ${secret}`, command }];
}

const mostUnseen = 8;

function undecidedPinItems(report: Report): readonly Item[] {
  const { notLookedAt, undecided, inPart } = undecidedPins(report);
  const ids = notLookedAt.map(({ id }) => id);
  return [
    ...pinsInShort(ids, report.run.profile).map((text) => ({ text })),
    ...undecided.map(({ id, detail = '' }) => ({ about: id, text: detail })),
    ...inPart.map(({ id, pin }) => ({
      about: id,
      text: `holds, as far as it was seen; not seen: ${firstNames(pin.unseen ?? [], mostUnseen)}`,
    })),
  ];
}

function acceptedItems(report: Report, standing: ShownStanding): readonly Item[] {
  const results = report.requirements.filter((result) => shownStandingOf(result, report) === standing);
  return results.map((result): Item => {
    const words = [result.detail, result.counterexample?.message].filter((text) => text !== undefined);
    const there = seenThere(result, report);
    return {
      about: result.id,
      text: words.length === 0 ? 'fails' : words.join(' → '),
      below: there === undefined ? [] : [{ text: `there: ${there}` }],
    };
  });
}

function idleWaiverItems({ gate }: Report): readonly Item[] {
  const idle = gate?.waivers.filter(({ state }) => state !== 'accepting') ?? [];
  return idle.map(({ id, reason, until, state }) => ({
    about: id,
    text: waiverStates[state].words,
    below: [{ text: `until ${until}: ${reason}` }],
  }));
}

function baselineItems({ gate }: Report): readonly Item[] {
  const { baseline } = gate ?? {};
  const groups = (['new', 'known', 'fixed'] as const).map((name) => ({ name, ids: baseline?.[name] ?? [] }));
  if (groups.every(({ ids }) => ids.length === 0)) return [];
  return groups.map(({ name, ids }) => ({ text: `${name}: ${ids.length === 0 ? 'none' : ids.join(', ')}` }));
}

/** One item for each subject, with the refusals from which the suite learned it. */
function acceptanceItems({ accepts = [] }: Report): readonly Item[] {
  return [...Map.groupBy(accepts, ({ about }) => about)].map(([about, within]) => ({
    text: `${about}: ${within.map(({ value }) => value).join('; ')}`,
    below: within.flatMap(({ value, refusal }) =>
      refusal === undefined ? [] : [{ text: `before "${value}", refused with ${bounded(refusal, 300)}` }],
    ),
  }));
}

const mostOutages = 5;

/** In order of time: when the target was away, what was in flight, and a command that repeats the first of it. */
function outageItems({ run: { outages = [] } }: Report): readonly Item[] {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const items = outages.slice(0, mostOutages).map(({ afterMs, forMs, underWay }): Item => {
    const operations = [...new Set(underWay.map(({ operation }) => operation))].join(', ');
    const lasted = forMs === undefined ? 'and did not come back' : `for ${seconds(forMs)}`;
    const what = operations === '' ? 'nothing under way' : `under way: ${operations}`;
    return { text: `${seconds(afterMs)} into the run, ${lasted}; ${what}`, command: underWay[0]?.curl };
  });
  const more = outages.length - items.length;
  return more > 0 ? [...items, { text: `and ${more} more times` }] : items;
}

const reasonTitles = {
  blocked: 'the target refused, or did not answer, what they build on',
  'not-configured': 'the configuration lacks something they need',
  'not-reached': 'nothing was seen that decides them',
} as const satisfies Partial<Readonly<Record<Reason, string>>>;

/** What was not decided, or only in part, grouped by reason and then by remedy. */
function undecidedItems({ requirements }: Report): readonly Item[] {
  // An open point that was not seen is not a gap.
  const closed = requirements.filter(({ level }) => level !== 'open');
  const inPart = closed.filter(({ partly }) => partly === true);
  const undecided = closed.filter(({ outcome }) => outcome === 'inconclusive');
  const named = (results: readonly RequirementResult[], title: string): readonly Item[] => {
    const causes = byCause(results).map(({ cause, within }) => ({
      about: within.map(({ id, level }) => (level === 'required' ? id : `${id} (${level})`)).join(', '),
      below: cause === '' ? [] : [{ text: cause }],
    }));
    return results.length === 0 ? [] : [{ text: `${results.length} ${title}`, below: causes }];
  };
  const byReason = Object.entries(reasonTitles).flatMap(([name, title]) => {
    const results = undecided.filter(({ reason = 'not-reached' }) => reason === name);
    return named(results, `undecided: ${title}`);
  });
  return [...named(inPart, 'passed only in part: the rest of it could not be judged'), ...byReason];
}

/** How many there are of each level: `2 required, 1 open`. */
function countsOf(results: readonly RequirementResult[]): string {
  const count = (wanted: Level): number => results.filter(({ level }) => level === wanted).length;
  return lines(levels.map((level) => count(level) > 0 && `${count(level)} ${level}`)).join(', ');
}

/** Counts of what was left out, open points included, which the headline leaves out: naming everything that the user switched off would only repeat the command line. */
function leftOutItems({ requirements }: Report): readonly Item[] {
  const leftOut = requirements.filter(isLeftOut);
  return byCause(leftOut, ({ detail = 'skipped' }) => detail).map(({ cause, within }) => ({
    text: `${countsOf(within)} ${cause}`,
  }));
}
