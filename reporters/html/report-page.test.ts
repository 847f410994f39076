import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Counterexample, Report } from '../../results/report.ts';
import { attacks, everyOutcome, hostile, hostileReport } from '../../results/sample-outcomes.test-data.ts';
import {
  recordedExchange,
  sampleEvidence,
  sampleReport,
  sampleResult,
} from '../../results/sample-reports.test-data.ts';
import { axeViolations, startFileBrowser, type FileBrowser } from './browser.test-data.ts';
import { renderHtml } from './report-page.ts';

let browser: FileBrowser;
beforeAll(async () => {
  browser = await startFileBrowser();
});
afterAll(() => browser.close());

type Options = Parameters<FileBrowser['visit']>[1] & { readonly report?: Report };

const withPage = ({ report = everyOutcome, ...options }: Options, act: (page: Page) => Promise<void>) =>
  browser.visit(renderHtml(report), options, act);

const failing = (counterexample: Counterexample): Report =>
  sampleReport([sampleResult('token.issue', { outcome: 'fail', counterexample })]);

/** Evidence with one exchange, answered with this body. */
function answered(body: string, pointer: string): Counterexample {
  return sampleEvidence({ pointer, exchanges: [recordedExchange(body)] });
}

const field = (page: Page, name: string): Locator => page.locator(`select[name=${name}]`);
const settled = (page: Page, status: string): Promise<void> =>
  page.locator('#report-status', { hasText: status }).waitFor();
const shownIds = (page: Page): Promise<readonly string[]> => page.locator('.row-id:visible').allTextContents();
const groupTitles = (page: Page): Promise<readonly string[]> =>
  page.locator('.row-group:visible > h3').allTextContents();
const focusedText = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent');
const openAll = (page: Page): Promise<void> =>
  page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true;`);
const colourOf = (page: Page, property: 'color' | 'backgroundColor'): Promise<string> =>
  page.evaluate(`getComputedStyle(document.documentElement).${property}`);
/** Whether an element is at the top edge, or the page ends before it can be. */
const isScrolledTo = (page: Page, id: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const { top } = document.getElementById('${id}').getBoundingClientRect();
    return Math.abs(top - 16) < 2 || Math.abs(scrollY + innerHeight - document.documentElement.scrollHeight) < 2;
  })()`);

