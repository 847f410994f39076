import type { CommanderError } from 'commander';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createProgram } from '../cli/program.ts';
import { nodesOf } from '../reporters/format-checks.test-data.ts';
import { fault, rewrite } from '../reference/faults/rewrites.ts';
import { reporters } from '../reporters/index.ts';
import { allureFolder, reportFiles } from '../results/report-files.ts';
import { register, type Level } from '../spec/index.ts';
import { generatedPages, renderPage, withCounts } from './generate.ts';

const root = join(import.meta.dirname, '..');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

const filesAt = (...patterns: readonly string[]): readonly string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).map(String));

const pages = filesAt('*.md', 'docs/**/*.md', 'spec/documents/README.md');
const folders = ['bench', 'cli', 'docs', 'generators', 'reference', 'reporters', 'results', 'spec', 'suites', 'target'];
const fileNames = new Set(filesAt(...folders.map((folder) => `${folder}/**/*`)).map((file) => basename(file)));

function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isLost(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, file))) return true;
  return anchor !== undefined && statSync(join(root, file)).isFile() && !anchorsOf(read(file)).includes(anchor);
}

test.for(generatedPages)('what docs/%s repeats of the code is as it is there: npm run docs writes it', async (name) => {
  expect(read(`docs/${name}`)).toBe(await renderPage(name));
});

test.for(pages)('the links of %s lead to files and headings that are there', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => isLost(page, target))).toEqual([]);
});

test.for(pages)('the files and folders that %s names are there', (page) => {
  const text = read(page).replaceAll(/https?:\S+/g, '');
  const path = new RegExp(String.raw`(?<![\w./@-])(?:${folders.join('|')})\/[\w./*-]*[\w*/]`, 'g');
  const paths = [...text.matchAll(path)].map(([found]) => found);
  const names = [...text.matchAll(/`([\w-]+(?:\.[\w-]+)*\.(?:ts|js))`/g)].map(([, name = '']) => name);
  expect(paths.filter((found) => filesAt(found).length === 0)).toEqual([]);
  expect(names.filter((name) => !fileNames.has(name) && !name.startsWith('conformance.config.'))).toEqual([]);
});

const filesOfReports = Object.values(reportFiles).flat();

