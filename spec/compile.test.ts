import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { folderOfTest } from './folders.test-data.ts';
import { checkSpec, SpecError, writeSpec } from './compile.ts';
import { formatMistake, mistakeCodes, type Mistake } from './compiler/mistakes.ts';
import { readModel } from './compiler/read-documents.ts';

/** A small interface without mistakes; every case breaks one thing in it. */
const sound = readFileSync(new URL('./compiler/example-document.txt', import.meta.url), 'utf8');

/** The mistake, what is replaced by what, the start of the reported line, and part of the message. */
const cases: readonly (readonly [code: string, replace: string, by: string, at: string, says: string])[] = [
  ['unknown-type', '| uuid | always', '| uid | always', '| `id` |', '"uid" for field "id"; use one of: uuid, string,'],
  ['unknown-type', 'shelf_id` | uuid', 'shelf_id` | date', '| Path parameter', '"date" of path parameter "shelf_id";'],
  ['unknown-presence', 'uuid | always', 'uuid | sometimes', '| `id` |', 'unknown presence "sometimes" for field "id"'],
  ['nested-way', 'number | unstated', 'number | either: by size', '| `size.width` |', 'size.width'],
  ['dangling-reference', 'echo of Thing', 'echo of Thong', '| `thing` |', 'called "Thong".*defined are: Thing, Answer'],
  ['dangling-reference', 'seen Phase', 'map of Stage to string', '| `phase` |', 'of seen values is called "Stage"'],
  ['dangling-reference', 'open colour', 'open color', '| `colour` |', 'no vocabulary is called "color"'],
  ['dangling-reference', 'Response body | Answer', 'Response body | Nothing', '### Endpoint E1', '"Nothing", as the'],
  ['unknown-endpoint', '(required; E1)', '(required; E1, E7)', '- **things.make**', 'is called "E7".*defined are: E1'],
  ['missing-level', '(required; E1): A', 'A', '- **things.make**', '"things.make" has no level'],
  ['unknown-level', '(required; E1)', '(urgent; E1)', '- **things.make**', '"urgent".*use one of: required, expected,'],
  ['malformed-item', '(required; E1): A thing is made.', '(required; E1):', '- **things.make**', '"things.make"'],
  ['malformed-item', '**things.colour**', '**things.Colour**', '- **things.Colour**', '"things.Colour" is no'],
  ['malformed-item', '(open point) What', 'What', '- What', 'neither a requirement nor an open point'],
  ['malformed-value', '`new`: just made', 'new', '- new', 'is no value; write it like'],
  ['malformed-value', '`blue` (assumed)', '`blue`', '- `blue`', 'write it like "- `ppo` \\(shown\\)'],
  ['misplaced-requirement', '**things.colour**', '**colours.any**', '- **colours.any**', 'under the part "things"'],
  ['requirement-in-prose', 'A thing.\n', '- **things.lost** (open): Lost.\n', '- **things.lost**', '"things.lost"'],
  ['duplicate-name', '**things.colour**', '**things.make**', '- **things.make** (open)', '"things.make" is already'],
  ['duplicate-name', '{#answer}', '{#thing}', '### Resource: Answer', 'the id "thing" is already'],
  ['duplicate-name', '| Things |', '| Things |\n| `things` | Stuff |', '| `things` | Stuff', 'the part'],
  ['duplicate-heading', '### Vocabulary', '### Phase\n\n### Phase\n\n### Vocabulary', '### Phase (second)', 'on line'],
  ['duplicate-field', '`colour` | open', '`state` | open', '| `state` | open', '"state" is already on line 16'],
  ['duplicate-value', '`old`', '`new`', '- `new`: made long ago', '"new" is listed twice'],
  ['duplicate-row', '| Request body | Thing | |', '| Response body | Thing | |', '| Response body | Answer', 'twice'],
  ['missing-parent', '`size.width`', '`weight.width`', '| `weight.width`', '"weight" with the type object above it'],
  ['missing-parent', '`size` | object', '`size` | string', '| `size.width`', '"size.width" is in no object'],
  ['missing-table', '| --- | --- | --- | --- |\n', '', '### Resource: Thing', 'has no table'],
  ['missing-column', 'Type | Presence', 'Kind | Presence', '| Field | Kind', 'column "Type" and has the column "Kind"'],
  ['stray-table', '# Example\n', '# Example\n\n| A |\n| --- |\n', '| A |', 'belongs to nothing'],
  ['empty-cell', 'always | its state', 'always |', '| `state`', 'the cell under "Notes" is empty'],
  ['missing-list', '- `first`: the first\n', 'None.\n', '### Seen values: Phase', 'lists no value'],
  ['unknown-part', 'Requirements: Things {#things}', 'Requirements: Things {#stuff}', '- **things.make**', '"stuff"'],
  ['empty-part', '| `things` | Things |', '| `things` | Things |\n| `stuff` | Stuff |', '| `stuff`', '"stuff" has no'],
  ['missing-title', '# Example\n', '', '### Parts', 'does not begin with its title'],
  ['unknown-directive', 'Resource: Answer', 'Record: Answer', '### Record', '"Record".*begin it with one of: Parts,'],
  ['malformed-heading', ' {#answer}', '', '### Resource: Answer', 'lacks a title or an id'],
  ['unknown-flag', '{#answer}', '{#answer sealed}', '### Resource: Answer', 'unknown flag "sealed"'],
  ['misplaced-heading', '### Resource: Answer', '## Resource: Answer', '## Resource: Answer', 'level 2; give it three'],
  ['unnumbered-endpoint', 'Endpoint E1:', 'Endpoint:', '### Endpoint', "doesn't say which endpoint it is"],
  ['missing-row', '| Method and path | `POST /api/v1/shelves/{shelf_id}/things` | |\n', '', '### Endpoint E1', ' its '],
  ['missing-row', '| Success status | 201 | |\n', '', '### Endpoint E1', 'doesn\'t say its "Success status"'],
  ['unknown-row', '| Request body', '| Body', '| Body', 'unknown part "Body".*use one of: Method and path'],
  ['malformed-path', '`POST /api', '`PATCH /api', '| Method and path', 'is no method and path.*GET, POST, PUT'],
  ['undescribed-parameter', '/things`', '/things/{thing_id}`', '| Method and path', '"thing_id" is not described'],
  ['unknown-parameter', '/shelves/{shelf_id}', '', '| Path parameter', 'the path has no parameter "shelf_id"'],
  ['malformed-status', '| 201 |', '| fine |', '| Success status', '"fine" is no success status'],
  ['second-table', '### Values: Thing state', '| A |\n| --- |\n\n### Values: Thing state', '| A |', 'a second table'],
];

