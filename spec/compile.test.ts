import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { folderOfTest } from './folders.test-data.ts';
import { checkSpec, compileSpec, SpecError, writeSpec } from './compile.ts';

const example = fileURLToPath(new URL('./compiler/example-document.txt', import.meta.url));

let folder = '';
let folders = { documents: '', generated: '' };
let document = '';

beforeEach(async () => {
  folder = folderOfTest();
  folders = { documents: join(folder, 'documents'), generated: join(folder, 'generated') };
  document = join(folders.documents, '1-example.md');
  await cp(example, document);
});

/** Changes the document; the text to replace must be there. */
async function change(before: string, after: string): Promise<void> {
  const text = await readFile(document, 'utf8');
  const changed = text.replace(before, () => after);
  expect(changed).not.toBe(text);
  await writeFile(document, changed);
}

test('the generated files of the package are what the documents make of them', async () => {
  expect(await checkSpec()).toEqual([]);
});

describe('generated files', () => {
  test('are written, then fresh, then stale after a change, and checking writes nothing', async () => {
    expect((await checkSpec(folders)).every((line) => line.endsWith(' is missing'))).toBe(true);
    await expect(readdir(folders.generated)).rejects.toThrow('ENOENT');
    await writeSpec(folders);
    expect(await checkSpec(folders)).toEqual([]);
    await writeFile(join(folders.generated, 'schemas', 'old.json'), '{}');
    await rm(join(folders.generated, 'names.ts'));
    await change('A thing is made.', 'A thing comes to be.');
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
    await change('| uuid | always', '| uuid | alway');
    const failure = await writeSpec(folders).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SpecError);
    expect(String(failure)).toMatch(/documents\/1-example\.md:\d+: unknown presence/u);
    await expect(readdir(folders.generated)).rejects.toThrow('ENOENT');
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
    '| Part | Value | Notes |\n| --- | --- | --- |\n| Method and path | `GET /api/v1/pets/{pet_id}` | |\n| Path parameter `pet_id` | uuid | |\n| Response body | Pet | |\n| Success status | not shown | |';
  await change(
    '\n\n### Resource: Answer',
    `\n| \`badge\` | non-empty string | unstated | its number |\n\n### Resource: Pet {#pet exhaustive}\n\n${fields}\n\n### Resource: Answer`,
  );
  await change('- `old`: made long ago', '- `old`: made long ago\n- `gone`: given up');
  await change(
    '### Requirements: Things',
    `### Endpoint E2: Get a pet {#get-pet}\n\n${parts}\n\n### Requirements: Things`,
  );
  await change(
    '- **things.colour**',
    '- **things.pretty** (open; E2): Pets are pretty.\n  - To whom?\n- **things.colour**',
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

  expect(json('schemas/thing.json').properties.badge).toEqual({
    type: 'string',
    minLength: 1,
    description: 'its number',
    'x-type': 'non-empty string',
    'x-presence': 'unstated',
    'x-source': expect.stringMatching(/^1-example\.md:\d+$/u),
  });
  expect(json('schemas/thing-echo.json').properties.badge.type).toEqual(['string', 'null']);
  expect(openapi).toHaveProperty('components.schemas.Thing.properties.badge');
  expect(types).toContain('badge?: string;');

  expect(json('schemas/pet.json')).toMatchObject({ required: ['id'], additionalProperties: false });
  expect(textOf('schemas.ts')).toContain('./schemas/pet.json');
  expect(types).toContain('export interface Pet {');

  expect(json('schemas/thing.json').properties.state.enum).toEqual(['new', 'old', 'gone']);
  expect(types).toContain('"old" | "gone"');
  expect(register.requirements).toContainEqual({
    id: 'things.pretty',
    level: 'open',
    part: 'things',
    statement: 'Pets are pretty.',
    notes: ['To whom?'],
    endpoints: ['E2'],
    source: { document: '1-example.md', line: expect.any(Number) },
  });
  expect(register.endpoints.E2).toMatchObject({ operationId: 'getPet', response: 'pet' });
  expect(openapi.paths['/api/v1/pets/{pet_id}'].get.responses).toHaveProperty('2XX');
  for (const name of ['pet', 'things.pretty', 'E2']) expect(names).toContain(`"${name}"`);
});
