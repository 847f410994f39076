import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference, type ReferenceOptions } from '../../reference/index.ts';
import type { Report } from '../../results/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import { entryOf, jwtOf, readJournal } from '../../suites/judge/saved-samples.test-data.ts';
import { asTarget, judgeDirectly } from '../judge-reference.ts';

/** A run against a reference service of its own: what it reported, and the lines of its journal. */
export async function savedRun(
  options: ReferenceOptions,
  only: readonly RequirementId[],
): Promise<{ readonly report: Report; readonly lines: readonly string[] }> {
  const out = await mkdtemp(join(tmpdir(), 'bfc-saved-'));
  const reference = await startReference({ seed: 7, pace: 100, ...options });
  try {
    const report = await judgeDirectly(await asTarget(reference), {
      seed: 7,
      cases: 2,
      only,
      profile: 'gate',
      out,
      shrinkTries: 1,
      tellsAll: true,
    });
    const journal = await readFile(join(out, 'journal.ndjson'), 'utf8');
    return { report, lines: journal.trimEnd().split('\n') };
  } finally {
    await reference.close();
    await rm(out, { recursive: true });
  }
}

/** The entries of a HAR file that a proxy would have saved of a run, tokens and all. */
export function entriesOf(lines: readonly string[]): readonly unknown[] {
  return readJournal(lines).flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      const { exchange } = entry.read();
      const { access, request } = exchange;
      if (request.wire !== undefined) return [];
      const isGood = access === 'first' || access === 'second';
      const headers = { ...request.headers, ...(isGood ? { Authorization: `Bearer ${jwtOf(access)}` } : {}) };
      return [entryOf({ ...exchange, request: { ...request, headers } })];
    }),
  );
}
