import type { JsonSchema, JsonScalar, JsonType } from '../json-schemas.ts';
import {
  scalars,
  sourceText,
  type Field,
  type Model,
  type Resource,
  type TypeExpression,
  type ValueList,
} from './document-model.ts';

/** What emitting needs to know of the rest of the model. */
interface Context {
  readonly names: ReadonlyMap<string, string>;
  readonly lists: readonly ValueList[];
}

/** The values of a list, referred to by its title or, a vocabulary, by its key. */
function valuesOf({ lists }: Context, kind: ValueList['kind'], to: string): readonly string[] {
  const found = lists.find((list) => list.kind === kind && to === (kind === 'open' ? list.name : list.title));
  return found?.values.map(({ value }) => value) ?? [];
}

function constantType(value: string | number | boolean): JsonType {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : 'boolean';
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return schema.$ref === undefined ? schema : { anyOf: [schema, { type: 'null' }] };
  const { type, const: constant, enum: values, ...rest } = schema;
  const allowed: readonly JsonScalar[] | undefined = values ?? (constant === undefined ? undefined : [constant]);
  const types: JsonType[] = [type].flat();
  return { type: [...types, 'null'], ...rest, ...(allowed === undefined ? {} : { enum: [...allowed, null] }) };
}

function typeSchema(type: TypeExpression, context: Context): JsonSchema {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.name][0];
    case 'constant':
      return { type: constantType(type.value), const: type.value };
    case 'array': {
      const items = typeSchema(type.of, context);
      return { type: 'array', items, ...(type.atLeast === 0 ? {} : { minItems: type.atLeast }) };
    }
    case 'map': {
      const known = type.keys === undefined ? {} : { 'x-values': valuesOf(context, 'seen', type.keys) };
      return { type: 'object', additionalProperties: typeSchema(type.of, context), ...known };
    }
    case 'nullable':
      return orNull(typeSchema(type.of, context));
    case 'resource':
    case 'echo':
      return { $ref: `${context.names.get(type.to) ?? type.to}.json` };
    case 'closed':
      return { type: 'string', enum: valuesOf(context, 'closed', type.to) };
    case 'seen':
      return { type: 'string', 'x-values': valuesOf(context, 'seen', type.to) };
    case 'open':
    default:
      return { type: 'string', 'x-vocabulary': type.to, 'x-values': valuesOf(context, 'open', type.to) };
  }
}

function fieldSchema(field: Field, context: Context): JsonSchema {
  const presence = field.presence === 'echoed' ? 'expected' : field.presence;
  return {
    ...typeSchema(field.type, context),
    ...(field.members.length === 0 ? {} : objectSchema(field.members, context)),
    description: field.notes,
    'x-type': field.typeText,
    'x-presence': field.way?.optional === true ? 'optional' : presence,
    'x-source': sourceText(field.source),
  };
}

/** `properties` and `required` of the members that belong to every way, or to the one of that label. */
function objectSchema(fields: readonly Field[], context: Context, label?: string): JsonSchema {
  const members = fields.filter(
    ({ presence, way }) => presence !== 'echoed' && (way === undefined || way.label === label),
  );
  const required = members
    .filter(({ presence, way }) => presence === 'always' || way?.optional === false)
    .map(({ name }) => name);
  return {
    properties: Object.fromEntries(members.map((field) => [field.name, fieldSchema(field, context)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The labels of the ways a resource can be given, in their order; none for most resources. */
export function waysOf({ fields }: Resource): readonly string[] {
  return [...new Set(fields.flatMap(({ way }) => way?.label ?? []))];
}

function resourceSchema(resource: Resource, context: Context): JsonSchema {
  const closed = resource.exhaustive ? { additionalProperties: false } : {};
  const ways = waysOf(resource).map((label) => ({
    title: `${resource.title}, ${label}`,
    type: 'object' as const,
    ...objectSchema(resource.fields, context, label),
    ...closed,
  }));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${resource.name}.json`,
    title: resource.title,
    ...(resource.description === '' ? {} : { description: resource.description }),
    ...(ways.length > 0 ? { anyOf: ways } : { type: 'object', ...objectSchema(resource.fields, context), ...closed }),
    'x-source': sourceText(resource.source),
  };
}

/**
 * A schema for each resource, by name, in the order of the documents. A resource that can be given in several ways is
 * an `anyOf` of whole objects, one for each way.
 */
export function emitSchemas(model: Model): ReadonlyMap<string, JsonSchema> {
  const context = { names: new Map(model.resources.map(({ title, name }) => [title, name])), lists: model.lists };
  return new Map(model.resources.map((resource) => [resource.name, resourceSchema(resource, context)]));
}
