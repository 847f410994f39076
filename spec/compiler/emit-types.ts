import { waysOf } from './emit-schema.ts';
import {
  scalars,
  sourceText,
  type Field,
  type Model,
  type Resource,
  type SourceLocation,
  type TypeExpression,
} from './document-model.ts';

/** The first line of every generated module. */
const generatedNotice = '// Generated from spec/documents by `npm run spec`. Edit the documents, not this file.\n';

/** `group-connection` as the name of a type: `GroupConnection`. */
export function typeName(name: string): string {
  return name
    .split(/[-_]/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

const union = (texts: readonly string[]): string =>
  texts.length === 0 ? 'never' : texts.map((text) => JSON.stringify(text)).join(' | ');

type NameOf = (title: string) => string;

function commentOf(text: string, source: SourceLocation): string {
  return `/** ${`${text} (${sourceText(source)})`.replaceAll('*/', '* /')} */`;
}

function typeText(type: TypeExpression, nameOf: NameOf): string {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.name][1];
    case 'constant':
      return JSON.stringify(type.value);
    case 'array': {
      const items = typeText(type.of, nameOf);
      return items.includes(' | ') ? `(${items})[]` : `${items}[]`;
    }
    case 'map':
      return `Record<string, ${typeText(type.of, nameOf)}>`;
    case 'nullable':
      return `${typeText(type.of, nameOf)} | null`;
    case 'resource':
    case 'echo':
    case 'closed':
      return nameOf(type.to);
    case 'seen':
    case 'open':
    default:
      return 'string';
  }
}

function inlineObject(field: Field, nameOf: NameOf, indent: string): string {
  const orNull = field.type.kind === 'nullable' ? ' | null' : '';
  return `{\n${field.members.map((member) => memberLines(member, nameOf, `${indent}  `)).join('')}${indent}}${orNull}`;
}

function memberLines(field: Field, nameOf: NameOf, indent: string, needed = field.presence === 'always'): string {
  const key = /^[a-z_]\w*$/u.test(field.name) ? field.name : JSON.stringify(field.name);
  const type = field.members.length > 0 ? inlineObject(field, nameOf, indent) : typeText(field.type, nameOf);
  const comment = commentOf(field.notes, field.source);
  return `${indent}${comment}\n${indent}${key}${needed ? '' : '?'}: ${type};\n`;
}

function resourceText(resource: Resource, nameOf: NameOf): string {
  const name = nameOf(resource.title);
  const comment = commentOf(resource.description || resource.title, resource.source);
  const fields = resource.fields.filter(({ presence }) => presence !== 'echoed');
  const members = (label?: string) =>
    fields
      .map((field) => {
        const isOfWay = field.way?.label === label && field.way?.optional === false;
        return memberLines(field, nameOf, '  ', field.way === undefined ? undefined : isOfWay);
      })
      .join('');
  const ways = waysOf(resource);
  if (ways.length === 0) return `${comment}\nexport interface ${name} {\n${members()}}\n`;
  return `${comment}\nexport type ${name} =\n${ways.map((label) => `  | {\n${members(label)}}`).join('\n')};\n`;
}

/** The module of types: one for each closed list and each resource, and a map from schema names to them. */
export function emitTypes(model: Model): string {
  const closed = model.lists.filter(({ kind }) => kind === 'closed');
  const names = new Map([...model.resources, ...closed].map(({ title, name }) => [title, typeName(name)]));
  const nameOf: NameOf = (title) => names.get(title) ?? 'unknown';
  const lists = closed.map(({ title, name, values, source }) => {
    const type = union(values.map(({ value }) => value));
    return `${commentOf(title, source)}\nexport type ${typeName(name)} = ${type};\n`;
  });
  const resources = model.resources.map((resource) => resourceText(resource, nameOf));
  const entries = model.resources.map(({ title, name }) => `  ${JSON.stringify(name)}: ${nameOf(title)};\n`).join('');
  const map = `/** The type of what each schema accepts. */\nexport interface SchemaTypes {\n${entries}}\n`;
  return [generatedNotice, ...lists, ...resources, map].join('\n');
}

/** The module of names: unions of the ids and names that the documents define. */
export function emitNames(model: Model): string {
  const lists = (kind: string) => model.lists.filter((list) => list.kind === kind).map(({ name }) => name);
  const unions: readonly (readonly [string, string, readonly string[]])[] = [
    ['RequirementId', 'The id of a requirement.', model.requirements.map(({ id }) => id)],
    ['PartName', 'A part of the register.', model.parts.map(({ name }) => name)],
    ['EndpointId', 'The id of an endpoint.', model.operations.flatMap(({ id }) => id ?? [])],
    ['SchemaName', 'The name of a schema.', model.resources.map(({ name }) => name)],
    ['VocabularyKey', 'The key of an open vocabulary.', lists('open')],
    ['ValueListName', 'The name of a closed list of values.', lists('closed')],
    ['SeenListName', 'The name of a list of values that were seen, beside which there may be others.', lists('seen')],
  ];
  const texts = unions.map(([name, comment, members]) => {
    const body = members.length === 0 ? ' never' : members.map((member) => `\n  | ${JSON.stringify(member)}`).join('');
    return `/** ${comment} */\nexport type ${name} =${body};\n`;
  });
  return [generatedNotice, ...texts].join('\n');
}

/** The module that gathers the schema files into one record. */
export function emitSchemaModule(model: Model): string {
  const imports = model.resources.map(
    ({ name }) => `import ${typeName(name)} from './schemas/${name}.json' with { type: 'json' };\n`,
  );
  const entries = model.resources.map(({ name }) => `  ${JSON.stringify(name)}: ${typeName(name)},\n`);
  return `${generatedNotice}${imports.join('')}\nexport default {\n${entries.join('')}};\n`;
}