function mistakesOf(text: string): readonly Mistake[] {
  try {
    readModel([{ name: 'example.md', text }], (name) => `documents/${name}`);
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.mistakes;
    throw error;
  }
}

function lineOf(text: string, at: string): number {
  const [start, second] = [at.replace(' (second)', ''), at.endsWith(' (second)')];
  const lines = text.split('\n').flatMap((line, index) => (line.startsWith(start) ? index + 1 : []));
  return lines.at(second ? 1 : 0) ?? 0;
}

test('a valid document has no mistakes', () => {
  const { requirements, openPoints } = readModel([{ name: 'example.md', text: sound }]);
  expect(requirements).toMatchObject([
    {
      id: 'things.make',
      level: 'required',
      statement: 'A thing is made.',
      notes: ['Colours are open.'],
      endpoints: ['E1'],
    },
    { id: 'things.colour', level: 'open', notes: [], endpoints: [] },
  ]);
  expect(openPoints.map(({ statement }) => statement)).toEqual(['What things are for.']);
});

describe('a malformed document', () => {
  test.each(cases)('is refused: %s, case %$', (code, replace, by, at, says) => {
    const text = sound.replace(replace, () => by);
    expect(text).not.toBe(sound);
    const found = mistakesOf(text).filter((mistake) => mistake.code === code);
    expect(found.map(formatMistake).join('\n')).toMatch(new RegExp(says, 'u'));
    expect(found.map(({ file, line }) => `${file}:${line}`)).toContain(`documents/example.md:${lineOf(text, at)}`);
  });

  test('is tested with every kind of mistake that a single document can have', () => {
    const covered = new Set(cases.map(([code]) => code));
    expect(mistakeCodes.filter((code) => !covered.has(code))).toEqual(['unreadable-document', 'misnamed-document']);
  });

  test('has all its mistakes reported at once, in order and one per line', () => {
    const text = sound
      .replace('| uuid | always', '| uid | always')
      .replace('open colour', 'open color')
      .replace('(required; E1)', '(urgent)');
    expect(mistakesOf(text).map(({ code }) => code)).toEqual(['unknown-type', 'dangling-reference', 'unknown-level']);
    expect(() => readModel([{ name: 'example.md', text }])).toThrow(
      /^example\.md:15: [^\n]+; [^\n]+\nexample\.md:\d+: [^\n]+; [^\n]+\nexample\.md:\d+: [^\n]+; [^\n]+$/u,
    );
  });
});

test.each([
  'array of',
  'array of strin',
  'map of string',
  'map of number to string',
  'one of lower',
  'open Sex',
  'constant',
  'or null',
])('the type "%s" is not in the grammar', (written) => {
  const text = sound.replace('| uuid | always', `| ${written} | always`);
  expect(mistakesOf(text).map(({ code }) => code)).toContain('unknown-type');
});

let folder = '';
let folders = { documents: '', generated: '' };
let document = '';

beforeEach(async () => {
  folder = folderOfTest();
  folders = { documents: join(folder, 'documents'), generated: join(folder, 'generated') };
  document = join(folders.documents, '1-example.md');
  await mkdir(folders.documents);
  await writeFile(document, sound);
});

async function change(before: string, after: string): Promise<void> {
  const text = await readFile(document, 'utf8');
  const changed = text.replace(before, () => after);
  expect(changed).not.toBe(text);
  await writeFile(document, changed);
}

test('the generated files of the package are up to date with the documents: npm run spec writes them', async () => {
  expect(await checkSpec()).toEqual([]);
});

describe('generated files', () => {
  test('are written, then fresh, then stale after a change, and checking writes nothing', async () => {
    expect((await checkSpec(folders)).every((line) => line.endsWith(' is missing'))).toBe(true);
    await expect(readdir(folders.generated)).rejects.toThrow('ENOENT');
    await writeSpec(folders);
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

  test('are not written if the documents have a mistake, which is reported with its file', async () => {
    await change('| uuid | always', '| uuid | alway');
    const failure = await writeSpec(folders).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SpecError);
    expect(String(failure)).toMatch(/documents\/1-example\.md:\d+: unknown presence/u);
    await expect(readdir(folders.generated)).rejects.toThrow('ENOENT');
  });

  test('are not written if the name of a document has no number', async () => {
    await writeFile(join(folders.documents, 'notes.md'), '# Notes\n');
    await expect(writeSpec(folders)).rejects.toThrow(/documents\/notes\.md:1: .*; call it like 1-service\.md/u);
  });

  test.each(['nowhere', '.'])('need a folder of documents, not %s', async (name) => {
    await expect(checkSpec({ ...folders, documents: join(folder, name) })).rejects.toMatchObject({
      mistakes: [{ code: 'unreadable-document' }],
    });
  });
});
