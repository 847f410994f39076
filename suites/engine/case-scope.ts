import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequirementId } from '../../spec/index.ts';
import type { Finding } from './verdicts.ts';

/** What the invariants found in the exchanges of one property case. */
export type CaseFindings = Map<RequirementId, Finding>;

const scopes = new AsyncLocalStorage<CaseFindings>();

/** Runs a case such that the findings of its exchanges gather in `findings` too. */
export function inCase<T>(findings: CaseFindings, run: () => Promise<T>): Promise<T> {
  return scopes.run(findings, run);
}

/** Notes a finding with the case that is running, if one is. */
export function noteInCase(id: RequirementId, finding: Finding): void {
  const findings = scopes.getStore();
  if (findings !== undefined && !findings.has(id)) findings.set(id, finding);
}
