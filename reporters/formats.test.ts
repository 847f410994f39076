import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonText } from '../results/printable.ts';
import { reportFiles } from '../results/report-files.ts';
import type { Report } from '../results/report.ts';
import { attacks, everyOutcome, hostile, hostileReport } from '../results/sample-outcomes.test-data.ts';
import { sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { renderAllure } from './allure.ts';
import { renderBadge } from './badge.ts';
import { checkHar, checkMarkdown } from './format-checks.test-data.ts';
import { renderAnnotations } from './github.ts';
import { renderHar } from './har.ts';
import { allFormats, allureDirectory, renderReport, reporters, type Format } from './index.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';
import { renderTerminal } from './terminal/render-terminal.ts';

/** Characters that no report may contain: those that act on a terminal or a parser, except line breaks. */
const acting = /[\p{Cc}\p{Cs}\u202E\u2066\u200B]/u;

function checkXml(text: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- strict enough, and its successor is one more package
  expect(XMLValidator.validate(text)).toBe(true);
  expect(text.replaceAll('\n', '')).not.toMatch(acting);
  // The parser used here does not check for these; others do.
  expect(text).not.toMatch(/[\uFFFE\uFFFF]/);
}

function checkJson(text: string): void {
  // A lone surrogate would be an escape that only lenient readers accept.
  expect(JSON.stringify(JSON.parse(text))).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/);
  expect(text).not.toContain('##');
}

