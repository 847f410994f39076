import type { JsonSchema, JsonScalar, JsonType } from '../json-schemas.ts';
import { filled, present } from '../json.ts';
import {
  scalars,
  sourceText,
  type Field,
  type Model,
  type Resource,
  type SourceLocation,
  type TypeExpression,
  type ValueList,
} from './document-model.ts';

/** The type name for a name: `GroupConnection` for `group-connection`. */
export function typeName(name: string): string {
  return name
    .split(/[-_]/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

const union = (texts: readonly string[]): string =>
  texts.length === 0 ? 'never' : texts.map((text) => JSON.stringify(text)).join(' | ');

export function nameOf({ resources, lists }: Model, title: string): string {
  const closed = lists.filter(({ kind }) => kind === 'closed');
  return [...resources, ...closed].find((one) => one.title === title)?.name ?? title;
}

function valuesOf({ lists }: Model, kind: ValueList['kind'], to: string): readonly string[] {
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
  return { type: [...types, 'null'], ...rest, ...present({ enum: allowed && [...allowed, null] }) };
}

function typed(type: TypeExpression, model: Model): readonly [schema: JsonSchema, text: string] {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.name];
    case 'constant':
      return [{ type: constantType(type.value), const: type.value }, JSON.stringify(type.value)];
    case 'array': {
      const [items, text] = typed(type.of, model);
      const schema = { type: 'array', items, ...(type.atLeast === 0 ? {} : { minItems: type.atLeast }) } as const;
      return [schema, text.includes(' | ') ? `(${text})[]` : `${text}[]`];
    }
    case 'map': {
      const [additionalProperties, text] = typed(type.of, model);
      const known = type.keys === undefined ? undefined : valuesOf(model, 'seen', type.keys);
      return [{ type: 'object', additionalProperties, ...present({ 'x-values': known }) }, `Record<string, ${text}>`];
    }
    case 'nullable': {
      const [schema, text] = typed(type.of, model);
      return [orNull(schema), `${text} | null`];
    }
    case 'resource':
    case 'echo': {
      const name = nameOf(model, type.to);
      return [{ $ref: `${name}.json` }, typeName(name)];
    }
    case 'closed':
      return [{ type: 'string', enum: valuesOf(model, 'closed', type.to) }, typeName(nameOf(model, type.to))];
    case 'seen':
      return [{ type: 'string', 'x-values': valuesOf(model, 'seen', type.to) }, 'string'];
    case 'open':
    default:
      return [{ type: 'string', 'x-vocabulary': type.to, 'x-values': valuesOf(model, 'open', type.to) }, 'string'];
  }
}

function waysOf({ fields }: Resource): readonly string[] {
  return [...new Set(fields.flatMap(({ way }) => way?.label ?? []))];
}

function isNeeded({ presence, way }: Field, label?: string): boolean {
  return way === undefined ? presence === 'always' : way.label === label && !way.optional;
}

function fieldSchema(field: Field, model: Model): JsonSchema {
  const presence = field.presence === 'echoed' ? 'expected' : field.presence;
  return {
    ...typed(field.type, model)[0],
    ...(field.members.length === 0 ? {} : objectSchema(field.members, model)),
    description: field.notes,
    'x-type': field.typeText,
    'x-presence': field.way?.optional === true ? 'optional' : presence,
    'x-source': sourceText(field.source),
  };
}

/** `properties` and `required` for the fields that belong to every way, and to the way with the label if given. */
function objectSchema(fields: readonly Field[], model: Model, label?: string): JsonSchema {
  const members = fields.filter(
    ({ presence, way }) => presence !== 'echoed' && (way === undefined || way.label === label),
  );
  const required = members.filter((field) => isNeeded(field, label)).map(({ name }) => name);
  const properties = Object.fromEntries(members.map((field) => [field.name, fieldSchema(field, model)]));
  return { properties, ...filled({ required }) };
}

