import { openEnd } from '../../generators/index.ts';
import { arrayOf, idKey, isObject, type JsonObject, objectOf, pointerTo, sameId } from '../../spec/index.ts';
import { memberAt, oneOf, unless, type Violation } from '../engine/assertions.ts';
import { asViolations, differences, type Comparison } from './comparison.ts';
import { inOrderOf, numberOf } from './reading.ts';

/** The distinct carriers that were sent, with their letter case; undefined if a coverage names none. */
export type Carriers = readonly string[] | undefined;

/** The carriers that the coverages of a snapshot name; undefined if one names none: a service may use the plan's. */
export function carriersOf(snapshot: JsonObject): Carriers {
  const carriers = arrayOf(snapshot.coverages).map((coverage) => objectOf(coverage).carrier_id);
  if (!carriers.every((id) => typeof id === 'string')) return undefined;
  return [...new Set(carriers)];
}

/** The members of a snapshot: the employee and the dependents, with their kind. */
export function membersOf(snapshot: JsonObject) {
  return [
    ...(isObject(snapshot.employee) ? [{ type: 'employee', member: snapshot.employee } as const] : []),
    ...arrayOf(snapshot.dependents).map((dependent) => ({ type: 'dependent', member: objectOf(dependent) }) as const),
  ];
}

/** Social security numbers, which a service may mask, have a requirement of their own. */
export function isSocialSecurityNumber(pointer: string): boolean {
  return pointer.endsWith('/person/ssn');
}

/** Everything that was sent is there and equal; there may be more. */
export const echo: Comparison = { missingMembers: 'different', anyOrder: false, except: isSocialSecurityNumber };

function peopleOf(snapshot: JsonObject) {
  return membersOf(snapshot).map(({ type, member }, index) => ({
    pointer: `/member_snapshot${type === 'employee' ? '/employee' : pointerTo('dependents', index - 1)}/person`,
    person: objectOf(member.person),
    name: member.custom_individual_id,
  }));
}

/** A key that tells people of a snapshot apart in any order; `snapshots.echo` judges the order. */
const personKey = ({ first_name: first, last_name: last, date_of_birth: born }: JsonObject): string =>
  JSON.stringify([first, last, born]);

/**
 * Social security numbers that are not what was sent; undefined if none was sent. People that are missing altogether
 * are left to `snapshots.echo`.
 */
export function ssnViolations(sent: JsonObject, answered: unknown): readonly Violation[] | undefined {
  const people = peopleOf(sent);
  const found = peopleOf(objectOf(answered));
  if (people.every(({ person: { ssn } }) => ssn === undefined)) return undefined;
  if (people.length !== found.length) return [];
  return people.flatMap(({ pointer, person, name }, index) => {
    if (person.ssn === undefined) return [];
    const key = personKey(person);
    const same = [found[index], ...found].find((one) => one !== undefined && personKey(one.person) === key);
    const answered = same ?? found[index];
    // The number of somebody else is not a wrong number.
    if (same === undefined && name !== undefined && answered?.name !== name) return [];
    return memberAt(`${answered?.pointer ?? pointer}/ssn`, answered?.person.ssn).equals(
      person.ssn,
      'a social security number is not what was sent',
      'ssn',
    );
  });
}

/** Judges that an echoed snapshot has all that was sent, in its order, except social security numbers. */
export function echoViolations(sent: JsonObject, answered: unknown): readonly Violation[] {
  const found = differences(sent, answered, echo, '/member_snapshot');
  return asViolations(found, 'not-as-sent', (pointer) => `${pointer} is not what was sent`);
}

/** The key of each enrolled member within a snapshot, and its end with the pointer to it. */
export function enrolmentsOf(snapshot: JsonObject) {
  return arrayOf(snapshot.coverages).flatMap((coverage, at) => {
    const { carrier_id: carrier, line_of_coverage: line, enrolled_members: members } = objectOf(coverage);
    return arrayOf(members).map((member, index) => {
      const { individual_id: person, effective_start_date: start, effective_end_date: end } = objectOf(member);
      const key = JSON.stringify([idKey(carrier), line, idKey(person), start]);
      return { key, pointer: pointerTo('coverages', at, 'enrolled_members', index, 'effective_end_date'), end };
    });
  });
}

/**
 * Open ends that did not come back as such. If coverages are merged, or a person stands twice in one, it is unclear
 * which end belongs to which, so they are not judged. Enrolled members that are missing altogether are left to
 * `snapshots.echo`.
 *
 * @returns undefined if no enrolled member that was sent with such an end came back
 */
export function openEndViolations(sent: JsonObject, answered: unknown): readonly Violation[] | undefined {
  const enrolled = enrolmentsOf(sent);
  if (!enrolled.some(({ end }) => end === openEnd)) return undefined;
  const wanted = Map.groupBy(enrolled, ({ key }) => key);
  const found = Map.groupBy(enrolmentsOf(objectOf(answered)), ({ key }) => key);
  const known = [...wanted].flatMap(([key, [own, ...others]]) => {
    const [same, ...more] = found.get(key) ?? [];
    return own?.end === openEnd && same !== undefined && others.length + more.length === 0 ? [same] : [];
  });
  if (known.length === 0) return undefined;
  return known.flatMap(({ pointer, end }) =>
    memberAt(`/member_snapshot${pointer}`, end).equals(
      openEnd,
      'an open-ended coverage did not come back with its end',
      'not-as-sent',
    ),
  );
}

