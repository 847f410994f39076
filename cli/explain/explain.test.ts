import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults/fault-catalogue.ts';
import { register, requirementOf } from '../../spec/index.ts';
import { methodOf } from '../../suites/methods/index.ts';
import { bfc } from '../in-process.test-data.ts';
import { explanationOf } from './explanation.ts';

const root = join(import.meta.dirname, '../..');

/** A text with every break of a line made a blank again. */
function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

async function explain(...words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await bfc(['explain', ...words], { COLUMNS: '72' }, root);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

describe('bfc explain', () => {
  it('tells all of a requirement, within the width', async () => {
    const stdout = await explain('renewals.edit-listed');
    const { statement, source, notes } = requirementOf('renewals.edit-listed');
    const proving = faults.filter(({ breaks }) => breaks.includes('renewals.edit-listed'));
    for (const text of [
      `required · E4, E5 · spec/documents/${source.document}:${source.line}`,
      statement,
      'PUT /api/v1/renewal_decisions/{renewal_decision_id}/{version}',
      methodOf('renewals.edit-listed'),
      ...notes,
      ...proving.map(({ name, description }) => `${name}: ${description}`),
      'npm start -- --only renewals.edit-listed',
    ])
      expect(unwrapped(stdout)).toContain(unwrapped(text));
    expect(stdout.split('\n').every((line) => line.length <= 72)).toBe(true);
  });

  it('takes several ids and beginnings, and tells each once, in document order', async () => {
    const stdout = await explain('versions.*', 'token.issue', 'token.issue,isolation.*');
    const heads = stdout.split('\n').filter((line) => /^\S/.test(line));
    const wanted = register.filter(
      ({ id, part }) => part === 'versions' || part === 'isolation' || id === 'token.issue',
    );
    expect(heads).toEqual(wanted.map(({ id }) => id));
    expect(stdout).toContain('    token  POST /auth/public/token\n');
  });

  it('prints one JSON object', async () => {
    const { statement, notes } = requirementOf('token.lifetime');
    expect(JSON.parse(await explain('token.lifetime', '--json'))).toEqual({
      requirements: [
        {
          id: 'token.lifetime',
          level: 'expected',
          part: 'token',
          statement,
          endpoints: [],
          operations: [{ id: 'token', method: 'POST', path: '/auth/public/token' }],
          source: expect.stringMatching(/^spec\/documents\/5-authentication\.md:\d+$/),
          method: methodOf('token.lifetime'),
          notes,
          faults: faults
            .filter(({ breaks }) => breaks.includes('token.lifetime'))
            .map(({ name, description, when }) => ({ name, description, ...(when === undefined ? {} : { when }) })),
          command: 'npm start -- --only token.lifetime --level expected',
        },
      ],
    });
  });

  it('names the command as it is called from where the user is', async () => {
    const { stdout } = await bfc(['explain', 'token.type', '--json'], {}, tmpdir());
    expect(stdout).toMatch(/"command": "node \S+\/cli\/bfc\.js run --only token\.type"/);
  });

  it('colours when told to', async () => {
    const { stdout } = await bfc(['explain', 'token.type'], { FORCE_COLOR: '1' });
    expect(stdout).toContain('\u001b[1mtoken.type\u001b[22m\n');
  });
});

describe('wrong usage of bfc explain is told in one line and exits 2', () => {
  it.each([
    [['renewals.edti'], 'bfc: explain: no requirement is called "renewals.edti"; did you mean "renewals.edit"?\n'],
    [['token.issue', 'renewal.*'], 'bfc: explain: no requirement is called "renewal.*"; did you mean "renewals.*"?\n'],
    [['paging'], 'bfc: explain: no requirement is called "paging"; did you mean "paging.*"?\n'],
    [[], `bfc: missing required argument 'ids'; see "bfc explain --help"\n`],
    [['token.issue', '--jsn'], "bfc: unknown option '--jsn'; did you mean --json?\n"],
  ])('%j', async (words, line) => {
    expect(await bfc(['explain', ...words])).toEqual({ exitCode: 2, stdout: '', stderr: line });
  });
});

it('the help of bfc explain has examples', async () => {
  const { exitCode, stdout } = await bfc(['explain', '--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Usage: bfc explain');
  expect(stdout).toContain('$ bfc explain renewals.edit-listed');
});

it('every requirement that can fail a run has a fault that proves its check', () => {
  const unproven = register
    .filter(({ level }) => level !== 'open')
    .map(({ id }) => explanationOf(id, 'bfc run'))
    .filter((explanation) => explanation.faults.length === 0);
  expect(unproven.map(({ id }) => id)).toEqual([]);
});
