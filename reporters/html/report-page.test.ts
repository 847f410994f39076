import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { RequirementId } from '../../spec/index.ts';
import type { Counterexample, Report, RequirementResult } from '../report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../sample-reports.test-data.ts';
import { axeViolations, startFileBrowser } from './browser.test-data.ts';
import type { FileBrowser } from './browser.test-data.ts';
import { fullReport } from './full-report.test-data.ts';
import { renderHtml } from './render-html.ts';

let browser: FileBrowser;
beforeAll(async () => {
  browser = await startFileBrowser();
});
afterAll(() => browser.close());

/** Opens a report, does something with it, and holds the page to having kept quiet. */
async function withReport(
  report: Report,
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
  fragment = '',
): Promise<void> {
  const { page, incidents, close } = await browser.open(renderHtml(report), options, fragment);
  try {
    await act(page);
    expect(incidents).toEqual([]);
  } finally {
    await close();
  }
}

const rowIds = (page: Page): Promise<readonly string[]> => page.locator('#report-list .row-id').allTextContents();
const hash = (page: Page): Promise<string> => page.evaluate('location.hash');
const settled = (page: Page, status: string): Promise<void> =>
  page.locator('#report-status', { hasText: status }).waitFor();

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
      },
      {},
      '#renewals.edit-listed',
    );
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

const failed = (id: RequirementId, counterexample: Counterexample): RequirementResult =>
  sampleResult(id, { outcome: 'fail', counterexample });

function evidenceOf(body: string, pointer: string): Counterexample {
  const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {} };
  return sampleEvidence({
    pointer,
    exchanges: [{ request, response: { status: 200, headers: {}, body }, durationMs: 1 }],
  });
}

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
