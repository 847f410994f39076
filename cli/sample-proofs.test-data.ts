import type { ProofPlan } from './proof-pool.ts';
import type { DialectProof, FaultProof } from './proof.ts';
import { readFault } from './serve-choices.ts';

/** A proof of a real fault, by default one that was caught by what it names. */
export function sampleProof(name: string, changes: Partial<FaultProof> = {}): FaultProof {
  const failed = Object.fromEntries(readFault(name).breaks.map((id) => [id, 'broken']));
  return { fault: name, seed: 1, failed, missed: [], unexpected: [], suiteFaults: [], durationMs: 10, ...changes };
}

/** A proof of a dialect, by default one that was found conformant. */
export function sampleDialectProof(changes: Partial<DialectProof> = {}): DialectProof {
  return {
    seed: 1,
    rules: [],
    isConfigured: false,
    verdict: 'conformant',
    failed: [],
    undecided: [],
    suiteFaults: [],
    durationMs: 10,
    ...changes,
  };
}

/** A plan, by default for nothing. */
export function samplePlan(changes: Partial<ProofPlan> = {}): ProofPlan {
  return {
    faults: [],
    faultSeeds: [1],
    dialects: [],
    rules: [],
    today: '2026-06-15',
    cases: 100,
    whole: false,
    processes: 1,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...changes,
  };
}
