import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { choices } from '../reference/dialects.ts';
import { faults } from '../reference/faults/fault-catalogue.ts';
import { rules } from '../reference/rules/rules.ts';
import { sampleReport } from '../results/sample-reports.test-data.ts';
import { register } from '../spec/index.ts';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { bfc, collecting, fill, printedBy } from './command-line.test-data.ts';
import { define } from './program.ts';
import { listCommand } from './list.ts';

/** Names in lines that begin like an entry: two spaces, then the name. */
function names(stdout: string): readonly string[] {
  return stdout.split('\n').flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
}

const list = (...words: readonly string[]) => printedBy(['list', ...words], 80);

describe('bfc list', () => {
  it('lists all requirements by part, one line each within the width, and counts them', async () => {
    const stdout = await list();
    const lines = stdout.trimEnd().split('\n');
    expect(names(stdout).toSorted()).toEqual(register.map(({ id }) => id).toSorted());
    expect(lines[0]).toBe('On the wire  wire');
    expect(lines[1]).toMatch(/^ {2}wire\.json {2,}required {2}E1-E8 {2,}Every 2xx/);
    const count = (level: string): number => register.filter((one) => one.level === level).length;
    expect(lines.at(-1)).toBe(
      `${register.length} requirements: ${count('required')} required, ${count('expected')} expected, ${count('open')} open`,
    );
  });

  it.each([40, 80, 200])('fits into %i columns', async (columns) => {
    const stdout = await printedBy(['list'], columns);
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns);
    expect(names(stdout)).toHaveLength(register.length);
  });

  it.each([
    ['--part groups,isolation', ({ part }) => part === 'groups' || part === 'isolation'],
    ['--part Isolation,GROUPS --part groups', ({ part }) => part === 'groups' || part === 'isolation'],
    ['--level open --part paging', ({ part, level }) => part === 'paging' && level === 'open'],
    [
      '--endpoint E4 --part versions --level required',
      ({ part, level, endpoints }) => part === 'versions' && level === 'required' && endpoints.includes('E4'),
    ],
    ['--endpoint token --level expected', ({ endpoints, level }) => endpoints.length === 0 && level === 'expected'],
  ] satisfies [string, (one: (typeof register)[number]) => boolean][])('filters by %s', async (words, isAsked) => {
    const ids = register.filter(isAsked).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(names(await list(...words.split(' ')))).toEqual(ids);
  });

  it('says so and exits 0 when nothing matches', async () => {
    expect(await list('--part', 'input', '--endpoint', 'token')).toBe(
      'no requirement matches --part input --endpoint token\n',
    );
  });

  it('prints one JSON object', async () => {
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
  });
});

it('bfc list --faults lists the faults that break the selected requirements, as text and as JSON', async () => {
  const stdout = await list('--faults', '--part', 'groups');
  const ofGroups = faults.filter(({ breaks }) => breaks.some((id) => id.startsWith('groups.')));
  expect(names(stdout)).toEqual(ofGroups.map(({ name }) => name));
  expect(stdout).toContain('  groups-without-version\n    groups.record\n    a group lacks its version · when: ');
  const hidden = ofGroups.filter(({ when }) => when !== undefined).length;
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    `${ofGroups.length} faults: ${hidden} only on certain data, in a certain order or now and then`,
  );
  expect(JSON.parse(await list('--faults', '--json'))).toMatchObject({
    faults: faults.map(({ name, description, breaks }) => ({ name, description, breaks })),
  });
});

it('bfc list --rules lists the rules that a service may have, as text and as JSON', async () => {
  const stdout = await list('--rules');
  expect(names(stdout)).toEqual(Object.keys(rules));
  expect(stdout).toMatch(/\n {2}ssn-with-dashes +a social security number is written with its\s+two dashes\n/);
  expect(stdout).toMatch(/; out\s+of\s+reach:\s+token\.lifetime\n/);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${Object.keys(rules).length} rules`);
  expect(JSON.parse(await list('--rules', '--json'))).toEqual({
    rules: Object.entries(rules).map(([name, { about, outOfReach = [] }]) => ({ name, about, outOfReach })),
  });
});

it('bfc list --dialects lists the choices of a dialect with their values, as text and as JSON', async () => {
  const stdout = await list('--dialects');
  expect(names(stdout)).toEqual(Object.keys(choices));
  expect(stdout).toContain('  idCase\n    lower, upper, mixed\n    letter case of issued identifiers\n');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^${Object.keys(choices).length} choices, `));
  expect(JSON.parse(await list('--dialects', '--json'))).toEqual({
    choices: Object.entries(choices).map(([name, { about, values }]) => ({ name, about, values })),
  });
});

