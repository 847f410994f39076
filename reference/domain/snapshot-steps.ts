/** How far fulfilment has come: submitted, handed to the carriers, finished. */
export type SnapshotStage = 'submitted' | 'sent' | 'completed';

interface StageRule {
  /** Paces from submission to the next stage; undefined at the last one. */
  readonly nextAfter: number | undefined;
  readonly next: SnapshotStage;
}

/** The course of every snapshot. */
export const stages: Readonly<Record<SnapshotStage, StageRule>> = {
  submitted: { nextAfter: 1, next: 'sent' },
  sent: { nextAfter: 2, next: 'completed' },
  completed: { nextAfter: undefined, next: 'completed' },
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
