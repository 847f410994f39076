import type { Reporter } from 'vitest/node';
import { ownLabel } from '../../reporters/allure.ts';

/**
 * Allure's reporter of vitest. All that is kept of what it writes is when each check ran, so that a folder which it can't
 * write to must not end the run: whoever writes the report there next tells.
 *
 * @param resultsDir - where it writes a result for each check
 */
export async function allureReporter(resultsDir: string): Promise<Reporter> {
  const { default: AllureVitestReporter } = await import('allure-vitest/reporter');
  const reporter = new AllureVitestReporter({ resultsDir, globalLabels: [ownLabel] });
  return {
    onInit(vitest) {
      reporter.onInit(vitest);
    },
    onTestRunEnd(modules) {
      try {
        reporter.onTestRunEnd(modules);
      } catch {
        // The report's own writer says what is wrong with the folder.
      }
    },
  };
}
