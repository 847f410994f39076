import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { RequirementId } from '../../spec/index.ts';
import { sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { startFileBrowser, type FileBrowser } from './browser.test-data.ts';
import { fullReport } from './full-report.test-data.ts';
import { evidenceOf, reportOpener, settled } from './open-report.test-data.ts';

let browser: FileBrowser;
beforeAll(async () => {
  browser = await startFileBrowser();
});
afterAll(() => browser.close());

const withReport = reportOpener(() => browser);
const rowIds = (page: Page): Promise<readonly string[]> => page.locator('#report-list .row-id').allTextContents();
const hash = (page: Page): Promise<string> => page.evaluate('location.hash');
/** Whether an element begins at the upper edge, or the page ends before it could. */
const scrolledTo = (page: Page, id: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const { top } = document.getElementById('${id}').getBoundingClientRect();
    return Math.abs(top - 16) < 2 || Math.abs(scrollY + innerHeight - document.documentElement.scrollHeight) < 2;
  })()`);

describe('the list', () => {
  it('shows what fails first, by how it stands', async () => {
    await withReport(fullReport, async (page) => {
      expect(await page.locator('.row-group > h3').allTextContents()).toEqual([
        'Failures 2',
        'Warnings 1',
        'Known failures 1',
        'Accepted failures 1',
        'Undecided 1',
        'Passed 2',
        'Observed 1',
      ]);
      expect((await rowIds(page)).slice(0, 2)).toEqual(['connections.echo', 'renewals.edit-listed']);
    });
  });

  it('can be filtered, searched and linked, and says how many are left', async () => {
    await withReport(fullReport, async (page) => {
      await page.locator('#filter-outcome').selectOption('fail');
      await settled(page, '4 of 9 requirements');
      expect(await hash(page)).toBe('#outcome=fail');
      await page.locator('#filter-level').selectOption('expected');
      expect(await rowIds(page)).toEqual(['token.lifetime']);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByRole('searchbox').fill('LIST still edited content');
      await settled(page, '1 of 9 requirements');
      expect(await hash(page)).toBe('#q=LIST+still+edited+content');
      await page.getByRole('searchbox').fill('no such thing');
      await page.getByText('Nothing matches these filters.').waitFor();
    });
    await withReport(
      fullReport,
      async (page) => {
        expect(await rowIds(page)).toEqual(['connections.echo', 'connections.create']);
        expect(await page.locator('#filter-part').inputValue()).toBe('connections');
        expect(await page.locator('.row-group > h3').allTextContents()).toEqual(['Group connections 2']);
      },
      {},
      '#part=connections&order=part',
    );
  });

  it('opens at the requirement that its address names, whatever the filters', async () => {
    await withReport(
      fullReport,
      async (page) => {
        const button = page.locator('.row-button', { hasText: 'renewals.edit-listed' });
        expect(await button.getAttribute('aria-expanded')).toBe('true');
        await page.locator('#filter-outcome').selectOption('pass');
        await page.getByRole('link', { name: 'connections.echo', exact: true }).first().click();
        await page.getByText('Expected and actual').first().waitFor();
        expect(await page.evaluate('document.activeElement.textContent')).toContain('connections.echo');
        expect(await scrolledTo(page, 'connections.echo')).toBe(true);

        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'connections.echo', exact: true }).first().click();
        expect(await page.evaluate('document.activeElement.getAttribute("aria-expanded")')).toBe('true');
      },
      { viewport: { width: 360, height: 700 } },
      '#renewals.edit-listed',
    );
  });

  it('is what the address asks for: by a link, the same link again, and the way back', async () => {
    await withReport(fullReport, async (page) => {
      const count = page.locator('.counts a[href="#level=required&outcome=fail"]');
      await count.click();
      await settled(page, '3 of 9 requirements');
      expect(await scrolledTo(page, 'requirements')).toBe(true);
      await page.evaluate('scrollTo(0, 0)');
      await count.click();
      expect(await scrolledTo(page, 'requirements')).toBe(true);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.id')).toBe('filter-q');

      await page.goBack();
      await settled(page, 'All 9 requirements');
      expect(await page.locator('#filter-outcome').inputValue()).toBe('');
      await page.goForward();
      await settled(page, '3 of 9 requirements');
      await page.getByRole('link', { name: 'Latency', exact: true }).click();
      await settled(page, 'All 9 requirements');
      expect(await scrolledTo(page, 'latency')).toBe(true);
    });
  });

  it('is worked with the keyboard alone', async () => {
    await withReport(fullReport, async (page) => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the requirements');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.id')).toBe('filter-q');
      for (let presses = 0; presses < 7; presses += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const first = page.locator('.row-button').first();
      expect(await first.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press(' ');
      expect(await first.getAttribute('aria-expanded')).toBe('false');
    });
  });
});

describe('ten thousand failures', () => {
  it('are listed as they are looked at, searched in whole, and printed in part', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(2000), value: 1 });
    const results = Array.from({ length: 10_000 }, (_, index) =>
      sampleResult('token.issue', {
        id: `token.n-${index}` as RequirementId,
        outcome: 'fail',
        counterexample: { ...evidenceOf(body, '/value'), message: `finding ${index} of many` },
      }),
    );
    const report = { ...sampleReport([]), requirements: results };
    await withReport(report, async (page) => {
      expect(await page.locator('.row').count()).toBeLessThan(300);
      await page.getByRole('searchbox').fill('finding 9876 ');
      await settled(page, '1 of 10000 requirements');
      await page.locator('.row-button').click();
      expect(await page.locator('.answer .marked').textContent()).toBe('  "value": 1\n');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.evaluate(`location.hash = '#token.n-9000'`);
      await settled(page, '1 of 10000 requirements');
      expect(await page.locator('.row-button').getAttribute('aria-expanded')).toBe('true');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      expect(await page.locator('#report-printed').textContent()).toContain('first 50 failures; 9950 more');
      expect(await page.locator('.row').count()).toBeLessThan(1000);
    });
  });
});
