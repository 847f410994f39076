import { globSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { reporters } from '../reporters/index.ts';
import { allureFolder, reportFiles } from '../results/report-files.ts';
import { generatedPages, renderPage } from './generate.ts';

const root = join(import.meta.dirname, '..');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

const pages = ['*.md', 'docs/**/*.md', 'spec/documents/README.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }).map(String),
);
const folders = ['bench', 'cli', 'docs', 'generators', 'reference', 'reporters', 'results', 'spec', 'suites', 'target'];
const files = folders.flatMap((folder) => globSync(`${folder}/**/*`, { cwd: root }).map(String));
const fileNames = new Set(files.map((file) => file.slice(file.lastIndexOf('/') + 1)));

/** The anchors that GitHub gives to the headings of a page. */
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

test.for(generatedPages)('the tables of docs/%s are as the code has them: npm run docs writes them', async (name) => {
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
  expect(paths.filter((found) => globSync(found, { cwd: root }).length === 0)).toEqual([]);
  expect(names.filter((name) => !fileNames.has(name) && !name.startsWith('conformance.config.'))).toEqual([]);
});

test('docs/reports.md names every format and every file of a report', () => {
  const page = read('docs/reports.md');
  const names = [...Object.keys(reporters), ...Object.values(reportFiles).flat(), `${allureFolder}/`];
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
