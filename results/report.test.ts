import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { reportSchema } from './report.ts';

// `npx vitest run --project self results/report.test.ts -u` writes the file anew.
it('the published schema of a report is the one that reports are read by', async () => {
  const path = `${import.meta.dirname}/report.schema.json`;
  const text = await format(JSON.stringify(reportSchema), { ...(await resolveConfig(path)), parser: 'json' });
  await expect(text).toMatchFileSnapshot(path);
});
