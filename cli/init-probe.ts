import { carriersOf, defaultContext, plansOf } from '../generators/index.ts';
import { plural, printable } from '../results/printable.ts';
import { arrayOf, isUuid, objectOf, readJwt, vocabulary as builtIn } from '../spec/index.ts';
import type { Session } from '../suites/engine/session.ts';
import { Undecided, reasonIn } from '../suites/engine/verdicts.ts';
import { decisionBase, snapshotBase, type Base } from '../suites/fixtures/taken-bodies.ts';
import { runTagOf } from '../suites/fixtures/known-context.ts';
import { plansOfDecision } from '../suites/judging/decision-content.ts';
import { apiPlace, problemOf, problemOfTokenless, tokenPlace, NoVerdictError } from '../suites/preflight.ts';
import { mayBeOwn } from '../suites/judging/malformed-origin.ts';
import { openSession } from '../suites/run-suites.ts';
import { lifetimeOf, accessTokenOf, NoTokenError, unsendable } from '../target/access-tokens.ts';
import { currentDay, isLoopback, type Target } from '../target/configuration/target.ts';
import { isSuccess, type Exchange } from '../target/exchange.ts';
import { preferring, withSeen, type InitSettings } from './init-settings.ts';
import { readPackageInfo } from './surroundings.ts';

interface BodyTrial {
  /** The end of a sentence: the form in which the body was accepted, or the refusal without secrets. */
  readonly outcome: string;
  /** Whether the body was accepted, and, if it is a snapshot, with coverages. */
  readonly isUseful: boolean;
}

export interface Learned {
  /** The target with everything found out about it, and with the group to work in, if there is one. */
  readonly target: Target;
  /** Whether a run without a configured group would choose the same one. */
  readonly isDefaultGroup: boolean;
  /** The results for a plain decision and a plain snapshot, or why none was sent. */
  readonly trial: { readonly decision: BodyTrial; readonly snapshot: BodyTrial } | { readonly notTried: string };
}

/** Whether most of a run would stay undecided: it builds on both bodies. */
export function isBlocked({ trial }: Pick<Learned, 'trial'>): boolean {
  return 'decision' in trial && !(trial.decision.isUseful && trial.snapshot.isUseful);
}

/** `ok`: whether it is good news. */
export type Show = (name: string, ok: boolean, text: string) => void;

/**
 * Finds out what can be known about a target without guessing: by reading, and, if records may be created, with one
 * plain renewal decision and one plain member snapshot.
 *
 * @throws NoVerdictError if the target cannot be used
 */
export async function probe(settings: InitSettings, runId: string, show: Show): Promise<Learned> {
  const { target, isDefaultGroup } = await inSession(settings.target, runId, async (session) => {
    const showSafely: Show = (name, ok, text) => show(name, ok, session.redactor.text(text));
    await readToken(session, settings, showSafely);
    return readGroups(session, settings.target, showSafely);
  });
  const { writesAllowed, fixtures } = target;
  if (!writesAllowed || fixtures.groupId === undefined) {
    const notTried = writesAllowed
      ? 'there is no group to create anything in'
      : 'nothing may be written to a target that is not a sandbox; --environment sandbox or --allow-writes allows it';
    show('bodies', !writesAllowed, `not tried: ${notTried}`);
    return { target, isDefaultGroup, trial: { notTried } };
  }
  return { ...(await tryBodies(target, runId, show)), isDefaultGroup };
}

/** The most carriers and plans that are tried in pairs: a target need not refuse the same in dozens of forms. */
const pairedIds = 3;

/** Opens a session that sends one request at a time. */
async function inSession<T>(target: Target, runId: string, use: (session: Session) => Promise<T>): Promise<T> {
  const { fixtures, limits } = target;
  const [carrierIds, planIds] = [fixtures.carrierIds.slice(0, pairedIds), fixtures.planIds.slice(0, pairedIds)];
  const session = openSession({
    target: {
      ...target,
      fixtures: { ...fixtures, carrierIds, planIds },
      limits: { ...limits, concurrency: 1, ...(!isLoopback(target.baseUrl) && { requestsPerSecond: 5 }) },
    },
    seed: 1,
    today: currentDay(),
    runId,
    cases: 1,
    timeBudgetMs: 60_000,
    skip: [],
    profile: 'full',
    shrinkTries: 0,
    level: 'required',
    version: readPackageInfo().version,
    replayCommand: { before: 'bfc run', after: '' },
  });
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}