test.for([
  ['docs/reports.md', [...Object.keys(reporters), ...filesOfReports, `${allureFolder}/`]],
  ['docs/recipes/regression-gate.md', [...filesOfReports, allureFolder]],
] as const)('%s names every format, or every file, of a report', ([page, names]) => {
  const text = read(page);
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

const recipePages = filesAt('docs/recipes/*.md');
const referencePages = ['command-line', 'configuration', 'reports', 'safety', 'performance'];
// CONTRIBUTING.md shows a new requirement that does not exist yet, so only the flags in that page are checked.
const commandPages = ['README.md', ...referencePages.map((name) => `docs/${name}.md`), ...recipePages];
const scripts = filesAt('.github/workflows/*', 'docs/recipes/*/*', 'docs/recipes/*/.*');

/** A call of `bfc` somewhere in a page or a pipeline. */
interface CommandLine {
  readonly text: string;
  /** The words after the program's name: what `bfc` would receive. */
  readonly words: readonly string[];
  /** Whether it can be run as it is, and is not just named in a sentence. */
  readonly complete: boolean;
}

/** Stands for what the shell or the CI would insert into a word. */
const expansion = '\u{1}';

const token =
  /(?<space>\s+)|(?<end>#.*|2?>&1|2?>>?|\|\|?|&&?|[;()<])|(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\|&;()<>])+)/y;

function unquote(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, escaped) =>
    String(single ?? double ?? escaped).replaceAll(/\\(["\\$`])/g, '$1'),
  );
}

/** The words of the first command of a shell line, up to a pipe, a redirection, a comment or the end of the command. */
function shellWords(line: string): readonly string[] {
  const filled = line.replaceAll(
    /\$\{\{.*?\}\}|\$\(\(.*?\)\)|\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$[A-Za-z_]\w*/g,
    expansion,
  );
  const words: string[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(filled); found?.groups !== undefined; found = token.exec(filled)) {
    const { word, end } = found.groups;
    if (end !== undefined) break;
    if (word !== undefined) words.push(unquote(word));
  }
  return words;
}

/** How `bfc` is called: directly, or by a script whose name is a command. */
const caller =
  /^(?:(?:npx )?(?:node cli\/bfc\.js|bfc)|npm (?<start>start)(?: --)?|npm run (?<command>prove|spec)(?: --)?)(?= |$)/;

/** Where a command may begin: at the beginning of a line, or after what a shell, YAML or Groovy puts before one. */
const heads = /(?:^|[|&;(]|\b(?:run:|if|then|do|else|!)|- |\$ |sh ['"]+|[A-Z_]+=\S* )\s*(?=(?:npx |node |npm |bfc))/g;

function callIn(text: string): readonly string[] | undefined {
  const found = caller.exec(text);
  if (found === null) return undefined;
  const { start, command = start === undefined ? undefined : 'run' } = found.groups ?? {};
  return [...(command === undefined ? [] : [command]), ...shellWords(text.slice(found[0].length))];
}

/** The calls of `bfc` in a shell script, a pipeline file, or a block of either. */
function commandLinesOfScript(script: string): readonly CommandLine[] {
  const lines = script.replaceAll(/[ \t]*\\\n\s*/g, ' ').split('\n');
  return lines.flatMap((text) => {
    if (text.trimStart().startsWith('#')) return [];
    return [...text.matchAll(heads)].flatMap((head) => {
      const rest = text.slice(head.index + head[0].length);
      const words = callIn(head[0].endsWith("sh '") ? rest.replace(/'$/, '') : rest);
      return words === undefined ? [] : [{ text: rest.trim(), words, complete: true }];
    });
  });
}

/**
 * The fenced blocks of a Markdown page, in order, without the indentation or quotation marks of their container, and
 * with the file that they are quoted from, relative to the page: `yaml file=github/gate.yml`.
 */
function fencesOf(markdown: string) {
  return nodesOf(markdown).flatMap((node) => {
    if (node.type !== 'code') return [];
    const file = /\bfile=(\S+)/.exec(node.meta ?? '')?.[1];
    return [{ language: node.lang ?? '', file, text: node.value }];
  });
}

const inlineCodeOf = (markdown: string): readonly string[] =>
  nodesOf(markdown).flatMap((node) => (node.type === 'inlineCode' ? [node.value] : []));

/** The calls of `bfc` in a Markdown page: complete ones in its blocks, and those named in its sentences. */
function commandLinesOfPage(markdown: string): readonly CommandLine[] {
  const inBlocks = fencesOf(markdown)
    .filter(({ language }) => ['sh', 'bash', 'console', 'yaml', 'groovy'].includes(language))
    .flatMap(({ text }) => commandLinesOfScript(text));
  const inSentences = inlineCodeOf(markdown).flatMap((text) => {
    const words = callIn(text)?.filter((word) => word !== '…');
    return words === undefined ? [] : [{ text, words, complete: false }];
  });
  return [...inBlocks, ...inSentences];
}

const program = await createProgram();
program.commands.forEach((command) => command.action(() => {}));
const flags = new Set([program, ...program.commands].flatMap(({ options }) => options.map(({ long }) => long)));

/** Possible values of an expansion after a flag; elsewhere a number will do. */
const id = '00000000-0000-4000-8000-000000000001';
const standIns: Readonly<Record<string, string>> = { '--today': '2027-01-31', '--carrier-ids': id, '--plan-ids': id };

/** What may be missing in a command that is only named in a sentence. */
const incomplete = ['commander.missingArgument', 'commander.missingMandatoryOptionValue'];

/** The complaint of the real command line about these words, without acting on them; undefined if it would start. */
async function complaintOf({ words, complete }: CommandLine): Promise<string | undefined> {
  if (words.length === 0) return undefined;
  const filled = words.map((word, at) => word.replaceAll(expansion, standIns[words[at - 1] ?? ''] ?? '1'));
  try {
    await program.parseAsync(filled, { from: 'user' });
    return undefined;
  } catch (error) {
    const { exitCode, code, message } = error as CommanderError;
    return exitCode === 0 || (!complete && incomplete.includes(code)) ? undefined : message;
  }
}

function dedent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
}

/** Whether the lines of a quote are consecutive lines of a text, regardless of their common indentation. */
function isQuotedFrom(quote: string, text: string): boolean {
  const lines = text.split('\n');
  const { length } = quote.split('\n');
  return lines.some((_, from) => dedent(lines.slice(from, from + length).join('\n')) === dedent(quote));
}

describe('every bfc command line that is printed is one that bfc takes', () => {
  test.for([...commandPages, ...scripts])('%s', async (file) => {
    const lines = file.endsWith('.md') ? commandLinesOfPage(read(file)) : commandLinesOfScript(read(file));
    const complaints: string[] = [];
    for (const call of lines) {
      const complaint = await complaintOf(call);
      if (complaint !== undefined) complaints.push(`${call.text}: ${complaint}`);
    }
    expect(complaints).toEqual([]);
  });

  test('and some are found in every recipe', () => {
    const recipes = recipePages.filter((page) => !page.endsWith('README.md'));
    expect(recipes.filter((page) => commandLinesOfPage(read(page)).length === 0)).toEqual([]);
  });
});

test('npm run docs writes how many requirements README.md counts', () => {
  const text = read('README.md');
  const stale = text
    .replaceAll(/\d+(?= required )/g, '0')
    .replaceAll(/^ {2}(?:On the wire|all) .*$/gm, (row) => row.replaceAll(/ \d/g, ' 9'));
  expect(stale).not.toBe(text);
  expect(withCounts(stale)).toBe(text);
  const countOf = (level: Level): number => register.filter((one) => one.level === level).length;
  const [, ...counts] = /^ {2}all +(\d+) .* (\d+) .* (\d+)$/m.exec(text) ?? [];
  expect(counts.map(Number)).toEqual([countOf('required'), countOf('expected'), countOf('open')]);
});

test.for([...commandPages, 'CONTRIBUTING.md'])('every flag that %s names belongs to a command', (page) => {
  const unknown = inlineCodeOf(read(page)).filter((text) => {
    const flag = /^(--[a-z][\w-]*)/.exec(text)?.[1];
    return flag !== undefined && flag !== '--help' && !flags.has(flag);
  });
  expect(unknown).toEqual([]);
});

test('CONTRIBUTING.md names everything that a fault can do at endpoints', () => {
  const [, section = ''] = /^## Add a fault\n(.*?)^## /ms.exec(read('CONTRIBUTING.md')) ?? [];
  const methods = [rewrite, fault('groups.list', 'none')].flatMap((row) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(row)),
  );
  const named = new Set(section.match(/(?<=`|\.)[a-z]\w*(?=`|\()/gi));
  expect(methods.filter((name) => name !== 'constructor' && !named.has(name))).toEqual([]);
});

test.for(recipePages)('what %s quotes from a file stands there word by word', (page) => {
  const wrong = fencesOf(read(page)).filter(
    ({ file, text }) => file !== undefined && !isQuotedFrom(text, read(join(dirname(page), file))),
  );
  expect(wrong).toEqual([]);
});

test.for(commandPages)('the YAML and JSON in %s can be parsed', (page) => {
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
