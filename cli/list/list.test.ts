import { describe, expect, it } from 'vitest';
import { faults } from '../../reference/faults/fault-catalogue.ts';
import { register } from '../../spec/index.ts';
import { bfc } from '../in-process.test-data.ts';

/** Lines that begin like an entry: two blanks, then the name. */
function names(stdout: string): readonly string[] {
  return stdout.split('\n').flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
}

async function list(...words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await bfc(['list', ...words], { COLUMNS: '80' });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

describe('bfc list', () => {
  it('lists all requirements by part, one line each within the width, and counts them', async () => {
    const stdout = await list();
    const lines = stdout.trimEnd().split('\n');
    expect(names(stdout).toSorted()).toEqual(register.map(({ id }) => id).toSorted());
    expect(lines[0]).toBe('On the wire  wire');
    expect(lines[1]).toMatch(/^ {2}wire\.json {2,}required {2}E1-E8 {2,}Every 2xx/);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    const count = (level: string): number => register.filter((one) => one.level === level).length;
    expect(lines.at(-1)).toBe(
      `${register.length} requirements: ${count('required')} required, ${count('expected')} expected, ${count('open')} open`,
    );
  });

  it.each([['40'], ['55'], ['70'], ['200']])('keeps to a width of %s columns', async (columns) => {
    const { stdout } = await bfc(['list'], { COLUMNS: columns });
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(Number(columns));
    expect(names(stdout)).toHaveLength(register.length);
  });

  it('colours when told to', async () => {
    const { stdout } = await bfc(['list', '--part', 'isolation'], { FORCE_COLOR: '1' });
    expect(stdout).toContain('\u001b[1mIsolation\u001b[22m');
  });

  it('keeps to parts, levels and endpoints, together', async () => {
    expect(names(await list('--part', 'groups,isolation'))).toEqual(
      register.filter(({ part }) => part === 'groups' || part === 'isolation').map(({ id }) => id),
    );
    expect(names(await list('--level', 'open', '--part', 'paging'))).toEqual(['paging.defaults', 'paging.order']);
    expect(names(await list('--endpoint', 'E4', '--part', 'versions', '--level', 'required'))).toEqual([
      'versions.change-on-edit',
      'versions.change-with-record',
    ]);
    expect(names(await list('--endpoint', 'token', '--level', 'expected'))).toEqual(
      register.filter(({ endpoints, level }) => endpoints.length === 0 && level === 'expected').map(({ id }) => id),
    );
  });

  it('says so when nothing matches, and ends well', async () => {
    expect(await list('--part', 'input', '--endpoint', 'token')).toBe(
      'no requirement matches --part input --endpoint token\n',
    );
    expect(await list('--faults', '--part', 'input', '--level', 'open')).toBe(
      'no fault matches --part input --level open\n',
    );
  });

  it('prints one JSON object', async () => {
    const all: unknown = JSON.parse(await list('--json'));
    expect(all).toMatchObject({ requirements: register.map(({ id, level }) => ({ id, level })) });
    expect(JSON.parse(await list('--json', '--part', 'isolation', '--endpoint', 'E1'))).toEqual({
      requirements: [
        {
          id: 'isolation.groups',
          level: 'required',
          part: 'isolation',
          endpoints: ['E1'],
          statement: expect.stringMatching(/\.$/),
          source: expect.stringMatching(/^spec\/documents\/5-authentication\.md:\d+$/),
        },
      ],
      counts: { required: 1, expected: 0, open: 0 },
    });
    expect(JSON.parse(await list('--json', '--part', 'input', '--endpoint', 'token'))).toEqual({
      requirements: [],
      counts: { required: 0, expected: 0, open: 0 },
    });
  });
});

describe('bfc list --faults', () => {
  it('lists the catalogue: each fault with what it breaks and when it shows', async () => {
    const stdout = await list('--faults');
    expect(names(stdout)).toEqual(faults.map(({ name }) => name));
    expect(stdout).toContain('  groups-without-version\n    groups.record\n    a group lacks its version · when: ');
    const hidden = faults.filter(({ when }) => when !== undefined).length;
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      `${faults.length} faults: ${hidden} only on certain data, in a certain order or now and then`,
    );
  });

  it('keeps to the faults that break what the filters let pass', async () => {
    const open = register.filter(({ part }) => part === 'isolation').map(({ id }) => id);
    expect(names(await list('--faults', '--part', 'isolation'))).toEqual(
      faults.filter(({ breaks }) => breaks.some((id) => open.includes(id))).map(({ name }) => name),
    );
  });

  it('prints one JSON object', async () => {
    const printed: unknown = JSON.parse(await list('--faults', '--json'));
    expect(printed).toMatchObject({
      faults: faults.map(({ name, description, breaks }) => ({ name, description, breaks })),
    });
  });
});

describe('wrong usage of bfc list is told in one line and exits 2', () => {
  it.each([
    [
      ['--part', 'renewal'],
      'bfc: --part: "renewal" is no part; allowed are wire, token, unauthorized, paging, groups, connections, renewals, snapshots, versions, isolation, input\n',
    ],
    [['--level', 'must'], 'bfc: --level: "must" is no level; allowed are required, expected, open\n'],
    [
      ['--endpoint', 'E4,E9'],
      'bfc: --endpoint: "E9" is no endpoint; allowed are E1, E2, E3, E4, E5, E6, E7, E8, token\n',
    ],
    [['--fault'], "bfc: unknown option '--fault'; did you mean --faults?\n"],
    [['wire'], `bfc: too many arguments for 'list'. Expected 0 arguments but got 1: wire; see "bfc list --help"\n`],
  ])('%j', async (words, line) => {
    expect(await bfc(['list', ...words])).toEqual({ exitCode: 2, stdout: '', stderr: line });
  });
});

it('the help of bfc list has examples', async () => {
  const { exitCode, stdout } = await bfc(['list', '--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Usage: bfc list');
  expect(stdout).toContain('$ bfc list --part');
});
