import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startServer } from '../target/sample-server.test-data.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { bfc, fill, variablesOf } from './command-line.test-data.ts';

const remote = variablesOf('https://sandbox.example.com', 'https://auth.example.com');

/** Runs `bfc run --dry-run` with these arguments in a new folder. */
async function planned(words: string, environment: NodeJS.ProcessEnv = {}, config?: object) {
  const cwd = folderOfTest();
  if (config !== undefined) await fill(cwd, { 'conformance.config.json': config });
  const ended = await bfc(['run', '--dry-run', ...words.split(' ').filter(Boolean)], environment, cwd);
  return { ...ended, left: await readdir(cwd) };
}

async function plannedJson(words: string, environment: NodeJS.ProcessEnv = {}, config?: object) {
  const { stdout } = await planned(`--json ${words}`, environment, config);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a dry run', () => {
  it('sends nothing and writes no file', async () => {
    const { url, received } = await startServer((response) => response.end());
    const { exitCode, stdout, left } = await planned('--profile full', variablesOf(url));
    expect({ exitCode, left, received }).toEqual({ exitCode: 0, left: [], received: [] });
    expect(stdout).toMatch(/^Nothing was sent\./);
    expect(stdout).toContain(url);
    expect((await planned('')).stdout).toContain('embedded reference service started for the run (sandbox)');
  });

  it('shows the target, limits, seed and undecided requirements of a profile', async () => {
    const { stdout } = await planned('--profile health', remote, { name: 'ours', environment: 'sandbox' });
    for (const part of [
      /ours at https:\/\/sandbox\.example\.com \(sandbox\)/,
      /Requests +some \d+, at most 600; 2 at a time, 5 a second\n/,
      /Time +at most 3 min\n +Expected to take \d+ s of at most 3 min, for some \d+ requests\.\n/,
      /at most 8 records created or changed \(tagged/,
      /seed 1, today 20\d\d-\d\d-\d\d\n/,
      /1: it makes several decisions \(profile health\)\n +renewals\.edit-isolated\n/,
      /2: no key of a second organization .*\n +isolation\.groups, isolation\.records\n/,
    ])
      expect(stdout).toMatch(part);
  });

  const now = Date.now();
  const today = expect.toBeOneOf([now, now + 86_400_000].map((day) => new Date(day).toISOString().slice(0, 10)));
  it.each([
    ['', {}, { today, profile: { name: 'full' }, casesPerProperty: 100, timeBudgetMs: 720_000 }],
    ['--seed 9 --cases 7 --profile health', {}, { seed: 9, casesPerProperty: 7, timeBudgetMs: 180_000 }],
    ['--time-budget 24h --watch 90s', {}, { timeBudgetMs: 86_490_000, watchMs: 90_000 }],
    ['--time-budget 5s --wait-for-expiry', {}, { timeBudgetMs: 5_000 }],
    ['--profile health', { concurrency: 1 }, { limits: { concurrency: 1, requestsPerSecond: 5 } }],
    ['--profile health', { requestsPerSecond: 2 }, { limits: { concurrency: 2, requestsPerSecond: 2 } }],
    ['--profile health --concurrency 8 --rate 50', {}, { limits: { concurrency: 8, requestsPerSecond: 50 } }],
  ])('uses flags before the profile, and the lower limit: %s, limits %j', async (words, limits, plan) => {
    expect(await plannedJson(words, remote, { limits })).toMatchObject(plan);
  });

  it('shows what a shard sends, and its share of the limits', async () => {
    const limits = { concurrency: 6, requestsPerSecond: 10, tokensPerMinute: 9 };
    const config = { environment: 'sandbox', limits };
    const plans = await Promise.all(
      [1, 2, 3, 4].map((index) => plannedJson(`--seed 1 --shard ${index}/4`, remote, config)),
    );
    const all = await plannedJson('--seed 1', remote, config);
    for (const plan of plans)
      expect(plan['limits']).toMatchObject({ concurrency: 1, requestsPerSecond: 2.5, tokensPerMinute: 2 });
    const most = (plan: Record<string, unknown>) =>
      plan['atMost'] as { readonly requests: number; readonly records: number };
    for (const of of ['requests', 'records'] as const) {
      const sum = plans.reduce((total, plan) => total + most(plan)[of], 0);
      expect(Math.abs(sum - most(all)[of])).toBeLessThanOrEqual(plans.length);
    }
    expect(plans.flatMap((plan) => (plan['shard'] as { readonly sends: readonly string[] }).sends)).toContain(
      'snapshots',
    );
    const { stdout } = await planned('--seed 1 --shard 2/4', remote, config);
    expect(stdout).toMatch(/Shard +2 of 4, which sends /);
    expect(stdout).toMatch(/\d+: left to other shards, as this is shard 2 of 4\n/);
  });

  it('names the requirements that do not fit into the time budget, and those with fewer cases', async () => {
    const config = { environment: 'sandbox', limits: { requestsPerSecond: 1 } };
    const { stdout } = await planned('--time-budget 1m', remote, config);
    const text = stdout.replaceAll(/\s+/g, ' ');
    const short = 'some \\d+ requests do not fit into 60 s at 1 a second; --time-budget \\d+m has room for all of them';
    for (const part of [
      `Time at most 60 s Less than the whole run: ${short}. Expected to take \\d+ s of`,
      `Skipped \\d+: ${short} wire\\.`,
      'Checked, with less than all \\d+: With 1 % of the variations and cases, or on less traffic wire\\.',
    ])
      expect(text).toMatch(new RegExp(part));
    expect((await planned('--time-budget 3h', remote, config)).stdout).not.toMatch(/Less than|Skipped/);
  });

  it('names the pins that the run will not check', async () => {
    const expected = { 'paging.order': 'x', 'renewals.lines': 'x', 'renewals.edit-stale': 'x' };
    const config = { environment: 'sandbox', expect: expected };
    const health = (await planned('--profile health', remote, config)).stdout;
    expect(health).toContain('\nPinned, not looked at: renewals.lines, paging.order (profile health)\n');
    expect(health).toMatch(/1: its lists are so short .* \(profile health\)\n +paging\.order\n/);
    expect((await planned('--profile full', remote, config)).stdout).not.toContain('Pinned');
    expect(await plannedJson('--skip paging.order', remote, config)).toMatchObject({
      requirements: { pinnedUnseen: ['paging.order'] },
    });
  });

  it('gives only the maximum of requests for selected requirements, and no records if nothing is written', async () => {
    expect((await planned('--profile gate --only token.type,isolation.groups')).stdout).toMatch(
      /Requests +at most \d+; 32 at a time[^]*Records +no records created\n/,
    );
    expect((await planned('--profile gate --only groups.record')).stdout).toMatch(
      /Records +at most \d+ records created/,
    );
    expect(await plannedJson('--only token.type')).not.toHaveProperty('requests');
  });

  it.each([
    ['--only input.*', 'nothing required was selected; --level expected judges more.'],
    ['--only paging.order', 'nothing required was selected: open points are observed.'],
    ['--only paging.order --level expected', 'nothing required or expected was selected.'],
  ])('says that a run with %s cannot be conformant', async (words, line) => {
    expect((await planned(words)).stdout).toContain(`\nThe run cannot end as conformant: ${line}\n`);
    expect((await planned('--only input.*,groups.list')).stdout).not.toContain('cannot end');
  });

  it('prints the plan as JSON', async () => {
    const words =
      '--profile gate --today 2027-01-31 --only isolation.groups --skip token.type --only token.issue,token.type';
    expect(await plannedJson(words, remote)).toMatchObject({
      target: { baseUrl: 'https://sandbox.example.com', environment: 'production', writesAllowed: false },
      profile: { name: 'gate' },
      seed: 1,
      today: '2027-01-31',
      casesPerProperty: 5,
      limits: { concurrency: 4, requestsPerSecond: 10 },
      requirements: {
        checked: [
          { part: expect.any(String), byLevel: { required: 1, expected: 0, open: 0 } },
          { part: expect.any(String), byLevel: { required: 1, expected: 0, open: 0 } },
        ],
        leftOut: [{ why: 'not among those of --only' }, { why: 'named by --skip', ids: ['token.type'] }],
        undecided: [{ why: expect.stringContaining('second organization'), ids: ['isolation.groups'] }],
      },
      atMost: { records: 0 },
    });
  });

  it('counts unauthorized.expired as undecided unless the run waits for a token to expire', async () => {
    const only = '--only unauthorized.expired';
    const { stdout } = await planned(only, remote);
    expect(stdout).toMatch(/1: no expired token .*--keep-token and --wait-for-expiry[^]*\n +unauthorized\.expired\n/);
    expect(await plannedJson(`${only} --wait-for-expiry`, remote)).toMatchObject({
      timeBudgetMs: 1_620_000,
      requirements: { undecided: [] },
    });
  });

  it('shows the file of the kept token, and how long records are watched', async () => {
    const { stdout, left } = await planned('--keep-token kept.json --watch 10m', remote);
    expect(stdout).toMatch(/Time +at most 22 min, 10 min of it watching records at the end\n/);
    expect(stdout).toMatch(/Kept token +No token has been kept in kept\.json yet/);
    expect(stdout).toMatch(/Written here [^]* kept\.json\n/);
    expect(left).toEqual([]);
    const requests = async (words: string) => (await plannedJson(words, remote))['atMost'];
    const { requests: without } = (await requests('')) as { requests: number };
    expect(await requests('--watch 10m')).toMatchObject({ requests: without + 21 * 100 });
  });

  it('names every file that the run would write', async () => {
    const words = '--out out --format json,allure --format json --history past --baseline base.json --update-baseline';
    const { written } = await plannedJson(words);
    const paths = ['out/journal.ndjson', 'out/report.json', 'out/allure-results', 'past', 'base.json'];
    expect(written).toEqual(paths.map((path) => expect.stringMatching(new RegExp(`/${path.replace('.', '\\.')}$`))));
  });

  it('escapes control characters in text from the configuration', async () => {
    expect((await planned('', remote, { name: 'ours\u001B[2J' })).stdout).not.toContain('\u001B');
  });
});
