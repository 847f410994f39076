import type { Coverage, MemberSnapshotInput, RequirementId } from '../../spec/index.ts';
import { openEnd } from '../values/dates.ts';
import { keepCoverages, mapMembers, without } from './edit-snapshot.ts';

/** One deliberate departure from the canonical body, and the requirement that says it is accepted. */
export interface SnapshotVariation {
  readonly name: string;
  readonly requirement: RequirementId;
  readonly apply: (body: MemberSnapshotInput) => MemberSnapshotInput;
}

/** Whether a coverage gives its plan by identifier. */
export function isByIdentifier(coverage: Coverage): boolean {
  return coverage.plan_id !== undefined;
}

/** Whether it is a line that a volume goes with. */
export function isLife(coverage: Coverage): boolean {
  return coverage.line_of_coverage === 'life';
}

/** The last day of the year in which a coverage starts. */
export function endOfYear(start: string | undefined): string {
  return `${(start ?? '2022-01-01').slice(0, 4)}-12-31`;
}

/** The named variations of the canonical snapshot (`spec/documents/2-resources.md`, Coverage and Enrolled member). */
export const snapshotVariations: readonly SnapshotVariation[] = [
  {
    name: 'plans by identifier alone',
    requirement: 'snapshots.plan-forms',
    apply: (body) => keepCoverages(body, isByIdentifier),
  },
  {
    name: 'plans by name alone',
    requirement: 'snapshots.plan-forms',
    apply: (body) => keepCoverages(body, (coverage) => !isByIdentifier(coverage)),
  },
  {
    name: 'no day of a latest change',
    requirement: 'snapshots.optional-members',
    apply: (body) => mapMembers(body, (member) => without(member, 'latest_change_effective_date')),
  },
  {
    name: 'a day of a latest change for everybody',
    requirement: 'snapshots.accepts-generated',
    apply: (body) =>
      mapMembers(body, (member) => ({
        ...member,
        latest_change_effective_date: member.effective_start_date ?? '2022-01-01',
      })),
  },
  {
    name: 'no volume, and no life coverage',
    requirement: 'snapshots.optional-members',
    apply: (body) =>
      mapMembers(
        keepCoverages(body, (coverage) => !isLife(coverage)),
        (member) => without(member, 'volume'),
      ),
  },
  {
    name: 'a life coverage without volume',
    requirement: 'snapshots.accepts-generated',
    apply: (body) => mapMembers(body, (member) => without(member, 'volume')),
  },
  {
    name: 'coverages without an end',
    requirement: 'wire.open-ended',
    apply: (body) => mapMembers(body, (member) => ({ ...member, effective_end_date: openEnd })),
  },
  {
    name: 'no coverages',
    requirement: 'snapshots.accepts-generated',
    apply: (body) => ({ ...body, coverages: [] }),
  },
  {
    name: 'coverages with an end',
    requirement: 'snapshots.accepts-generated',
    apply: (body) =>
      mapMembers(body, (member) => ({
        ...without(member, 'latest_change_effective_date'),
        effective_end_date: endOfYear(member.effective_start_date),
      })),
  },
];
