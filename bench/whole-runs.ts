import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RequestListener, request as forward } from 'node:http';
import type { ProfileName } from '../suites/profiles.ts';
import { journalName, type JournalLine } from '../target/journal.ts';
import type { Bare } from './bare-client.ts';
import {
  bfc,
  configFile,
  figure,
  judge,
  medians,
  repeated,
  runNode,
  withServed,
  withServer,
  type Figure,
  type Measure,
} from './measurement.ts';
import type { Report } from '../results/report.ts';
import { endpointOf } from '../spec/index.ts';

/** Rounds of each profile; runs and the bare client alternate. */
const rounds = 3;

/** As many requests as a run has in flight against a loopback address. */
const concurrency = 32;

/** Milliseconds: a longer gap without requests in flight counts as waiting for the target's records to progress. */
const shortestWait = 100;

/** Milliseconds with nothing in flight, counting only gaps so long that the run must have been waiting, not busy. */
function waitedIn(exchanges: readonly JournalLine[]): number {
  let [waited, lastEnd] = [0, -Infinity];
  for (const { startedAt, endedAt } of exchanges.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const gap = startedAt - lastEnd;
    if (gap >= shortestWait && gap < Infinity) waited += gap;
    lastEnd = Math.max(lastEnd, endedAt);
  }
  return waited;
}

/** A run, followed by its requests sent by the bare client, each against a fresh service. */
async function oneRound(profile: ProfileName, directory: string) {
  const journal = join(directory, journalName);
  const ran = await withServed((config) => judge(config, directory, ['--profile', profile]));
  const lines = (await readFile(journal, 'utf8')).trim().split('\n');
  const exchanges = lines.map((line) => JSON.parse(line) as JournalLine);
  const waits = waitedIn(exchanges);
  const client = join(import.meta.dirname, 'bare-client.ts');
  const { stdout, stderr } = await withServed(async (config) =>
    runNode([client, await configFile(config, directory), journal, String(concurrency)]),
  );
  if (stdout === '') throw new Error(`the bare client failed: ${stderr}`);
  const { wallMs: bareWall, cpuMs: bareCpu, sent, refused: refusedAgain, failed } = JSON.parse(stdout) as Bare;
  const refused = exchanges.filter(({ response, request }) => !request.wire && (response?.status ?? 0) >= 400).length;
  const wall = ran.wallMs - waits;
  const cpu = ran.used.cpuMs;
  const own = { wall, cpu, waits, requests: lines.length, refused };
  return { ...own, ofWall: wall / bareWall, ofCpu: cpu / bareCpu, bareWall, bareCpu, sent, refusedAgain, failed };
}

export const measureRun: Measure = async ({ directory }) => {
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const profile of ['full', 'gate'] as const) {
    const taken: Awaited<ReturnType<typeof oneRound>>[] = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await oneRound(profile, directory));
    const of = medians(taken);
    figures.push(
      figure(`run.${profile}.wall`, `${profile}: wall time without waits`, of.ofWall, 'undici alone'),
      figure(`run.${profile}.wall-ms`, '  the same', of.wall, 'ms'),
      figure(`run.${profile}.bare-wall-ms`, '  undici alone', of.bareWall, 'ms'),
      figure(`run.${profile}.waits-ms`, '  waits', of.waits, 'ms'),
      figure(`run.${profile}.cpu`, `${profile}: CPU time`, of.ofCpu, 'undici alone'),
      figure(`run.${profile}.cpu-ms`, '  the same', of.cpu, 'ms'),
      figure(`run.${profile}.bare-cpu-ms`, '  undici alone', of.bareCpu, 'ms'),
    );
    notes.push(
      `${profile}: ${of.requests} requests, ${of.refused} refused; undici alone sent ${of.sent}, all but what is no HTTP: ${of.refusedAgain} refused, ${of.failed} without an answer.`,
    );
  }
  return {
    figures,
    notes: [
      `Medians of ${rounds} rounds. A run counts from the start of its process to the end, journal and reports included, without the times of ${shortestWait} ms or more in which nothing was in flight by its journal. Undici alone counts from its first request to its last answer.`,
      ...notes,
    ],
  };
};

const starts = 7;

export const measureStart: Measure = async ({ directory }) => {
  const environment = { NODE_COMPILE_CACHE: join(directory, 'compile-cache'), BFC_CLIENT_SECRET: 'made-up' };
  let arrivedAt: number | undefined;
  const listener: RequestListener = (_request, response) => {
    arrivedAt ??= performance.now();
    response.writeHead(404).end();
  };
  const samples = await withServer(listener, (origin) => {
    const target = ['--base-url', origin, '--auth-url', origin, '--client-id', 'made-up'];
    // The first round fills the compile cache.
    return repeated(starts, async () => {
      const node = await runNode(['-e', '0']);
      arrivedAt = undefined;
      const startedAt = performance.now();
      const words = [bfc, 'run', ...target, '--out', join(directory, 'report')];
      const { firstRequest, stderr } = await runNode(words, environment);
      if (arrivedAt === undefined || firstRequest === undefined) throw new Error(`no request came: ${stderr}`);
      return { wall: arrivedAt - startedAt, cpu: firstRequest.cpuMs, nodeWall: node.wallMs, nodeCpu: node.used.cpuMs };
    });
  });
  const { wall, cpu, nodeWall, nodeCpu } = medians(samples);
  return {
    figures: [
      figure('start.wall', 'wall time to the first request', wall / nodeWall, 'node -e 0'),
      figure('start.wall-ms', '  the same', wall, 'ms'),
      figure('start.node-wall-ms', '  node -e 0', nodeWall, 'ms'),
      figure('start.cpu', 'CPU time to the first request', cpu / nodeCpu, 'node -e 0'),
      figure('start.cpu-ms', '  the same', cpu, 'ms'),
      figure('start.node-cpu-ms', '  node -e 0', nodeCpu, 'ms'),
    ],
    notes: [`Medians of ${starts} starts of each, taken in turn, with a warm compile cache.`],
  };
};

