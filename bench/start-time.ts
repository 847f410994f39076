import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { figure, medians, repeated, type Measure } from './measurement.ts';
import { bfc, runNode, withServer } from './processes.ts';

const rounds = 7;

/** From the command to the arrival of its first request, with a warm compile cache. */
export const measureStart: Measure = async ({ directory }) => {
  const environment = { NODE_COMPILE_CACHE: join(directory, 'compile-cache'), BFC_CLIENT_SECRET: 'made-up' };
  let arrivedAt: number | undefined;
  const listener: RequestListener = (_request, response) => {
    arrivedAt ??= performance.now();
    response.writeHead(404).end();
  };
  const samples = await withServer(listener, (origin) => {
    const target = ['--base-url', origin, '--auth-url', origin, '--client-id', 'made-up'];
    // The first round fills the cache.
    return repeated(rounds, async () => {
      const node = await runNode(['-e', '0']);
      arrivedAt = undefined;
      const startedAt = performance.now();
      const words = [bfc, 'run', ...target, '--out', join(directory, 'report')];
      const { firstRequest, stderr } = await runNode(words, { environment });
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
    notes: [`Medians of ${rounds} starts of each, taken in turn, with a warm compile cache.`],
  };
};
