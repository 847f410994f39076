import { isDeepStrictEqual } from 'node:util';
import type { MemberSnapshotInput, Person } from '../../spec/index.ts';
import { keepCoverages, mapMembers, without } from './edit-snapshot.ts';
import { endOfYear, isByIdentifier, isLife } from './snapshot-variations.ts';

/** Takes something away from a snapshot that a strict target might not accept. */
export interface SnapshotReduction {
  readonly name: string;
  readonly apply: (body: MemberSnapshotInput) => MemberSnapshotInput;
}

/** A body to try, and what was taken from the canonical one to get it. */
export interface Rung {
  readonly dropped: readonly string[];
  readonly body: MemberSnapshotInput;
}

function withoutCodes(person: Person): Person {
  const { home_address: home, mailing_address: mailing, contact } = person;
  return {
    ...without(person, 'sex', 'marital_status'),
    ...(home === undefined ? {} : { home_address: without(home, 'state') }),
    ...(mailing === undefined ? {} : { mailing_address: without(mailing, 'state') }),
    ...(contact === undefined ? {} : { contact: without(contact, 'email_address_type', 'preferred_method') }),
  };
}

/** Drops the coded members of which no value is shown: the values sent are assumed. */
function withoutAssumedCodes(body: MemberSnapshotInput): MemberSnapshotInput {
  const { employee, dependents } = body;
  const { employment, person, ...others } = employee ?? {};
  const { salary, ...work } = employment ?? {};
  const pay = salary === undefined ? {} : { salary: without(salary, 'type', 'unit') };
  return {
    ...body,
    employee: {
      ...others,
      ...(employment === undefined ? {} : { employment: { ...without(work, 'employment_status'), ...pay } }),
      ...(person === undefined ? {} : { person: withoutCodes(person) }),
    },
    dependents: (dependents ?? []).map((dependent) => ({
      ...without(dependent, 'relationship'),
      ...(dependent.person === undefined ? {} : { person: withoutCodes(dependent.person) }),
    })),
  };
}

function withoutEmployeeId(body: MemberSnapshotInput): MemberSnapshotInput {
  return { ...body, employee: without(body.employee ?? {}, 'id') };
}

const withoutCoveragesById: SnapshotReduction = {
  name: 'coverages whose plan is given by identifier',
  apply: (body) => keepCoverages(body, (coverage) => !isByIdentifier(coverage)),
};

const withoutCoveragesByName: SnapshotReduction = {
  name: 'coverages whose plan is given by name',
  apply: (body) => keepCoverages(body, isByIdentifier),
};

/** What can be taken away without leaving a body with no coverage; each stands by itself, and all go together. */
const compatible: readonly SnapshotReduction[] = [
  { name: 'the life coverage', apply: (body) => keepCoverages(body, (coverage) => !isLife(coverage)) },
  {
    name: 'open ends',
    apply: (body) =>
      mapMembers(body, (member) => ({ ...member, effective_end_date: endOfYear(member.effective_start_date) })),
  },
  {
    name: 'days of a latest change',
    apply: (body) => mapMembers(body, (member) => without(member, 'latest_change_effective_date')),
  },
  { name: 'assumed coded values', apply: withoutAssumedCodes },
  {
    name: 'the dependents',
    apply: (body) => ({
      ...mapMembers(body, (member) => (member.individual_type === 'dependent' ? undefined : member)),
      dependents: [],
    }),
  },
  { name: 'the id of the employee', apply: withoutEmployeeId },
  {
    name: 'the id of the employee and references to it',
    apply: (body) =>
      withoutEmployeeId(
        mapMembers(body, (member) =>
          member.individual_type === 'employee' ? without(member, 'individual_id') : member,
        ),
      ),
  },
];

/** All reductions, each of which stands by itself; those of the two plan forms exclude each other. */
export const snapshotReductions: readonly SnapshotReduction[] = [
  withoutCoveragesByName,
  withoutCoveragesById,
  ...compatible,
];

function climb(canonical: MemberSnapshotInput, reductions: readonly SnapshotReduction[]): Rung[] {
  const rungs: Rung[] = [];
  let rung: Rung = { dropped: [], body: canonical };
  for (const reduction of reductions) {
    rung = { dropped: [...rung.dropped, reduction.name], body: reduction.apply(rung.body) };
    rungs.push(rung);
  }
  return rungs;
}

/**
 * Ever simpler bodies: the canonical one, it with each reduction alone, then with ever more of them, first keeping the
 * plans given by identifier and then those given by name. No body twice, and each with a coverage.
 *
 * @param canonical the canonical snapshot
 */
export function snapshotLadder(canonical: MemberSnapshotInput): readonly Rung[] {
  const all = [
    { dropped: [], body: canonical },
    ...snapshotReductions.flatMap((reduction) => climb(canonical, [reduction])),
    ...climb(canonical, [withoutCoveragesByName, ...compatible]),
    ...climb(canonical, [withoutCoveragesById, ...compatible]),
  ].filter(({ body }) => (body.coverages ?? []).length > 0);
  return all.filter((rung, index) => all.findIndex((other) => isDeepStrictEqual(other.body, rung.body)) === index);
}
