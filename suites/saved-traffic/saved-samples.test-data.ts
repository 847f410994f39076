import type { RequirementResult } from '../../results/report.ts';
import { endpoints, tokenEndpoint } from '../../spec/index.ts';
import type { Answer, Exchange } from '../../target/exchange.ts';
import { journalLine } from '../../target/journal.ts';
import { createRedactor } from '../../target/redaction.ts';
import { exchangeOf, id, type Sample } from '../judging/exchange-samples.test-data.ts';
import { readHar } from './read-har.ts';
import { addJournalLine, trafficOfRuns, type Runs } from './read-files.ts';
import { judgeTraffic, type JudgeOptions, type Judgement } from './judge-saved-traffic.ts';
import type { SavedTraffic } from './saved-traffic.ts';

/** The base address: what precedes the documented paths. */
export const base = 'https://api.example.com/benefits';

export const options: JudgeOptions = {
  level: 'expected',
  only: undefined,
  skip: [],
  reviewStatus: undefined,
  expect: {},
  waive: [],
  settle: 5000,
  version: '0.1.0',
  now: new Date('2027-01-02T03:04:05.678Z'),
  source: 'saved traffic',
  again: (requirement) => `bfc judge x.har --only ${requirement}`,
};

const tokenBody = { grant_type: 'client_credentials' };

/** The exchange of a sample, with its documented address. */
export function addressedExchange(sample: Sample, position: number): Exchange {
  const exchange = exchangeOf(sample, position);
  const { path } = sample.endpoint === 'token' ? tokenEndpoint : endpoints[sample.endpoint];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.path?.[name] ?? id(99)));
  const search = new URLSearchParams(sample.query).toString().replaceAll('+', '%20');
  const authorization =
    sample.endpoint === 'token'
      ? `Basic ${Buffer.from('a-client:a-secret-of-its-own').toString('base64')}`
      : { first: `Bearer ${jwtOf('first')}`, second: `Bearer ${jwtOf('second')}`, case: 'Bearer x', none: undefined }[
          exchange.access
        ];
  return {
    ...exchange,
    request: {
      ...exchange.request,
      url: `${base}${filled}${search === '' ? '' : `?${search}`}`,
      headers: authorization === undefined ? {} : { authorization },
      ...(sample.endpoint === 'token' ? { json: tokenBody, body: JSON.stringify(tokenBody) } : {}),
    },
  };
}

export function jwtOf(subject: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part({ sub: subject, iat: 0, exp: 600 })}.${'c2ln'.repeat(10)}`;
}

export function journalOf(exchanges: readonly Exchange[], run = 'a-run'): readonly string[] {
  const redactor = createRedactor();
  return exchanges.map((exchange, index) =>
    JSON.stringify(journalLine(exchange, redactor, { run, line: index + 1, underWay: exchanges.length - index - 1 })),
  );
}

export function readJournal(lines: readonly string[]): readonly SavedTraffic[] {
  const runs: Runs = new Map();
  lines.forEach((line, index) => addJournalLine(runs, line, `journal.ndjson:${index + 1}`));
  return trafficOfRuns(runs);
}

/** A JSON object that a test may modify. */
export type Parts = Record<string, unknown>;

function contentOf({ text = '', isBinary }: Partial<Answer> = {}): Parts {
  const bytes = Buffer.from(text, isBinary === true ? 'latin1' : 'utf8');
  const kept = isBinary === true ? { text: bytes.toString('base64'), encoding: 'base64' } : { text };
  return { size: bytes.length, mimeType: '', ...kept };
}

/** The entry of an exchange in a HAR file, with parts of it replaced. */
export function entryOf(exchange: Exchange, request: Parts = {}, response: Parts = {}, entry: Parts = {}): Parts {
  const { request: sent, answer, startedAt, endedAt } = exchange;
  const listed = (headers: Readonly<Record<string, string>>): readonly Parts[] =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const { body } = sent;
  return {
    startedDateTime: new Date(1_700_000_000_000 + startedAt).toISOString(),
    time: endedAt - startedAt,
    request: {
      method: sent.method,
      url: sent.url,
      headers: listed(sent.headers),
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: String(body) } }),
      ...request,
    },
    response: {
      status: answer?.status ?? 0,
      headers: listed(answer?.headers ?? {}),
      content: contentOf(answer),
      ...response,
    },
    ...entry,
  };
}

export function readCapture(entries: readonly unknown[]): readonly SavedTraffic[] {
  return [readHar('x.har', entries)];
}

export function judged(traffic: readonly SavedTraffic[], changes: Partial<JudgeOptions> = {}): Judgement {
  return judgeTraffic(traffic, { ...options, ...changes });
}

/** The result of a requirement. */
export function resultIn({ report }: Judgement, requirement: string): RequirementResult | undefined {
  return report.requirements.find((result) => result.id === requirement);
}

export function broken(traffic: readonly SavedTraffic[], changes: Partial<JudgeOptions> = {}): readonly string[] {
  const { requirements } = judged(traffic, changes).report;
  return requirements.filter(({ outcome }) => outcome === 'fail').map(({ id: requirement }) => requirement);
}
