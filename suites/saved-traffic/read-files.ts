import { objectOf, present } from '../../spec/index.ts';
import { binaryBody, isCut, readJson } from '../../target/exchange.ts';
import { isJournalLine, type JournalLine } from '../../target/journal.ts';
import type { Doubt } from '../engine/definition.ts';
import { readHar } from './read-har.ts';
import {
  isRedacted,
  maskTest,
  matchAddress,
  unambiguousJson,
  UnreadableTraffic,
  type MatchedAddress,
  type SavedEntry,
  type SavedExchange,
  type SavedTraffic,
} from './saved-traffic.ts';

export interface TrafficFile {
  /** For messages. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export type ReadTraffic = Awaited<ReturnType<typeof readTrafficFiles>>;

/**
 * Reads journals and HAR files; the content of a file shows which of the two it is.
 *
 * @param masks - further patterns that the saving tool uses as masks
 * @throws UnreadableTraffic if a file is neither: one line with file, place and remedy
 */
export async function readTrafficFiles(files: AsyncIterable<TrafficFile>, masks: readonly RegExp[]) {
  const runs: Runs = new Map();
  const captures: SavedTraffic[] = [];
  const remarks: string[] = [];
  for await (const { name, bytes } of files) {
    const lines = linesOf(name, bytes);
    const first = (await lines.next()).value;
    if (first === undefined) throw new UnreadableTraffic(`${name} is empty; name a journal of a run, or a HAR file`);
    const remedy = packed.find(([beginning]) => first.text.startsWith(beginning))?.[1];
    if (remedy !== undefined) throw new UnreadableTraffic(`${name} ${remedy}`);
    if (journalStart.test(first.text)) remarks.push(...(await readJournal(name, first, lines, runs)));
    else captures.push(readHar(name, await harEntries(name, first, lines), masks));
  }
  return { traffic: [...trafficOfRuns(runs, masks), ...captures], remarks };
}

/** How compressed files begin, and how to unpack them; bytes that are not UTF-8 are read as U+FFFD. */
const packed: readonly (readonly [beginning: string, remedy: string])[] = [
  ['\u001f\u{FFFD}', 'is compressed: gunzip it first'],
  ['(\u{FFFD}/\u{FFFD}', 'is compressed: unzstd it first'],
  ['PK\u0003\u0004', 'is a zip: unpack it first'],
];

/** How the first line of a journal begins, even if it is cut short or its members are in another order. */
const journalStart = /^\{"(?:run|number)":|^\{(?!\s*"log").{0,1000}"endpoint":/;

/** The most characters in a HAR file or a line: strings cannot be much longer. */
const largestFile = 500_000_000;

function checkSize(name: string, text: string): void {
  if (text.length > largestFile)
    throw new UnreadableTraffic(`${name} is larger than ${largestFile / 1e6} MB; save the capture in parts`);
}

interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

const lineFeed = 10;

/** The non-blank lines of a file. Each is decoded separately: most are ASCII, which takes half the memory and time. */
async function* linesOf(name: string, bytes: TrafficFile['bytes']): AsyncGenerator<Line, undefined> {
  const decoder = new TextDecoder();
  let [begun, number] = ['', 1];
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const text = `${begun}${decoder.decode(chunk.subarray(start, end))}`.trim();
      if (text !== '') yield { text, number };
      [begun, start] = ['', end + 1];
      number += 1;
    }
    begun += decoder.decode(chunk.subarray(start), { stream: true });
    checkSize(name, begun);
  }
  const text = `${begun}${decoder.decode()}`.trim();
  if (text !== '') yield { text, number };
  return undefined;
}

interface Run {
  readonly entries: SavedEntry[];
  /** The number of requests in flight when a line was written, by the line's position in the run. */
  readonly underWay: Map<number, number>;
}

/** Runs by id; a run may be spread over several files. */
export type Runs = Map<string, Run>;

const mostNamed = 3;

/** @returns remarks about lines that could not be read: a killed run leaves its last line cut short */
async function readJournal(name: string, first: Line, rest: AsyncIterable<Line>, runs: Runs) {
  const errors: UnreadableTraffic[] = [];
  const skipped: number[] = [];
  let read = 0;
  const add = ({ text, number }: Line): void => {
    try {
      addJournalLine(runs, text, `${name}:${number}`);
      read += 1;
    } catch (error) {
      if (!(error instanceof UnreadableTraffic)) throw error;
      errors.push(error);
      skipped.push(number);
    }
  };
  add(first);
  for await (const line of rest) add(line);
  const [error] = errors;
  if (error === undefined) return [];
  if (read === 0) throw error;
  const named = `${skipped.slice(0, mostNamed).join(', ')}${skipped.length > mostNamed ? ', …' : ''}`;
  const what = skipped.length === 1 ? 'line that is' : 'lines that are';
  return [`${name}: left out ${skipped.length} ${what} cut short or not of a journal (line ${named}).`];
}

/** Adds a line of a journal to its run. @throws UnreadableTraffic, naming the place, if it is not such a line */
export function addJournalLine(runs: Runs, text: string, place: string): void {
  const remedy = 'give a journal as a run has written it';
  const { isJson, json: line } = readJson(text);
  if (!isJson) throw new UnreadableTraffic(`${place} is not JSON; ${remedy}, one object a line`);
  if (!isJournalLine(line)) throw new UnreadableTraffic(`${place} is not a line of a journal; ${remedy}`);
  const run: Run = runs.get(line.run) ?? { entries: [], underWay: new Map() };
  runs.set(line.run, run);
  if (run.underWay.has(line.line)) return;
  run.underWay.set(line.line, line.underWay);
  const { startedAt, endedAt, durationMs, repeated, endpoint, request } = line;
  const address = matchAddress(request.method, request.url);
  const base = address?.base ?? baseOf(request.url);
  // The line is kept with its bodies as texts: parsed, they would take several times the memory.
  const read = () => journalExchange(line, address);
  run.entries.push({ startedAt, endedAt, durationMs, repeated, endpoint, base, scope: base, place, read });
}

export function trafficOfRuns(runs: Runs, masks: readonly RegExp[] = []): readonly SavedTraffic[] {
  const isMask = maskTest(masks);
  return [...runs.values()].map(({ entries, underWay }) => {
    const last = [...underWay.keys()].reduce((latest, line) => Math.max(latest, line), 0);
    // No line is missing, and no request was in flight when the last one was written.
    const isWhole = last === underWay.size && underWay.get(last) === 0;
    return { source: 'journal', isWhole, isMask, entries, unrelated: 0, cached: 0 };
  });
}

/** The base address of a request that is not HTTP or whose path is not documented. */
function baseOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/api\/v1\/.*$/s, '').replace(/\/$/, '')}`;
}

function journalExchange(line: JournalLine, address: MatchedAddress | undefined): SavedExchange {
  const { endpoint, number, purpose, access, accessCase, repeated, startedAt, endedAt, isOwnJson, response } = line;
  const { method, url, headers, body, wire } = line.request;
  const { pathParameters = {}, query = {} } = address ?? {};
  const isBodyCut = response !== undefined && isCut(response.body);
  const text = response === undefined || isBodyCut ? '' : response.body;
  const doubts: Doubt[] = isBodyCut ? ['answer body'] : [];
  if (endpoint === 'token' && isRedacted(response?.body ?? '')) doubts.push('token');
  return {
    exchange: {
      number,
      purpose,
      access,
      request: {
        endpoint,
        method,
        url,
        pathParameters,
        query,
        headers,
        ...present({
          body,
          json: body !== undefined && isOwnJson && !isCut(body) ? unambiguousJson(body) : undefined,
          wire: wire === undefined ? undefined : { text: wire, isCutShort: false },
        }),
      },
      ...(response === undefined
        ? { failure: { kind: 'unanswered', message: line.failure ?? 'no answer' } }
        : {
            answer: {
              status: response.status,
              headers: response.headers,
              ...(response.isBinary === true ? binaryBody(text) : { text, ...readJson(text) }),
            },
          }),
      ...present({ accessCase }),
      repeated,
      startedAt,
      endedAt,
    },
    doubts,
  };
}

async function harEntries(name: string, first: Line, rest: AsyncIterable<Line>): Promise<readonly unknown[]> {
  let { text } = first;
  for await (const line of rest) {
    text += `\n${line.text}`;
    checkSize(name, text);
  }
  const { isJson, json } = readJson(text);
  if (!isJson && /^\{\s*"log"\s*:\s*\{/.test(text))
    throw new UnreadableTraffic(`${name} is a HAR file that ends early, or is damaged; save the capture again`);
  const { entries } = objectOf(objectOf(json)['log']);
  if (Array.isArray(entries)) return entries;
  throw new UnreadableTraffic(
    `${name} is neither the journal of a run nor a HAR file; name a journal.ndjson, or save the capture as HAR`,
  );
}
