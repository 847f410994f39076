/**
 * Sends the requests of a journal again with nothing but a connection pool of undici, and prints what that took:
 * `node bench/bare-client.ts TARGET.json JOURNAL CONCURRENCY`.
 */
import { readFileSync } from 'node:fs';
import { Pool, type Dispatcher } from 'undici';
import { basicAuthorization, tokenRequest } from '../target/access-tokens.ts';
import type { JournalLine } from '../target/journal.ts';
import { placeholders } from '../target/redaction.ts';
import { cpuOf, type ServedConfig } from './measurement.ts';

export interface Bare {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly sent: number;
  /** Answered with 4xx or 5xx. */
  readonly refused: number;
  readonly failed: number;
}

const [configFile = '', journal = '', concurrency = '1'] = process.argv.slice(2);
const config = JSON.parse(readFileSync(configFile, 'utf8')) as ServedConfig;
const pool = new Pool(config.baseUrl, { connections: Number(concurrency) });

async function keyOf(name: 'credentials' | 'secondCredentials'): Promise<readonly [basic: string, token: string]> {
  const { clientId = '', clientSecret = '' } = config[name] ?? {};
  const authorization = basicAuthorization({ clientId, clientSecret });
  const { url, method, headers, body: sent = '' } = tokenRequest(config.baseUrl, authorization);
  const { body } = await pool.request({ path: new URL(url).pathname, method, headers, body: sent });
  return [authorization.slice('Basic '.length), ((await body.json()) as { access_token: string }).access_token];
}

const [first, second] = await Promise.all([keyOf('credentials'), keyOf('secondCredentials')]);
const secrets = [
  [placeholders.token, first[1]],
  [placeholders.secondToken, second[1]],
  [placeholders.expiredToken, config.expiredToken ?? ''],
  [placeholders.credentials, first[0]],
  [placeholders.secondCredentials, second[0]],
] as const;
const withSecrets = (text: string): string =>
  secrets.reduce((left, [placeholder, secret]) => left.replaceAll(placeholder, secret), text);

function requestOf({ request: { method, url, headers, body, isBinary } }: JournalLine): Dispatcher.RequestOptions {
  return {
    method,
    path: url.slice(new URL(url).origin.length),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withSecrets(value)])),
    body: body === undefined ? null : isBinary ? Buffer.from(body, 'latin1') : withSecrets(body),
  };
}

const lines = readFileSync(journal, 'utf8').trim().split('\n');
const requests = lines
  .map((line) => JSON.parse(line) as JournalLine)
  .filter(({ request }) => request.wire === undefined)
  .toSorted((one, other) => one.number - other.number)
  .map(requestOf);

let [refused, failed] = [0, 0];
const queue = requests.values();
async function sendOn(): Promise<void> {
  for (const request of queue) {
    try {
      const { statusCode, body } = await pool.request(request);
      await body.text();
      if (statusCode >= 400) refused += 1;
    } catch {
      failed += 1;
    }
  }
}

const startedAt = performance.now();
const cpuMs = await cpuOf(() => Promise.all(Array.from({ length: Number(concurrency) }, sendOn)));
const wallMs = performance.now() - startedAt;
await pool.close();
process.stdout.write(JSON.stringify({ wallMs, cpuMs, sent: requests.length, refused, failed } satisfies Bare));
