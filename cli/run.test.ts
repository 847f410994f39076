import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report } from '../results/report.ts';
import { sampleReport, sampleResult, undecided } from '../results/sample-reports.test-data.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { NoVerdictError } from '../suites/preflight.ts';
import { collecting, fill, readJson, startBfc, variablesOf } from './command-line.test-data.ts';
import type { RunFlags } from './run-plan.ts';
import { runConformance, type RunParts } from './run.ts';

let cwd = '';
const close = vi.fn<() => Promise<void>>(async () => {});
beforeEach(() => {
  cwd = folderOfTest();
  close.mockClear();
});

const flags: RunFlags = {
  level: 'required',
  skip: [],
  cases: 100,
  timeBudget: 600_000,
  out: 'out',
  format: ['terminal', 'json'],
};
const named = variablesOf('http://127.0.0.1:9');
const passed = sampleReport([sampleResult('token.issue')]);
const down = sampleReport([undecided('token.issue', 'blocked')]);

async function run(
  changes: Partial<RunFlags> = {},
  report: Report | Error = passed,
  environment: NodeJS.ProcessEnv = named,
  running: RunParts['runSuites'] = async () => {
    if (report instanceof Error) throw report;
    return report;
  },
) {
  const { printed, surroundings } = collecting(environment, cwd);
  const runSuites = vi.fn<RunParts['runSuites']>(running);
  const startReference = vi.fn<RunParts['startReference']>(async () => ({
    baseUrl: 'http://127.0.0.1:7',
    authUrl: 'http://127.0.0.1:7',
    credentials: { clientId: 'own', clientSecret: 'own' },
    secondCredentials: { clientId: 'other', clientSecret: 'other' },
    expiredToken: 'a.b.c',
    fixtures: { groupId: 'g', carrierIds: ['c'], planIds: ['p'] },
    plans: [],
    close,
  }));
  const exitCode = await runConformance({ ...flags, ...changes }, surroundings, { runSuites, startReference });
  return { exitCode, printed, runSuites, startReference, options: runSuites.mock.calls[0]?.[0] };
}

const files = () => readdir(join(cwd, 'out'));
const readReport = (folder: string) => readJson<Report>(cwd, folder, 'report.json');

describe('a run', () => {
  it.each([
    ['conformant', passed, 0],
    ['nonconformant', sampleReport([sampleResult('token.issue', { outcome: 'fail' })]), 1],
    ['without a verdict', down, 3],
  ])('that is %s prints and writes its report, and has its exit code', async (_what, report, exitCode) => {
    const ended = await run({}, report);
    expect(ended.exitCode).toBe(exitCode);
    for (const text of [report.summary.headline, join('out', 'report.json')])
      expect(ended.printed.stdout).toContain(text);
    expect(await readReport('out')).toMatchObject(report);
  });

  it('keeps a token for a later run, and uses it when it has expired', async () => {
    const keeping =
      (expiredMsAgo: number): RunParts['runSuites'] =>
      async (options) => {
        options.onToken?.({ token: 'a.b.c', expiresAt: performance.now() - expiredMsAgo });
        return passed;
      };
    const first = await run({ keepToken: 'kept/token.json' }, passed, named, keeping(100_000));
    expect(first.printed.stderr).toContain('No token has been kept in kept/token.json yet');
    const second = await run({ keepToken: 'kept/token.json' }, passed, named, keeping(0));
    expect(second.options?.target.expiredToken).toBe('a.b.c');
    await expect(run({ keepToken: 'past/token.json', history: 'past' })).rejects.toThrow(/is in past, /);
  });

  it('passes all its flags to the suites', async () => {
    await fill(cwd, { "it's.json": { name: 'named' } });
    const asked = {
      seed: 7,
      today: '2027-01-31',
      cases: 5,
      only: ['token.issue', 'unauthorized.expired', 'versions.change-with-record'],
      skip: ['token.jwt'],
      level: 'expected',
      waitForExpiry: true,
    } as const;
    const more = { config: "it's.json", format: ['json'], concurrency: 2, watch: 60_000 } as const;
    const { options, printed } = await run({ ...asked, ...more });
    expect(options).toMatchObject({
      ...asked,
      watchMs: 60_000,
      timeBudgetMs: 660_000,
      profile: 'full',
      out: join(cwd, 'out'),
      target: { name: 'named', limits: { concurrency: 2 } },
    });
    expect(options?.replayCommand).toEqual({
      before: expect.stringMatching(/ replay out\/report\.json $/),
      after: String.raw` --config 'it'\''s.json' --concurrency 2`,
    });
    expect(printed.stderr).toContain('Seed 7, today 2027-01-31.');
    expect(printed.stdout).toBe('conformant: 1 of 1 required pass\n');
  });

  it('announces that it will not write to a target that is neither loopback nor a sandbox', async () => {
    const remote = { ...named, BFC_BASE_URL: 'https://api.example.com' };
    expect((await run({}, passed, remote)).printed.stderr).toContain('Nothing will be written to it');
    expect((await run({ allowWrites: true }, passed, remote)).printed.stderr).not.toContain('Nothing will be written');
  });
});

