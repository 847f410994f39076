import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import {
  endpointIds,
  endpoints,
  isRequirementId,
  parts,
  register,
  requirementOf,
  revision,
  schemaNames,
  schemas,
  tokenEndpoint,
  type JsonSchema,
  type Requirement,
} from './index.ts';
import generated from './generated/register.json' with { type: 'json' };
import { validator } from './validator.ts';

const documents = new Map<string, readonly string[]>();

function sourceLine({ document, line }: Requirement['source']): string {
  const url = new URL(`./documents/${document}`, import.meta.url);
  const lines = documents.get(document) ?? readFileSync(url, 'utf8').split('\n');
  documents.set(document, lines);
  return lines[line - 1] ?? '';
}

function membersOf(schema: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  const own = Object.entries(schema.properties ?? {});
  return [...own, ...[...own.map(([, member]) => member), ...(schema.anyOf ?? [])].flatMap(membersOf)];
}

describe('the schemas', () => {
  const ajv = new Ajv2020();

  test.each(schemaNames)('%s compiles in strict mode, and its members name the lines that state them', (name) => {
    expect(ajv.validateSchema(schemas[name])).toBe(true);
    expect(() => validator.validate(name, {})).not.toThrow();
    expect(schemas[name].$id).toBe(`${name}.json`);
    for (const [member, { 'x-source': source = '' }] of membersOf(schemas[name])) {
      const [document = '', line = ''] = source.split(':');
      const row = new RegExp(`^\\| \`(?:[\\w.]+\\.)?${member}\``, 'u');
      expect(sourceLine({ document, line: Number(line) })).toMatch(row);
    }
  });

  test('allow additional members everywhere except in the one exhaustive record', () => {
    expect(schemaNames.filter((name) => schemas[name].additionalProperties === false)).toEqual(['snapshot-list-item']);
  });

  test('require no member that may be null: rules rely on values staying valid without their null members', () => {
    const objectsIn = (schema: JsonSchema): readonly JsonSchema[] => [
      schema,
      ...[...membersOf(schema).map(([, member]) => member), ...(schema.anyOf ?? [])].flatMap(objectsIn),
    ];
    for (const { properties = {}, required = [], anyOf = [] } of schemaNames.flatMap((name) =>
      objectsIn(schemas[name]),
    ))
      for (const name of [...required, ...anyOf.flatMap((way) => way.required ?? [])])
        expect(JSON.stringify(properties[name] ?? {})).not.toContain('"null"');
  });
});

describe('the register', () => {
  test('has every requirement once, as a sentence, with the line that states it', () => {
    expect(new Set(register.map(({ id }) => id)).size).toBe(register.length);
    for (const { id, part, statement, source, endpoints: named } of register) {
      expect(id.startsWith(`${part}.`)).toBe(true);
      expect(statement).toMatch(/^[A-Z`].*\.$/u);
      expect(sourceLine(source)).toContain(`**${id}**`);
      expect(endpointIds).toEqual(expect.arrayContaining([...named]));
    }
    for (const { source } of generated.openPoints) expect(sourceLine(source)).toContain('(open point)');
  });

  test('finds a requirement by its id, and names the revision of the documents', () => {
    expect(requirementOf('renewals.edit-listed')).toMatchObject({ level: 'required', endpoints: ['E4', 'E5'] });
    expect(['renewals.edit-listed', 'renewals.nothing', 'toString'].map(isRequirementId)).toEqual([true, false, false]);
    expect(revision).toMatch(/^[0-9a-f]{12}$/u);
  });
});

test('the OpenAPI document is accepted by a public validator, and is complete', async () => {
  const text = readFileSync(new URL('./generated/openapi.json', import.meta.url), 'utf8');
  const document = JSON.parse(text);
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/gu))
    expect(document.components.schemas).toHaveProperty(name);
  for (const { path, method, successStatus } of Object.values(endpoints)) {
    const { responses } = document.paths[path][method.toLowerCase()];
    const success = successStatus === undefined ? '2XX' : String(successStatus);
    expect(Object.keys(responses).sort()).toEqual([success, '401', 'default'].sort());
  }
  // Undocumented refusals are left to the service: `default` keeps general tools from rejecting them.
  expect(document.paths[tokenEndpoint.path].post.responses).toHaveProperty('default');
  expect(document.components.responses.NotShown).toEqual({ description: expect.any(String), content: { '*/*': {} } });
});

test('the register has the requirements in the order of the parts', () => {
  const order = parts.map(({ name }) => name);
  const places = register.map(({ part }) => order.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
