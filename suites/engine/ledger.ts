import { codeOf, placeShape } from '../../results/failure-kind.ts';
import type { Acceptance, Reason, Seen, Sighting } from '../../results/report.ts';
import { present, type RequirementId } from '../../spec/index.ts';
import { isRefusal, type Exchange } from '../../target/exchange.ts';
import { cutAt } from '../../target/exchange-record.ts';
import { isRepetition } from './case-scope.ts';
import type { Finding, Undecided } from './verdicts.ts';

/** Why a check could not decide; `unanswered`: the operation that gave no answer, where that is why. */
export interface UndecidedEntry {
  readonly reason: Reason;
  readonly detail: string;
  readonly unanswered?: string;
}

export interface Entry {
  /** Exchanges or cases it was judged on, and those that broke it. */
  readonly cases: number;
  readonly violations: number;
  /** Endpoints whose exchanges it was judged on. */
  readonly endpoints: ReadonlySet<string>;
  readonly finding?: Finding;
  /** The kinds of violations, each as it was first seen, but for those seen while others were run again. */
  readonly kinds: ReadonlyMap<string, Sighting>;
  /** The smallest evidence of each of some records whose reading showed a violation. */
  readonly reads: ReadonlyMap<string, Finding>;
  /** The failing case was run again, alone: the finding has the result. */
  readonly confirmed: boolean;
  /** fast-check's path, when the finding was shrunk by a property. */
  readonly path?: string;
  /** Why a check of it could not decide; others may have. */
  readonly undecided?: UndecidedEntry;
  /** Values seen where the document leaves a point open, with how often. */
  readonly observed: ReadonlyMap<string, Observed>;
}

/** What there is to say of a value that was observed. */
export interface Sight {
  /** What of the point it is about, such as an endpoint. */
  readonly topic?: string | undefined;
  /** The words that the value lists, where each counts alone. */
  readonly words?: readonly string[] | undefined;
  /** Gives the exchange that showed it, wherever that is kept. */
  readonly shownBy?: (() => Exchange | undefined) | undefined;
}

/** A value that was seen, with the exchange that showed it first, where one did. */
type Observed = Seen & Pick<Sight, 'shownBy'>;

/** Characters of a value that was observed. */
const longestValue = 1000;

/** What changes with each case is changed in place: a copy for each would take a twentieth of the time of judging. */
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
 * The record of a run: for each requirement how often it was judged, what broke it, what was observed.
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
    /** Enters cases; `endpoint` where the case is an exchange. */
    judged(id: RequirementId, cases = 1, endpoint?: string): void {
      const held = entry(id);
      entries.set(id, held);
      held.cases += cases;
      if (endpoint !== undefined && !held.endpoints.has(endpoint))
        change(id, { endpoints: new Set([...held.endpoints, endpoint]) });
    },
    /**
     * Enters a violation; the smallest finding is kept, and a confirmed one over any that is not.
     *
     * @param others - what else the same exchange breaks it by
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
    /** Enters the result of running a failing case again; `path` when fast-check has shrunk it. */
    confirmed(id: RequirementId, finding: Finding, path?: string): void {
      // A path leads to one finding alone: an earlier one is not kept.
      const { path: _, ...held } = entry(id);
      entries.set(id, { ...held, finding, confirmed: true, ...(path === undefined ? {} : { path }) });
    },
    /**
     * Enters that the second run of what failed could not be decided. A refusal shows nothing then: it may have been due to
     * the state that the target, or a group of it, was in.
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
    /** Forgets what broke a requirement: it was no violation. */
    withdrawn(id: RequirementId): void {
      const { cases, endpoints, observed } = entry(id);
      entries.set(id, { ...blank(), cases, endpoints, observed });
    },
    /** Enters why a check could not decide. One with an unanswered operation is not replaced by one without. */
    undecided(id: RequirementId, reason: Reason, detail: string, unanswered?: string): void {
      if (unanswered === undefined && entry(id).undecided?.unanswered !== undefined) return;
      change(id, { undecided: { reason, detail, ...present({ unanswered }) } });
    },
    /**
     * Enters what the target takes, where that is not all that the documents allow; the same is entered once.
     *
     * @param refusal - status and words of the refusal that taught it
     */
    accepts(about: string, value: string, refusal?: string): void {
      const key = JSON.stringify([about, value]);
      if (!accepted.has(key)) accepted.set(key, { about, value, ...(refusal === undefined ? {} : { refusal }) });
    },
    /** Takes back what turned out not to be needed. */
    withdraw(about: string, value: string): void {
      accepted.delete(JSON.stringify([about, value]));
    },
    /** What was learned that the target takes, in the order in which it was. */
    accepted: (): readonly Acceptance[] => [...accepted.values()],
    /** Enters a request that got no answer, under the property, workload or check that it was sent in. */
    unanswered(where: string, exchange: Exchange): void {
      const known = lost.get(where) ?? [];
      if (known.some(({ request }) => request.endpoint === exchange.request.endpoint)) return;
      lost.set(where, [...known, exchange]);
    },
    /** The first such request of each endpoint. */
    unansweredIn: (where: string): readonly Exchange[] => lost.get(where) ?? [],
    /** Enters what was seen where the document leaves a point open. */
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

/** Kinds of violations of one requirement, and records read, that are kept at most. */
const most = { kinds: 40, reads: 12 } as const;

export function codeOfFinding(finding: Finding): string {
  return codeOf(finding, finding.exchanges.at(-1)?.answer?.status);
}

/** The kind of a finding: one cause most likely gives one kind. */
export function kindOf(finding: Finding): string {
  const endpoint = finding.exchanges.at(-1)?.request.endpoint ?? '';
  return `${endpoint} ${codeOfFinding(finding)} ${placeShape(finding.pointer)}`;
}

function withKinds(kinds: Entry['kinds'], findings: readonly Finding[]): Entry['kinds'] {
  const all = new Map(kinds);
  // One exchange is one sighting of a kind, at however many places it shows.
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
