/**
 * Draws `report.png`, the picture in the README, from the HTML report of a run; the first command keeps running:
 *
 * ```sh
 * node cli/bfc.js serve --fault connections-number-formatted --json > target.json
 * node cli/bfc.js run --config target.json
 * node docs/screenshot.ts conformance-report/report.html
 * ```
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFileBrowser } from '../reporters/html/browser.test-data.ts';

const [report = 'conformance-report/report.html'] = process.argv.slice(2);
const width = 1120;
const longest = 1340;

const browser = await startFileBrowser();
const { page } = await browser.open(readFileSync(report, 'utf8'), {
  viewport: { width, height: longest },
  colorScheme: 'light',
});
const failure = page.locator('details', { hasText: 'connections.echo' }).first();
await failure.locator('summary').first().click();
const box = await failure.boundingBox();
await page.mouse.move(0, 0);
await page.screenshot({
  path: join(import.meta.dirname, 'report.png'),
  clip: { x: 0, y: 0, width, height: Math.min((box?.y ?? 0) + (box?.height ?? 0) + 24, longest) },
});
await browser.close();
