import type { RenewalIssue, RenewalStatus } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { assessDecision } from '../domain/assess-decision.ts';
import { decisionDue, nextDecisionStatus } from '../domain/decision-steps.ts';
import type { DecisionRow } from '../store/decisions.ts';
import type { Context } from './context.ts';
import { planDirectory } from './plan-directory.ts';

/** Milliseconds in which a decision is recalculated at once. */
const atOnce = 1;

/** Milliseconds per step of recalculation. */
export function decisionPace({ recalculation, pace }: Dialect): number {
  return recalculation === 'at-once' ? Math.min(atOnce, pace) : pace;
}

/** What recalculation finds wrong with a decision. */
type Finder = (context: Context, row: DecisionRow) => readonly RenewalIssue[];

const assess: Finder = (context, { body, organizationId }) =>
  assessDecision(body, planDirectory(context, organizationId));

/** What every decision lacks at carriers that never agree. */
const unconfirmed: Finder = (_context, { body }) =>
  body.carriers.map(({ carrier_id }) => ({
    level: 'warning',
    message: 'the carrier has not confirmed the decision; wait, or ask the carrier',
    carrier_id,
  }));

/** A way that recalculation goes: what it finds, the status when it finds nothing, and whether trouble passes. */
interface Course {
  readonly find: Finder;
  readonly matched: RenewalStatus;
  readonly passes?: true;
}

const courses: Readonly<Record<Dialect['decisionCourse'], Course>> = {
  'by-content': { find: assess, matched: 'ready' },
  ready: { find: () => [], matched: 'ready' },
  done: { find: () => [], matched: 'done' },
  'not-ready': { find: unconfirmed, matched: 'ready' },
  'catching-up': { find: unconfirmed, matched: 'ready', passes: true },
};

/** The status and issues that a decision moves on to. */
function nextState(context: Context, row: DecisionRow): Pick<DecisionRow, 'status' | 'issues'> {
  const { find, matched } = courses[context.dialect.decisionCourse];
  if (row.status === 'not_ready') return { status: matched, issues: [] };
  if (row.status !== 'submitted') return { status: nextDecisionStatus(row.status, true), issues: row.issues };
  const issues = find(context, row);
  return { status: issues.length === 0 ? matched : nextDecisionStatus(row.status, false), issues };
}

/** Moves a decision through every step that is due, each with a version of its own. */
function advance(context: Context, row: DecisionRow, now: number): DecisionRow {
  const pace = decisionPace(context.dialect);
  const { passes } = courses[context.dialect.decisionCourse];
  let current = row;
  while (current.due !== undefined && current.due <= now) {
    const state = nextState(context, current);
    const due = decisionDue({ ...current, ...state }, pace);
    current = {
      ...current,
      ...state,
      version: context.newId(),
      modified: Math.max(current.modified, current.due),
      due: passes === true && state.status === 'not_ready' ? current.submitted + 2 * pace : due,
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