function checkLines(text: string): void {
  expect(text.replaceAll('\n', '')).not.toMatch(acting);
  // What a runner of GitHub or Azure would execute when it reads the output.
  expect(text).not.toMatch(/^\s*::[A-Za-z]/m);
  expect(text).not.toMatch(/##\w*\[/);
}

function checkAnnotations(text: string): void {
  for (const line of text.split('\n').slice(0, -1)) {
    expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/);
    expect(line).not.toMatch(acting);
    expect(line).not.toMatch(/##\w*\[/);
  }
}

const terminal = (report: Report): string => renderTerminal(report, { width: 80, colour: false, written: [] });
const allureText = (report: Report): string =>
  `[${Object.entries(renderAllure(report))
    .filter(([name]) => name.endsWith('-result.json'))
    .map(([, text]) => text)
    .join(',')}]`;

type Form = readonly [render: (report: Report) => string, check: (text: string) => void];

/** How every format is rendered, with the check of its text. */
const formats: Readonly<Record<Format, readonly Form[]>> = {
  terminal: [[terminal, checkLines]],
  json: [[jsonText, (text) => expect(text).not.toContain('##')]],
  // A browser reads it: html/report-page.test.ts.
  html: [],
  junit: [[renderJunit, checkXml]],
  markdown: [[renderMarkdown, checkMarkdown]],
  github: [[renderAnnotations, checkAnnotations]],
  sarif: [[renderSarif, checkJson]],
  har: [[renderHar, (text) => (checkJson(text), checkHar(text))]],
  allure: [[allureText, checkJson]],
  badge: [
    [(report) => renderBadge(report)['badge.svg'], checkXml],
    [(report) => renderBadge(report)['badge.json'], checkJson],
  ],
};

/** The report with this number of its failures as its only results. */
function withFailures(count: number, report: Report): Report {
  const failures = report.requirements.filter(({ counterexample }) => counterexample !== undefined);
  return { ...report, requirements: failures.slice(0, count) };
}

const reports: readonly (readonly [name: string, report: Report])[] = [
  ['no results', sampleReport([])],
  ['a result of every kind', everyOutcome],
  ...Object.entries(attacks).map(([name, text]) => [name, hostileReport(text)] as const),
  ['all attacks at once', hostileReport(hostile)],
  ['texts of 60 kB', withFailures(1, hostileReport('`|<'.repeat(20_000)))],
];

const forms = Object.entries(formats).flatMap(([name, of]) => of.map((form) => [name, ...form] as const));

describe.each(forms)('%s', (_format, render, check) => {
  it.each(reports)('is valid for any answer of a target: %s', (_report, report) => {
    expect(() => check(render(report))).not.toThrow();
  });
});

it('a JUnit report with hostile texts has the structure of one without', () => {
  const shapeOf = (report: Report): unknown => {
    const document: unknown = new XMLParser({ ignoreAttributes: true, parseTagValue: false }).parse(
      renderJunit(report),
    );
    return JSON.parse(JSON.stringify(document), (_key, value: unknown) => (typeof value === 'string' ? '' : value));
  };
  expect(shapeOf(hostileReport(hostile))).toEqual(shapeOf(hostileReport('plain')));
});

describe('writing a report', () => {
  let directory = '';
  beforeEach(() => {
    directory = folderOfTest();
  });

  const report = sampleReport([sampleResult('token.issue')]);

  function destination(into: string, environment: Readonly<Record<string, string>> = {}) {
    const printed: string[] = [];
    const warned: string[] = [];
    const print = (text: string) => void printed.push(text);
    const warn = (line: string) => void warned.push(line);
    return { printed, warned, to: { directory: into, print, warn, width: 100, colour: false, environment } };
  }

  it('makes the requested formats in any order, and prints where they are', async () => {
    const { printed, to } = destination(directory);
    await renderReport(report, ['json'], to);
    expect([printed, await readdir(directory)]).toEqual([[], ['report.json']]);
    await renderReport(report, ['terminal', 'json', 'allure'], to);
    expect(printed.join('')).toContain(`written to ${join(directory, 'report.json')}\n`);
    expect(printed.join('')).toContain('next to it allure-results\n');
  });

  it('prints the terminal report even if a file cannot be written', async () => {
    await writeFile(join(directory, 'file'), '');
    const { printed, to } = destination(join(directory, 'file'));
    await expect(renderReport(report, ['json', 'terminal'], to)).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(printed.join('')).toContain('conformant: 1 of 1 required pass');
  });

  it.runIf(existsSync('/dev/full'))('reports a full disk with the path of the file', async () => {
    await symlink('/dev/full', join(directory, `report.json.${process.pid}.tmp`));
    const { to } = destination(directory);
    const path = join(directory, 'report.json');
    await expect(renderReport(report, ['json'], to)).rejects.toMatchObject({ code: 'ENOSPC', path });
    expect(await readdir(directory)).toEqual([]);
  });

  it('writes exactly the files that the table of formats names', async () => {
    const { to } = destination(directory);
    await renderReport(everyOutcome, allFormats({}), to);
    const named = Object.values(reportFiles).flat();
    expect((await readdir(directory)).toSorted()).toEqual([...named, 'allure-results'].toSorted());
  });

  it('includes annotations in all formats only on GitHub, and prints them after the terminal report', async () => {
    expect(allFormats({})).not.toContain('github');
    expect(allFormats({ GITHUB_ACTIONS: 'true' })).toEqual(Object.keys(reporters));
    const { printed, to } = destination(directory);
    await renderReport(everyOutcome, ['github', 'terminal'], to);
    expect(printed).toEqual([expect.any(String), expect.stringMatching(/^::error /)]);
  });

  it('appends the summary to the step summary of a CI', async () => {
    const step = join(directory, 'step');
    await writeFile(step, 'before');
    const { to } = destination(directory, { GITHUB_STEP_SUMMARY: step });
    await renderReport(report, ['markdown'], to);
    const summary = await readFile(join(directory, 'summary.md'), 'utf8');
    expect(await readFile(step, 'utf8')).toBe(`before\n${summary}`);
  });

  describe('Allure results', () => {
    const folder = () => allureDirectory(directory);
    const read = (name: string) => readFile(join(folder(), name), 'utf8');

    it('replace those of an earlier run, and keep other files', async () => {
      await mkdir(folder());
      const others = ['history.jsonl', 'c-result.json', 'd-container.json', 'd-attachment.txt'];
      for (const name of [...others, 'bfc-1-result.json', 'bfc-2-attachment.json'])
        await writeFile(join(folder(), name), '');
      await renderReport(report, ['allure'], destination(directory).to);
      const own = (await readdir(folder())).filter((name) => !others.includes(name));
      expect(own).toEqual([expect.stringMatching(/^bfc-.*-result\.json$/), 'bfc-globals.json']);
      expect(await readdir(folder())).toEqual(expect.arrayContaining(others));
      expect(JSON.parse(await read(own[0] ?? ''))).toMatchObject({ fullName: 'token.issue', status: 'passed' });
    });

    it('refer to existing attachments', async () => {
      await renderReport(everyOutcome, ['allure'], destination(directory).to);
      const names = await readdir(folder());
      const texts = await Promise.all(names.filter((name) => name.endsWith('-result.json')).map(read));
      const sources = texts.flatMap((text) =>
        [...text.matchAll(/"source": "([^"]+-attachment[^"]+)"/g)].map(([, source]) => source),
      );
      expect(sources).toHaveLength(13);
      expect(names).toEqual(expect.arrayContaining(sources));
    });
  });

  it('warns if the step summary cannot be appended to, and writes the other formats', async () => {
    const { printed, warned, to } = destination(directory, { GITHUB_STEP_SUMMARY: join(directory, 'none', 'step') });
    await renderReport(report, ['markdown', 'terminal'], to);
    expect(await readdir(directory)).toEqual(['summary.md']);
    expect(printed.join('')).toContain('conformant: 1 of 1 required pass');
    expect(warned).toEqual([expect.stringMatching(/GITHUB_STEP_SUMMARY.*ENOENT/)]);
  });
});
