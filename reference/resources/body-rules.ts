import {
  isObject,
  pointerTo,
  resolved,
  schemas,
  vocabulary,
  type JsonSchema,
  type SchemaTypes,
  type VocabularyValue,
} from '../../spec/index.ts';
import { validator } from '../../spec/validator.ts';
import type { Dialect } from '../dialects.ts';
import { isContainer, measure, membersAt } from '../json-values.ts';
import { Problem, invalidBody, type Complaint } from '../http/problems.ts';
import type { Context } from './operation.ts';

type BodySchema = 'group-connection-input' | 'renewal-decision-input' | 'member-snapshot-input';

/** Members that the documents mention without showing them as members of a body, by pointer. */
const mentioned: Readonly<Record<BodySchema, readonly string[]>> = {
  'group-connection-input': ['/data_exchange', '/use_best_data_exchange'],
  'renewal-decision-input': [],
  'member-snapshot-input': ['/employee/group_id'],
};

interface Member {
  readonly pointer: string;
  /** How the member is documented; undefined: it isn't. */
  readonly schema: JsonSchema | undefined;
  /** Undefined: a documented member that isn't there. */
  readonly value: unknown;
}

function propertiesOf({ properties, anyOf = [] }: JsonSchema): ReadonlyMap<string, JsonSchema> | undefined {
  const all = [properties, ...anyOf.map((way) => way.properties)].filter((some) => some !== undefined);
  return all.length === 0 ? undefined : new Map(all.flatMap((some) => Object.entries(some)));
}

