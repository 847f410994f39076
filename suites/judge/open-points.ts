import type { RequirementId } from '../../spec/index.ts';
import type { Ledger } from '../engine/ledger.ts';
import type { Memory } from '../engine/memory.ts';
import { seen, type OpenSight } from '../rules/open-points.ts';

/** Open points that each exchange may say something of, with what was seen. */
const points: readonly (readonly [id: RequirementId, sight: OpenSight])[] = [
  ['wire.unknown-fields', 'unknown fields'],
  ['wire.timestamp-unit', 'timestamp unit'],
  ['wire.rate-limits', 'rate limits'],
  ['unauthorized.challenge', 'challenge'],
];

/** The open points that saved traffic may show. */
export const observedPoints: readonly RequirementId[] = points.map(([id]) => id);

/** Enters in the ledger what the exchanges showed where the documents leave a point open: each value once. */
export function noteOpenPoints(memories: readonly Memory[], ledger: Ledger): void {
  for (const [id, sight] of points) {
    const values = new Set(memories.flatMap((memory) => [...(memory.at(seen).get(sight)?.keys() ?? [])]));
    for (const value of values) ledger.observed(id, value);
  }
}
