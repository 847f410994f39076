import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../reference/faults/fault-catalogue.ts';
import { register, requirementOf } from '../spec/index.ts';
import { printedBy } from './command-line.test-data.ts';
import { definitions } from '../suites/index.ts';

const root = join(import.meta.dirname, '..');

function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

const explain = (...words: readonly string[]) => printedBy(['explain', ...words], 72, root);

describe('bfc explain', () => {
  it('shows everything about a requirement, within the width', async () => {
    const stdout = await explain('renewals.edit-listed');
    const { statement, source, notes } = requirementOf('renewals.edit-listed');
    for (const text of [
      `required · E4, E5 · spec/documents/${source.document}:${source.line}`,
      statement,
      'PUT /api/v1/renewal_decisions/{renewal_decision_id}/{version}',
      definitions['renewals.edit-listed'].how,
      ...notes,
      ...faults
        .filter(({ breaks }) => breaks.includes('renewals.edit-listed'))
        .map(({ name, description }) => `${name}: ${description}`),
      'npm start -- --only renewals.edit-listed',
    ])
      expect(unwrapped(stdout)).toContain(unwrapped(text));
    expect(stdout.split('\n').every((line) => line.length <= 72)).toBe(true);
    expect(stdout.match(/(?<=\n\n {2})\S.*/g)?.join(', ')).toBe(
      'Where it shows, How it is checked, How it is to be read, Faults that prove the check, To check it alone',
    );
  });

  it('omits "How it is to be read" if there are no notes, and says why an open point has no fault', async () => {
    const plain = register.find(({ notes }) => notes.length === 0);
    expect(await explain(plain?.id ?? '')).not.toContain('How it is to be read');
    expect(await explain('paging.order')).toContain('    none: an open point is observed, and never fails\n');
  });

  it('accepts several ids and prefixes, and shows each requirement once, in document order', async () => {
    const stdout = await explain('versions.*', 'token.issue', 'token.issue,isolation.*');
    const heads = stdout.split('\n').filter((line) => /^\S/.test(line));
    const wanted = register.filter(
      ({ id, part }) => part === 'versions' || part === 'isolation' || id === 'token.issue',
    );
    expect(heads).toEqual(wanted.map(({ id }) => id));
    expect(stdout).toContain('    token  POST /auth/public/token\n');
  });

  it('prints one JSON object', async () => {
    expect(JSON.parse(await explain('token.lifetime', '--json'))).toEqual({
      requirements: [
        {
          id: 'token.lifetime',
          level: 'expected',
          part: 'token',
          statement: requirementOf('token.lifetime').statement,
          endpoints: [],
          operations: [{ id: 'token', method: 'POST', path: '/auth/public/token' }],
          source: expect.stringMatching(/^spec\/documents\/5-authentication\.md:\d+$/),
          method: definitions['token.lifetime'].how,
          definition: 'suites/token.suite.ts',
          notes: requirementOf('token.lifetime').notes,
          faults: expect.arrayContaining([
            { name: expect.any(String), description: expect.any(String), when: expect.any(String) },
          ]),
          command: 'npm start -- --only token.lifetime --level expected',
        },
      ],
    });
  });
});
