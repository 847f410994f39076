import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSpec, compileSpec, SpecError, writeSpec } from './compile.ts';

const ownDocuments = fileURLToPath(new URL('./documents', import.meta.url));

let folder = '';
let folders = { documents: '', generated: '' };

beforeEach(async () => {
  compilation = undefined;
  folder = await mkdtemp(join(tmpdir(), 'spec-'));
  folders = { documents: join(folder, 'documents'), generated: join(folder, 'generated') };
  await cp(ownDocuments, folders.documents, { recursive: true });
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Changes one document of the copy; the text to replace must be there. */
async function change(document: string, before: string | RegExp, after: string): Promise<void> {
  const file = join(folders.documents, document);
  const text = await readFile(file, 'utf8');
  const changed = text.replace(before, () => after);
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
  compilation = undefined;
}

let compilation: ReturnType<typeof compileSpec> | undefined;

/** A generated file, of the documents as they are since the last change. */
async function compiled(file: string): Promise<string> {
  compilation ??= compileSpec(folders.documents);
  return (await compilation).get(file) ?? '';
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

describe('what is added to a document shows up everywhere', () => {
  test('a field', async () => {
    await change(
      '2-resources.md',
      /(?=\n\n### Resource: Dependent)/u,
      '\n| `badge` | non-empty string | unstated | number of the badge |',
    );
    expect(JSON.parse(await compiled('schemas/employee.json'))).toHaveProperty('properties.badge', {
      type: 'string',
      minLength: 1,
      description: 'number of the badge',
      'x-type': 'non-empty string',
      'x-presence': 'unstated',
      'x-source': expect.stringMatching(/^2-resources\.md:\d+$/u),
    });
    expect(JSON.parse(await compiled('schemas/employee-echo.json'))).toHaveProperty('properties.badge.type', [
      'string',
      'null',
    ]);
    expect(JSON.parse(await compiled('openapi.json'))).toHaveProperty('components.schemas.Employee.properties.badge');
    expect(await compiled('types.ts')).toContain('badge?: string;');
  });

  test('a resource', async () => {
    const table =
      '| Field | Type | Presence | Notes |\n| --- | --- | --- | --- |\n| `id` | uuid | always | identifies it |';
    await change(
      '2-resources.md',
      '### Resource: Dependent',
      `### Resource: Pet {#pet exhaustive}\n\n${table}\n\n### Resource: Dependent`,
    );
    expect(JSON.parse(await compiled('schemas/pet.json'))).toMatchObject({
      required: ['id'],
      additionalProperties: false,
    });
    expect(await compiled('names.ts')).toContain('"pet"');
    expect(await compiled('schemas.ts')).toContain('./schemas/pet.json');
    expect(await compiled('types.ts')).toContain('export interface Pet {');
  });

  test('a value of a closed list', async () => {
    await change('3-states.md', '- `done`: over', '- `done`: over\n- `dropped`: given up');
    expect(JSON.parse(await compiled('schemas/renewal-decision.json'))).toHaveProperty('properties.status.enum', [
      'submitted',
      'not_ready',
      'ready',
      'done',
      'dropped',
    ]);
    expect(await compiled('types.ts')).toContain('"done" | "dropped"');
    expect(JSON.parse(await compiled('register.json')).valueLists['renewal-status']).toContain('dropped');
  });

  test('a value of a vocabulary', async () => {
    await change('2-resources.md', '- `hmo` (assumed)', '- `hmo` (assumed)\n- `pos` (shown): somewhere');
    expect(JSON.parse(await compiled('register.json')).vocabulary.plan_type).toContainEqual({
      value: 'pos',
      shown: true,
    });
    expect(
      JSON.parse(await compiled('schemas/renewal-plan-input.json')).anyOf[1].properties.plan_type['x-values'],
    ).toContain('pos');
  });

  test('a requirement', async () => {
    await change(
      '9-versioning.md',
      '- **versions.unique**',
      '- **versions.pretty** (open; E4, E5): Versions are pretty.\n  - To whom?\n- **versions.unique**',
    );
    expect(JSON.parse(await compiled('register.json')).requirements).toContainEqual({
      id: 'versions.pretty',
      level: 'open',
      part: 'versions',
      statement: 'Versions are pretty.',
      notes: ['To whom?'],
      endpoints: ['E4', 'E5'],
      source: { document: '9-versioning.md', line: expect.any(Number) },
    });
    expect(await compiled('names.ts')).toContain('| "versions.pretty"');
  });

  test('an endpoint', async () => {
    const table =
      '| Part | Value | Notes |\n| --- | --- | --- |\n| Method and path | `GET /api/v1/groups/{group_id}` | |\n| Path parameter `group_id` | uuid | |\n| Response body | Group | |\n| Success status | not shown | |';
    await change(
      '4-endpoints.md',
      '### Requirements: Groups',
      `### Endpoint E9: Get group {#get-group}\n\n${table}\n\n### Requirements: Groups`,
    );
    expect(JSON.parse(await compiled('register.json')).endpoints.E9).toMatchObject({
      operationId: 'getGroup',
      response: 'group',
    });
    expect(JSON.parse(await compiled('openapi.json')).paths['/api/v1/groups/{group_id}'].get.responses).toHaveProperty(
      '2XX',
    );
    expect(await compiled('names.ts')).toContain('| "E9"');
    expect((await new Validator().validate(JSON.parse(await compiled('openapi.json')))).valid).toBe(true);
  });
});
