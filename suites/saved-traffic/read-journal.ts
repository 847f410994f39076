import type { Doubt } from '../engine/definition.ts';
import { isJournalLine, type JournalLine } from '../../target/journal.ts';
import { isCut } from '../../target/exchange-record.ts';
import { readJson } from '../../target/exchange.ts';
import { isRedacted } from './doubts.ts';
import { UnreadableTraffic, type SavedEntry, type SavedExchange, type SavedTraffic } from './saved-traffic.ts';
import { matchAddress, unambiguousJson, type MatchedAddress } from './sent-request.ts';

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
      const address = matchAddress(request.method, request.url);
      const base = address?.base ?? baseOf(request.url);
      // Parsed again when it is judged, as what was read here: the text takes a fraction of the memory.
      const read = () => savedExchange(JSON.parse(text) as JournalLine, address);
      run.entries.push({ startedAt, endedAt, durationMs, repeated, endpoint, base, scope: base, place, read });
    },
    traffic: () =>
      [...runs.values()].map(({ entries, underWay }) => {
        const last = [...underWay.keys()].reduce((latest, line) => Math.max(latest, line), 0);
        // No line is missing, and no request was still under way when the last one was written.
        const isWhole = last === underWay.size && underWay.get(last) === 0;
        return { source: 'journal', isWhole, entries, unrelated: 0, cached: 0 };
      }),
  };
}

function parseLine(text: string, place: string): JournalLine {
  const remedy = 'give a journal as a run has written it';
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (cause) {
    throw new UnreadableTraffic(`${place} is no JSON; ${remedy}, one object a line`, { cause });
  }
  if (!isJournalLine(line)) throw new UnreadableTraffic(`${place} is no line of a journal; ${remedy}`);
  return line;
}

/** The base address of a request that is not HTTP, or whose path is not documented. */
function baseOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/api\/v1\/.*$/s, '').replace(/\/$/, '')}`;
}

function savedExchange(line: JournalLine, address: MatchedAddress | undefined): SavedExchange {
  const { endpoint, number, purpose, access, accessCase, repeated, startedAt, endedAt, isOwnJson, response } = line;
  const { method, url, headers, body, wire } = line.request;
  const json = body !== undefined && isOwnJson && !isCut(body) ? unambiguousJson(body) : undefined;
  const text = response === undefined || isCut(response.body) ? '' : response.body;
  const doubts: Doubt[] = [];
  if (response !== undefined && isCut(response.body)) doubts.push('answer body');
  if (response !== undefined && endpoint === 'token' && isRedacted(response.body)) doubts.push('token');
  return {
    exchange: {
      number,
      purpose,
      access,
      ...(accessCase === undefined ? {} : { accessCase }),
      request: {
        endpoint,
        method,
        url,
        pathParameters: address?.pathParameters ?? {},
        query: address?.query ?? {},
        headers,
        ...(body === undefined ? {} : { body }),
        ...(json === undefined ? {} : { json }),
        ...(wire === undefined ? {} : { wire: { text: wire, isCutShort: false } }),
      },
      ...(response === undefined
        ? { failure: { kind: 'unanswered', message: line.failure ?? 'no answer' } }
        : { answer: { status: response.status, headers: response.headers, text, ...readJson(text) } }),
      repeated,
      startedAt,
      endedAt,
    },
    doubts,
  };
}
