import { type RenewalBody, type RenewalIssue, type RenewalStatus, sameId } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import type { DecisionRecord, PlanRecord } from '../store/store.ts';
import { knownPlan } from './decision-plans.ts';
import { advance, type Context } from './operation.ts';

type Line = NonNullable<RenewalBody['carriers'][number]['lines_of_coverage'][string]>;
type Plan = NonNullable<Line['plans']>[number];

/** Midnight UTC, in milliseconds, of a date written `YYYY-MM-DD`; undefined when it is not a day of the calendar. */
export function startOfDay(date: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  // An impossible day is taken for another one.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? time : undefined;
}

type Finding = Pick<RenewalIssue, 'level' | 'message'>;

/** A name as it may stand in a message: bounded, and with everything unprintable escaped. */
const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

const descriptive = { plan_type: 'planType', metal_tier: 'metalTier' } as const;

function planFindings(plan: Plan, known: PlanRecord | undefined, carrierId: string, line: string): readonly Finding[] {
  const name = quoted(plan.name);
  const isOffered = known !== undefined && known.organizationId === undefined;
  if (!isOffered) {
    const message = `the carrier has no plan ${name}; choose a plan it offers, or have the carrier add this one`;
    return [{ level: 'error', message }];
  }
  if (!sameId(known.carrierId, carrierId) || known.line !== line) {
    const message = `plan ${name} is not offered by this carrier for this line; choose one that is`;
    return [{ level: 'error', message }];
  }
  const sent = new Map<string, unknown>(Object.entries(plan));
  return Object.entries(descriptive).flatMap(([member, property]): readonly Finding[] => {
    const value = sent.get(member);
    if (typeof value !== 'string' || value === known[property]) return [];
    const actual = quoted(known[property] ?? '');
    return [
      { level: 'warning', message: `the carrier has ${actual} as ${member} of plan ${name}; correct one of the two` },
    ];
  });
}

function periodFindings(line: Line): readonly Finding[] {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end } = line;
  if (typeof start !== 'string' || typeof end !== 'string' || start <= end) return [];
  return [
    { level: 'error', message: `open enrollment ends on ${end}, before it starts on ${start}; correct the dates` },
  ];
}

type Finder = (context: Context, decision: DecisionRecord) => readonly RenewalIssue[];

/**
 * Compares a decision with what the carriers' systems hold (`spec/documents/3-states.md`). The carriers are made up:
 * their systems hold exactly the plans of the catalogue.
 */
const assess: Finder = (context, { body, organizationId }) =>
  body.carriers.flatMap(({ carrier_id, lines_of_coverage }) =>
    Object.entries(lines_of_coverage).flatMap(([line, content]) => {
      const plans = content?.plans ?? [];
      const findings = [
        ...(content === undefined ? [] : periodFindings(content)),
        ...plans.flatMap((plan) =>
          planFindings(plan, knownPlan(context, organizationId, plan.plan_id), carrier_id, line),
        ),
      ];
      return findings.map((finding) => ({ ...finding, carrier_id, line_of_coverage: line }));
    }),
  );

const unconfirmed: Finder = (_context, { body }) =>
  body.carriers.map(({ carrier_id }) => ({
    level: 'warning',
    message: 'the carrier has not confirmed the decision; wait, or ask the carrier',
    carrier_id,
  }));

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

const atOnce = 1;

const paceOf = ({ recalculation, pace }: Dialect): number =>
  recalculation === 'at-once' ? Math.min(atOnce, pace) : pace;

type Progress = Pick<DecisionRecord, 'status' | 'submitted' | 'renewalDate'>;

/** When, in milliseconds, a decision moves on by itself; undefined when only an edit can move it. */
export function decisionDue({ status, submitted, renewalDate }: Progress, dialect: Dialect): number | undefined {
  const pace = paceOf(dialect);
  if (status === 'submitted') return submitted + pace;
  if (status === 'not_ready' && courses[dialect.decisionCourse].passes === true) return submitted + 2 * pace;
  // A ready decision is done when it has become active: on its renewal date, or soon after when that has passed.
  return status === 'ready' ? Math.max(submitted + 2 * pace, startOfDay(renewalDate) ?? 0) : undefined;
}

function nextState(context: Context, decision: DecisionRecord): Pick<DecisionRecord, 'status' | 'issues'> {
  const { find, matched } = courses[context.dialect.decisionCourse];
  if (decision.status === 'not_ready') return { status: matched, issues: [] };
  if (decision.status === 'ready') return { status: 'done', issues: decision.issues };
  const issues = find(context, decision);
  return { status: issues.length === 0 ? matched : 'not_ready', issues };
}

export function advanceDecisions(context: Context, decisions: readonly DecisionRecord[]): void {
  advance(context, context.store.decisions, decisions, (decision, version) => {
    const versions = [...decision.versions, version];
    const moved = { ...decision, ...nextState(context, decision), version, versions };
    return { ...moved, due: decisionDue(moved, context.dialect) };
  });
}
