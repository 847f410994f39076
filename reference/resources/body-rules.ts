import {
  isList,
  isObject,
  memberPath,
  membersOf,
  pointerTo,
  vocabulary,
  type Member,
  type SchemaTypes,
  type VocabularyValue,
} from '../../spec/index.ts';
import { validator } from '../../spec/validator.ts';
import type { Dialect } from '../dialects.ts';
import { measure, membersAt } from '../json-values.ts';
import { Problem, refuseFor, type Complaint } from '../http/problems.ts';
import type { Context } from './operation.ts';

type BodySchema = 'group-connection-input' | 'renewal-decision-input' | 'member-snapshot-input';

/** Paths of members that the documents mention without showing them as members of a body. */
const mentioned: readonly string[] = ['data_exchange', 'use_best_data_exchange', 'employee.group_id'];

/** A member that is present; `member` is undefined if it is not documented. */
interface Found {
  readonly owner: object;
  readonly name: string;
  readonly path: string;
  readonly pointer: string;
  readonly member: Member | undefined;
  readonly value: unknown;
}

const isUnknown = ({ path, member }: Found): boolean => member === undefined && !mentioned.includes(path);

/** Every member of a body, at any depth, with what is documented about it. */
function membersIn(schema: BodySchema, body: unknown): readonly Found[] {
  const members = membersOf(schema);
  const found: Found[] = [];
  function within(owner: unknown, ownerPath: string, ownerPointer: string): void {
    if (isList(owner)) owner.forEach((item, at) => within(item, `${ownerPath}[]`, `${ownerPointer}/${at}`));
    if (!isObject(owner)) return;
    for (const [name, value] of Object.entries(owner)) {
      const path = memberPath(members, ownerPath, name);
      const pointer = `${ownerPointer}${pointerTo(name)}`;
      const member = members.get(path);
      found.push({ owner, name, path, pointer, member, value });
      if (member !== undefined) within(value, path, pointer);
    }
  }
  within(body, '', '');
  return found;
}

/** Whether a member is at one of some places, or an ancestor of one. */
const onTheWayTo =
  (...places: readonly string[]) =>
  ({ path }: Member): boolean =>
    places.some((place) => place.startsWith(path) && /^(?:$|[.[])/.test(place.slice(path.length)));

/** The members that this service requires: the documents don't show which are required. */
const isRequired: Readonly<Record<Dialect['requiredMembers'], (member: Member) => boolean>> = {
  few: onTheWayTo(
    'carrier_id',
    'federal_ein',
    'group_data.group_name',
    'group_data.carrier_group_id',
    'renewal_date',
    'body.carriers[].carrier_id',
    'body.carriers[].lines_of_coverage',
    'employee.person.first_name',
    'employee.person.last_name',
    'coverages[].carrier_id',
    'coverages[].line_of_coverage',
  ),
  fewest: onTheWayTo('carrier_id', 'renewal_date', 'body.carriers[].carrier_id'),
  // Only members stated to be optional may be absent, and of several ways all but one.
  sample: ({ presence }) => presence !== 'optional' && presence !== 'either',
};

const requiredMembers = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** The names of the required members of each object in a body, by its path. */
function requiredIn(schema: BodySchema, choice: Dialect['requiredMembers']): ReadonlyMap<string, readonly string[]> {
  const key = `${schema} ${choice}`;
  const known = requiredMembers.get(key);
  if (known !== undefined) return known;
  // Items of lists and values of maps have no presence.
  const members = [...membersOf(schema).values()].filter((member) => member.presence && isRequired[choice](member));
  const placed = members.map(({ path }) => /^(?:(?<owner>.*)\.)?(?<name>.*)$/.exec(path)?.groups ?? {});
  const byOwner = Map.groupBy(placed, ({ owner = '' }) => owner);
  const required = new Map([...byOwner].map(([owner, names]) => [owner, names.map(({ name = '' }) => name)]));
  requiredMembers.set(key, required);
  return required;
}

function missingIn(schema: BodySchema, body: unknown, choice: Dialect['requiredMembers']): readonly Complaint[] {
  return [...requiredIn(schema, choice)].flatMap(([owner, names]) =>
    membersAt(body, owner).flatMap(([pointer, value]) =>
      names
        .filter((name) => isObject(value) && value[name] === undefined)
        .map((name) => ({ pointer: `${pointer}${pointerTo(name)}`, rule: 'required', message: 'is missing' })),
    ),
  );
}

/** Which values of a vocabulary are accepted: any, all in the list, or those shown (the first if none is shown). */
const taken: Readonly<
  Record<Dialect['codedValues'], (list: readonly VocabularyValue[]) => readonly VocabularyValue[] | undefined>
> = {
  any: () => undefined,
  vocabulary: (list) => list,
  ordinary: (list) => (list.some(({ shown }) => shown) ? list.filter(({ shown }) => shown) : list.slice(0, 1)),
};

const vocabularies = new Map<string | undefined, readonly VocabularyValue[]>(Object.entries(vocabulary));

/** What is wrong with a body of the documented types by the dialect's rules, which the documents leave open. */
function brokenRules(
  schema: BodySchema,
  body: unknown,
  { codedValues, unknownMembers, requiredMembers, textLimit }: Dialect,
): readonly Complaint[] {
  const found = membersIn(schema, body).flatMap((each): readonly Complaint[] => {
    const { pointer, member, value } = each;
    const listed = vocabularies.get(member?.vocabulary);
    const allowed = listed && taken[codedValues](listed)?.map((one) => one.value);
    const isLong = textLimit !== 'none' && typeof value === 'string' && Array.from(value).length > textLimit;
    return [
      ...(allowed === undefined || allowed.some((one) => one === value)
        ? []
        : [{ pointer, rule: 'enum', message: `must be one of ${allowed.join(', ')}` }]),
      ...(unknownMembers === 'refused' && isUnknown(each)
        ? [{ pointer, rule: 'unknown-member', message: 'is not a member of this body' }]
        : []),
      ...(isLong ? [{ pointer, rule: 'maxLength', message: `must not be longer than ${textLimit} characters` }] : []),
    ];
  });
  return [...missingIn(schema, body, requiredMembers), ...found];
}

/** Values in a body up to which mistakes are listed one by one; more would hold up everybody else. */
const explained = 2000;

const everything: Complaint = {
  pointer: '',
  rule: 'schema',
  message: `does not fit its schema; mistakes are listed one by one for up to ${explained} values only`,
};

function explainBody(schema: BodySchema, body: unknown): readonly Complaint[] {
  if (measure(body).values >= explained) return [everything];
  return validator.validate(schema, body).map(({ pointer, keyword, message }) => ({ pointer, rule: keyword, message }));
}

/** A body of the documented types that meets this service's demands. @throws Problem naming all that is wrong */
export function readBody<Name extends BodySchema>(
  { dialect }: Context,
  schema: Name,
  body: unknown,
): SchemaTypes[Name] {
  if (body === undefined) throw new Problem('malformed', 'a JSON body is needed, and there is none');
  if (!validator.accepts(schema, body)) throw new Problem('invalid', undefined, explainBody(schema, body));
  refuseFor('invalid', brokenRules(schema, body, dialect));
  const dropped = dialect.unknownMembers === 'dropped' ? membersIn(schema, body).filter(isUnknown) : [];
  for (const { owner, name } of dropped) Reflect.deleteProperty(owner, name);
  return body;
}