/** Requests a token (`spec/documents/5-authentication.md`). @throws NoVerdictError if none is issued */
async function readToken(session: Session, settings: InitSettings, show: Show): Promise<void> {
  const { target, clientSecretEnv, isSecretSet } = settings;
  const { authUrl, credentials } = target;
  const place = tokenPlace(authUrl, credentials.clientId, isSecretSet ? clientSecretEnv : 'the answer');
  const token = await session.token().catch((error: unknown) => {
    if (!(error instanceof NoTokenError)) throw error;
    const isWithout = accessTokenOf(error.exchange) === undefined;
    const fallback = isWithout ? problemOfTokenless(place) : `${unsendable}; check what answers at ${authUrl}`;
    throw new NoVerdictError(problemOf(place, error.exchange) ?? fallback);
  });
  const jwt = readJwt(token);
  const seconds = jwt === undefined ? undefined : lifetimeOf(jwt);
  const life = seconds === undefined ? 'it does not say for how long it is good' : `good for ${seconds} s`;
  show('token', true, `issued, ${jwt === undefined ? 'no JWT' : 'a JWT'}; ${life}`);
}

function exchangeOf(call: Promise<Exchange>): Promise<Exchange> {
  return call.catch((error: unknown) => {
    if (error instanceof Undecided && error.exchange !== undefined) return error.exchange;
    throw error;
  });
}

const recordsOfPage = ({ answer }: Exchange): readonly unknown[] => arrayOf(objectOf(answer?.json)['response']);

/** A group with its decisions; undefined if the list of them was refused. */
interface ReadGroup {
  readonly id: string;
  readonly name: string;
  readonly decisions?: readonly unknown[] | undefined;
}

/** The usable groups of a page; those made by earlier runs come last, as they do for a run. */
function groupsOfPage(listed: Exchange): readonly ReadGroup[] {
  const records = recordsOfPage(listed).map(objectOf);
  return [...records.filter((record) => !mayBeOwn(record)), ...records.filter(mayBeOwn)].flatMap(({ id, name }) =>
    typeof id === 'string' && isUuid(id) ? [{ id, name: typeof name === 'string' ? name : '' }] : [],
  );
}

const groupsRead = 5;

/**
 * Reads the list of groups, and the renewal decisions of the first few. Unless a group is given, one with decisions is
 * preferred: others are more likely to be accepted there.
 */
async function readGroups(session: Session, target: Target, show: Show): Promise<Omit<Learned, 'trial'>> {
  const given = target.fixtures.groupId;
  const api = session.api('setup');
  const listed = await exchangeOf(api.call('E1'));
  const problem = problemOf(apiPlace(target.baseUrl), listed);
  if (problem !== undefined) throw new NoVerdictError(problem);
  const groups = groupsOfPage(listed);
  const others = groups.filter(({ id }) => id !== given);
  const first =
    given === undefined ? [] : [groups.find(({ id }) => id === given) ?? { id: given, name: 'the one given' }];
  const read: ReadGroup[] = [];
  for (const group of [...first, ...others].slice(0, groupsRead)) {
    const exchange = await exchangeOf(api.call('E5', { path: { group_id: group.id } }));
    read.push({ ...group, decisions: isSuccess(exchange) ? recordsOfPage(exchange) : undefined });
  }
  const withDecisions =
    read.find(({ decisions = [] }) => decisions.length > 0) ?? read.find(({ decisions }) => decisions);
  const chosen = (given === undefined ? withDecisions : undefined) ?? read[0];
  if (chosen === undefined) {
    show('groups', false, 'none is listed that has an id; give one with --group-id');
    return { target, isDefaultGroup: false };
  }
  const { total_records: total, page_size: pageSize } = objectOf(objectOf(listed.answer?.json)['meta']);
  const count = typeof total === 'number' ? total : groups.length;
  const paging = typeof pageSize === 'number' ? ` in pages of ${pageSize}` : '';
  show('groups', true, `${count} listed${paging}; ${printable(chosen.name, 60)} (${chosen.id}) is used`);
  const seen = seenInRecords(read.flatMap(({ decisions = [] }) => decisions));
  showDecisions(read, seen, show);
  const known = withSeen(target, seen);
  return {
    target: { ...known, fixtures: { ...known.fixtures, groupId: chosen.id } },
    isDefaultGroup: given === undefined && chosen.id === groups[0]?.id,
  };
}

function showDecisions(groups: readonly ReadGroup[], { fixtures, lines }: SeenInRecords, show: Show): void {
  const { carrierIds, planIds } = fixtures;
  const count = groups.flatMap(({ decisions = [] }) => decisions).length;
  if (groups.every(({ decisions }) => decisions === undefined))
    show('decisions', false, `their list was refused for ${plural(groups.length, 'group')}`);
  else if (count === 0) show('decisions', true, 'none there yet, so they show no carriers and plans');
  else {
    const shown = `${plural(carrierIds.length, 'carrier')} and ${plural(planIds.length, 'plan')}`;
    const covered = lines.length === 0 ? '' : `, lines of coverage ${lines.join(', ')}`;
    show('decisions', true, `${count} looked at: ${shown}${covered}`);
  }
}

