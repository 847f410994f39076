import type { Report, RequirementResult, Verdict, WaiverState } from '../results/report.ts';
import { isJudgedFailure, isOfOpenPoints, isUnanswered } from '../results/summarize.ts';
import { isRequirementId, parts, filled, requirementOf } from '../spec/index.ts';
import { messageOf } from './evidence.ts';
import { isLeftOut, judgedTraffic } from '../results/run-scope.ts';
import { firstNames, lines, printable } from '../results/printable.ts';

interface StandingRow {
  /** Shown besides the colour: nothing depends on colour alone. */
  readonly sign: string;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warning' | 'info' | '';
  /** Heading of a list of such results. */
  readonly title: string;
  /** A sentence. */
  readonly about: string;
  /** If it is a failure that does not fail the gate: why, as the end of a sentence. */
  readonly accepted?: string;
  readonly junit: 'passed' | 'failure' | 'skipped';
  readonly sarif: boolean;
  readonly github?: 'error' | 'warning' | 'notice';
  readonly allure: 'FAILED' | 'BROKEN' | 'SKIPPED' | 'PASSED';
}

const fails = {
  sign: '✗',
  word: 'fails',
  tone: 'bad',
  junit: 'failure',
  sarif: true,
  github: 'error',
  allure: 'FAILED',
} as const;
const isNoFailure = { tone: 'warning', junit: 'skipped', sarif: true, allure: 'SKIPPED' } as const;
const saysNothing = { tone: '', junit: 'skipped', sarif: false, allure: 'SKIPPED' } as const;
const holds = { junit: 'passed', sarif: false, allure: 'PASSED' } as const;

const rows = {
  failing: { ...fails, title: 'Failures', about: 'The document demands it, the target does otherwise.' },
  'failing-expected': {
    ...fails,
    title: 'Failures of what is expected',
    about: 'Not required, but in this run such failures count.',
  },
  changed: {
    ...fails,
    sign: '≠',
    word: 'changed',
    title: 'Pinned open points that have changed',
    about: 'The configuration pins these to something else.',
  },
  blocked: {
    sign: '■',
    word: 'blocked',
    tone: 'bad',
    title: 'Blocked',
    about: 'The target refused, or did not answer, what these build on. Without them there is no verdict.',
    // The missing verdict is the one error of the run.
    junit: 'skipped',
    sarif: false,
    allure: 'BROKEN',
  },
  warning: {
    ...isNoFailure,
    sign: '!',
    word: 'warning',
    title: 'Warnings',
    about: 'Expected, not required; they do not fail the run.',
    accepted: 'expected, not required: the run is judged by what is required',
    github: 'warning',
  },
  known: {
    ...isNoFailure,
    sign: '=',
    word: 'known',
    title: 'Known failures',
    about: 'The baseline fails these requirements as well.',
    accepted: 'known: the baseline fails this requirement as well',
    github: 'notice',
  },
  waived: {
    ...isNoFailure,
    sign: '~',
    word: 'waived',
    title: 'Accepted failures',
    about: 'A waiver of the configuration accepts them.',
    accepted: 'accepted by a waiver',
    github: 'notice',
  },
  undecided: { ...saysNothing, sign: '?', word: 'undecided', title: 'Undecided', about: 'The run could not decide.' },
  'in-part': {
    ...holds,
    sign: '◐',
    word: 'passes in part',
    tone: 'warning',
    title: 'Passed in part',
    about: 'What was judged of them held; the rest could not be judged.',
  },
  passed: {
    ...holds,
    sign: '✓',
    word: 'passes',
    tone: 'good',
    title: 'Passed',
    about: 'Judged at least once, and held every time.',
  },
  observed: {
    ...holds,
    sign: '○',
    word: 'observed',
    tone: 'info',
    title: 'Observed',
    about:
      'The document leaves these open: what the target does is reported, and fails only where the configuration pins it.',
  },
  deselected: {
    ...saysNothing,
    sign: '–',
    word: 'skipped',
    title: 'Skipped',
    about: 'Not part of this run.',
  },
} satisfies Record<string, StandingRow>;

