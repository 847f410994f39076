import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { axeViolations, startFileBrowser, type FileBrowser } from './html/browser.test-data.ts';
import type { Report } from '../results/report.ts';
import { pastReport, withRun } from '../results/sample-reports.test-data.ts';
import { addToHistory, renderTrend } from './trend-page.ts';
import { readHistory, trendOf, type History } from '../results/history.ts';

let browser: FileBrowser;
beforeAll(async () => {
  browser = await startFileBrowser();
});
afterAll(() => browser.close());

const hostile = `</script><img src="http://example.com/x" onerror=alert(1)><!-- '"&\u202E`;

const nights: readonly Report[] = [
  ...Array.from({ length: 8 }, (_, index) => pastReport(index)),
  pastReport(8, { fails: true, message: hostile }),
  pastReport(9, { hasNoVerdict: true }),
  pastReport(10, { staleEdit: `refused with 412; ${hostile}`, base: 90 }),
  pastReport(11, { target: hostile }),
  pastReport(12, { target: hostile, fails: true }),
];

const pageOf = (reports: readonly Report[], unread: History['unread'] = []): string =>
  renderTrend(
    trendOf({ reports: reports.map((report, index) => ({ file: `${hostile}${index}.json`, report })), unread }),
  );

describe('the trend page in a browser', () => {
  it.each(['light', 'dark'] as const)(
    'shows hostile text as text, requests nothing, and is accessible in a %s colour scheme',
    async (colorScheme) => {
      const html = pageOf(nights, [{ file: hostile, problem: 'is not JSON' }]);
      await browser.visit(html, { colorScheme }, async (page) => {
        for (const fold of await page.locator('section:not([hidden]) > .panel details > summary').all())
          await fold.click();
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.locator('img').count()).toBe(0);
      });
    },
  );

  it('shows all targets without its script, and with it only the one that the address points at', async () => {
    await browser.visit(pageOf(nights), { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('.target:visible').count()).toBe(2);
      expect(await page.locator('select:visible').count()).toBe(0);
    });
    await browser.visit(pageOf(nights), { fragment: '#target-1-run-8-changes' }, async (page) => {
      const heading = page.getByRole('heading', { name: 'a sandbox' });
      const regression = page.getByText('1 regression, fastest answers as before').and(page.locator('h4:visible'));
      expect([await page.locator('.target:visible').count(), await regression.count()]).toEqual([1, 1]);
      expect(await heading.isVisible()).toBe(true);
      await page.getByLabel('Target').selectOption({ index: 0 });
      expect(await heading.isVisible()).toBe(false);
    });
  });

  it('names each verdict, and links it to what changed', async () => {
    await browser.visit(pageOf(nights.slice(0, 11)), { viewport: { width: 360, height: 800 } }, async (page) => {
      const table = page.getByRole('table', { name: 'The last run first' });
      expect(await table.getByText('✓ conformant').count()).toBe(9);
      expect(await table.getByRole('link').count()).toBe(3);
      for (const headline of [
        '1 regression, fastest answers as before',
        'nothing required of the part',
        '1 improvement, 1 observation changed, fastest answers changed at 1 endpoint',
      ]) {
        await table.getByRole('link', { name: headline }).click();
        expect(await page.locator('.event:target').innerText()).toContain(headline);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    });
  });
});