/** The `--cases` for which a run of the command below has about so many cases as counted in reports. */
const sizes = [
  { name: '1e4', cases: 4, isLong: false },
  { name: '1e5', cases: 220, isLong: false },
  { name: '1e6', cases: 2400, isLong: true },
] as const;

/** Sequences of requests on few employees: nothing else yields as many cases for so few requests. */
const words = ['--profile', 'gate', '--only', 'snapshots.*', '--time-budget', '60m'];

export const measureMemory: Measure = async ({ directory, long }) => {
  const peaks: Figure[] = [];
  const notes: string[] = [];
  for (const { name, cases } of sizes.filter(({ isLong }) => long || !isLong)) {
    const chosen = [...words, '--cases', String(cases)];
    const { used, exitCode } = await withServed((config) => judge(config, directory, chosen));
    const isEnded = exitCode === 0;
    peaks.push(figure(`memory.${name}`, `peak of a run of ${name} cases`, isEnded ? used.peakMb : Number.NaN, 'MB'));
    if (!isEnded) {
      notes.push(`${name}: the run ended with ${exitCode ?? 'a signal'}, at ${Math.round(used.peakMb)} MB.`);
      continue;
    }
    const { run } = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8')) as Report;
    const took = `${run.requests} requests and ${Math.round(run.durationMs / 1000)} s`;
    notes.push(`${name}: ${run.cases} cases in ${took}, --cases ${cases}.`);
  }
  const growth = (peaks.at(-1)?.value ?? Number.NaN) / (peaks[0]?.value ?? Number.NaN);
  return {
    figures: [...peaks, figure('memory.growth', 'the last as a multiple of the first', growth)],
    notes: [
      `Resident memory of the process of bfc run ${words.join(' ')}, journal and reports included.`,
      ...notes,
      ...(long ? [] : ['1e6 cases take some minutes: --long measures them.']),
    ],
  };
};

const endpoint = 'E7';

const bytes = 15 * 1024 * 1024;
const members = 1_000_000;
const levels = 100_000;

/** JSON bodies that are far larger than expected. */
const bodies: Readonly<Record<string, () => string>> = {
  string: () => JSON.stringify('x'.repeat(bytes - 2)),
  members: () => `{${Array.from({ length: members }, (_unused, index) => `"m${index}":0`).join()}}`,
  levels: () => '['.repeat(levels) + ']'.repeat(levels),
};

/** Limits that end a run far from its goals, so that other work on the machine can go on. */
const heapMb = 1000;
const longestRun = 5;

/** Forwards everything to a service, except that it answers one endpoint itself if it has a body for it. */
const front =
  (service: string, body: Buffer | undefined): RequestListener =>
  (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    if (body !== undefined && endpointOf(method, url.split('?')[0] ?? '')?.endpoint === endpoint) {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
      return;
    }
    const passed = forward(new URL(url, service), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };

export const measureBoundedAnswers: Measure = async ({ directory }) => {
  const run = (body?: string, signal?: AbortSignal) =>
    withServed((config) =>
      withServer(front(config.baseUrl, body === undefined ? undefined : Buffer.from(body)), (baseUrl) => {
        return judge({ ...config, baseUrl }, directory, [], [`--max-old-space-size=${heapMb}`], signal);
      }),
    );
  const ordinary = await run();
  const figures: Figure[] = [];
  const ends: string[] = [];
  let without = 0;
  for (const [name, make] of Object.entries(bodies)) {
    const limit = AbortSignal.timeout(Math.ceil(longestRun * ordinary.wallMs));
    const { exitCode, used, wallMs } = await run(make(), limit);
    const hasSaid = exitCode === 1 || exitCode === 3;
    if (!hasSaid) without += 1;
    const time = hasSaid ? wallMs / ordinary.wallMs : Number.NaN;
    ends.push(`${name} ${exitCode ?? (limit.aborted ? 'ended' : 'crashed')}`);
    figures.push(
      figure(`bounded.${name}.memory`, `${name}: peak memory`, used.peakMb, 'MB'),
      figure(`bounded.${name}.time`, `${name}: wall time`, time, 'ordinary runs'),
    );
  }
  return {
    figures: [
      ...figures,
      figure('bounded.no-finding', 'without a finding or a "no verdict"', without, 'runs'),
      figure('bounded.ordinary.memory', 'an ordinary run: peak memory', ordinary.used.peakMb, 'MB'),
      figure('bounded.ordinary.time', 'an ordinary run: wall time', ordinary.wallMs, 'ms'),
    ],
    notes: [
      `Full runs, every answer of ${endpoint} being a string of ${bytes / 1024 / 1024} MiB, an object of ${members} members, a list ${levels} levels deep. Exit codes: ${ends.join(', ')}. A run is ended that needs more than ${heapMb} MB of heap, or ${longestRun} times as long as an ordinary one.`,
    ],
  };
};