/**
 * How a result is shown to people: as its standing, except that failing expected requirements, failing pinned open
 * points, and passes with a part that could not be judged are told apart.
 */
export type ShownStanding = keyof typeof rows;

export type Standing = Exclude<ShownStanding, 'failing-expected' | 'changed' | 'in-part'>;

/** How all formats show each standing, in the order in which reports list them, worst first. */
export const standings: Readonly<Record<ShownStanding, StandingRow>> = rows;

/** The standing of a result in its report: the one place that decides whether it fails the gate. */
export function standingOf(result: RequirementResult, { run, gate }: Pick<Report, 'run' | 'gate'>): Standing {
  const { id, level, outcome, reason } = result;
  if (outcome === 'pass') return level === 'open' ? 'observed' : 'passed';
  if (outcome === 'skipped') return reason === 'waived' ? 'waived' : 'deselected';
  if (outcome === 'inconclusive') return reason === 'blocked' && level === 'required' ? 'blocked' : 'undecided';
  if (!isJudgedFailure(result, run.level ?? 'required')) return 'warning';
  return isKnown(id, gate) ? 'known' : 'failing';
}

export function shownStandingOf(result: RequirementResult, report: Pick<Report, 'run' | 'gate'>): ShownStanding {
  const standing = standingOf(result, report);
  if (standing === 'failing')
    return ({ required: 'failing', expected: 'failing-expected', open: 'changed' } as const)[result.level];
  return standing === 'passed' && result.partly === true ? 'in-part' : standing;
}

/** A baseline accepts the failures that it knows, except those whose waiver has expired. */
function isKnown(id: string, gate: Report['gate']): boolean {
  const ended = gate?.waivers.some((waiver) => waiver.id === id && waiver.state === 'expired') ?? false;
  return !ended && gate?.baseline?.known.some((known) => known === id) === true;
}

const otherPart = { name: 'other', title: 'Of other documents' } as const;

/** The part of the documents that a requirement belongs to; requirements of other revisions may belong to none. */
export function partOf(id: string): { readonly name: string; readonly title: string } {
  const part = isRequirementId(id) ? requirementOf(id).part : undefined;
  return parts.find(({ name }) => name === part) ?? otherPart;
}

/** Results by the parts of the documents, in their order; parts without results are absent. */
export function byPart<Result extends Pick<RequirementResult, 'id'>>(results: readonly Result[]) {
  const groups = Map.groupBy(results, ({ id }) => partOf(id).name);
  return [...parts, otherPart].flatMap(({ name, title }) => {
    const within = groups.get(name);
    return within === undefined ? [] : [{ name, title, within }];
  });
}

/** The results of a report by standing; standings without results are absent. */
export function byStanding(report: Report): ReadonlyMap<Standing, readonly RequirementResult[]> {
  return Map.groupBy(report.requirements, (result) => standingOf(result, report));
}

/** How each verdict is shown: by sign and words, so that nothing depends on colour alone. */
export const verdictLooks = {
  conformant: { tone: 'good', sign: '✓', words: 'conformant' },
  nonconformant: { tone: 'bad', sign: '✗', words: 'nonconformant' },
  'no-verdict': { tone: 'warning', sign: '?', words: 'no verdict' },
} as const satisfies Readonly<Record<Verdict, object>>;

/** Splits a headline after the verdict: `no verdict` and its causes. */
export function partsOfHeadline(headline: string): { readonly verdict: string; readonly causes?: string } {
  const [, verdict = headline, causes] = /^([^:]+): (.+)$/s.exec(headline) ?? [];
  return filled({ verdict, causes });
}