describe('the page of a year', () => {
  const year = pageOf(Array.from({ length: 365 }, (_, index) => pastReport(index, { fails: index % 7 === 0 })));

  it('begins with an overview of all runs, and folds older changes until a link leads there', async () => {
    await browser.visit(year, {}, async (page) => {
      const headings = await page.locator('h3').allInnerTexts();
      expect(headings).toEqual(['Verdicts', 'Pass rate', 'Latency', 'What changed when']);
      const navigation = page.getByRole('navigation', { name: 'Sections of a sandbox' });
      expect(await navigation.getByRole('link').allInnerTexts()).toEqual(headings);
      expect(await page.locator('.runs tbody tr').count()).toBe(365);
      expect(await page.locator('.event').count()).toBe(104);
      const [latest, oldest] = [page.locator('.event').first(), page.locator('.event').last()];
      expect([await latest.isVisible(), await oldest.isVisible()]).toEqual([true, false]);
      await page.getByText('351 earlier runs').click();
      await page.getByRole('link', { name: '1 improvement' }).last().click();
      expect(await oldest.isVisible()).toBe(true);
      expect((await oldest.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    });
  });

  it.each([true, false])('prints the folded changes as well (script: %s)', async (javaScriptEnabled) => {
    await browser.visit(year, { javaScriptEnabled }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect((await page.locator('.event').last().boundingBox())?.height).toBeGreaterThan(0);
    });
  });
});

describe('the page of a folder', () => {
  it('names its target, and the profile of each run if there are several profiles', () => {
    const [first, second] = [pastReport(0), pastReport(1)];
    const page = pageOf([first, second]);
    expect(page).toContain('<title>Trend of a sandbox</title>');
    expect(page).toContain('<h1>Trend of a sandbox</h1>');
    expect(page).toContain('2 of 2 (100\u00a0%)');
    expect(page).not.toContain('UTC (full)');
    const mixed = pageOf([first, withRun(second, { profile: 'health' })]);
    expect(mixed).toContain('2027-01-01 02:00 UTC (full)');
    expect(mixed).toContain('>the first of its profile with a verdict</td>');
  });

  it('says why a run has no verdict, in the table and among the changes', () => {
    const page = pageOf([pastReport(0), pastReport(1, { hasNoVerdict: true })]);
    const why = 'nothing required of the part renewals could be decided';
    expect(page).toContain(`>${why}; nothing was compared</a></td>`);
    expect(page).toContain(`<p>${why}</p>`);
  });
});

describe('a folder of past reports', () => {
  const directory = folderOfTests();

  it('stores a report under a file name that is valid on any system, and renders the page again', async () => {
    const folder = join(directory, 'a', 'nightly');
    await addToHistory(pastReport(0), folder);
    const { written, unread } = await addToHistory(pastReport(1, { target: '../Vendor: <B>', staleEdit: 'x' }), folder);
    expect(unread).toEqual([]);
    expect(written).toEqual([join(folder, '2027-01-02T02-00-00.000Z-vendor-b.json'), join(folder, 'trend.html')]);
    expect(await readdir(folder)).toEqual([
      '2027-01-01T02-00-00.000Z-a-sandbox.json',
      '2027-01-02T02-00-00.000Z-vendor-b.json',
      'trend.html',
    ]);
    expect(await readFile(join(folder, 'trend.html'), 'utf8')).toContain('<h1>Trend of 2 targets</h1>');
  });

  it('reads reports in order of time, also from subfolders, and lists JSON files that are not reports', async () => {
    const folder = join(directory, 'mixed');
    await mkdir(join(folder, 'night-2'), { recursive: true });
    await mkdir(join(folder, 'empty'));
    const written: Readonly<Record<string, string>> = {
      'z.json': JSON.stringify(pastReport(0)),
      'a.json': JSON.stringify(pastReport(2, { fails: true })),
      'night-2/report.json': JSON.stringify(pastReport(1)),
      'broken.json': '{"requirements": [',
      'notes.txt': 'not looked at',
    };
    await Promise.all(Object.entries(written).map(([name, text]) => writeFile(join(folder, name), text)));
    const { reports, unread } = await readHistory(folder);
    expect(reports.map(({ file }) => file)).toEqual(['z.json', join('night-2', 'report.json'), 'a.json']);
    expect(unread).toEqual([{ file: 'broken.json', problem: expect.stringContaining('is not JSON') }]);
    await expect(readHistory(join(directory, 'gone'))).rejects.toThrow('ENOENT');
  });
});
