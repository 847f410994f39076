import type { Doubt } from '../engine/definition.ts';
import type { Answer, Exchange, OutgoingRequest } from '../../target/exchange.ts';
import { isJournalLine, type JournalLine } from '../../target/journal.ts';
import { isCut } from '../../target/exchange-record.ts';
import { readJson } from '../../target/read-answer.ts';
import { isRedacted } from './doubts.ts';
import { UnreadableTraffic, type SavedEntry, type SavedExchange, type SavedTraffic } from './saved-traffic.ts';
import { matchAddress, unambiguousJson } from './sent-request.ts';

/** Reads journals; the lines of one run belong together, whichever files they are in. */
export interface JournalReader {
  /**
   * Adds a line.
   *
   * @param place - `file:line`, for messages
   * @throws UnreadableTraffic if it is no line of a journal
   */
  add(text: string, place: string): void;
  /** The traffic of each run. */
  traffic(): readonly SavedTraffic[];
}

interface Run {
  readonly entries: SavedEntry[];
  /** The position of each line in the run, with the number of requests that were under way when it was written. */
  readonly underWay: Map<number, number>;
}

/** A journal reader without any lines. */
export function createJournalReader(): JournalReader {
  const runs = new Map<string, Run>();
  return {
    add(text, place) {
      const line = parseLine(text, place);
      const run: Run = runs.get(line.run) ?? { entries: [], underWay: new Map() };
      runs.set(line.run, run);
      if (run.underWay.has(line.line)) return;
      run.underWay.set(line.line, line.underWay);
      const { startedAt, endedAt, durationMs, repeated, endpoint, request } = line;
      const base = matchAddress(request.method, request.url)?.base ?? baseOf(request.url);
      // Parsed again when it is judged: the text takes a fraction of the memory.
      const read = (): SavedExchange => savedExchange(parseLine(text, place));
      run.entries.push({ startedAt, endedAt, durationMs, repeated, endpoint, base, scope: base, place, read });
    },
    traffic: () =>
      [...runs.values()].map(({ entries, underWay }) => ({
        source: 'journal',
        isWhole: isWhole(underWay),
        entries,
        unrelated: 0,
        cached: 0,
      })),
  };
}

/** Whether no line is missing, and no request was still under way when the last one was written. */
function isWhole(underWay: Run['underWay']): boolean {
  const last = [...underWay.keys()].reduce((latest, line) => Math.max(latest, line), 0);
  return last === underWay.size && underWay.get(last) === 0;
}

function parseLine(text: string, place: string): JournalLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (cause) {
    throw new UnreadableTraffic(`${place} is no JSON; give a journal as a run has written it, one object a line`, {
      cause,
    });
  }
  if (!isJournalLine(line))
    throw new UnreadableTraffic(`${place} is no line of a journal; give a journal as a run has written it`);
  return line;
}

/** The base address of a request that is not HTTP, or whose path is not documented. */
function baseOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/api\/v1\/.*$/s, '').replace(/\/$/, '')}`;
}

function savedExchange(line: JournalLine): SavedExchange {
  const { number, purpose, access, accessCase, repeated, startedAt, endedAt, response, failure = 'no answer' } = line;
  const exchange: Exchange = {
    number,
    purpose,
    access,
    ...(accessCase === undefined ? {} : { accessCase }),
    request: savedRequest(line),
    ...(response === undefined
      ? { failure: { kind: 'unanswered', message: failure } }
      : { answer: savedAnswer(response) }),
    repeated,
    startedAt,
    endedAt,
  };
  return { exchange, doubts: response === undefined ? [] : doubtsOf(line.endpoint, response) };
}

function savedRequest({ endpoint, request, isOwnJson }: JournalLine): OutgoingRequest {
  const { method, url, headers, body, wire } = request;
  const address = matchAddress(method, url);
  const json = body !== undefined && isOwnJson && !isCut(body) ? unambiguousJson(body) : undefined;
  return {
    endpoint,
    method,
    url,
    pathParameters: address?.pathParameters ?? {},
    query: address?.query ?? {},
    headers,
    ...(body === undefined ? {} : { body }),
    ...(json === undefined ? {} : { json }),
    ...(wire === undefined ? {} : { wire: { text: wire, isCutShort: false } }),
  };
}

type SavedResponse = NonNullable<JournalLine['response']>;

function savedAnswer({ status, headers, body }: SavedResponse): Answer {
  const text = isCut(body) ? '' : body;
  return { status, headers, text, ...readJson(text) };
}

function doubtsOf(endpoint: string, { body }: SavedResponse): readonly Doubt[] {
  const doubts: Doubt[] = [];
  if (isCut(body)) doubts.push('answer body');
  if (endpoint === 'token' && isRedacted(body)) doubts.push('token');
  return doubts;
}