describe('a failure', () => {
  it('has statement, difference, marked place, exchanges and commands', async () => {
    await withPage({ fragment: '#connections.echo' }, async (page) => {
      const row = page.locator('.row', { hasText: 'connections.echo' }).first();
      expect(await row.locator('.row-message').textContent()).toContain('(seen 6 times)');
      expect(await row.locator('.row-meta').textContent()).toContain('spec/documents/4-endpoints.md:57');
      expect(await row.locator('.difference-cell.expected mark').allTextContents()).toEqual(['75']);
      expect(await row.locator('.difference-cell.actual mark').allTextContents()).toEqual(['9']);
      expect(await row.locator('.evidence-part .body mark').allTextContents()).toEqual([
        '"amount": 1.875',
        '"amount": 1.89',
      ]);
      expect(await row.locator('summary', { hasText: 'exchange before it' }).count()).toBe(1);
      expect(await row.locator('.notice').textContent()).toContain('Not reproducible');
      expect(await row.locator('.command code').allTextContents()).toEqual([
        `curl -H "x: $BFC_TOKEN" 'http://127.0.0.1/'`,
        'bfc replay report.json connections.echo',
      ]);
    });
  });

  it('folds a long body around the marked place, and says how many lines are left out', async () => {
    const body = JSON.stringify({ items: Array.from({ length: 5000 }, (_, index) => index) });
    await withPage({ report: failing(answered(body, '/items/300')), fragment: '#token.issue' }, async (page) => {
      const answer = page.locator('.answer .body');
      expect(await answer.locator('mark').textContent()).toBe('300');
      expect(await answer.locator('pre:visible').count()).toBe(1);
      await answer.getByText('4668 more lines').click();
      expect(await answer.locator('code', { hasText: ' 1000,' }).isVisible()).toBe(true);
      await answer.getByText('and 3668 more, which report.json has').waitFor();
    });
  });

  it.each([
    ['/a/b', '{"a":1}', 'Nothing is at /a/b; marked is /a, where it would belong.'],
    ['/a', 'no JSON', ''],
    ['#headers/etag', '', 'The answer has no header etag.'],
  ])('is shown at %s although the answer "%s" has no such place', (pointer, body, note) => {
    const [, answer = ''] = renderHtml(failing(answered(body, pointer))).split('class="message answer"');
    const notes = answer.matchAll(/<p class="body-note">(.*?)<\/p>/g);
    expect(Array.from(notes, ([, text]) => text).join('')).toBe(note);
  });

  it('has its commands copied unchanged, or selected if the page may not use the clipboard', async () => {
    // On the page the invisible letter is shown as its code point.
    const replay = 'bfc replay \u200B';
    const permissions = ['clipboard-read', 'clipboard-write'];
    const report = failing(sampleEvidence({ replay }));
    await withPage({ report, permissions, fragment: '#token.issue' }, async (page) => {
      await page.getByRole('button', { name: 'Copy the replay command of token.issue' }).click();
      await page.getByText('Copied the replay command').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(replay);
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
      await page.getByRole('button', { name: 'Copy the curl line of token.issue' }).click();
      await page.getByText('it is selected, copy it by hand').waitFor();
      expect(await page.evaluate('getSelection().toString()')).toBe(sampleEvidence().curl);
    });
  });
});

