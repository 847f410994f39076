import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import chromium from '@sparticuz/chromium';
import axe from 'axe-core';
import { chromium as driver, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** A page that was opened from disk. */
interface OpenedPage {
  readonly page: Page;
  /** What no page from disk may cause: dialogs, errors, messages on the console, requests for anything but its file. */
  readonly incidents: readonly string[];
  readonly close: () => Promise<void>;
}

/** A browser that opens pages of HTML from files, without a network. */
export interface FileBrowser {
  readonly open: (html: string, options?: BrowserContextOptions, fragment?: string) => Promise<OpenedPage>;
  readonly close: () => Promise<void>;
}

/** Starts a Chromium, and makes a directory for the files that it opens. */
export async function startFileBrowser(): Promise<FileBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'bfc-pages-'));
  const browser: Browser = await driver.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--no-zygote'],
  });
  let count = 0;
  return {
    open: async (html, options = {}, fragment = '') => {
      count += 1;
      const path = join(directory, `page-${count}.html`);
      await writeFile(path, html);
      const context = await browser.newContext({ offline: true, ...options });
      const page = await context.newPage();
      const incidents: string[] = [];
      page.on('dialog', (dialog) => {
        incidents.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('console', (message) => incidents.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
      const address = pathToFileURL(path).href;
      page.on('request', (request) => {
        if (!request.url().startsWith(address)) incidents.push(`request: ${request.url()}`);
      });
      await page.goto(`${address}${fragment}`);
      return { page, incidents, close: () => context.close() };
    },
    close: async () => {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What axe finds wrong with a page as it stands, a line each. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { target: string[]; failureSummary: string }[] }[]>(
    `axe.run(document).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
