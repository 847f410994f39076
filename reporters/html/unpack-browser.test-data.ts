import chromium from '@sparticuz/chromium';

/** Unpacks the browser before the workers start: otherwise one could launch a file that another is still writing. */
export async function setup(): Promise<void> {
  await chromium.executablePath();
}
