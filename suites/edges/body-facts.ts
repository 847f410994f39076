import { memberPath, membersOf, optionalMembers, optionalTogether, type Member } from '../../generators/index.ts';
import { endpoints, type SchemaName } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { isObject, type JsonObject } from '../rules/reading.ts';
import { dateFeatures, numberFeatures, textFeatures, type FeatureName } from './features.ts';
import { decisionShape } from './decision-shape.ts';
import { snapshotShape } from './snapshot-shape.ts';

/** A member of the sent body has a value with this feature. */
export function has(path: string, feature: FeatureName): string {
  return `${path} has ${feature}`;
}

/** A key of a map in the sent body has this feature. */
export function keyHas(path: string, feature: FeatureName): string {
  return has(`${path} key`, feature);
}

/** A coded member of the sent body, or one that is true or false, has this value. */
export function is(path: string, value: string | boolean): string {
  return `${path} is ${String(value)}`;
}

/** The sent body lacks a member in an object that it could be in. */
export function lacks(path: string): string {
  return `${path} absent`;
}

/** An object of the sent body has none of the optional members that go together. */
export function isBare(path: string): string {
  return `${path} bare`;
}

/** Members that only some objects of their kind could have: a metal tier goes with a plan that is described. */
const couldHave: Readonly<Record<string, (owner: JsonObject) => boolean>> = {
  'body.carriers[].lines_of_coverage.*.plans[].metal_tier': (plan) => Object.hasOwn(plan, 'name'),
};

/** What a schema says of the objects in its bodies: the optional members of each, and those that go together. */
interface Optional {
  readonly members: ReadonlyMap<string, readonly (readonly [name: string, path: string])[]>;
  readonly together: ReadonlyMap<string, readonly string[]>;
}

const optional = new Map<SchemaName, Optional>();

function optionalIn(schema: SchemaName): Optional {
  const held = optional.get(schema);
  if (held !== undefined) return held;
  const members = new Map<string, (readonly [name: string, path: string])[]>();
  for (const { path } of optionalMembers(schema)) {
    const [name = path, ...owner] = path.split('.').toReversed();
    const at = owner.toReversed().join('.');
    members.set(at, [...(members.get(at) ?? []), [name, path]]);
  }
  const made = { members, together: optionalTogether(schema) };
  optional.set(schema, made);
  return made;
}

function* valueFacts(member: Member, value: unknown): Iterable<string> {
  const { kind, path } = member;
  if (kind === 'date' && typeof value === 'string') for (const one of dateFeatures(value)) yield `${path} has ${one}`;
  if (kind === 'text' && typeof value === 'string') for (const one of textFeatures(value)) yield `${path} has ${one}`;
  if (kind === 'number' && typeof value === 'number')
    for (const one of numberFeatures(value)) yield `${path} has ${one}`;
  if ((kind === 'code' && typeof value === 'string') || typeof value === 'boolean') yield is(path, value);
}

function* facts(schema: SchemaName, value: unknown, path: string): Iterable<string> {
  const members = membersOf(schema);
  const member = members.get(path);
  if (member !== undefined) yield* valueFacts(member, value);
  if (Array.isArray(value)) {
    for (const item of value) yield* facts(schema, item, `${path}[]`);
    return;
  }
  if (!isObject(value)) return;
  if (member?.kind === 'map')
    for (const key of Object.keys(value)) for (const one of textFeatures(key)) yield `${path} key has ${one}`;
  const { members: names, together } = optionalIn(schema);
  for (const [name, at] of names.get(path) ?? [])
    if (!Object.hasOwn(value, name) && couldHave[at]?.(value) !== false) yield lacks(at);
  if (together.get(path)?.every((name) => !Object.hasOwn(value, name)) === true) yield isBare(path);
  for (const [name, held] of Object.entries(value)) yield* facts(schema, held, memberPath(members, path, name));
}

/** What is special about the body that a request sent: its values, what it lacks, and how many of everything it holds. */
export function* bodyFacts({ request: { endpoint, json } }: AnsweredExchange): Iterable<string> {
  const schema = endpoint === 'token' ? undefined : endpoints[endpoint].request;
  if (schema === undefined || !isObject(json)) return;
  yield* facts(schema, json, '');
  if (schema === 'member-snapshot-input') yield* snapshotShape(json);
  if (schema === 'renewal-decision-input') yield* decisionShape(json);
}
