import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, describe, expect, test } from 'vitest';
import { folderOfTest } from './folders.test-data.ts';
import { checkSpec, compileSpec, SpecError, writeSpec } from './compile.ts';

const ownDocuments = fileURLToPath(new URL('./documents', import.meta.url));

let folder = '';
let folders = { documents: '', generated: '' };

beforeEach(async () => {
  folder = folderOfTest();
  folders = { documents: join(folder, 'documents'), generated: join(folder, 'generated') };
  await cp(ownDocuments, folders.documents, { recursive: true });
});

/** Changes one document of the copy; the text to replace must be there. */
async function change(document: string, before: string | RegExp, after: string): Promise<void> {
  const file = join(folders.documents, document);
  const text = await readFile(file, 'utf8');
  const changed = text.replace(before, () => after);
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
}

describe('the generated files', () => {
  test('are what the documents make of them', async () => {
    expect(await checkSpec()).toEqual([]);
  });

  test('are written, then fresh, then stale after a change, and checking writes nothing', async () => {
    expect((await checkSpec(folders)).every((line) => line.endsWith(' is missing'))).toBe(true);
    await expect(readdir(folders.generated)).rejects.toThrow('ENOENT');
    await writeSpec(folders);
    expect(await checkSpec(folders)).toEqual([]);
    await writeFile(join(folders.generated, 'schemas', 'old.json'), '{}');
    await rm(join(folders.generated, 'names.ts'));
    await change('9-versioning.md', 'are retired', 'come to an end');
    const states = (await checkSpec(folders)).map((line) => line.replace(/^.*generated\//u, ''));
    expect(states).toEqual([
      'openapi.json is stale',
      'register.json is stale',
      'names.ts is missing',
      'schemas/old.json is extra',
    ]);
    await writeSpec(folders);
    expect(await checkSpec(folders)).toEqual([]);
  });

  test('are left alone when the documents have a mistake, which is reported with its file', async () => {
    await writeSpec(folders);
    const before = await readFile(join(folders.generated, 'types.ts'), 'utf8');
    await change('2-resources.md', /\| always( +\| identifies the group)/u, '| alway | identifies the group');
    const failure = await writeSpec(folders).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SpecError);
    expect(String(failure)).toMatch(/documents\/2-resources\.md:\d+: unknown presence/u);
    expect(await readFile(join(folders.generated, 'types.ts'), 'utf8')).toBe(before);
  });

  test('are not made while a document is named out of order', async () => {
    await writeFile(join(folders.documents, 'notes.md'), '# Notes\n');
    await expect(compileSpec(folders.documents)).rejects.toThrow(
      /documents\/notes\.md:1: .*; call it like 1-service\.md/u,
    );
  });

  test.each(['nowhere', '.'])('need a folder of documents, not %s', async (name) => {
    await expect(compileSpec(join(folder, name))).rejects.toMatchObject({
      mistakes: [{ code: 'unreadable-document' }],
    });
  });
});

test('what is added to the documents shows up everywhere', async () => {
  const fields =
    '| Field | Type | Presence | Notes |\n| --- | --- | --- | --- |\n| `id` | uuid | always | identifies it |';
  const parts =
    '| Part | Value | Notes |\n| --- | --- | --- |\n| Method and path | `GET /api/v1/groups/{group_id}` | |\n| Path parameter `group_id` | uuid | |\n| Response body | Group | |\n| Success status | not shown | |';
  await change(
    '2-resources.md',
    /(?=\n\n### Resource: Dependent)/u,
    `\n| \`badge\` | non-empty string | unstated | number of the badge |\n\n### Resource: Pet {#pet exhaustive}\n\n${fields}`,
  );
  await change('2-resources.md', '- `hmo` (assumed)', '- `hmo` (assumed)\n- `pos` (shown): somewhere');
  await change('3-states.md', '- `done`: over', '- `done`: over\n- `dropped`: given up');
  await change(
    '4-endpoints.md',
    '### Requirements: Groups',
    `### Endpoint E9: Get group {#get-group}\n\n${parts}\n\n### Requirements: Groups`,
  );
  await change(
    '9-versioning.md',
    '- **versions.unique**',
    '- **versions.pretty** (open; E4, E5): Versions are pretty.\n  - To whom?\n- **versions.unique**',
  );
  const files = await compileSpec(folders.documents);
  const textOf = (file: string) => files.get(file) ?? '';
  const json = (file: string) => JSON.parse(textOf(file));
  const [names, types, register, openapi] = [
    textOf('names.ts'),
    textOf('types.ts'),
    json('register.json'),
    json('openapi.json'),
  ];

  expect(json('schemas/employee.json').properties.badge).toEqual({
    type: 'string',
    minLength: 1,
    description: 'number of the badge',
    'x-type': 'non-empty string',
    'x-presence': 'unstated',
    'x-source': expect.stringMatching(/^2-resources\.md:\d+$/u),
  });
  expect(json('schemas/employee-echo.json').properties.badge.type).toEqual(['string', 'null']);
  expect(openapi).toHaveProperty('components.schemas.Employee.properties.badge');
  expect(types).toContain('badge?: string;');

  expect(json('schemas/pet.json')).toMatchObject({ required: ['id'], additionalProperties: false });
  expect(textOf('schemas.ts')).toContain('./schemas/pet.json');
  expect(types).toContain('export interface Pet {');

  const states = ['submitted', 'not_ready', 'ready', 'done', 'dropped'];
  expect(json('schemas/renewal-decision.json').properties.status.enum).toEqual(states);
  expect(types).toContain('"done" | "dropped"');
  expect(register.valueLists['renewal-status']).toEqual(states);

  expect(register.vocabulary.plan_type).toContainEqual({ value: 'pos', shown: true });
  expect(json('schemas/renewal-plan-input.json').anyOf[1].properties.plan_type['x-values']).toContain('pos');

  expect(register.requirements).toContainEqual({
    id: 'versions.pretty',
    level: 'open',
    part: 'versions',
    statement: 'Versions are pretty.',
    notes: ['To whom?'],
    endpoints: ['E4', 'E5'],
    source: { document: '9-versioning.md', line: expect.any(Number) },
  });
  expect(register.endpoints.E9).toMatchObject({ operationId: 'getGroup', response: 'group' });
  expect(openapi.paths['/api/v1/groups/{group_id}'].get.responses).toHaveProperty('2XX');
  for (const name of ['pet', 'versions.pretty', 'E9']) expect(names).toContain(`| "${name}"`);
  expect((await new Validator().validate(structuredClone(openapi))).valid).toBe(true);
});
