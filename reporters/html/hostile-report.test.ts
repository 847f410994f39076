import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequirementId } from '../../spec/index.ts';
import type { Report } from '../../results/report.ts';
import { sampleEvidence, sampleReport, sampleResult } from '../../results/sample-reports.test-data.ts';
import { startFileBrowser, type FileBrowser } from './browser.test-data.ts';
import { fullReport } from './full-report.test-data.ts';
import { renderHtml } from './write-html.ts';

let browser: FileBrowser;
beforeAll(async () => {
  browser = await startFileBrowser();
});
afterAll(() => browser.close());

const attacks = [
  `</script><script>alert(1)</script>`,
  `<img src=x onerror=alert(2)>`,
  `<!--<script>`,
  `]]></style><svg onload=alert(3)>`,
  `"' onmouseover=alert(4) x="`,
  `javascript:alert(5)`,
  `{{7*7}} \${alert(6)} $& $1`,
  `\u202Eevil\u2066\u200B\u2028\u2029\u0000\u001B]0;x\u0007`,
  `&lt;b&gt; &amp;amp;`,
  `\uD800`,
];
const hostile = attacks.join('\n');

/** A copy of a value with every text in it followed by every attack, except for those of which the report's types allow only some. */
function poisoned(value: unknown, key = ''): unknown {
  const closed = ['level', 'outcome', 'reason', 'verdict', 'state', 'kind', 'percentile', 'startedAt'];
  if (typeof value === 'string') return closed.includes(key) ? value : `${value}${hostile}`;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      key === 'headers' || key === 'latency' ? `${name}${hostile}` : name,
      poisoned(member, name),
    ]),
  );
}

describe('a report full of markup', () => {
  const report = poisoned(fullReport) as Report;
  const html = renderHtml(report, { beside: [{ name: hostile, observations: report.observations }] });

  it('is shown as text, opened and printed: no dialog, no request, no error', async () => {
    const { page, incidents, close } = await browser.open(html, { viewport: { width: 360, height: 800 } });
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true;`);
    await page.getByRole('button', { name: /^Copy/ }).first().click();
    await page.getByRole('searchbox').fill(attacks[1] ?? '');
    await page.locator('#report-status', { hasText: 'All 9 requirements' }).waitFor();
    await page.pdf();

    expect(await page.locator('img, svg[onload], [onmouseover], [onerror], iframe, object, base').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
    const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    for (const attack of attacks.slice(0, 7)) expect(text).toContain(attack);
    expect(text).toContain('⟨U+202E⟩evil⟨U+2066⟩⟨U+200B⟩');
    expect(text).not.toMatch(/[\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(incidents).toEqual([]);
    await close();
  });

  it('could not run a script even if markup came through', async () => {
    const { page, incidents, close } = await browser.open(html);
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<img src="https://example.com/x" onerror="alert(1)">')`,
    );
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { textContent: 'alert(2)' }))`,
    );
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
