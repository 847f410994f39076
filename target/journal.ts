import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { XStatic } from 'typebox/schema';
import { endpointIds, present, type EndpointId } from '../spec/index.ts';
import { exchangeRecordSchema, type Exchange, type Immutable } from './exchange.ts';
import type { Redactor } from './redaction.ts';

export const journalName = 'journal.ndjson';

/** A line of a journal: the record of an exchange and what the run knew about it. Times are in milliseconds. */
const journalLineSchema = {
  type: 'object',
  required: [
    'run',
    'line',
    'number',
    'endpoint',
    'purpose',
    'access',
    'isOwnJson',
    'repeated',
    'startedAt',
    'endedAt',
    'underWay',
    'request',
    'durationMs',
  ],
  properties: {
    ...exchangeRecordSchema.properties,
    /** The same on all lines of one run. */
    run: { type: 'string' },
    /** Position among the lines of the run, from 1, so that missing lines can be detected. */
    line: { type: 'integer' },
    /** Position in the order of sending. */
    number: { type: 'integer' },
    endpoint: { enum: ['token', ...endpointIds] as readonly string[] as readonly ['token' | EndpointId] },
    /** Requirement id that the request was sent for, or `setup`. */
    purpose: { type: 'string' },
    access: { enum: ['first', 'second', 'case', 'none'] },
    accessCase: { type: 'string' },
    /** The request body is JSON that the run wrote, meant to be well-formed. */
    isOwnJson: { type: 'boolean' },
    /** The outcome of an earlier try is unknown: the target may have acted on it. */
    repeated: { type: 'boolean' },
    /** On the run's own clock. */
    startedAt: { type: 'number' },
    endedAt: { type: 'number' },
    /** Requests of the run that were in flight when this line was written. */
    underWay: { type: 'integer' },
  },
} as const;

export type JournalLine = Immutable<XStatic<typeof journalLineSchema>>;

let conforms: ((value: unknown) => boolean) | undefined;

export function isJournalLine(value: unknown): value is JournalLine {
  conforms ??= new Ajv2020({ strict: true, meta: false, validateSchema: false }).compile(journalLineSchema);
  return conforms(value) && URL.canParse((value as JournalLine).request.url);
}

/** Milliseconds for which lines are buffered: each write costs as much as many lines. */
const gatherMs = 50;

/** Writes every exchange of a run to a file, redacted, one JSON object per line, in order of completion. */
export function openJournal(file: string, redactor: Redactor, run: string) {
  const stream = createWriteStream(file, { mode: 0o600 });
  let lines = 0;
  // A file that cannot be written must not end the run: `close` reports it.
  stream.on('error', () => undefined);
  let sent = 0;
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  const writeGathered = (): void => {
    stream.write(gathered);
    gathered = '';
  };
  return {
    sent: () => void (sent += 1),
    write(exchange: Exchange): void {
      lines += 1;
      const place = { run, line: lines, underWay: Math.max(sent - lines, 0) };
      if (gathered === '') timer = setTimeout(writeGathered, gatherMs);
      gathered += `${JSON.stringify(journalLine(exchange, redactor, place))}\n`;
    },
    /** Resolves when everything is on disk. @throws Error that names the file, if it could not be written */
    async close(): Promise<void> {
      clearTimeout(timer);
      stream.end(gathered);
      await finished(stream).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`${file} does not hold all exchanges of the run: ${why}`, { cause: error });
      });
    },
  };
}

export function journalLine(
  exchange: Exchange,
  redactor: Redactor,
  { run, line, underWay }: Pick<JournalLine, 'run' | 'line' | 'underWay'>,
): JournalLine {
  const { number, purpose, access, accessCase, request, repeated, startedAt, endedAt } = exchange;
  return {
    run,
    line,
    number,
    endpoint: request.endpoint,
    purpose,
    access,
    ...present({ accessCase }),
    isOwnJson: request.json !== undefined,
    repeated,
    startedAt,
    endedAt,
    underWay,
    ...redactor.exchange(exchange),
  };
}
