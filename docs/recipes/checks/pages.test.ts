import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { commandLinesOfPage, commandLinesOfScript, flagsOfPage } from './command-lines.test-data.ts';
import { fencesOf, isQuotedFrom } from './fences.test-data.ts';
import { openCommandTrial } from './try-command.test-data.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const recipes = join(root, 'docs/recipes');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const recipePages = readdirSync(recipes)
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/recipes/${name}`);
// What CONTRIBUTING.md shows of a new requirement isn't there yet: of that page the flags alone are looked at.
const referencePages = ['command-line', 'configuration', 'reports', 'safety', 'performance'].map(
  (name) => `docs/${name}.md`,
);
const pages = ['README.md', ...referencePages, ...recipePages];
const scripts = [
  ...readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`),
  ...['github', 'gitlab', 'jenkins', 'cron'].flatMap((folder) =>
    readdirSync(join(recipes, folder)).map((name) => `docs/recipes/${folder}/${name}`),
  ),
];

const trial = await openCommandTrial();

describe('every bfc command line that is printed is one that bfc takes', () => {
  test.for([...pages, ...scripts])('%s', async (file) => {
    const lines = file.endsWith('.md') ? commandLinesOfPage(read(file)) : commandLinesOfScript(read(file));
    const complaints: string[] = [];
    for (const { line, text, words, complete } of lines) {
      const complaint = await trial.complaint(words, complete);
      if (complaint !== undefined) complaints.push(`${file}:${line}: ${text}: ${complaint}`);
    }
    expect(complaints).toEqual([]);
  });

  test('and some are found in every recipe', () => {
    const recipes = recipePages.filter((page) => !page.endsWith('README.md'));
    expect(recipes.filter((page) => commandLinesOfPage(read(page)).length === 0)).toEqual([]);
  });
});

test.for([...pages, 'CONTRIBUTING.md'])('every flag that %s names belongs to a command', (page) => {
  const unknown = flagsOfPage(read(page)).filter(({ flag }) => !trial.hasFlag(flag));
  expect(unknown).toEqual([]);
});

test.for(recipePages)('what %s quotes from a file stands there word by word', (page) => {
  const wrong = fencesOf(read(page)).filter(
    ({ file, text }) =>
      file !== undefined && !isQuotedFrom(text, readFileSync(join(root, dirname(page), file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test.for(pages)('the YAML and JSON in %s can be parsed', (page) => {
  const wrong = fencesOf(read(page)).filter(
    ({ language, text }) =>
      ['yaml', 'json'].includes(language) && parseAllDocuments(text).some(({ errors }) => errors.length > 0),
  );
  expect(wrong).toEqual([]);
});

describe('a command line that is wrong is found', () => {
  const complaintsOf = async (text: string): Promise<readonly string[]> => {
    const found = commandLinesOfScript(text).map(({ words, complete }) => trial.complaint(words, complete));
    return (await Promise.all(found)).filter((complaint) => complaint !== undefined);
  };

  test.for([
    'npx bfc runn',
    'npm start -- --cofnig a.yaml',
    '- npx bfc run --cases many',
    'run: npx bfc serve --port',
    'A=1 npx node cli/bfc.js run --level none',
    'npx bfc run || npx bfc lst',
    "sh 'npx bfc lst'",
    'npx bfc run \\\n  --sed 7',
  ])('%j', async (text) => {
    expect(await complaintsOf(text)).toHaveLength(1);
  });

  test('but not in what the shell keeps for itself', async () => {
    expect(
      await complaintsOf('npx bfc run --seed "$SEED" --out "a $(date +%F)" > out.txt 2>&1 || code=$? # nightly'),
    ).toEqual([]);
  });
});
