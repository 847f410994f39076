import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import chromium from '@sparticuz/chromium';
import axe from 'axe-core';
import { chromium as driver, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** A page opened from disk. */
interface OpenedPage {
  readonly page: Page;
  /**
   * What a page from disk must not cause: dialogs, errors, console messages, requests for anything but its own file.
   */
  readonly incidents: readonly string[];
  readonly close: () => Promise<void>;
}

interface Opening extends BrowserContextOptions {
  readonly fragment?: string;
}

export type FileBrowser = Awaited<ReturnType<typeof startFileBrowser>>;

/** Starts a Chromium that opens HTML files without a network, and creates a directory for them. */
export async function startFileBrowser() {
  const directory = await mkdtemp(join(tmpdir(), 'bfc-pages-'));
  const browser = await driver.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--no-zygote'],
  });
  let count = 0;
  const open = async (html: string, { fragment = '', ...options }: Opening = {}): Promise<OpenedPage> => {
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
  };
  return {
    open,
    /** Opens a page, runs `act` on it, and expects no incidents. */
    visit: async (html: string, options: Opening, act: (page: Page) => Promise<void>): Promise<void> => {
      const { page, incidents, close } = await open(html, options);
      try {
        await act(page);
        expect(incidents).toEqual([]);
      } finally {
        await close();
      }
    },
    close: async (): Promise<void> => {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The problems that axe finds in the current state of a page, one per line. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { target: string[]; failureSummary: string }[] }[]>(
    `axe.run(document).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
