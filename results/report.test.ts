import { format } from 'oxfmt';
import { expect, it } from 'vitest';
import formatting from '../.oxfmtrc.json' with { type: 'json' };
import { reportSchema } from './report.ts';

// `npx vitest run --project self results/report.test.ts -u` writes the file anew.
it('the published schema of a report is the one that reports are read by', async () => {
  const path = `${import.meta.dirname}/report.schema.json`;
  const { code } = await format(path, JSON.stringify(reportSchema), formatting);
  await expect(code).toMatchFileSnapshot(path);
});
