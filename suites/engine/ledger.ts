import { placeShape } from '../../results/failure-kind.ts';
import type { Acceptance, Reason, Seen, Sighting } from '../../results/report.ts';
import { present, type RequirementId } from '../../spec/index.ts';
import { cutAt, isRefusal, type Exchange } from '../../target/exchange.ts';
import { isRepetition } from './case-scope.ts';
import type { Finding, Undecided } from './verdicts.ts';

/** Why a check could not decide; `unanswered`: the operation that got no answer, if that is the reason. */
export interface UndecidedEntry {
  readonly reason: Reason;
  readonly detail: string;
  readonly unanswered?: string;
}

export interface Entry {
  /** Number of exchanges or cases it was judged on, and of those that broke it. */
  readonly cases: number;
  readonly violations: number;
  /** Endpoints whose exchanges it was judged on. */
  readonly endpoints: ReadonlySet<string>;
  readonly finding?: Finding;
  /** The kinds of violations, each as first seen, without those seen only in reruns. */
  readonly kinds: ReadonlyMap<string, Sighting>;
  /** For a limited number of records whose reads showed a violation: the finding with the smallest evidence. */
  readonly reads: ReadonlyMap<string, Finding>;
  /** The failing case was rerun, alone: the finding has the result. */
  readonly confirmed: boolean;
  /** fast-check's path, when the finding was shrunk by a property. */
  readonly path?: string;
  /** Why a check of it could not decide; others may have. */
  readonly undecided?: UndecidedEntry;
  /** Values seen for an open point, and how often. */
  readonly observed: ReadonlyMap<string, Observed>;
}

export interface Sight {
  /** The aspect of the open point that it is about, such as an endpoint. */
  readonly topic?: string | undefined;
  /** The words that the value lists, if each of them counts by itself. */
  readonly words?: readonly string[] | undefined;
  /** Returns the exchange that showed it, from wherever it is kept. */
  readonly shownBy?: (() => Exchange | undefined) | undefined;
}

/** A value of an open point that exchanges have shown. */
export interface Shown extends Sight {
  readonly value: string;
}

/** A value that was seen, with the first exchange that showed it, if any. */
type Observed = Seen & Pick<Sight, 'shownBy'>;

/** Most characters kept of an observed value. */
const longestValue = 1000;

/** What changes with each case is mutated in place: copies would take a twentieth of the time of judging. */
type OpenEntry = Entry & { cases: number; readonly observed: Map<string, Observed> };

const blank = (): OpenEntry => ({
  cases: 0,
  endpoints: new Set(),
  violations: 0,
  kinds: new Map(),
  reads: new Map(),
  confirmed: false,
  observed: new Map(),
});

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The record of a run: how often each requirement was judged, what broke it, and what was observed.
 *
 * @param onBroken - called for each violation
 */
