import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleReport } from '../../results/sample-reports.test-data.ts';
import { listCommand } from '../commands/list.ts';
import { bfc } from '../in-process.test-data.ts';

const about = 'a fault may hide there';
const reached = { name: 'a snapshot: 2 dependents', about, endpoints: ['E6'], exchanges: 12 };
const report = sampleReport([], {
  observations: [{ id: 'connections.accepts-generated', value: 'not taken: left out (federal_ein); taken', cases: 9 }],
  edges: [
    { ...reached, cases: ['snapshots: 2 dependents', 'snapshots: case 3'] },
    { name: 'a connection: optional member federal_ein absent', about, endpoints: ['E2'], exchanges: 0, cases: [] },
    { ...reached, name: 'a snapshot: 3 dependents', exchanges: 1, cases: ['snapshots: \u001b[31m3 dependents'] },
    { name: 'E8: a list of exactly one page', about, endpoints: ['E8'], exchanges: 0, cases: [] },
    { name: 'a second key', about, endpoints: ['E1', 'E2', 'E3'], exchanges: 2, cases: ['isolation.groups'] },
  ],
});

let cwd = '';
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'bfc-edges-'));
  await Promise.all([
    writeFile(join(cwd, 'report.json'), JSON.stringify(report)),
    writeFile(join(cwd, 'empty.json'), JSON.stringify(sampleReport([]))),
    writeFile(join(cwd, 'odd.json'), JSON.stringify({ ...report, edges: [{ name: 1 }] })),
    writeFile(join(cwd, 'other.json'), '[]'),
    writeFile(join(cwd, 'broken.json'), '{'),
    mkdir(join(cwd, 'folder')),
  ]);
});
afterAll(() => rm(cwd, { recursive: true }));

const list = (words: readonly string[], columns = '80') => bfc(['list', ...words], { COLUMNS: columns }, cwd);
const told = ['--edges', '--report', 'report.json'];

describe('bfc list --edges --report', () => {
  it('tells what was not reached first, then the others by what they are edges of, and counts', async () => {
    expect(await list(told)).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `Not reached
  ✗ E8: a list of exactly one page                not reached
  – a connection: optional member federal_ein absent  the target does not take…

a snapshot  E6
  ✓ 12× 2 dependents  snapshots: 2 dependents, snapshots: case 3
  ✓  1× 3 dependents  snapshots: \\u001b[31m3 dependents

any request of E1-E3
  ✓ 2× a second key  isolation.groups

3 of 5 edges reached; the target refuses what leads to 1
`,
    });
  });

  it('keeps to a narrow page', async () => {
    const { stdout } = await list(told, '40');
    expect(stdout.split('\n').every((line) => line.length <= 40)).toBe(true);
    expect(stdout).toContain('  ✓ 12× 2 dependents  snapshots: 2 depe…\n');
  });

  it('colours when told to', async () => {
    const { stdout } = await bfc(['list', ...told], { FORCE_COLOR: '1' }, cwd);
    expect(stdout).toContain('  \u001b[32m✓ 12× \u001b[39m2 dependents\u001b[2m');
  });

  it('keeps to endpoints, and says so when nothing matches', async () => {
    const { stdout } = await list([...told, '--endpoint', 'E6,E8']);
    expect(stdout).toMatch(/^Not reached\n {2}✗ E8.*\n\na snapshot[^]*\n\n2 of 3 edges reached\n$/);
    expect(await list([...told, '--endpoint', 'token'])).toMatchObject({
      exitCode: 0,
      stdout: 'no edge matches --endpoint token\n',
    });
  });

  it('prints one JSON object', async () => {
    const { stdout } = await list([...told, '--json']);
    const states = ['reached', 'refused', 'reached', 'not-reached', 'reached'];
    expect(JSON.parse(stdout)).toEqual({
      edges: report.edges.map((edge, index) => ({ ...edge, state: states[index] })),
      counts: { edges: 5, reached: 3, refused: 1, notReached: 1 },
    });
    expect(JSON.parse((await list([...told, '--json', '--endpoint', 'E8'])).stdout)).toMatchObject({
      edges: [{ name: 'E8: a list of exactly one page' }],
      counts: { edges: 1, reached: 0, refused: 0, notReached: 1 },
    });
  });
});

describe('a file that says nothing of edges is told in one line', () => {
  it.each([
    ['none.json', 'does not exist; check the path'],
    ['folder', 'is a directory without a report.json; name the one that "bfc run" has written'],
    ['broken.json', 'is no JSON; name the report.json that "bfc run" has written'],
    ['other.json', 'is no report; name the report.json that "bfc run" has written'],
    ['empty.json', 'does not say which edges its run reached; make a new one with "bfc run"'],
    ['odd.json', 'is no report that this version can read: /edges/0 lacks about; make a new one with "bfc run"'],
  ])('%s', async (file, words) => {
    expect(await list(['--edges', '--report', file])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `bfc: --report: ${file} ${words}\n`,
    });
  });
});

describe('flags that do not go together are told in one line', () => {
  it.each([
    [
      ['--edges', '--part', 'wire'],
      `bfc: option '--edges' cannot be used with option '--part <names>'; see "bfc list --help"\n`,
    ],
    [
      ['--edges', '--level', 'open'],
      `bfc: option '--edges' cannot be used with option '--level <levels>'; see "bfc list --help"\n`,
    ],
    [['--faults', '--edges'], `bfc: option '--edges' cannot be used with option '--faults'; see "bfc list --help"\n`],
    [
      ['--edges', '--report', 'report.json', '--seed', '1'],
      `bfc: option '--report <file>' cannot be used with option '--seed <n>'; see "bfc list --help"\n`,
    ],
    [['--report', 'report.json'], 'bfc: --report: belongs to --edges; add it\n'],
    [['--faults', '--seed', '7'], 'bfc: --seed: belongs to --edges; add it\n'],
    [['--edges', '--seed', 'x'], 'bfc: --seed: "x" is not a whole number from 0 to 2147483647\n'],
    [['--edges', '--report'], `bfc: option '--report <file>' argument missing; see "bfc list --help"\n`],
  ])('%j', async (words, line) => {
    expect(await list(words)).toEqual({ exitCode: 2, stdout: '', stderr: line });
  });
});

it('without a report, edges are told of a run against the reference service, with the seed that is asked for', async () => {
  const seeds: number[] = [];
  const coverReference = async (seed: number) => {
    seeds.push(seed);
    return report;
  };
  const told = async (words: readonly string[]) => {
    const printed = { stdout: '', stderr: '' };
    const collect = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) });
    const surroundings = { environment: {}, cwd, stdout: collect('stdout'), stderr: collect('stderr') };
    await listCommand(surroundings, undefined, { coverReference }).parseAsync(words, { from: 'user' });
    return printed;
  };
  const { stdout, stderr } = await told(['--edges', '--seed', '7']);
  expect(stderr).toBe(
    'No --report given: running all suites against the embedded reference service (seed 7, 100 cases); it takes some seconds.\n',
  );
  expect(stdout).toMatch(/\n3 of 5 edges reached; the target refuses what leads to 1\n$/);
  await told(['--edges']);
  expect(seeds).toEqual([7, 1]);
});
