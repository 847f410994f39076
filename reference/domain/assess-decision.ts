import type { RenewalBody, RenewalIssue } from '../../spec/index.ts';
import { sameId } from './identifier.ts';
import type { KnownPlan, PlanDirectory } from './plan-directory.ts';

type Line = NonNullable<RenewalBody['carriers'][number]['lines_of_coverage'][string]>;
type Plan = NonNullable<Line['plans']>[number];

/** What can be the matter with a plan at its carrier. */
type Finding = Pick<RenewalIssue, 'level' | 'message'>;

/** A name as it may stand in a message: bounded, and with everything unprintable escaped. */
const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

const descriptive = { plan_type: 'planType', metal_tier: 'metalTier' } as const;

function planFindings(plan: Plan, known: KnownPlan | undefined, carrierId: string, line: string): readonly Finding[] {
  const name = quoted(plan.name);
  if (known?.offered !== true) {
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

function windowFindings(line: Line): readonly Finding[] {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end } = line;
  if (typeof start !== 'string' || typeof end !== 'string' || start <= end) return [];
  return [
    { level: 'error', message: `open enrollment ends on ${end}, before it starts on ${start}; correct the dates` },
  ];
}

/**
 * Compares a decision with what the carriers' systems hold (`spec/documents/3-states.md`). The carriers are
 * made up: their systems hold exactly the plans of the catalogue.
 *
 * @returns what doesn't match; empty when everything does
 */
export function assessDecision(body: RenewalBody, directory: PlanDirectory): readonly RenewalIssue[] {
  return body.carriers.flatMap(({ carrier_id, lines_of_coverage }) =>
    Object.entries(lines_of_coverage).flatMap(([line, content]) => {
      const plans = content?.plans ?? [];
      const findings = [
        ...(content === undefined ? [] : windowFindings(content)),
        ...plans.flatMap((plan) => planFindings(plan, directory.plan(plan.plan_id), carrier_id, line)),
      ];
      return findings.map((finding) => ({ ...finding, carrier_id, line_of_coverage: line }));
    }),
  );
}
