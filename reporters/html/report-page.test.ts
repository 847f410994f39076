import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequirementId } from '../../spec/index.ts';
import type { Counterexample, RequirementResult } from '../../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { axeViolations, startFileBrowser, type FileBrowser } from './browser.test-data.ts';
import { fullReport } from './full-report.test-data.ts';
import { evidenceOf, reportOpener, settled } from './open-report.test-data.ts';
import { renderHtml } from './render-html.ts';

let browser: FileBrowser;
beforeAll(async () => {
  browser = await startFileBrowser();
});
afterAll(() => browser.close());

const withReport = reportOpener(() => browser);

const failed = (id: RequirementId, counterexample: Counterexample): RequirementResult =>
  sampleResult(id, { outcome: 'fail', counterexample });

describe('a failure', () => {
  it('is told with statement, difference, marked place, exchanges and commands', async () => {
    await withReport(
      fullReport,
      async (page) => {
        const row = page.locator('.row', { hasText: 'connections.echo' }).first();
        await expect(row.locator('.row-message').textContent()).resolves.toContain('(seen 6 times)');
        expect(await row.locator('.row-meta').textContent()).toContain('spec/documents/4-endpoints.md:57');
        expect(await row.locator('.difference-cell.expected mark').allTextContents()).toEqual(['875']);
        expect(await row.locator('.difference-cell.actual mark').allTextContents()).toEqual(['89']);
        expect(await row.locator('.evidence-part .answer .marked').allTextContents()).toEqual(['    "amount": 1.89\n']);
        expect(await row.locator('.request code').first().textContent()).toContain('POST');
        expect(await row.locator('summary', { hasText: 'exchange before it' }).count()).toBe(1);
        expect(await row.locator('.notice').textContent()).toContain('Nondeterministic');
        expect(await row.locator('.command code').allTextContents()).toEqual([
          `curl -H "x: $BFC_TOKEN" 'http://127.0.0.1/'`,
          'bfc replay report.json connections.echo',
        ]);
      },
      {},
      '#connections.echo',
    );
  });

  it('has the nearest of the allowed values beside the one that came, and says what cannot be seen', async () => {
    const counterexample = sampleEvidence({
      pointer: '/status',
      expected: ['done', 'created'],
      expectedOneOf: true,
      actual: 'created ',
    });
    const report = sampleReport([sampleResult('connections.status-values', { outcome: 'fail', counterexample })]);
    await withReport(
      report,
      async (page) => {
        const cells = page.locator('.difference [role=cell]');
        expect(await page.locator('.difference [role=columnheader]').first().textContent()).toBe('− Expected: one of');
        expect(await cells.allTextContents()).toEqual(['−"created"', '+"created "', '−"done"', ' no such line']);
        expect(await cells.locator('mark').allTextContents()).toEqual([' ']);
        expect(await page.locator('.difference .body-note').textContent()).toBe(
          'What looks alike differs in character 8: nothing was expected, U+0020 came.',
        );
      },
      {},
      '#connections.status-values',
    );
  });

  it('gives its commands to the clipboard, with and without the permission', async () => {
    for (const permissions of [['clipboard-read', 'clipboard-write'], []]) {
      await withReport(
        fullReport,
        async (page) => {
          if (permissions.length === 0) {
            await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
            await page.evaluate(
              `document.addEventListener('copy', () => { window.copied = getSelection().toString(); })`,
            );
          }
          await page.getByRole('button', { name: 'Copy the replay command of connections.echo' }).click();
          await page.getByText('Copied the replay command').waitFor();
          const expression = permissions.length === 0 ? 'window.copied' : 'navigator.clipboard.readText()';
          expect(await page.evaluate(expression)).toBe('bfc replay report.json connections.echo');
        },
        { permissions },
        '#connections.echo',
      );
    }
  });

  it('keeps how many are left in view, however long a copy takes', async () => {
    await withReport(
      fullReport,
      async (page) => {
        await page.evaluate(
          `navigator.clipboard.writeText = () => new Promise((resolve) => { window.finishCopy = resolve; })`,
        );
        await page.getByRole('button', { name: 'Copy the replay command of connections.echo' }).click();
        await page.getByRole('searchbox').fill('connections.echo');
        await settled(page, '1 of 9 requirements');
        await page.evaluate(`window.finishCopy()`);
        await page.getByText('Copied the replay command').waitFor();
        expect(await page.locator('#report-status').textContent()).toBe('1 of 9 requirements');
      },
      {},
      '#connections.echo',
    );
  });

  it('folds a long body around the place that matters, and opens it on demand', async () => {
    const body = JSON.stringify({ items: Array.from({ length: 500 }, (_, index) => index) });
    const evidence = evidenceOf(body, '/items/300');
    await withReport(sampleReport([failed('token.issue', evidence)]), async (page) => {
      await page.locator('.row-button').first().click();
      const answer = page.locator('.answer .body');
      expect(await answer.locator('.marked').textContent()).toBe('    300,\n');
      expect(await answer.locator('.line').count()).toBeLessThan(40);
      const fold = answer.getByRole('button', { name: /Show \d+ more lines/ }).first();
      await fold.click();
      expect(await answer.locator('.line').count()).toBeGreaterThan(250);
    });
  });

  it('shows differences that no eye sees', async () => {
    const evidence = { ...evidenceOf('{}', '/name'), expected: 'é', actual: 'e\u0301' };
    await withReport(sampleReport([failed('token.issue', evidence)]), async (page) => {
      await page.locator('.row-button').first().click();
      expect(await page.locator('.difference .body-note').textContent()).toContain(
        'U+00E9 was expected, U+0065 U+0301 came',
      );
    });
  });
});

