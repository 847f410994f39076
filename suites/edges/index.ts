import { absenceEdges } from './absence-edges.ts';
import { dateEdges } from './date-edges.ts';
import { decisionEdges } from './decision-edges.ts';
import type { Edge } from './edge.ts';
import { listEdges } from './list-edges.ts';
import { snapshotEdges } from './snapshot-edges.ts';
import { textEdges } from './text-edges.ts';

export type { Edge } from './edge.ts';

/** Every edge that a full run is to reach, as far as the target takes what leads there. */
export const edges: readonly Edge[] = [
  ...snapshotEdges,
  ...decisionEdges,
  ...listEdges,
  ...dateEdges,
  ...textEdges,
  ...absenceEdges,
];