describe('the list', () => {
  it('shows only what its address selects', async () => {
    await withPage({}, async (page) => {
      for (const [fragment, ids] of [
        ['#outcome=inconclusive', ['snapshots.create', 'isolation.groups']],
        ['#outcome=warning', ['token.lifetime']],
        ['#part=token&level=required', ['token.type', 'token.issue']],
        ['#outcome=__proto__', []],
        ['#q=SPRING+known', ['groups.list']],
        ['#q=taken&level=open', ['renewals.edit-stale']],
        ['#q=4-endpoints.md+passes', ['token.issue']],
        ['#q=a%3Db%26c+%23%25%C3%A9', []],
      ] as const) {
        await page.evaluate(`location.hash = '${fragment}'`);
        await settled(page, `${ids.length} of 13 requirements`);
        await expect.poll(() => shownIds(page)).toEqual(ids);
        expect(await page.getByText('Nothing matches these filters.').isVisible()).toBe(ids.length === 0);
      }
    });
  });

  it('is filtered by its fields, and keeps the filters in the address', async () => {
    await withPage({}, async (page) => {
      await field(page, 'outcome').selectOption('fail');
      await settled(page, '7 of 13 requirements');
      await field(page, 'order').selectOption('part');
      await page.waitForURL(/#outcome=fail&order=part$/);
      expect(await groupTitles(page)).toEqual([
        'Token service 2',
        'Page envelope, paging 1',
        'Group connections 1',
        'Renewal decisions 2',
        'Member snapshots 1',
      ]);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await settled(page, 'All 13 requirements');
      expect(await groupTitles(page)).toEqual([
        'Failures 3',
        'Pinned open points that have changed 1',
        'Blocked 1',
        'Warnings 1',
        'Known failures 2',
        'Accepted failures 1',
        'Undecided 1',
        'Passed 1',
        'Observed 1',
        'Skipped 1',
      ]);
      await page.getByRole('searchbox').fill('LIST still edited content');
      await page.waitForURL(/#q=LIST\+still\+edited\+content$/);
      expect(await shownIds(page)).toEqual(['renewals.edit-listed']);
    });
  });

  it('opens at the requirement that its address names, even if the filters hide it', async () => {
    const viewport = { width: 360, height: 700 };
    await withPage({ viewport, fragment: '#renewals.edit-listed' }, async (page) => {
      const opened = page.locator('.row > details[open] .row-id');
      expect(await opened.allTextContents()).toEqual(['renewals.edit-listed']);
      await field(page, 'outcome').selectOption('pass');
      await settled(page, '2 of 13 requirements');
      const link = page.getByRole('link', { name: 'connections.echo', exact: true }).first();
      await link.click();
      await page.getByText('Expected and actual').first().waitFor();
      expect(await focusedText(page)).toContain('connections.echo');
      expect(await isScrolledTo(page, 'connections.echo')).toBe(true);
      await page.keyboard.press('Enter');
      expect(await opened.allTextContents()).toEqual(['renewals.edit-listed']);
      await link.click();
      expect(await opened.allTextContents()).toContain('connections.echo');
    });
  });

  it('follows its address: after a link, the same link again, and going back', async () => {
    await withPage({}, async (page) => {
      const count = page.locator('.counts a[href="#level=required&outcome=fail"]');
      await count.click();
      await settled(page, '5 of 13 requirements');
      expect(await isScrolledTo(page, 'requirements')).toBe(true);
      await page.evaluate('scrollTo(0, 0)');
      await count.click();
      expect(await isScrolledTo(page, 'requirements')).toBe(true);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.name')).toBe('q');

      await page.goBack();
      await settled(page, 'All 13 requirements');
      expect(await field(page, 'outcome').inputValue()).toBe('');
      await page.goForward();
      await settled(page, '5 of 13 requirements');
      await page.getByRole('link', { name: 'Latency', exact: true }).click();
      await settled(page, 'All 13 requirements');
      expect(await isScrolledTo(page, 'latency')).toBe(true);
    });
  });

  it('can be used with only the keyboard', async () => {
    await withPage({}, async (page) => {
      await page.keyboard.press('Tab');
      expect(await focusedText(page)).toBe('Skip to the requirements');
      await page.keyboard.press('Enter');
      for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.locator('#page-message').textContent()).toBe('Closed 7');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const first = page.locator('.row > details').first();
      expect(await first.getAttribute('open')).toBe('');
      await page.keyboard.press(' ');
      expect(await first.getAttribute('open')).toBeNull();
    });
  });
});

describe('the page', () => {
  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('is accessible in %s colours at a width of %i, and fits that width', async (colorScheme, width) => {
    await withPage({ colorScheme, viewport: { width, height: 900 } }, async (page) => {
      await openAll(page);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    });
  });

  it('wraps the edges and what reached them', async () => {
    const path = 'coverages[].enrolled_members[].latest_change_effective_date';
    const edges = [
      { name: `a leap day at ${path}`, about: path, endpoints: ['E6'], exchanges: 1, cases: [`snapshots: ${path}`] },
    ];
    await withPage({ report: { ...everyOutcome, edges }, viewport: { width: 1280, height: 900 } }, async (page) => {
      await openAll(page);
      const [content, box] = ['scrollWidth', 'clientWidth'].map(
        (width) => `document.querySelector('#edges .scroll').${width}`,
      );
      expect(await page.evaluate(`${content} - ${box}`)).toBe(0);
    });
  });

  it('works in a sandboxed frame without storage, like an artifact page of a CI', async () => {
    const escaped = renderHtml(everyOutcome).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    await browser.visit(`<iframe sandbox="allow-scripts" srcdoc="${escaped}">`, {}, async (page) => {
      const report = page.frameLocator('iframe');
      await report.getByLabel('Colours').selectOption('dark');
      await report.getByRole('searchbox').fill('connections.echo');
      await report.locator('#report-status', { hasText: '1 of 13 requirements' }).waitFor();
      expect(await report.locator('html').getAttribute('data-theme')).toBe('dark');
    });
  });

  it('keeps the colours that the reader chooses', async () => {
    await withPage({}, async (page) => {
      const before = await colourOf(page, 'backgroundColor');
      await page.getByLabel('Colours').selectOption('dark');
      const chosen = await colourOf(page, 'backgroundColor');
      expect(chosen).not.toBe(before);
      await page.reload();
      expect(await page.getByLabel('Colours').inputValue()).toBe('dark');
      expect(await colourOf(page, 'backgroundColor')).toBe(chosen);
    });
  });

  it('shows everything without its script, and no control that needs it', async () => {
    await withPage({ javaScriptEnabled: false, fragment: '#connections.echo' }, async (page) => {
      expect(await page.locator('.row').count()).toBe(13);
      expect(await page.locator('button, select, input').locator('visible=true').count()).toBe(0);
      const row = page.locator('[id="connections.echo"]');
      expect(await row.getByText('Expected and actual').isVisible()).toBe(true);
      await page.locator('[id="renewals.edit-listed"] > details > summary').click();
      expect(await page.locator('[id="renewals.edit-listed"] .difference').isVisible()).toBe(true);
    });
  });

  it.each([true, false])('prints in light colours with all evidence (script: %s)', async (javaScriptEnabled) => {
    await withPage({ javaScriptEnabled, colorScheme: 'dark' }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await colourOf(page, 'color')).toBe('rgb(26, 31, 39)');
      const differences = await page.locator('.row-detail .difference').all();
      const boxes = await Promise.all(differences.map((difference) => difference.boundingBox()));
      expect(boxes.map((box) => (box?.height ?? 0) > 0)).toEqual(Array.from({ length: 7 }, () => true));
      expect(await page.locator('#report-filters').isVisible()).toBe(false);
    });
  });
});