function* within(given: JsonSchema, value: unknown, pointer: string): Generator<Member> {
  const schema = resolved(given);
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [index, item] of value.entries()) yield* within(schema.items, item, `${pointer}/${index}`);
    return;
  }
  if (!isObject(value)) return;
  const properties = propertiesOf(schema);
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}${pointerTo(name)}`;
    const documented = properties?.get(name) ?? rest;
    yield { pointer: at, schema: documented, value: member };
    if (documented !== undefined) yield* within(documented, member, at);
  }
  for (const [name, documented] of properties ?? []) {
    if (!Object.hasOwn(value, name)) {
      yield { pointer: `${pointer}${pointerTo(name)}`, schema: documented, value: undefined };
    }
  }
}

/** Every member of a body, however deep, with what is documented of it; and every documented one that is missing. */
function membersOf(name: BodySchema, body: unknown): readonly Member[] {
  return [...within(schemas[name], body, '')];
}

function isUnknown(name: BodySchema, { schema, pointer }: Member): boolean {
  return schema === undefined && !mentioned[name].includes(pointer);
}

function withoutAt(value: unknown, gone: ReadonlySet<string>, pointer: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withoutAt(item, gone, `${pointer}/${index}`));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const at = `${pointer}${pointerTo(name)}`;
    return gone.has(at) ? [] : [[name, withoutAt(member, gone, at)] as const];
  });
  return Object.fromEntries(kept);
}

function withoutUnknown(name: BodySchema, body: unknown): unknown {
  const unknown = membersOf(name, body).filter((member) => isUnknown(name, member));
  return unknown.length === 0 ? body : withoutAt(body, new Set(unknown.map(({ pointer }) => pointer)), '');
}

type Table = Readonly<Record<BodySchema, readonly string[]>>;

/** The places, each after the containers on the way to it. */
function withContainers(...places: readonly string[]): readonly string[] {
  const all = places.flatMap((place) => {
    const steps = place.split('/');
    return steps.map((_step, index) => steps.slice(0, index + 1).join('/'));
  });
  return [...new Set(all)].filter((place) => place !== '' && !place.endsWith('*'));
}

/**
 * What this service can't do without, with every container on the way: the documents don't show which members are
 * required. `*` is every item.
 */
const tables: Readonly<Record<'few' | 'fewest', Table>> = {
  few: {
    'group-connection-input': withContainers(
      '/carrier_id',
      '/federal_ein',
      '/group_data/group_name',
      '/group_data/carrier_group_id',
    ),
    'renewal-decision-input': withContainers(
      '/renewal_date',
      '/body/carriers/*/carrier_id',
      '/body/carriers/*/lines_of_coverage',
    ),
    'member-snapshot-input': withContainers(
      '/employee/person/first_name',
      '/employee/person/last_name',
      '/coverages/*/carrier_id',
      '/coverages/*/line_of_coverage',
    ),
  },
  fewest: {
    'group-connection-input': withContainers('/carrier_id'),
    'renewal-decision-input': withContainers('/renewal_date', '/body/carriers/*/carrier_id'),
    'member-snapshot-input': [],
  },
};

/** What a body lacks of a table; a missing container is reported by its own line alone. */
function missingMembers(schema: BodySchema, body: unknown, table: keyof typeof tables): readonly Complaint[] {
  return tables[table][schema].flatMap((place) => {
    const end = place.lastIndexOf('/');
    const name = place.slice(end + 1);
    return membersAt(body, place.slice(0, end))
      .filter(([, container]) => isContainer(container) && !Object.hasOwn(container, name))
      .map(([pointer]) => ({ pointer: `${pointer}/${name}`, rule: 'required', message: 'is missing' }));
  });
}

/** What a rule says of a member: its name and what is wrong; undefined when nothing is. */
type Rule = (member: Member, name: BodySchema) => readonly [rule: string, message: string] | undefined;

/** Which values of a vocabulary are taken: all, or those that are shown, or the first where none is. */
const taken: Readonly<
  Record<Exclude<Dialect['codedValues'], 'any'>, (list: readonly VocabularyValue[]) => readonly VocabularyValue[]>
> = {
  vocabulary: (list) => list,
  ordinary: (list) => (list.some(({ shown }) => shown) ? list.filter(({ shown }) => shown) : list.slice(0, 1)),
};

const vocabularies = new Map<string, readonly VocabularyValue[]>(Object.entries(vocabulary));

function codedRule(choice: Exclude<Dialect['codedValues'], 'any'>): Rule {
  return ({ schema, value }) => {
    const list = vocabularies.get(schema?.['x-vocabulary'] ?? '');
    if (list === undefined || value === undefined) return undefined;
    const allowed = taken[choice](list).map((each) => each.value);
    return allowed.some((each) => each === value) ? undefined : ['enum', `must be one of ${allowed.join(', ')}`];
  };
}

const unknownRule: Rule = (member, name) =>
  isUnknown(name, member) ? ['unknown-member', 'is not a member of this body'] : undefined;

/** Of the members of an object only those stated to be optional may be missing, and of two ways one. */
const sampleRule: Rule = ({ schema, value }) => {
  const presence = schema?.['x-presence'];
  return value === undefined && presence !== 'optional' && presence !== 'either'
    ? ['required', 'is missing']
    : undefined;
};

function lengthRule(limit: number): Rule {
  return ({ value }) =>
    typeof value === 'string' && Array.from(value).length > limit
      ? ['maxLength', `must not be longer than ${limit} characters`]
      : undefined;
}

function rulesOf({ codedValues, unknownMembers, requiredMembers, textLimit }: Dialect): readonly Rule[] {
  return [
    ...(codedValues === 'any' ? [] : [codedRule(codedValues)]),
    ...(unknownMembers === 'refused' ? [unknownRule] : []),
    ...(requiredMembers === 'sample' ? [sampleRule] : []),
    ...(textLimit === 'none' ? [] : [lengthRule(textLimit)]),
  ];
}

/** What is wrong with a body of the documented types, by the rules of the dialect: the documents leave open which there are. */
function brokenRules(name: BodySchema, body: unknown, dialect: Dialect): readonly Complaint[] {
  const missing = dialect.requiredMembers === 'sample' ? [] : missingMembers(name, body, dialect.requiredMembers);
  const rules = rulesOf(dialect);
  if (rules.length === 0) return missing;
  const broken = membersOf(name, body).flatMap((member) =>
    rules.flatMap((judge): readonly Complaint[] => {
      const [rule, message] = judge(member, name) ?? [];
      return rule === undefined || message === undefined ? [] : [{ pointer: member.pointer, rule, message }];
    }),
  );
  return [...missing, ...broken];
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
  if (!validator.accepts(schema, body)) throw invalidBody(explainBody(schema, body));
  const broken = brokenRules(schema, body, dialect);
  if (broken.length > 0) throw invalidBody(broken);
  const known = dialect.unknownMembers === 'dropped' ? withoutUnknown(schema, body) : body;
  return validator.accepts(schema, known) ? known : body;
}
