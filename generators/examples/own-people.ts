import type { MemberSnapshotInput } from '../../spec/index.ts';
import { uuidFor } from '../values/uuid.ts';

/**
 * The snapshot with other people in it: identifiers of their own, by which a service tells them from those of other
 * snapshots. Everything else stays as it is, capital letters of identifiers included.
 *
 * @param tag tells these people from all others
 */
export function withOwnPeople(body: MemberSnapshotInput, tag: string): MemberSnapshotInput {
  const own = new Map<string, string>();
  const renamed = <T extends { id?: string; custom_individual_id?: string }>(person: T): T => {
    const { id, custom_individual_id: name } = person;
    if (id !== undefined) own.set(id, id === id.toUpperCase() ? uuidFor(tag, id).toUpperCase() : uuidFor(tag, id));
    return {
      ...person,
      ...(id === undefined ? {} : { id: own.get(id) ?? id }),
      ...(name === undefined ? {} : { custom_individual_id: `${name}-${tag}` }),
    };
  };
  const { employee, dependents, coverages } = body;
  return {
    ...body,
    ...(employee === undefined ? {} : { employee: renamed(employee) }),
    ...(dependents === undefined ? {} : { dependents: dependents.map(renamed) }),
    ...(coverages === undefined
      ? {}
      : {
          coverages: coverages.map((coverage) => ({
            ...coverage,
            ...(coverage.enrolled_members === undefined
              ? {}
              : {
                  enrolled_members: coverage.enrolled_members.map((member) =>
                    member.individual_id === undefined
                      ? member
                      : { ...member, individual_id: own.get(member.individual_id) ?? member.individual_id },
                  ),
                }),
          })),
        }),
  };
}
