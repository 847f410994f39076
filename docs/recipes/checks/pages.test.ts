import type { CommanderError } from 'commander';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createProgram } from '../../../cli/program.ts';
import {
  commandLinesOfPage,
  commandLinesOfScript,
  expansion,
  fencesOf,
  inlineCodeOf,
  type CommandLine,
} from './command-lines.test-data.ts';

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
  ...['github', 'gitlab', 'jenkins', 'cron', 'kubernetes'].flatMap((folder) =>
    readdirSync(join(recipes, folder)).map((name) => `docs/recipes/${folder}/${name}`),
  ),
];

const program = await createProgram();
program.commands.forEach((command) => command.action(() => {}));
const flags = new Set([program, ...program.commands].flatMap(({ options }) => options.map(({ long }) => long)));

/** What may come out of an expansion: a word that is a number and a file name as well, an id, or a day. */
const standIns = ['1', '00000000-0000-4000-8000-000000000001', '2027-01-31'];

/** The words with every combination of what may come out of their expansions. */
function filledIn(words: readonly string[]): readonly (readonly string[])[] {
  return words.reduce<readonly (readonly string[])[]>(
    (before, word) => {
      const fillings = word.includes(expansion) ? standIns.map((text) => word.replaceAll(expansion, text)) : [word];
      return fillings.flatMap((filling) => before.map((all) => [...all, filling]));
    },
    [[]],
  );
}

/** What may be missing in a command that is only named in a sentence. */
const incomplete = ['commander.missingArgument', 'commander.missingMandatoryOptionValue'];

/** What the real command line says of words, without doing what they ask for; undefined: it would start. */
async function complaintOf({ words, complete }: CommandLine): Promise<string | undefined> {
  let complaint: string | undefined;
  for (const filled of words.length === 0 ? [] : filledIn(words)) {
    try {
      await program.parseAsync(filled, { from: 'user' });
      return undefined;
    } catch (error) {
      const { exitCode, code, message } = error as CommanderError;
      if (exitCode === 0 || (!complete && incomplete.includes(code))) return undefined;
      complaint = message;
    }
  }
  return complaint;
}

function dedent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
}

/** Whether the lines of a quote stand in a text one after another, whatever the indentation of the whole. */
function isQuotedFrom(quote: string, text: string): boolean {
  const lines = text.split('\n');
  const { length } = quote.split('\n');
  return lines.some((_, from) => dedent(lines.slice(from, from + length).join('\n')) === dedent(quote));
}

describe('every bfc command line that is printed is one that bfc takes', () => {
  test.for([...pages, ...scripts])('%s', async (file) => {
    const lines = file.endsWith('.md') ? commandLinesOfPage(read(file)) : commandLinesOfScript(read(file));
    const complaints: string[] = [];
    for (const call of lines) {
      const complaint = await complaintOf(call);
      if (complaint !== undefined) complaints.push(`${file}:${call.line}: ${call.text}: ${complaint}`);
    }
    expect(complaints).toEqual([]);
  });

  test('and some are found in every recipe', () => {
    const recipes = recipePages.filter((page) => !page.endsWith('README.md'));
    expect(recipes.filter((page) => commandLinesOfPage(read(page)).length === 0)).toEqual([]);
  });
});

test.for([...pages, 'CONTRIBUTING.md'])('every flag that %s names belongs to a command', (page) => {
  const unknown = inlineCodeOf(read(page)).filter(({ text }) => {
    const flag = /^(--[a-z][\w-]*)/.exec(text)?.[1];
    return flag !== undefined && flag !== '--help' && !flags.has(flag);
  });
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

test.for([
  ['npx bfc runn', 1],
  ['- npx bfc run --cases many', 1],
  ['A=1 npx node cli/bfc.js run --level none', 1],
  ['npx bfc run || npx bfc lst', 1],
  ["sh 'npm start -- --cofnig a.yaml'", 1],
  ['npx bfc run \\\n  --sed 7', 1],
  ['npx bfc run --seed "$SEED" --out "a $(date +%F)" > out.txt 2>&1 || code=$? # nightly', 0],
] as const)('in "%s" %i command lines are found wrong', async ([text, count]) => {
  const complaints = await Promise.all(commandLinesOfScript(text).map(complaintOf));
  expect(complaints.filter((complaint) => complaint !== undefined)).toHaveLength(count);
});
