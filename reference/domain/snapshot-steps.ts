/** How far fulfilment has come: submitted, handed to the carriers, finished. */
export type SnapshotStage = 'submitted' | 'sent' | 'completed';

interface StageRule {
  /** Paces from submission to the next stage; undefined at the last one. */
  readonly nextAfter: number | undefined;
  readonly next: SnapshotStage;
  /** The snapshot's status, and each carrier's, while at this stage (`spec/documents/3-states.md`). */
  readonly status: string;
  readonly carrierStatus: string;
}

/** The course of every snapshot. */
export const stages: Readonly<Record<SnapshotStage, StageRule>> = {
  submitted: { nextAfter: 1, next: 'sent', status: 'processing', carrierStatus: 'processing' },
  sent: { nextAfter: 2, next: 'completed', status: 'processing', carrierStatus: 'sent' },
  completed: { nextAfter: undefined, next: 'completed', status: 'completed', carrierStatus: 'sent' },
};

/** Whether a text names a stage. */
export function isSnapshotStage(text: string): text is SnapshotStage {
  return Object.hasOwn(stages, text);
}

/** When, in milliseconds, a snapshot moves on to its next stage; undefined at the last one. */
export function snapshotDue(stage: SnapshotStage, submitted: number, pace: number): number | undefined {
  const { nextAfter } = stages[stage];
  return nextAfter === undefined ? undefined : submitted + nextAfter * pace;
}