const about = 'a fault may hide there';
const reached = { name: 'a snapshot: 2 dependents', about, endpoints: ['E6'], exchanges: 12 };
const report = sampleReport([], {
  observations: [
    {
      id: 'connections.accepts-generated',
      value: 'not taken: left out (federal_ein); taken',
      cases: 9,
      seen: [
        {
          topic: 'not taken without one of these',
          words: ['federal_ein'],
          value: 'not taken: left out (federal_ein)',
          cases: 1,
        },
      ],
    },
  ],
  edges: [
    { ...reached, cases: ['snapshots: 2 dependents', 'snapshots: case 3'] },
    { name: 'a connection: optional member federal_ein absent', about, endpoints: ['E2'], exchanges: 0, cases: [] },
    { ...reached, name: 'a snapshot: 3 dependents', exchanges: 1, cases: ['snapshots: \u001b[31m3 dependents'] },
    { name: 'E8: a list of exactly one page', about, endpoints: ['E8'], exchanges: 0, cases: [] },
    { name: 'a second key', about, endpoints: ['E1', 'E2', 'E3'], exchanges: 2, cases: ['isolation.groups'] },
  ],
});

const cwd = folderOfTests();
beforeAll(() => fill(cwd, { 'report.json': report }));

const edges = (words: readonly string[] = [], columns = 80) =>
  printedBy(['list', '--edges', '--report', 'report.json', ...words], columns, cwd);

describe('bfc list --edges --report', () => {
  it('shows unreached edges first, then the others grouped by what they are edges of, and counts', async () => {
    expect(await edges()).toBe(`Not reached
  ✗ E8: a list of exactly one page                not reached
  – a connection: optional member federal_ein absent  the target does not take…

a snapshot  E6
  ✓ 12× 2 dependents  snapshots: 2 dependents, snapshots: case 3
  ✓  1× 3 dependents  snapshots: \\u001b[31m3 dependents

any request of E1-E3
  ✓ 2× a second key  isolation.groups

3 of 5 edges reached; the target refuses what leads to 1
`);
  });

  it('fits a narrow page, and uses colours when asked to', async () => {
    const stdout = await edges([], 40);
    expect(stdout.split('\n').every((line) => line.length <= 40)).toBe(true);
    const words = ['list', '--edges', '--report', 'report.json'];
    const coloured = await bfc(words, { FORCE_COLOR: '1' }, cwd);
    expect(coloured.stdout).toContain('  \u001b[32m✓ 12× \u001b[39m2 dependents\u001b[2m');
  });

  it('filters by endpoint, and says so when nothing matches', async () => {
    expect(await edges(['--endpoint', 'E6,E8'])).toMatch(
      /^Not reached\n {2}✗ E8.*\n\na snapshot[^]*\n\n2 of 3 edges reached\n$/,
    );
    expect(await edges(['--endpoint', 'token'])).toBe('no edge matches --endpoint token\n');
  });

  it('prints one JSON object', async () => {
    const states = ['reached', 'refused', 'reached', 'not-reached', 'reached'];
    expect(JSON.parse(await edges(['--json']))).toEqual({
      edges: report.edges.map((edge, index) => ({ ...edge, state: states[index] })),
      counts: { edges: 5, reached: 3, refused: 1, notReached: 1 },
    });
  });
});

it('bfc list --edges without a report lists the edges of a run against the reference service, with the given seed', async () => {
  const seeds: number[] = [];
  const coverReference = (seed: number) => {
    seeds.push(seed);
    return Promise.resolve(report);
  };
  const { printed, surroundings } = collecting({}, cwd);
  for (const words of [['--edges', '--seed', '7'], ['--edges']])
    await define(new Command(), listCommand(coverReference), surroundings, () => {}).parseAsync(words, {
      from: 'user',
    });
  expect(seeds).toEqual([7, 1]);
  expect(printed.stderr).toMatch(
    /^No --report given: running all suites against the embedded reference service \(seed 7, 100 cases\); [^\n]+\n/,
  );
  expect(printed.stdout).toMatch(/\n3 of 5 edges reached; the target refuses what leads to 1\n$/);
});
