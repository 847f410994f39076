import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequirementId } from '../../spec/index.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { attacks, hostile, hostileReport } from '../../results/sample-outcomes.test-data.ts';
import { startFileBrowser, type FileBrowser } from './browser.test-data.ts';
import { renderHtml } from './write-html.ts';

let browser: FileBrowser;
beforeAll(async () => {
  browser = await startFileBrowser();
});
afterAll(() => browser.close());

describe('a report full of markup', () => {
  const report = hostileReport(hostile);
  const html = renderHtml(report, { beside: [{ name: hostile, observations: report.observations }] });

  it('is shown as text, opened and printed: no dialog, no request, no error', async () => {
    const { page, incidents, close } = await browser.open(html, { viewport: { width: 360, height: 800 } });
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true;`);
    await page.getByRole('button', { name: /^Copy/ }).first().click();
    await page.getByRole('searchbox').fill(attacks.markup);
    await page.locator('#report-status', { hasText: 'All 11 requirements' }).waitFor();
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
    expect(incidents).toEqual([]);
    await close();
  });

  it('could not run a script even if markup came through', async () => {
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

  it('works when ids are those of the page itself, or occur twice', async () => {
    const ids = ['report-list', 'main', '__proto__', 'a.b=c&level=open', '%zz', 'is.twice', 'is.twice'];
    const counterexample = sampleEvidence();
    const results = ids.map((id) =>
      sampleResult('token.issue', { id: id as RequirementId, outcome: 'fail', counterexample }),
    );
    const html = renderHtml(sampleReport(results));
    const { page, incidents, close } = await browser.open(html, {}, '#a.b%3Dc%26level%3Dopen');
    expect(await page.locator('.row > details[open] .row-id').allTextContents()).toEqual(['a.b=c&level=open']);
    expect(await page.locator('.row-id').allTextContents()).toEqual(ids);
    await page.getByRole('searchbox').fill('is.twice');
    await page.locator('#report-status', { hasText: '2 of 7' }).waitFor();
    expect(incidents).toEqual([]);
    await close();
  });

  it('is shown where evidence is too deep to be laid out', async () => {
    const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
    const exchange = { request: { method: 'GET', url: 'http://127.0.0.1/', headers: {}, body: deep }, durationMs: 1 };
    const evidence = sampleEvidence({ exchanges: [exchange], expected: JSON.parse(deep) as unknown });
    const failed = sampleResult('token.issue', { outcome: 'fail', counterexample: evidence });
    const { page, incidents, close } = await browser.open(renderHtml(sampleReport([failed])), {}, '#token.issue');
    expect(await page.locator('.row-detail').textContent()).toMatch(/Request|report\.json has it/);
    expect(incidents).toEqual([]);
    await close();
  });
});