describe('without a target', () => {
  it('the embedded service is started, judged by its address, and closed', async () => {
    const { startReference, options, printed } = await run({ seed: 3 }, passed, {});
    for (const called of [startReference, close]) expect(called).toHaveBeenCalledOnce();
    expect(options?.target).toMatchObject({
      baseUrl: 'http://127.0.0.1:7',
      fixtures: { groupId: 'g' },
      writesAllowed: true,
    });
    expect(printed.stderr).toContain('started the embedded reference service at http://127.0.0.1:7');
  });

  it('the embedded service is closed when the run fails', async () => {
    await expect(run({}, new Error('broken'), {})).rejects.toThrow('broken');
    expect(close).toHaveBeenCalledOnce();
  });
});

it('the report of an earlier run is removed even if this run ends without one', async () => {
  await run();
  expect(await files()).toEqual(['report.json']);
  await expect(run({}, new Error('unreachable'))).rejects.toThrow('unreachable');
  expect(await files()).toEqual([]);
});

it('a problem that does not change the verdict is a warning', async () => {
  const { exitCode, printed } = await run({}, passed, named, async (options) => {
    options.onTrouble?.('the journal is not whole');
    return passed;
  });
  expect(exitCode).toBe(0);
  expect(printed.stderr).toContain('warning: the journal is not whole\n');
});

it('a run that could not begin writes reports without a verdict, and throws the one line for the terminal', async () => {
  const error = new NoVerdictError('connection refused', { report: down });
  const said = run({ history: 'past', format: ['terminal', 'json', 'junit'] }, error);
  await expect(said).rejects.toThrow('connection refused');
  expect(await files()).toEqual(['junit.xml', 'report.json']);
  expect(await readReport('out')).toMatchObject({ gate: { passed: false, verdict: 'no-verdict' } });
  expect(await readdir(join(cwd, 'past'))).toEqual([expect.stringMatching(/^20.*\.json$/), 'trend.html']);
});

it('the report is written even if the baseline cannot be', async () => {
  const makesItAFolder: RunParts['runSuites'] = async () => {
    await mkdir(join(cwd, 'base.json', 'x'), { recursive: true });
    return passed;
  };
  const ended = run({ baseline: 'base.json', updateBaseline: true }, passed, named, makesItAFolder);
  await expect(ended).rejects.toThrow(/^--baseline: .*base\.json cannot be written to \(\w+\)/);
  expect(await files()).toEqual(['report.json']);
});

it.runIf(process.platform === 'linux')('refuses an output directory that cannot be created', async () => {
  await expect(run({ out: '/proc/none/x' })).rejects.toThrow(/^--out: \/proc\/none\/x cannot be made there;/);
});

it('writes its report and exits 130 when it is interrupted', async () => {
  const interrupted = startBfc(['run', '--seed', '1', '--format', 'terminal,json'], {}, cwd);
  await interrupted.saw(' requests sent');
  interrupted.kill('SIGINT');
  const { exitCode, stdout } = await interrupted.ended;
  expect(exitCode).toBe(130);
  expect(stdout).toContain('(the run was stopped before its end)');
  expect(await readReport('conformance-report')).toMatchObject({
    run: { interrupted: true },
    summary: { verdict: 'no-verdict' },
  });
});
