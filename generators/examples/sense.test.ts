import { describe, expect, test } from 'vitest';
import type { MemberSnapshotInput, RenewalDecisionInput } from '../../spec/index.ts';
import { defaultContext, type GenerationContext } from '../bodies/context.ts';
import { canonicalDecision } from '../bodies/decision.ts';
import { canonicalSnapshot } from '../bodies/snapshot.ts';
import { exampleBodies } from './example.ts';
import { decisionExamples, snapshotExamples } from './examples.ts';

const context: GenerationContext = { ...defaultContext(), linesOfCoverage: ['medical', 'dental', 'vision'] };
const snapshots = exampleBodies(canonicalSnapshot(context), snapshotExamples(context));
const decisions = exampleBodies(canonicalDecision(context), decisionExamples(context));

const membersOf = (body: MemberSnapshotInput) =>
  (body.coverages ?? []).flatMap(({ enrolled_members: members = [] }) => members);
const linesOf = (body: RenewalDecisionInput) =>
  (body.body?.carriers ?? []).flatMap(({ lines_of_coverage: lines = {} }) => Object.values(lines));

/** Whether the days that are there do not go back. */
function inOrder(...days: readonly (string | undefined)[]): boolean {
  const given = days.filter((day) => day !== undefined);
  return given.every((day, index) => index === 0 || (given[index - 1] ?? '') <= day);
}

describe('an example of a snapshot makes sense as a whole', () => {
  test.each(snapshots)('$name', ({ body }) => {
    const { employee, dependents = [], coverages = [], events = [] } = body;
    const people = new Map([[employee?.id, 'employee'], ...dependents.map(({ id }) => [id, 'dependent'] as const)]);
    expect(people.size).toBe(1 + dependents.length);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    for (const { individual_id: id, individual_type: type } of membersOf(body)) expect(people.get(id)).toBe(type);
    for (const { event_id: id } of [employee ?? {}, ...dependents, ...membersOf(body)]) {
      expect(id === undefined || events.some((event) => event.id === id)).toBe(true);
    }
    const { hire_date: hired, full_time_start: fullTime } = employee?.employment?.employment_dates ?? {};
    expect(inOrder(employee?.person?.date_of_birth, hired, fullTime)).toBe(true);
    for (const member of membersOf(body)) {
      const { effective_start_date: start, latest_change_effective_date: change, effective_end_date: end } = member;
      expect(inOrder(start, change, end)).toBe(true);
    }
    const lines = coverages.map(({ carrier_id: carrier, line_of_coverage: line }) => `${carrier ?? ''} ${line ?? ''}`);
    const isWithoutLines = coverages.some(({ line_of_coverage: line }) => line === undefined);
    expect(isWithoutLines || new Set(lines).size === lines.length).toBe(true);
    for (const { line_of_coverage: line, enrolled_members: members = [] } of coverages) {
      expect(new Set(members.map(({ individual_id: id }) => id)).size).toBe(members.length);
      expect(members.some(({ volume }) => volume !== undefined) && line !== 'life' && line !== undefined).toBe(false);
    }
  });
});

describe('an example of a decision makes sense as a whole', () => {
  test.each(decisions)('$name', ({ body }) => {
    for (const line of linesOf(body)) {
      const { open_enrollment_start_date: start, open_enrollment_end_date: end, plans = [] } = line;
      expect(inOrder(start, end, body.renewal_date)).toBe(true);
      expect(new Set(plans.map((plan) => plan.plan_id ?? plan.name)).size).toBe(plans.length);
    }
    const carriers = (body.body?.carriers ?? []).map(({ carrier_id: id }) => id);
    expect(new Set(carriers).size).toBe(carriers.length);
  });
});

describe('snapshots among the examples', () => {
  const distinctOf = (see: (body: MemberSnapshotInput) => number) => new Set(snapshots.map(({ body }) => see(body)));

  test('have none to five dependents, one to six coverages and enrolled members, at one to four carriers', () => {
    const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(distinctOf((body) => (body.dependents ?? []).length)).toEqual(new Set(upTo(0, 5)));
    expect([...distinctOf((body) => (body.coverages ?? []).length)]).toEqual(expect.arrayContaining(upTo(1, 6)));
    const carriers = distinctOf((body) => new Set((body.coverages ?? []).map(({ carrier_id: id }) => id)).size);
    expect([...carriers]).toEqual(expect.arrayContaining(upTo(1, 4)));
    const members = distinctOf((body) =>
      Math.max(0, ...(body.coverages ?? []).map(({ enrolled_members: list = [] }) => list.length)),
    );
    expect([...members]).toEqual(expect.arrayContaining(upTo(1, 6)));
  });
});
