import { request as forward, type RequestListener } from 'node:http';
import { endpointOf } from '../spec/index.ts';
import { figure, type Figure, type Measure } from './measurement.ts';
import { judge, withServed, withServer, type Ended } from './processes.ts';

/** The endpoint that answers with too much: reading a snapshot. */
const endpoint = 'E7';

const bytes = 15 * 1024 * 1024;
const members = 1_000_000;
const levels = 100_000;

/** Bodies that are JSON, and more than anyone asked for. */
const bodies: Readonly<Record<string, () => string>> = {
  string: () => JSON.stringify('x'.repeat(bytes - 2)),
  members: () => `{${Array.from({ length: members }, (_unused, index) => `"m${index}":0`).join()}}`,
  levels: () => '['.repeat(levels) + ']'.repeat(levels),
};

/** What ends a run that is far from its goals: other work on the machine is to go on. */
const heapMb = 1000;
const longestRun = 5;

/** Passes everything on to a service, but answers one endpoint by itself where it has a body for it. */
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

/** Full runs against a reference service of which one endpoint answers with far too much. */
export const measureBoundedAnswers: Measure = async ({ directory }) => {
  const run = (body?: string, signal?: AbortSignal): Promise<Ended> =>
    withServed((config) =>
      withServer(front(config.baseUrl, body === undefined ? undefined : Buffer.from(body)), (baseUrl) => {
        const node = [`--max-old-space-size=${heapMb}`];
        return judge({ ...config, baseUrl }, directory, [], signal === undefined ? { node } : { node, signal });
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