export const waiverStates = {
  accepting: { tone: 'good', sign: '✓', words: 'accepts a failure' },
  undecided: { tone: 'faint', sign: '?', words: 'not decided in this run' },
  expired: { tone: 'bad', sign: '✗', words: 'has ended' },
  unneeded: { tone: 'bad', sign: '✗', words: 'no longer needed' },
} as const satisfies Readonly<Record<WaiverState, object>>;

/** Whether the run passes: by its gate, or by its verdict if it has no gate. */
export function gatePasses({ gate, summary }: Pick<Report, 'gate' | 'summary'>): boolean {
  return gate?.passed ?? summary.verdict === 'conformant';
}

/** Whether a gate adds anything to the verdict: it has waivers or a baseline, or reaches another result. */
export function isGateAsked({
  waivers,
  baseline,
  besides = [],
  passed,
  verdict,
}: NonNullable<Report['gate']>): boolean {
  return waivers.length > 0 || baseline !== undefined || besides.length > 0 || passed !== (verdict === 'conformant');
}

/** What the baseline saw of a known failure, if it looks different now. */
export function seenThere({ id }: Pick<RequirementResult, 'id'>, { gate }: Pick<Report, 'gate'>): string | undefined {
  return gate?.baseline?.otherwise?.find((shown) => shown.id === id)?.before;
}

/** Why a failure does not fail the run, and what was seen, in words; undefined for any other result. */
export function acceptanceOf(result: RequirementResult, report: Report) {
  const { detail, counterexample } = result;
  const standing = standingOf(result, report);
  const { accepted } = standings[standing];
  if (accepted === undefined) return undefined;
  const seen = messageOf(result);
  if (standing === 'waived' && detail !== undefined)
    return { why: `${accepted} ${detail}`, seen: counterexample && seen };
  const there = standing === 'known' ? seenThere(result, report) : undefined;
  return { why: `${accepted}${there === undefined ? '' : `, there: ${there}`}`, seen };
}

/** Why a result neither passes nor fails the run, as a phrase; undefined if it does either. */
export function standingInWords(result: RequirementResult, report: Report): string | undefined {
  const { detail = 'nothing more is known', reason = 'not-reached' } = result;
  const standing = standingOf(result, report);
  if (standing === 'deselected') return 'skipped';
  if (standing === 'blocked' || standing === 'undecided') return `undecided (${reason}): ${detail}`;
  const acceptance = acceptanceOf(result, report);
  return acceptance && `fails, but does not fail the run (${acceptance.why})`;
}

type Pinned = RequirementResult & { readonly pin: NonNullable<RequirementResult['pin']> };

/** Pins that neither held in full nor failed; `detail` says why one is `undecided`. */
export function undecidedPins({ requirements, observations }: Report) {
  const pinned = requirements.filter((result): result is Pinned => result.pin !== undefined);
  const isObserved = ({ id }: Pinned): boolean => observations.some((observation) => observation.id === id);
  const isOpen = (result: Pinned): boolean => result.outcome === 'inconclusive' || isLeftOut(result);
  return {
    notLookedAt: pinned.filter((result) => isOpen(result) && !isObserved(result)),
    undecided: pinned.filter((result) => isOpen(result) && isObserved(result)),
    inPart: pinned.filter(({ outcome, pin }) => outcome === 'pass' && (pin.unseen ?? []).length > 0),
  };
}

/** `Pinned, not looked at: paging.order, renewals.lines (profile health)`; empty if there are no ids. */
export function pinsInShort(ids: readonly string[], profile: string): readonly string[] {
  return ids.length === 0 ? [] : [`Pinned, not looked at: ${ids.join(', ')} (profile ${profile})`];
}

/** The undecided pins in brief: one line for each kind. */
export function undecidedPinsInShort(report: Report): readonly string[] {
  const { notLookedAt, undecided, inPart } = undecidedPins(report);
  const ids = (pins: readonly Pinned[]): readonly string[] => pins.map(({ id }) => id);
  return lines([
    pinsInShort(ids(notLookedAt), report.run.profile),
    undecided.length > 0 && `Pinned, not decided: ${ids(undecided).join(', ')}`,
    inPart.length > 0 && `Pinned, seen in part: ${ids(inPart).join(', ')}`,
  ]);
}