describe('the page', () => {
  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)(
    'has no fault that axe finds in %s at a width of %i, with its failures opened',
    async (colorScheme, width) => {
      await withReport(
        fullReport,
        async (page) => {
          await page.getByRole('button', { name: 'Open evidence' }).click();
          await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true;`);
          expect(await axeViolations(page)).toEqual([]);
        },
        { colorScheme, viewport: { width, height: 900 } },
      );
    },
  );

  it('works where it may keep nothing, as an artifact of a CI that trusts no page', async () => {
    const escaped = renderHtml(fullReport).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const { page, incidents, close } = await browser.open(`<iframe sandbox="allow-scripts" srcdoc="${escaped}">`);
    const report = page.frameLocator('iframe');
    await report.getByLabel('Colours').selectOption('dark');
    await report.getByRole('searchbox').fill('connections.echo');
    await report.locator('#report-status', { hasText: '1 of 9 requirements' }).waitFor();
    expect(await report.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await report.locator('.row-button').count()).toBe(1);
    expect(incidents).toEqual([]);
    await close();
  });

  it('takes the colours that the reader chooses', async () => {
    await withReport(fullReport, async (page) => {
      const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const before = await background();
      await page.getByLabel('Colours').selectOption('dark');
      expect(await background()).not.toBe(before);
      await page.reload();
      expect(await page.getByLabel('Colours').inputValue()).toBe('dark');
    });
  });

  it.each([360, 1600])('fits a width of %i', async (width) => {
    await withReport(
      fullReport,
      async (page) => {
        await page.getByRole('button', { name: 'Open evidence' }).click();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      },
      { viewport: { width, height: 800 } },
    );
  });

  it('tells verdict and failures without scripts', async () => {
    await withReport(
      fullReport,
      async (page) => {
        expect(await page.locator('h1').textContent()).toBe('Nonconformant');
        expect(await page.locator('noscript .rows li').count()).toBe(5);
        expect(await page.locator('[id="connections.echo"]').textContent()).toContain('is not what was sent');
        expect(await page.locator('#report-filters').isVisible()).toBe(false);
      },
      { javaScriptEnabled: false },
    );
  });

  it('prints with its failures opened, in light colours, and closes them again', async () => {
    await withReport(
      fullReport,
      async (page) => {
        await page.pdf();
        expect(await page.locator('.row-button[aria-expanded="true"]').count()).toBe(0);
        expect(await page.locator('.row-detail .difference').count()).toBe(5);
        await page.emulateMedia({ media: 'print' });
        expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(26, 31, 39)');
        expect(await page.locator('#report-filters').isVisible()).toBe(false);
      },
      { colorScheme: 'dark' },
    );
  });
});
