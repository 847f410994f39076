import { endpointIds } from '../../spec/index.ts';
import type { Access, Answer, Exchange, OutgoingRequest } from '../../target/exchange.ts';
import type { JournalLine } from '../../target/journal.ts';
import { isCut } from '../../target/exchange-record.ts';
import { lostForms, placeholders } from '../../target/redaction.ts';
import { isObject } from '../invariants/reading.ts';
import { addressed } from './addressed.ts';
import { answerOf, textOr, textsOf } from './reading-saved.ts';
import { sentJson } from './sent-json.ts';
import { UnreadableTraffic, type Doubt, type SavedEntry, type SavedExchange, type Traffic } from './traffic.ts';

/** Journals being read: lines of a run belong together, whichever files they are in. */
export interface JournalReader {
  /**
   * Takes in a line.
   *
   * @param place - `file:line`, for messages
   * @throws UnreadableTraffic when the line is none of a journal
   */
  add(text: string, place: string): void;
  /** The runs that the lines are of. */
  traffic(): readonly Traffic[];
}

/** A line as it was read; what journals of older versions lack is optional. */
type ReadLine = Pick<JournalLine, 'endpoint' | 'access' | 'request'> &
  Partial<Omit<JournalLine, 'endpoint' | 'access' | 'request' | 'response'>> & { readonly response: unknown };

interface Run {
  readonly entries: SavedEntry[];
  /** Positions of the lines, each with how many requests were under way then. */
  readonly lines: Map<number, number>;
  isTimed: boolean;
}

const accesses: readonly string[] = ['first', 'second', 'case', 'none'] satisfies readonly Access[];
const endpointNames: ReadonlySet<string> = new Set(['token', ...endpointIds]);

/** A reader that has seen nothing yet. */
export function createJournalReader(): JournalReader {
  const runs = new Map<string, Run>();
  return {
    add(text, place) {
      const line = readLine(text, place);
      const run: Run = runs.get(line.run ?? '') ?? { entries: [], lines: new Map(), isTimed: true };
      runs.set(line.run ?? '', run);
      if (line.line !== undefined && run.lines.has(line.line)) return;
      if (line.line !== undefined) run.lines.set(line.line, line.underWay ?? 1);
      run.isTimed &&= line.startedAt !== undefined && line.endedAt !== undefined;
      const base = addressed(line.request.method, line.request.url)?.base ?? baseOf(line.request.url);
      run.entries.push({
        startedAt: line.startedAt ?? 0,
        endedAt: line.endedAt ?? run.entries.length + 1,
        ...(line.durationMs === undefined ? {} : { durationMs: line.durationMs }),
        repeated: line.repeated ?? false,
        endpoint: line.endpoint,
        base,
        scope: base,
        place,
        // Read again when its turn comes: text takes a fraction of the memory.
        read: () => savedExchange(readLine(text, place), run),
      });
    },
    traffic: () =>
      [...runs.values()].map(({ entries, lines }) => ({
        source: 'journal' as const,
        isWhole: isWhole(lines),
        entries,
        strangers: 0,
        cached: 0,
      })),
  };
}

/** Whether no line is missing, and no request had yet to end when the last one was written. */
function isWhole(lines: ReadonlyMap<number, number>): boolean {
  const last = [...lines.keys()].reduce((latest, line) => Math.max(latest, line), 0);
  return last > 0 && last === lines.size && lines.get(last) === 0;
}

function readLine(text: string, place: string): ReadLine {
  const refuse = (why: string): UnreadableTraffic => new UnreadableTraffic(`${place} ${why}`);
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    throw refuse('is no JSON; give a journal as a run has written it, one object a line');
  }
  if (!isLine(line)) throw refuse('is no line of a journal; give a journal as a run has written it');
  return line;
}

function isLine(line: unknown): line is ReadLine {
  if (!isObject(line) || !isObject(line['request'])) return false;
  const { endpoint, access, request, response } = line;
  const numbers = [
    line['line'],
    line['startedAt'],
    line['endedAt'],
    line['durationMs'],
    line['number'],
    line['underWay'],
  ];
  return (
    endpointNames.has(String(endpoint)) &&
    accesses.includes(String(access)) &&
    typeof request['method'] === 'string' &&
    typeof request['url'] === 'string' &&
    URL.canParse(request['url']) &&
    isObject(request['headers']) &&
    (response === undefined || isObject(response)) &&
    numbers.every((value) => value === undefined || Number.isFinite(value))
  );
}

/** The base address of a request that is no HTTP, or whose path fits none of the documents'. */
function baseOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/api\/v1\/.*$/s, '').replace(/\/$/, '')}`;
}

function savedExchange(line: ReadLine, { isTimed, entries }: Run): SavedExchange {
  const { answer, doubts } = line.response === undefined ? noAnswer : savedAnswer(line.endpoint, line.response);
  const endedAt = line.endedAt ?? entries.length;
  const exchange: Exchange = {
    number: line.number ?? 0,
    purpose: textOr(line.purpose, 'setup'),
    access: line.access,
    ...(line.accessCase === undefined ? {} : { accessCase: textOr(line.accessCase, '') }),
    request: savedRequest(line),
    ...(answer === undefined
      ? { failure: { kind: 'unanswered' as const, message: textOr(line.failure, 'no answer') } }
      : { answer }),
    repeated: line.repeated === true,
    // Without times nothing is known to come before anything.
    startedAt: isTimed ? (line.startedAt ?? 0) : 0,
    endedAt,
  };
  return { exchange, doubts };
}

const noAnswer: { answer: Answer | undefined; doubts: readonly Doubt[] } = { answer: undefined, doubts: [] };

function savedRequest({ endpoint, request, isOwnJson }: ReadLine): OutgoingRequest {
  const { method, url, headers, body, wire } = request;
  const place = addressed(method, url);
  const isText = typeof body === 'string';
  const json = isText && isOwnJson !== false && !isCut(body) ? sentJson(body) : undefined;
  return {
    endpoint,
    method,
    url,
    pathParameters: place?.pathParameters ?? {},
    query: place?.query ?? {},
    headers: textsOf(headers),
    ...(isText ? { body } : {}),
    ...(json === undefined ? {} : { json }),
    ...(typeof wire === 'string' ? { wire: { text: wire, isCutShort: false } } : {}),
  };
}

/** What stands where a secret was: tokens that have become the same text are no longer what they were. */
const placeholder: readonly string[] = [...lostForms, ...Object.values(placeholders)];

function savedAnswer(endpoint: string, response: unknown): { answer: Answer | undefined; doubts: readonly Doubt[] } {
  const { status, headers, body } = isObject(response) ? response : {};
  if (typeof status !== 'number' || typeof body !== 'string') return noAnswer;
  const isWhole = !isCut(body);
  const hidesToken = endpoint === 'token' && placeholder.some((mark) => body.includes(mark));
  return {
    answer: answerOf(status, isObject(headers) ? textsOf(headers) : {}, isWhole ? body : ''),
    doubts: [...(isWhole ? [] : (['answer body'] as const)), ...(hidesToken ? (['token'] as const) : [])],
  };
}
