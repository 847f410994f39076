import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { EndpointId } from '../spec/index.ts';
import type { Access, Exchange } from './exchange.ts';
import type { ExchangeRecord } from './exchange-record.ts';
import type { Redactor } from './redaction.ts';

/** Name of a run's journal in the directory of its reports. */
export const journalName = 'journal.ndjson';

/** What a line of a journal holds: an exchange without secrets, and what the run knew of it. Times are milliseconds. */
export interface JournalLine extends Omit<ExchangeRecord, 'startedAt'> {
  /** Tells the lines of one run from those of another. */
  readonly run: string;
  /** Position among the lines of the run, from 1: lines that are missing show. */
  readonly line: number;
  /** Position in the order of sending. */
  readonly number: number;
  readonly endpoint: EndpointId | 'token';
  /** Requirement id the request was sent for, or `setup`. */
  readonly purpose: string;
  readonly access: Access;
  readonly accessCase?: string;
  /** Whether the request's body is JSON of the run's own making, and not there to be refused for what it is. */
  readonly isOwnJson: boolean;
  /** An earlier try was sent and lost without an answer. */
  readonly repeated: boolean;
  /** On the run's own clock. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Requests of the run that had been sent and not ended when this line was written. */
  readonly underWay: number;
}

/** Keeps every exchange of a run, redacted, one JSON object a line. */
export interface Journal {
  /** Learns that a request leaves. */
  sent(): void;
  /** Writes down an exchange that has ended. */
  write(exchange: Exchange): void;
  /** Resolves when all is on disk. @throws Error that names the file, when it could not be written */
  close(): Promise<void>;
}

/**
 * A journal in a file, its lines in the order in which the exchanges ended.
 *
 * @param run - what tells the run from every other
 */
export function openJournal(file: string, redactor: Redactor, run: string): Journal {
  const stream = createWriteStream(file, { mode: 0o600 });
  let lines = 0;
  // A file that cannot be written is told by `close`; until then it must not end the run.
  stream.on('error', () => undefined);
  let sent = 0;
  return {
    sent: () => void (sent += 1),
    write(exchange) {
      lines += 1;
      const place = { run, line: lines, underWay: Math.max(sent - lines, 0) };
      stream.write(`${JSON.stringify(journalLine(exchange, redactor, place))}\n`);
    },
    async close() {
      stream.end();
      await finished(stream).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`${file} does not hold all exchanges of the run: ${why}`, { cause: error });
      });
    },
  };
}

/** The line of an exchange, at its place in the journal. */
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
    ...(accessCase === undefined ? {} : { accessCase }),
    isOwnJson: request.json !== undefined,
    repeated,
    startedAt,
    endedAt,
    underWay,
    ...redactor.exchange(exchange),
  };
}
