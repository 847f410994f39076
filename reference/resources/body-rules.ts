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
import { measure } from '../json-values.ts';
import { Problem, refuseFor, type Complaint } from '../http/problems.ts';
import type { Context } from './operation.ts';

type BodySchema = 'group-connection-input' | 'renewal-decision-input' | 'member-snapshot-input';

/** Paths of members that the documents mention without showing them as members of a body. */
const mentioned: readonly string[] = ['data_exchange', 'use_best_data_exchange', 'employee.group_id'];

interface Found {
  readonly path: string;
  readonly pointer: string;
  /** Undefined: a member that is not documented. */
  readonly member: Member | undefined;
  /** Undefined: a documented member that isn't there. */
  readonly value: unknown;
}

const isUnknown = ({ path, member }: Pick<Found, 'path' | 'member'>): boolean =>
  member === undefined && !mentioned.includes(path);

/** The names of the documented members of each object of a body, by the object's path. */
const namesByOwner = (name: BodySchema): ReadonlyMap<string, readonly string[]> => {
  // Items of lists and values of maps have no presence.
  const members = [...membersOf(name).values()].filter(({ presence }) => presence !== undefined);
  const places = members.map(({ path }) => /^(?:(.*)\.)?(.*)$/.exec(path) ?? []);
  const byOwner = Map.groupBy(places, ([, owner = '']) => owner);
  return new Map([...byOwner].map(([owner, own]) => [owner, own.map(([, , last = '']) => last)]));
};

const documentedNames: Readonly<Record<BodySchema, ReadonlyMap<string, readonly string[]>>> = {
  'group-connection-input': namesByOwner('group-connection-input'),
  'renewal-decision-input': namesByOwner('renewal-decision-input'),
  'member-snapshot-input': namesByOwner('member-snapshot-input'),
};

/** Every member of a body, however deep, with what is documented of it; and every documented one that is missing. */
function membersIn(name: BodySchema, body: unknown): readonly Found[] {
  const [members, documented, found] = [membersOf(name), documentedNames[name], new Array<Found>()];
  function add(value: unknown, path: string, pointer: string): void {
    if (isList(value)) value.forEach((item, at) => add(item, `${path}[]`, `${pointer}/${at}`));
    if (!isObject(value)) return;
    for (const own of new Set([...Object.keys(value), ...(documented.get(path) ?? [])])) {
      const [ownPath, at] = [memberPath(members, path, own), `${pointer}${pointerTo(own)}`];
      const [member, held] = [members.get(ownPath), value[own]];
      found.push({ path: ownPath, pointer: at, member, value: held });
      if (member !== undefined) add(held, ownPath, at);
    }
  }
  add(body, '', '');
  return found;
}

function withoutUnknown(name: BodySchema, body: unknown, path = ''): unknown {
  if (isList(body)) return body.map((item) => withoutUnknown(name, item, `${path}[]`));
  if (!isObject(body)) return body;
  const members = membersOf(name);
  const kept = Object.entries(body).flatMap(([own, value]) => {
    const ownPath = memberPath(members, path, own);
    const isGone = isUnknown({ path: ownPath, member: members.get(ownPath) });
    return isGone ? [] : [[own, withoutUnknown(name, value, ownPath)] as const];
  });
  return Object.fromEntries(kept);
}

/** Whether a member is at one of some places, or on the way to it. */
const onTheWayTo =
  (...places: readonly string[]) =>
  ({ path }: Member): boolean =>
    places.some((place) => place.startsWith(path) && /^(?:$|[.[])/.test(place.slice(path.length)));

/** The members that this service demands: the documents don't show which are required. */
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
  // Of the members of an object only those stated to be optional may be missing, and of two ways one.
  sample: ({ presence }) => presence !== 'optional' && presence !== 'either',
};

/** What a rule says of a member: its name and what is wrong; undefined when nothing is. */
type Rule = (found: Found) => readonly [rule: string, message: string] | undefined;

const requiredRule =
  (choice: Dialect['requiredMembers']): Rule =>
  ({ member, value }) =>
    value === undefined && member !== undefined && isRequired[choice](member) ? ['required', 'is missing'] : undefined;

/** Which values of a vocabulary are taken: all, or those that are shown, or the first where none is. */
const taken: Readonly<
  Record<Exclude<Dialect['codedValues'], 'any'>, (list: readonly VocabularyValue[]) => readonly VocabularyValue[]>
> = {
  vocabulary: (list) => list,
  ordinary: (list) => (list.some(({ shown }) => shown) ? list.filter(({ shown }) => shown) : list.slice(0, 1)),
};

const vocabularies = new Map<string | undefined, readonly VocabularyValue[]>(Object.entries(vocabulary));

function codedRule(choice: Exclude<Dialect['codedValues'], 'any'>): Rule {
  return ({ member, value }) => {
    const list = vocabularies.get(member?.vocabulary);
    if (list === undefined || value === undefined) return undefined;
    const allowed = taken[choice](list).map((each) => each.value);
    return allowed.some((each) => each === value) ? undefined : ['enum', `must be one of ${allowed.join(', ')}`];
  };
}

const unknownRule: Rule = (found) =>
  isUnknown(found) ? ['unknown-member', 'is not a member of this body'] : undefined;

function lengthRule(limit: number): Rule {
  return ({ value }) =>
    typeof value === 'string' && Array.from(value).length > limit
      ? ['maxLength', `must not be longer than ${limit} characters`]
      : undefined;
}

/** What is wrong with a body of the documented types, by the rules of the dialect: the documents leave open which there are. */
function brokenRules(
  name: BodySchema,
  body: unknown,
  { codedValues, unknownMembers, requiredMembers, textLimit }: Dialect,
): readonly Complaint[] {
  const rules: readonly Rule[] = [
    requiredRule(requiredMembers),
    ...(codedValues === 'any' ? [] : [codedRule(codedValues)]),
    ...(unknownMembers === 'refused' ? [unknownRule] : []),
    ...(textLimit === 'none' ? [] : [lengthRule(textLimit)]),
  ];
  return membersIn(name, body).flatMap((found) =>
    rules.flatMap((judge): readonly Complaint[] => {
      const [rule, message] = judge(found) ?? [];
      return rule === undefined || message === undefined ? [] : [{ pointer: found.pointer, rule, message }];
    }),
  );
}

/** Values in a body whose mistakes are listed one by one; more would hold up everybody else. */
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

/**
 * A body as its endpoint documents it (`spec/documents/4-endpoints.md`): of the documented types, and with what this
 * service requires.
 *
 * @throws Problem naming every member that is wrong or missing
 */
export function readBody<Name extends BodySchema>(
  { dialect }: Context,
  schema: Name,
  body: unknown,
): SchemaTypes[Name] {
  if (body === undefined) throw new Problem('malformed', 'a JSON body is needed, and there is none');
  if (!validator.accepts(schema, body)) throw new Problem('invalid', undefined, explainBody(schema, body));
  refuseFor('invalid', brokenRules(schema, body, dialect));
  const known = dialect.unknownMembers === 'dropped' ? withoutUnknown(schema, body) : body;
  return validator.accepts(schema, known) ? known : body;
}