function howToFix(failed: readonly RequirementResult[], isFromTraffic: boolean): string {
  if (failed.length === 0) return 'What fails is known from the baseline.';
  const repeating = isFromTraffic
    ? '"again" judges the same files by that requirement alone.'
    : '"by hand" repeats the request (put a token into BFC_TOKEN first), "again" runs it once more and says whether it is fixed.';
  const sentences = lines([
    failed.some(({ counterexample }) => counterexample !== undefined) &&
      `Fix the target, or dispute the finding: ${repeating}`,
    failed.some(({ level }) => level === 'open') &&
      'Where a pinned open point has changed: fix the target, or pin what it does now (expect).',
  ]);
  return sentences.length === 0 ? 'Fix what is named above, then run again.' : sentences.join(' ');
}

function afterVerdict(report: Report): string {
  const { summary, requirements, run } = report;
  const isFromTraffic = run.profile === judgedTraffic;
  if (summary.verdict === 'nonconformant') {
    const isToFix = (result: RequirementResult) => result.outcome === 'fail' && standingOf(result, report) !== 'known';
    return howToFix(requirements.filter(isToFix), isFromTraffic);
  }
  if (summary.verdict === 'conformant') {
    const limits = lines([
      isFromTraffic && ', as far as the files show',
      (run.interrupted || requirements.some(isLeftOut)) && ', as far as it was checked',
      requirements.some(({ reason }) => reason === 'waived') && ', except for what is waived',
    ]);
    return `Nothing that the document demands was broken${limits.join('')}.`;
  }
  if (isOfOpenPoints(requirements)) return 'Only open points were looked at: see what was observed.';
  return isFromTraffic
    ? 'The files show too little for a verdict.'
    : 'The target could not be judged. Fix what is named above, then run again.';
}

/** A sentence for each thing that the configuration lacks, with the requirements that need it. */
function lacksInWords(results: readonly RequirementResult[]): readonly string[] {
  const causes = Map.groupBy(results, ({ detail = 'see above' }) => detail);
  return [...causes].map(([cause, within]) => {
    const ids = within.map(({ id, level }) => (level === 'required' ? id : `${id} (${level})`));
    const named = `${firstNames(ids, mostNamed)} ${ids.length === 1 ? 'needs' : 'need'}`;
    return `The configuration lacks what ${named}: ${printable(cause, 300)}.`;
  });
}

const mostNamed = 3;

/** What to do after a run, in a few sentences: failures, undecided requirements, limits of the verdict. */
export function nextSteps(report: Report): readonly string[] {
  const { run, summary, requirements } = report;
  const open = requirements.filter(({ outcome, level }) => outcome === 'inconclusive' && level !== 'open');
  const isCut = run.interrupted && summary.verdict !== 'nonconformant';
  return lines([
    // The headline already says what ended the run.
    isCut && summary.verdict === 'no-verdict'
      ? 'Let the run come to its end for a verdict on the whole.'
      : afterVerdict(report),
    isCut &&
      run.turnedAway !== undefined &&
      'The target turned requests away: where that took the time, try again later, more slowly (--rate) or for longer (--time-budget).',
    open.some((result) => result.reason === 'blocked' && !isUnanswered(result)) &&
      'Give the target records it knows: fixtures.groupId, carrierIds, planIds and plans, and vocabulary, in the configuration.',
    open.some(isUnanswered) && 'Some requests got no answer: run again when the target is available again.',
    lacksInWords(open.filter(({ reason }) => reason === 'not-configured')),
    summary.failed.expected > 0 &&
      summary.verdict === 'conformant' &&
      'Warnings do not fail a run; --level expected lets them.',
  ]);
}
