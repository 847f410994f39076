import type { Coverage, EnrolledMember, MemberSnapshotInput } from '../../spec/index.ts';

/** A snapshot with only those of its coverages that fit. */
export function keepCoverages(body: MemberSnapshotInput, fits: (coverage: Coverage) => boolean): MemberSnapshotInput {
  return { ...body, coverages: (body.coverages ?? []).filter(fits) };
}

/** A snapshot with every enrolled member changed, or left out where `change` gives nothing. */
export function mapMembers(
  body: MemberSnapshotInput,
  change: (member: EnrolledMember, coverage: Coverage) => EnrolledMember | undefined,
): MemberSnapshotInput {
  const coverages = (body.coverages ?? []).map((coverage) => ({
    ...coverage,
    enrolled_members: (coverage.enrolled_members ?? []).flatMap((member) => change(member, coverage) ?? []),
  }));
  return { ...body, coverages };
}

/** A copy without some of its members. */
export function without<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> {
  const kept = Object.entries(value).filter(([name]) => !names.some((other) => other === name));
  return Object.fromEntries(kept) as Omit<T, K>;
}
