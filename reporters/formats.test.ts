import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { allureResult } from './allure.ts';
import { renderBadgeEndpoint, renderBadgeSvg } from './badge.ts';
import { renderAnnotations } from './github.ts';
import { checkHar } from './check-har.test-data.ts';
import { renderHar } from './har.ts';
import { jsonText } from '../results/printable.ts';
import { renderHtml } from './html/write-html.ts';
import { renderJunit } from './junit.ts';
import { checkMarkdown } from './check-markdown.test-data.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report } from '../results/report.ts';
import { attacks, everyOutcome, hostile, hostileReport } from '../results/sample-outcomes.test-data.ts';
import { sampleReport } from '../results/sample-reports.test-data.ts';
import { renderSarif } from './sarif.ts';
import { renderTerminal } from './terminal/render-terminal.ts';
import { renderJson } from '../results/report-files.ts';

/** What no text of ours may hold: what acts on a terminal or a parser, other than line breaks. */
const acting = /[\p{Cc}\p{Cs}\u202E\u2066\u200B]/u;

function checkXml(text: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- strict enough, and its successor is one more package
  expect(XMLValidator.validate(text)).toBe(true);
  expect(text.replaceAll('\n', '')).not.toMatch(acting);
  // Of these the parser at hand is not aware, others are.
  expect(text).not.toMatch(/[\uFFFE\uFFFF]/);
}

function checkJson(text: string): void {
  // Half of a pair would be an escape that only lenient readers take.
  expect(JSON.stringify(JSON.parse(text))).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/);
  expect(text).not.toContain('##');
}

function checkLines(text: string): void {
  expect(text.replaceAll('\n', '')).not.toMatch(acting);
  // What the runner of GitHub, or of Azure, would obey when it reads the output.
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

const allureText = (report: Report): string =>
  jsonText(report.requirements.map((result) => allureResult(result, report)));

/** Every form of the report that is made of text alone, with what reads it. */
const forms: readonly (readonly [name: string, render: (report: Report) => string, check: (text: string) => void])[] = [
  ['terminal', (report) => renderTerminal(report, { width: 80, colour: false, written: [] }), checkLines],
  ['json', renderJson, (text) => expect(text).not.toContain('##')],
  ['junit', renderJunit, checkXml],
  ['markdown', renderMarkdown, checkMarkdown],
  ['github', renderAnnotations, checkAnnotations],
  ['sarif', renderSarif, checkJson],
  ['har', renderHar, (text) => (checkJson(text), checkHar(text))],
  ['allure', allureText, checkJson],
  ['badge as SVG', renderBadgeSvg, checkXml],
  ['badge as JSON', renderBadgeEndpoint, checkJson],
];

/** The report with as many of its failures, the passes left out. */
function withFailures(count: number, report: Report): Report {
  const failures = report.requirements.filter(({ counterexample }) => counterexample !== undefined);
  return { ...report, requirements: failures.slice(0, count) };
}

const reports: readonly (readonly [name: string, report: Report])[] = [
  ['nothing in it', sampleReport([])],
  ['a result of every kind', everyOutcome],
  ...Object.entries(attacks).map(([name, text]) => [name, hostileReport(text)] as const),
  ['all attacks at once', hostileReport(hostile)],
  ['texts of 60 kB', withFailures(1, hostileReport('`|<'.repeat(20_000)))],
];

describe.each(forms)('%s', (_form, render, check) => {
  it.each(reports)('can be read for any answer of a target: %s', (_report, report) => {
    expect(() => check(render(report))).not.toThrow();
  });
});

it('a report of hostile texts has the shape of one without', () => {
  const shapeOf = (report: Report): unknown => {
    const document: unknown = new XMLParser({ ignoreAttributes: true, parseTagValue: false }).parse(
      renderJunit(report),
    );
    return JSON.parse(JSON.stringify(document), (_key, value: unknown) => (typeof value === 'string' ? '' : value));
  };
  expect(shapeOf(hostileReport(hostile))).toEqual(shapeOf(hostileReport('plain')));
});

describe('what the target takes', () => {
  const terminal = (report: Report): string => renderTerminal(report, { width: 80, colour: false, written: [] });

  it('is a line for each subject on the terminal, and told with the refusal that taught it on pages', () => {
    expect(terminal(everyOutcome)).toContain(`What this target takes
  member snapshots: postal codes as five digits; no middle names
  reads: a decision is listed 0.4 s after the write
`);
    expect(renderMarkdown(everyOutcome)).toContain(`### What this target takes

- member snapshots: postal codes as five digits; before, refused with \`422 zip_code: five digits\`
- member snapshots: no middle names
`);
    expect(renderHtml(everyOutcome).split('id="accepts"')[1]).toContain('422 zip_code: five digits');
  });

  it('is not told where all was taken at once', () => {
    for (const render of [terminal, renderMarkdown, renderHtml])
      expect(render(sampleReport([]))).not.toMatch(/What (?:this target|it) takes/);
  });
});
