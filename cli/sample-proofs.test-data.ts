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
