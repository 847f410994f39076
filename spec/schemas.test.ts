import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import {
  createValidator,
  endpointIds,
  endpoints,
  schemaNames,
  schemas,
  tokenEndpoint,
  valueLists,
  vocabulary,
  type JsonSchema,
} from './index.ts';

interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
}

function membersOf(schema: JsonSchema): readonly Member[] {
  const own = Object.entries(schema.properties ?? {}).map(([name, member]) => ({ name, schema: member }));
  const within = [...own.map(({ schema: member }) => member), ...(schema.anyOf ?? [])];
  return [...own, ...within.flatMap(membersOf)];
}

describe('the schemas', () => {
  const validator = createValidator();

  test.each(schemaNames)('%s compiles in strict mode', (name) => {
    expect(() => validator.validate(name, {})).not.toThrow();
    expect(schemas[name].$id).toBe(`${name}.json`);
  });

  test.each(schemaNames)('%s has members that name the line which states them', (name) => {
    for (const { name: member, schema } of membersOf(schemas[name])) {
      const [document = '', line = ''] = (schema['x-source'] ?? '').split(':');
      const text = readFileSync(new URL(`./documents/${document}`, import.meta.url), 'utf8').split('\n')[
        Number(line) - 1
      ];
      expect(text).toMatch(new RegExp(`^\\| \`(?:[\\w.]+\\.)?${member}\``, 'u'));
    }
  });

  test('allow additional members everywhere but in the one exhaustive record', () => {
    expect(schemaNames.filter((name) => schemas[name].additionalProperties === false)).toEqual(['snapshot-list-item']);
  });

  test('require of a request only what tells its ways apart and the grant of a token', () => {
    const requests = schemaNames.filter(
      (name) =>
        name.endsWith('-input') || ['employee', 'dependent', 'person', 'coverage', 'enrolled-member'].includes(name),
    );
    const required = requests.flatMap((name) =>
      [schemas[name], ...(schemas[name].anyOf ?? [])].flatMap((schema) => schema.required ?? []),
    );
    expect(required.sort()).toEqual(['name', 'plan_id', 'plan_id', 'plan_name', 'plan_type']);
  });
});

describe('the endpoints', () => {
  test('are eight, each with the schemas it speaks of', () => {
    expect(endpointIds).toEqual(['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8']);
    for (const id of endpointIds) {
      const { request, response, path, pathParameters } = endpoints[id];
      expect(schemaNames).toContain(response);
      expect(schemaNames).toContain(request ?? response);
      expect(path.match(/\{\w+\}/gu) ?? []).toEqual(pathParameters.map((name) => `{${name}}`));
    }
  });

  test('have no success status where none is shown', () => {
    expect(endpointIds.filter((id) => endpoints[id].successStatus === undefined)).toEqual(['E2', 'E3']);
    expect(tokenEndpoint.successStatus).toBeUndefined();
  });
});

describe('the value lists', () => {
  test('mark which values of a vocabulary are shown', () => {
    const shown = Object.entries(vocabulary).map(([key, values]) => [
      key,
      values.filter((value) => value.shown).map(({ value }) => value),
    ]);
    expect(shown.filter(([, values]) => values?.length !== 0)).toEqual([
      ['event_type', ['coverage', 'enrollment']],
      ['event_reason', ['open_enrollment']],
      ['snapshot_mode', ['current_open']],
      ['plan_type', ['ppo']],
      ['metal_tier', ['bronze']],
    ]);
  });

  test('have the eight states of a connection and the three messages of a 401', () => {
    expect(valueLists['group-connection-status']).toHaveLength(8);
    expect(valueLists['unauthorized-message']).toHaveLength(3);
  });
});

describe('the OpenAPI document', () => {
  const text = readFileSync(new URL('./generated/openapi.json', import.meta.url), 'utf8');
  const document = JSON.parse(text);

  test('is accepted by a public validator', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('has a component for every reference', () => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/gu))
      expect(document.components.schemas).toHaveProperty(name);
  });

  test('answers 401 on every operation of the service', () => {
    for (const id of endpointIds) {
      const { path, method, successStatus } = endpoints[id];
      const { responses } = document.paths[path][method.toLowerCase()];
      expect(Object.keys(responses).sort()).toEqual(
        [successStatus === undefined ? '2XX' : String(successStatus), '401'].sort(),
      );
    }
  });
});