function resourceSchema(resource: Resource, model: Model): JsonSchema {
  const objectOf = (label?: string) => ({
    type: 'object' as const,
    ...objectSchema(resource.fields, model, label),
    ...(resource.exhaustive ? { additionalProperties: false } : {}),
  });
  const ways = waysOf(resource).map((label) => ({ title: `${resource.title}, ${label}`, ...objectOf(label) }));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${resource.name}.json`,
    title: resource.title,
    ...present({ description: resource.description }),
    ...(ways.length > 0 ? { anyOf: ways } : objectOf()),
    'x-source': sourceText(resource.source),
  };
}

/** A schema for each resource, by name; a resource that has several ways is an `anyOf` of whole objects. */
export function emitSchemas(model: Model): ReadonlyMap<string, JsonSchema> {
  return new Map(model.resources.map((resource) => [resource.name, resourceSchema(resource, model)]));
}

const generatedNotice = '// Generated from spec/documents by `npm run spec`. Edit the documents, not this file.\n';

function commentOf(text: string, source: SourceLocation): string {
  return `/** ${`${text} (${sourceText(source)})`.replaceAll('*/', '* /')} */`;
}

function inlineObject(field: Field, model: Model, indent: string): string {
  const orNull = field.type.kind === 'nullable' ? ' | null' : '';
  return `{\n${memberLines(field.members, model, `${indent}  `)}${indent}}${orNull}`;
}

function memberLines(fields: readonly Field[], model: Model, indent: string, label?: string): string {
  const lines = fields.map((field) => {
    const key = /^[a-z_]\w*$/u.test(field.name) ? field.name : JSON.stringify(field.name);
    const type = field.members.length > 0 ? inlineObject(field, model, indent) : typed(field.type, model)[1];
    const comment = commentOf(field.notes, field.source);
    return `${indent}${comment}\n${indent}${key}${isNeeded(field, label) ? '' : '?'}: ${type};\n`;
  });
  return lines.join('');
}

function resourceText(resource: Resource, model: Model): string {
  const name = typeName(resource.name);
  const comment = commentOf(resource.description || resource.title, resource.source);
  const fields = resource.fields.filter(({ presence }) => presence !== 'echoed');
  const members = (label?: string) => memberLines(fields, model, '  ', label);
  const ways = waysOf(resource);
  if (ways.length === 0) return `${comment}\nexport interface ${name} {\n${members()}}\n`;
  return `${comment}\nexport type ${name} =\n${ways.map((label) => `  | {\n${members(label)}}`).join('\n')};\n`;
}

export function emitTypes(model: Model): string {
  const closed = model.lists.filter(({ kind }) => kind === 'closed');
  const lists = closed.map(({ title, name, values, source }) => {
    const type = union(values.map(({ value }) => value));
    return `${commentOf(title, source)}\nexport type ${typeName(name)} = ${type};\n`;
  });
  const resources = model.resources.map((resource) => resourceText(resource, model));
  const entries = model.resources.map(({ name }) => `  ${JSON.stringify(name)}: ${typeName(name)};\n`).join('');
  const map = `/** The type of what each schema accepts. */\nexport interface SchemaTypes {\n${entries}}\n`;
  return [generatedNotice, ...lists, ...resources, map].join('\n');
}

export function emitNames(model: Model): string {
  const lists = (kind: string) => model.lists.filter((list) => list.kind === kind).map(({ name }) => name);
  const unions: readonly (readonly [string, string, readonly string[]])[] = [
    ['RequirementId', 'The id of a requirement.', model.requirements.map(({ id }) => id)],
    ['PartName', 'A part of the register.', model.parts.map(({ name }) => name)],
    ['EndpointId', 'The id of an endpoint.', model.operations.flatMap(({ id }) => id ?? [])],
    ['SchemaName', 'The name of a schema.', model.resources.map(({ name }) => name)],
    ['VocabularyKey', 'The key of an open vocabulary.', lists('open')],
    ['ValueListName', 'The name of a closed list of values.', lists('closed')],
    ['SeenListName', 'The name of a list of values that were seen; there may be others.', lists('seen')],
  ];
  const texts = unions.map(([name, comment, members]) => {
    const body = members.length === 0 ? ' never' : members.map((member) => `\n  | ${JSON.stringify(member)}`).join('');
    return `/** ${comment} */\nexport type ${name} =${body};\n`;
  });
  return [generatedNotice, ...texts].join('\n');
}

export function emitSchemaModule(model: Model): string {
  const imports = model.resources.map(
    ({ name }) => `import ${typeName(name)} from './schemas/${name}.json' with { type: 'json' };\n`,
  );
  const entries = model.resources.map(({ name }) => `  ${JSON.stringify(name)}: ${typeName(name)},\n`);
  return `${generatedNotice}${imports.join('')}\nexport default {\n${entries.join('')}};\n`;
}
