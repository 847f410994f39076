/**
 * How fast bodies are generated, and exchanges are made and judged, all in one run: figures
 * of two machines, or of two days, do not compare, shares of one run do. Asserts nothing.
 *
 * @module
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sample as draw, type Arbitrary } from 'fast-check';
import pLimit from 'p-limit';
import { Agent } from 'undici';
import { arbitraryConnection, arbitraryDecision, arbitrarySnapshot, defaultContext } from '../generators/index.ts';
import { judgeExchange } from '../suites/engine/judge-exchange.ts';
import { createLedger } from '../suites/engine/ledger.ts';
import { createMemory } from '../suites/engine/memory.ts';
import { rules } from '../suites/index.ts';
import { createClient } from '../target/client.ts';
import type { OutgoingRequest } from '../target/exchange.ts';
import { measure, type Measured } from './measure.ts';
import { recordTraffic } from './traffic.ts';

const seed = 7;
const bodies = 500;
const requests = 4000;
const concurrency = 16;
const snapshots = 200;

function generating(name: string, arbitrary: Arbitrary<unknown>): Promise<Measured> {
  return measure(`generate ${name}`, 'bodies', bodies, (round) =>
    draw(arbitrary, { seed: seed + round, numRuns: bodies }),
  );
}

async function inFlight(count: number, send: () => Promise<unknown>): Promise<void> {
  const limit = pLimit(concurrency);
  await Promise.all(Array.from({ length: count }, () => limit(send)));
}

async function exchanging(answer: string): Promise<readonly [bare: Measured, ours: Measured]> {
  // It only answers: what is measured is the client.
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ connections: concurrency });
  const client = createClient({ concurrency }, () => undefined);
  const request: OutgoingRequest = {
    endpoint: 'E7',
    method: 'GET',
    url: `${origin}/api/v1/member_snapshots/any`,
    pathParameters: {},
    query: {},
    headers: { accept: 'application/json' },
  };
  try {
    const bare = await measure('exchange, undici alone', 'exchanges', requests, () =>
      inFlight(requests, async () => {
        const { body } = await agent.request({ origin, path: '/', method: 'GET' });
        return body.json();
      }),
    );
    const ours = await measure('exchange, our client', 'exchanges', requests, () =>
      inFlight(requests, () => client.send(request, { purpose: 'setup', access: 'first' })),
    );
    return [bare, ours];
  } finally {
    await Promise.all([agent.destroy(), client.close()]);
    server.close();
  }
}

/** One line a measurement, with its share of an exchange that our client has with a server that does nothing. */
function rows(measured: readonly Measured[], exchange: Measured): string {
  const head = ['', 'a second', 'µs each', 'rounds', 'share of an exchange'];
  const lines = measured.map(({ name, unit, each, range }) => [
    name,
    `${Math.round(1_000_000 / each)} ${unit}`,
    each.toFixed(0),
    range.map((bound) => bound.toFixed(0)).join(' to '),
    `${Math.round((each / exchange.each) * 100)} %`,
  ]);
  const table = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  return table
    .map((line) =>
      line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
    )
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('');
}

const context = defaultContext();
const { exchanges, each } = await recordTraffic(snapshots, seed);
const sample = exchanges.find(({ request }) => request.endpoint === 'E7')?.answer?.text ?? '{}';
const [bare, ours] = await exchanging(sample);
const reference: Measured = { name: 'exchange, reference service', unit: 'exchanges', each, range: [each, each] };
const judging = await measure('judge', 'exchanges', exchanges.length, () => {
  const memory = createMemory();
  const ledger = createLedger();
  // Copies: what was validated once is known by the exchange and would not be validated again.
  for (const exchange of exchanges) judgeExchange(rules, { ...exchange }, memory, ledger);
});
const generated = [
  await generating('connections', arbitraryConnection(context)),
  await generating('decisions', arbitraryDecision(context)),
  await generating('snapshots', arbitrarySnapshot(context)),
];

process.stdout.write(
  `${rows([...generated, bare, ours, reference, judging], ours)}
Exchanges: answers of ${sample.length} characters, ${concurrency} in flight, client and server in this process.
Judged: ${exchanges.length} exchanges, of ${snapshots} snapshots created, read and listed, by ${rules.rules.length} rules.
Judging takes ${Math.round((judging.each / (judging.each + each)) * 100)} % of the time that the reference service and judging take together.
`,
);
