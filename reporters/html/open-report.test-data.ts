import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Counterexample, Report } from '../../results/report.ts';
import { sampleEvidence } from '../../results/sample-reports.test-data.ts';
import type { FileBrowser } from './browser.test-data.ts';
import { renderHtml } from './render-html.ts';

/** Opens a report, does something with it, and holds the page to having kept quiet. */
export type WithReport = (
  report: Report,
  act: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
  fragment?: string,
) => Promise<void>;

/** Opens reports in a browser that is started later. */
export function reportOpener(browser: () => FileBrowser): WithReport {
  return async (report, act, options = {}, fragment = '') => {
    const { page, incidents, close } = await browser().open(renderHtml(report), options, fragment);
    try {
      await act(page);
      expect(incidents).toEqual([]);
    } finally {
      await close();
    }
  };
}

/** Waits until the page says so of how many requirements it shows. */
export function settled(page: Page, status: string): Promise<void> {
  return page.locator('#report-status', { hasText: status }).waitFor();
}

/** Evidence of one exchange, answered with this body. */
export function evidenceOf(body: string, pointer: string): Counterexample {
  const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {} };
  return sampleEvidence({
    pointer,
    exchanges: [{ request, response: { status: 200, headers: {}, body }, durationMs: 1 }],
  });
}