/** Whether a text looks like a code that people use: anything else is more likely left over from an earlier test. */
export const isCode = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N} _&./-]{0,39}$/u.test(text);

/** The carriers and plans that a run makes up if it knows none. */
const madeUp: ReadonlySet<string> = new Set([...carriersOf(defaultContext()), ...plansOf(defaultContext())]);

/** Whether a text is the id of a carrier or a plan, and not one that a run makes up. */
export const isFixture = (text: string): boolean => isUuid(text) && !madeUp.has(text.toLowerCase());

const mostValues = 12;

export function mostFrequent(values: readonly unknown[], isWanted: (text: string) => boolean): readonly string[] {
  const texts = values.filter((value) => typeof value === 'string').filter((text) => isWanted(text));
  return [...Map.groupBy(texts, (text) => text)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, mostValues)
    .map(([text]) => text);
}

type SeenInRecords = ReturnType<typeof seenInRecords>;

/** What renewal decisions, in any shape, show about what their target knows, most frequent first. */
export function seenInRecords(records: readonly unknown[]) {
  const carriers = records.flatMap((record) => arrayOf(objectOf(objectOf(record)['body'])['carriers'])).map(objectOf);
  const lines = mostFrequent(
    carriers.flatMap((carrier) => Object.keys(objectOf(carrier['lines_of_coverage']))),
    isCode,
  );
  const plans = records.flatMap(plansOfDecision).map(({ plan }) => plan);
  const coded = (['plan_type', 'metal_tier'] as const).flatMap((key) => {
    const values = mostFrequent(
      plans.map((plan) => plan[key]),
      isCode,
    );
    // The built-in values are more complete than a few records, unless these show one that is not built in.
    return values.every((value) => builtIn[key].some((known) => known.value === value)) ? [] : [[key, values] as const];
  });
  const idsIn = (values: readonly unknown[]): readonly string[] => mostFrequent(values, isFixture);
  return {
    fixtures: {
      carrierIds: idsIn(carriers.map((carrier) => carrier['carrier_id'])),
      planIds: idsIn(plans.map((plan) => plan['plan_id'])),
    },
    lines,
    /** The lines whose keys are not in the documents. */
    linesOfCoverage: lines.filter((line) => line !== 'medical' && line !== 'dental'),
    /** Coded values, for keys of which the built-in values lack some. */
    vocabulary: Object.fromEntries(coded),
  };
}

/** Sends a plain renewal decision and a plain snapshot, then simpler ones until each is accepted, as a run does. */
function tryBodies(target: Target, runId: string, show: Show): Promise<Pick<Learned, 'target' | 'trial'>> {
  return inSession(target, runId, async (session) => {
    const attempt = <T>(made: Promise<Base<T>>, isUseful: (body: T) => boolean): Promise<BodyTrial> =>
      made.then(
        ({ body, forms }) => takenWith(forms, isUseful(body)),
        (error: unknown) => ({ outcome: wordsOf(session, error), isUseful: false }),
      );
    const decision = await attempt(decisionBase(session), () => true);
    show('renewal decision', decision.isUseful, `a plain one was ${decision.outcome}`);
    const snapshot = await attempt(snapshotBase(session), ({ coverages = [] }) => coverages.length > 0);
    const tag = snapshot.isUseful ? `; its people are tagged ${runTagOf(session)}` : '';
    show('member snapshot', snapshot.isUseful, `a plain one was ${snapshot.outcome}${tag}`);
    const base = await decisionBase(session).catch(() => undefined);
    return { target: base === undefined ? target : preferring(target, base.context), trial: { decision, snapshot } };
  });
}

function takenWith(forms: readonly { readonly name: string }[], isUseful: boolean): BodyTrial {
  const names = forms.map(({ name }) => name);
  const named = isUseful ? names : ['no coverage', ...names.filter((name) => !name.startsWith('no coverages'))];
  return { outcome: named.length === 0 ? 'taken' : `taken with ${named.join(', ')}`, isUseful };
}

/** Why a body was not accepted, as one safe line. */
function wordsOf({ redactor }: Session, error: unknown): string {
  if (error instanceof NoTokenError) return 'not sent: no further token was issued';
  if (!(error instanceof Undecided)) throw error;
  const { answer } = error.exchange ?? {};
  if (answer === undefined) return printable(redactor.text(error.message), 240);
  // Redacted before it is cut: half of a secret would not be recognized.
  const said = redactor.text(reasonIn(answer));
  return `refused with ${answer.status}${said === '' ? '' : `: ${printable(said, 500)}`}`;
}
