import type { Reason } from '../../reporters/report.ts';
import type { RequirementId } from '../../spec/index.ts';
import type { Finding } from './verdicts.ts';

/** What is known of a requirement so far. */
export interface Entry {
  /** Exchanges or cases it was judged on. */
  readonly cases: number;
  /** Endpoints whose exchanges it was judged on, each by itself. */
  readonly endpoints: ReadonlySet<string>;
  /** Exchanges or cases that broke it. */
  readonly breaches: number;
  /** The smallest evidence seen. */
  readonly finding?: Finding;
  /** The failing case was run again, alone: the finding says what came of it. */
  readonly confirmed: boolean;
  /** fast-check's path, when the finding was shrunk by a property. */
  readonly path?: string;
  /** Why a check of it could not decide, whatever others did. */
  readonly undecided?: { readonly reason: Reason; readonly detail: string };
  /** Values seen where the document leaves a point open, with how often. */
  readonly observed: ReadonlyMap<string, number>;
}

/** The book of a run: for each requirement how often it was judged, what broke it, what was observed. */
export interface Ledger {
  /** Enters cases; `endpoint` where the case is an exchange. */
  judged(id: RequirementId, cases?: number, endpoint?: string): void;
  /** Enters a breach; the smallest finding is kept, and a confirmed one over any that is not. */
  broken(id: RequirementId, finding: Finding): void;
  /** Enters what came of running a failing case again; `path` when fast-check has shrunk it. */
  confirmed(id: RequirementId, finding: Finding, path?: string): void;
  undecided(id: RequirementId, reason: Reason, detail: string): void;
  observed(id: RequirementId, value: string): void;
  /** An exception that is no verdict. */
  fault(where: string, message: string): void;
  entry(id: RequirementId): Entry;
  readonly faults: readonly { readonly id: string; readonly message: string }[];
}

const blank: Entry = { cases: 0, endpoints: new Set(), breaches: 0, confirmed: false, observed: new Map() };

/**
 * An empty ledger.
 *
 * @param onBroken - is told of each breach
 */
export function createLedger(onBroken: (id: RequirementId) => void = () => undefined): Ledger {
  const entries = new Map<RequirementId, Entry>();
  const faults: { id: string; message: string }[] = [];
  const entry = (id: RequirementId): Entry => entries.get(id) ?? blank;
  const change = (id: RequirementId, by: Partial<Entry>): void => void entries.set(id, { ...entry(id), ...by });

  return {
    entry,
    faults,
    judged(id, cases = 1, endpoint) {
      const { cases: before, endpoints } = entry(id);
      const isNew = endpoint !== undefined && !endpoints.has(endpoint);
      change(id, { cases: before + cases, ...(isNew ? { endpoints: new Set([...endpoints, endpoint]) } : {}) });
    },
    broken(id, finding) {
      const { breaches, finding: held, confirmed } = entry(id);
      const better = held === undefined || (!confirmed && sizeOf(finding) < sizeOf(held));
      change(id, { breaches: breaches + 1, finding: better ? finding : held });
      onBroken(id);
    },
    confirmed(id, finding, path) {
      // A path leads to this finding alone: that of one before must not stand beside it.
      const { path: _, ...held } = entry(id);
      entries.set(id, { ...held, finding, confirmed: true, ...(path === undefined ? {} : { path }) });
    },
    undecided: (id, reason, detail) => change(id, { undecided: { reason, detail } }),
    observed(id, value) {
      const { cases, observed } = entry(id);
      change(id, { cases: cases + 1, observed: new Map(observed).set(value, (observed.get(value) ?? 0) + 1) });
    },
    fault: (id, message) => void faults.push({ id, message }),
  };
}

/** Characters of evidence: fewer exchanges and shorter bodies are easier to read. */
function sizeOf({ exchanges }: Finding): number {
  return exchanges.reduce(
    (sum, { request, answer }) => sum + 200 + (request.body?.length ?? 0) + (answer?.text.length ?? 0) / 4,
    0,
  );
}