export function createLedger(onBroken: (id: RequirementId) => void = () => undefined) {
  const entries = new Map<RequirementId, OpenEntry>();
  const accepted = new Map<string, Acceptance>();
  const lost = new Map<string, readonly Exchange[]>();
  const faults: { readonly id: string; readonly message: string }[] = [];
  const entry = (id: RequirementId): OpenEntry => entries.get(id) ?? blank();
  const change = (id: RequirementId, by: Partial<OpenEntry>): void => void entries.set(id, { ...entry(id), ...by });

  return {
    entry: (id: RequirementId): Entry => entry(id),
    faults,
    fault: (id: string, message: string): void => void faults.push({ id, message }),
    /** Enters cases; `endpoint` if the case is an exchange. */
    judged(id: RequirementId, cases = 1, endpoint?: string): void {
      const held = entry(id);
      entries.set(id, held);
      held.cases += cases;
      if (endpoint !== undefined && !held.endpoints.has(endpoint))
        change(id, { endpoints: new Set([...held.endpoints, endpoint]) });
    },
    /**
     * Enters a violation. The smallest finding is kept; once a finding is confirmed, no other replaces it here.
     *
     * @param others - further violations of the requirement in the same exchange
     */
    broken(id: RequirementId, finding: Finding, others: readonly Finding[] = []): void {
      const { violations, finding: held, confirmed, kinds, reads } = entry(id);
      const better = held === undefined || (!confirmed && sizeOf(finding) < sizeOf(held));
      change(id, {
        violations: violations + 1,
        finding: better ? finding : held,
        ...(isRepetition() ? {} : { kinds: withKinds(kinds, [finding, ...others]), reads: withRead(reads, finding) }),
      });
      onBroken(id);
    },
    /** Enters the result of rerunning a failing case; `path` if fast-check has shrunk it. */
    confirmed(id: RequirementId, finding: Finding, path?: string): void {
      // A path belongs to one finding, so an earlier path is dropped.
      const { path: _, ...held } = entry(id);
      entries.set(id, { ...held, finding, confirmed: true, ...(path === undefined ? {} : { path }) });
    },
    /**
     * Enters that the second run of a failure could not be decided. A single violation that is a refusal proves nothing
     * then: it may have been due to the state of the target, or of one of its groups.
     */
    unconfirmed(id: RequirementId, finding: Finding, { reason, message: why }: Undecided): void {
      const { cases, violations, endpoints, observed } = entry(id);
      const last = finding.exchanges.at(-1);
      const message = `${finding.message} (a second run could not be decided: ${why})`;
      const isDoubtful = violations === 1 && last !== undefined && isRefusal(last);
      if (!isDoubtful) change(id, { finding: { ...finding, message }, confirmed: true });
      else
        entries.set(id, { ...blank(), cases: cases - 1, endpoints, observed, undecided: { reason, detail: message } });
    },
    /** Drops the violations of a requirement that turned out to be none. */
    withdrawn(id: RequirementId): void {
      const { cases, endpoints, observed } = entry(id);
      entries.set(id, { ...blank(), cases, endpoints, observed });
    },
    /** Enters why a check could not decide. A reason with an unanswered operation is not replaced by one without. */
    undecided(id: RequirementId, reason: Reason, detail: string, unanswered?: string): void {
      if (unanswered === undefined && entry(id).undecided?.unanswered !== undefined) return;
      change(id, { undecided: { reason, detail, ...present({ unanswered }) } });
    },
    /** Enters what the target accepts, if less than documented. @param refusal - status and words that showed it */
    accepts(about: string, value: string, refusal?: string): void {
      const key = JSON.stringify([about, value]);
      if (!accepted.has(key)) accepted.set(key, { about, value, ...(refusal === undefined ? {} : { refusal }) });
    },
    /** Removes an accepted value that turned out not to be needed. */
    withdraw(about: string, value: string): void {
      accepted.delete(JSON.stringify([about, value]));
    },
    /** What was learned about what the target accepts, in the order in which it was entered. */
    accepted: (): readonly Acceptance[] => [...accepted.values()],
    /** Enters a request that got no answer, under the property, workload or check that it was sent in. */
    unanswered(where: string, exchange: Exchange): void {
      const known = lost.get(where) ?? [];
      if (known.some(({ request }) => request.endpoint === exchange.request.endpoint)) return;
      lost.set(where, [...known, exchange]);
    },
    /** The first unanswered request of each endpoint. */
    unansweredIn: (where: string): readonly Exchange[] => lost.get(where) ?? [],
    observed(id: RequirementId, whole: string, { topic, words, shownBy }: Sight = {}): void {
      const value = cutAt(whole, longestValue);
      const { cases, observed } = entry(id);
      const { cases: before = 0, shownBy: first = shownBy } = observed.get(value) ?? {};
      change(id, {
        cases: cases + 1,
        observed: observed.set(value, { ...present({ topic, words, shownBy: first }), value, cases: before + 1 }),
      });
    },
  };
}

/** Most kinds of violations, and most records read, that are kept for one requirement. */
const most = { kinds: 40, reads: 12 } as const;

/**
 * The code by which runs are compared. It ends with the status of the last answer if the status is what is wrong, or if
 * it is any 5xx: a refusal that has become a crash is of another kind.
 */
export function codeOfFinding({ code, pointer, exchanges }: Finding): string {
  const status = exchanges.at(-1)?.answer?.status;
  return status !== undefined && (pointer === '#status' || status >= 500) ? `${code} ${status}` : code;
}

/** The kind of a finding. Findings with one cause most likely have one kind. */
export function kindOf(finding: Finding): string {
  const endpoint = finding.exchanges.at(-1)?.request.endpoint ?? '';
  return `${endpoint} ${codeOfFinding(finding)} ${placeShape(finding.pointer)}`;
}

function withKinds(kinds: Entry['kinds'], findings: readonly Finding[]): Entry['kinds'] {
  const all = new Map(kinds);
  // An exchange counts as one sighting of a kind, no matter at how many places it shows.
  for (const [kind, finding] of new Map(findings.toReversed().map((one) => [kindOf(one), one]))) {
    const { message, pointer, exchanges } = finding;
    const endpoint = exchanges.at(-1)?.request.endpoint;
    const held = all.get(kind);
    if (held !== undefined) all.set(kind, { ...held, occurrences: held.occurrences + 1 });
    else if (all.size < most.kinds)
      all.set(kind, { message, code: codeOfFinding(finding), pointer, ...present({ endpoint }), occurrences: 1 });
  }
  return all;
}

function withRead(reads: Entry['reads'], finding: Finding): Entry['reads'] {
  const { method, endpoint, pathParameters } = finding.exchanges.at(-1)?.request ?? {};
  if (method !== 'GET') return reads;
  const record = JSON.stringify([endpoint, pathParameters]);
  const held = reads.get(record);
  const isNew = held === undefined ? reads.size < most.reads : sizeOf(finding) < sizeOf(held);
  return isNew ? new Map(reads).set(record, finding) : reads;
}

/** Weight of evidence: fewer exchanges and shorter bodies are easier to read. */
function sizeOf({ exchanges }: Finding): number {
  return exchanges.reduce(
    (sum, { request, answer }) => sum + 200 + (request.body?.length ?? 0) + (answer?.text.length ?? 0) / 4,
    0,
  );
}
