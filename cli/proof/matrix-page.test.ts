import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../../reference/index.ts';
import { readPackageInfo } from '../invocation.ts';

describe('the page of the proof matrix', () => {
  let rows: ReadonlyMap<string, string> = new Map();
  beforeAll(async () => {
    const page = await readFile(join(readPackageInfo().root, 'docs', 'proof-matrix.md'), 'utf8');
    const [, table = ''] = page.split('## Faults and the requirements that caught them');
    const found = table.split('\n').flatMap((line) => {
      const [, name] = /^\| `([a-z0-9-]+)` \|/.exec(line) ?? [];
      return name === undefined ? [] : [[name, line] as const];
    });
    rows = new Map(found);
  });

  it('has every fault of the catalogue, and no other: else make it anew (CONTRIBUTING.md)', () => {
    expect([...rows.keys()]).toEqual(faults.map(({ name }) => name));
  });

  it('shows each fault caught in every run by the requirements it names', () => {
    const uncaught = faults.filter(({ name, breaks }) => {
      const caughtBy = rows.get(name)?.split(' | ').at(-2) ?? '';
      return !breaks.every((id) => caughtBy.includes(`\`${id}\``));
    });
    expect(uncaught.map(({ name }) => name)).toEqual([]);
  });
});