describe('a hostile report', () => {
  const report = hostileReport(hostile);
  const html = renderHtml(report, [{ name: hostile, observations: report.observations }]);

  it('is shown as text when opened and printed, without dialogs, requests or errors', async () => {
    await browser.visit(html, { viewport: { width: 360, height: 800 } }, async (page) => {
      await openAll(page);
      await page.getByRole('button', { name: /^Copy/ }).first().click();
      await page.getByRole('searchbox').fill(attacks.markup);
      await page.locator('#report-status', { hasText: 'All 13 requirements' }).waitFor();
      await page.pdf();

      expect(await page.locator('img, svg[onload], [onmouseover], [onerror], iframe, object, base').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(1);
      expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
      const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
      for (const attack of [attacks.markup, attacks['end of CDATA'], attacks['links and mentions']])
        expect(text).toContain(attack);
      expect(text).toContain('a⟨U+202E⟩b⟨U+2066⟩c⟨U+200B⟩d');
      expect(text).not.toMatch(/[\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    });
  });

  it('cannot run a script even if markup gets through', async () => {
    const { page, incidents, close } = await browser.open(html);
    await page.evaluate(`
      document.body.insertAdjacentHTML('beforeend', '<img src="https://example.com/x" onerror="alert(1)">');
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'alert(2)' }));
    `);
    const refused = () => incidents.filter((incident) => incident.includes('Content Security Policy'));
    await expect.poll(() => refused().length).toBe(3);
    expect(incidents.filter((incident) => /^(?:dialog|error)/.test(incident))).toEqual([]);
    await close();
  });

  it('is shown even if evidence is nested too deeply to be rendered', async () => {
    const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
    const exchange = { request: { method: 'GET', url: 'http://127.0.0.1/', headers: {}, body: deep }, durationMs: 1 };
    const evidence = sampleEvidence({ exchanges: [exchange], expected: JSON.parse(deep) as unknown });
    await withPage({ report: failing(evidence), fragment: '#token.issue' }, async (page) => {
      expect(await page.locator('.row-detail').textContent()).toMatch(/Request|report\.json has it/);
    });
  });
});
