import { assessDecision } from '../domain/assess-decision.ts';
import { decisionDue, nextDecisionStatus } from '../domain/decision-steps.ts';
import type { DecisionRow } from '../store/decisions.ts';
import { newId } from './context.ts';
import type { Context } from './context.ts';
import { planDirectory } from './plan-directory.ts';

/** Moves a decision through every step that is due, each with a version of its own. */
function advance(context: Context, row: DecisionRow, now: number): DecisionRow {
  let current = row;
  while (current.due !== undefined && current.due <= now) {
    const issues =
      current.status === 'submitted'
        ? assessDecision(current.body, planDirectory(context, current.organizationId))
        : current.issues;
    const status = nextDecisionStatus(current.status, issues.length === 0);
    current = {
      ...current,
      status,
      issues,
      version: newId(),
      modified: Math.max(current.modified, current.due),
      due: decisionDue({ ...current, status }, context.dialect.pace),
    };
  }
  return current;
}

/**
 * Recalculates decisions up to the present and writes down what changed. Called before any decision is read, so that
 * nobody ever sees two contents under one version.
 */
export function advanceDecisions(context: Context, rows: readonly DecisionRow[]): void {
  const now = context.clock.now();
  const due = rows.filter((row) => row.due !== undefined && row.due <= now);
  if (due.length === 0) return;
  context.store.transaction(() => {
    for (const row of due) context.store.decisions.update(advance(context, row, now));
  });
}