const inOneCase = (ids: readonly unknown[]): string => ids.map(idKey).toSorted().join();

/**
 * Judges that `fulfillment_summary` has one entry for each distinct carrier; undefined if the carriers are not known,
 * or if there are neither carriers nor entries.
 */
export function summaryViolations(summary: unknown, wanted: Carriers, at: string): readonly Violation[] | undefined {
  if (wanted === undefined) return undefined;
  const found = arrayOf(summary).map((entry) => objectOf(entry).carrier_id);
  if (wanted.length === 0 && found.length === 0) return undefined;
  const distinct = [...new Set(wanted.map(idKey))];
  // A carrier that is sent in two letter cases may count as two.
  const holds = [distinct, wanted].some((ids) => inOneCase(ids) === inOneCase(found));
  return unless(holds, () => ({
    code: 'carriers',
    message: `the coverages name ${numberOf(distinct.length, 'distinct carrier')}, the summary has ${numberOf(found.length, 'entry', 'entries')}`,
    pointer: at,
    expected: inOrderOf(found, distinct),
    actual: found,
  }));
}

/** Judges the ids of `created_members`, and their number and names if it is known what was sent. */
export function createdMembersViolations({ created_members: entries }: JsonObject, sent: JsonObject | undefined) {
  const created = arrayOf(entries).map(objectOf);
  const ids = created.map(({ id }) => idKey(id));
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  const violations = memberAt(`/created_members/${repeated}/id`, created[repeated]?.id).satisfies(repeated < 0, {
    code: 'repeated-id',
    message: 'an id appears twice in created_members',
    expected: 'distinct ids',
  });
  if (sent === undefined) return violations;
  const members = membersOf(sent);
  const names = new Set(members.map(({ member }) => member.custom_individual_id));
  // Names for members that were sent without one are not documented.
  const areNamed = !names.has(undefined);
  return [
    ...violations,
    ...unless(created.length <= members.length, () => ({
      code: 'too-many',
      message: `created_members has ${numberOf(created.length, 'entry', 'entries')} for ${numberOf(members.length, 'member')} sent`,
      pointer: '/created_members',
      expected: `at most ${numberOf(members.length, 'entry', 'entries')}`,
      actual: numberOf(created.length, 'entry', 'entries'),
    })),
    ...created.flatMap(({ custom_individual_id: name }, index) =>
      (name ?? null) === null || !areNamed
        ? []
        : memberAt(`/created_members/${index}/custom_individual_id`, name).isOneOf(
            [...names],
            'a created member has a custom_individual_id that was not sent',
            'not-sent',
          ),
    ),
  ];
}

/** A name in the form in which a service may compare it. */
const spelling = (name: unknown): string => idKey(String(name).normalize('NFKC').trim());

/** Names that only one sent member has, and that an earlier entry has under another id. */
function repeatedNames(entries: readonly JsonObject[], sent: readonly unknown[]): readonly Violation[] {
  return entries.flatMap(({ id, custom_individual_id: name }, index) => {
    const isRepeated = entries.slice(0, index).some((one) => one.custom_individual_id === name && !sameId(one.id, id));
    const isOfOne = (): boolean => sent.filter((one) => spelling(one) === spelling(name)).length === 1;
    return memberAt(`/created_members/${index}/custom_individual_id`, name).satisfies(!isRepeated || !isOfOne(), {
      code: 'repeated-name',
      message: 'two created members have the custom_individual_id of one member',
      expected: 'the custom_individual_id of another member',
    });
  });
}

/** Created members without the name or type of a sent one; undefined if names do not tell the sent ones apart. */
export function namedMembersViolations({ created_members: entries }: JsonObject, sent: JsonObject | undefined) {
  const members = sent === undefined ? [] : membersOf(sent);
  const types = new Map(members.map(({ type, member }) => [member.custom_individual_id, type]));
  if (types.size !== members.length || types.has(undefined)) return undefined;
  // If there are too many, it is not known which one is wrong.
  if (arrayOf(entries).length > members.length) return undefined;
  const created = arrayOf(entries).map(objectOf);
  const ofEach = created.flatMap(({ id, custom_individual_id: name, type }, index) => {
    // A service may keep the ids that were sent.
    const own = members.find(({ member }) => member.id !== undefined && sameId(member.id, id));
    return [
      ...unless(types.get(name) === type, () => ({
        code: 'name-or-type',
        message: types.has(name)
          ? `created_members gives ${String(name)} another type`
          : 'a created member lacks the custom_individual_id it was sent with',
        pointer: `/created_members/${index}${types.has(name) ? '/type' : '/custom_individual_id'}`,
        ...oneOf(types.has(name) ? [types.get(name)] : [...types.keys()]),
        actual: types.has(name) ? type : name,
      })),
      ...(own === undefined
        ? []
        : memberAt(`/created_members/${index}/custom_individual_id`, name).equals(
            own.member.custom_individual_id,
            'a created member has the custom_individual_id of another',
            'name-of-another',
          )),
    ];
  });
  return [...ofEach, ...repeatedNames(created, [...types.keys()])];
}
