import chromium from '@sparticuz/chromium';

/** Unpacks the browser before there are workers: the second of two would start what the first has not written to its end. */
export async function setup(): Promise<void> {
  await chromium.executablePath();
}
