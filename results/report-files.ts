/**
 * The files that each form of the report is written to, within the directory of a run's reports. What an earlier run
 * left of them has to go before the next one: nobody may read yesterday's verdict as today's.
 */
export const reportFiles = {
  json: ['report.json'],
  html: ['report.html'],
  junit: ['junit.xml'],
  markdown: ['summary.md'],
  sarif: ['report.sarif'],
  har: ['counterexamples.har'],
  badge: ['badge.svg', 'badge.json'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The folder of Allure's results within that directory. */
export const allureFolder = 'allure-results';
