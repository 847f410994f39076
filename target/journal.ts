import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Exchange } from './exchange.ts';
import type { Redactor } from './redaction.ts';

/** Keeps every exchange of a run, redacted, one JSON object a line. */
export interface Journal {
  write(exchange: Exchange): void;
  /** Resolves when all is on disk. */
  close(): Promise<void>;
}

/** A journal in a file; lines carry `number, endpoint, purpose, access, accessCase` beside the exchange itself. */
export function openJournal(file: string, redactor: Redactor): Journal {
  const stream = createWriteStream(file, { mode: 0o600 });
  return {
    write(exchange) {
      const { number, purpose, access, accessCase, request } = exchange;
      const line = { number, endpoint: request.endpoint, purpose, access, accessCase, ...redactor.exchange(exchange) };
      stream.write(`${JSON.stringify(line)}\n`);
    },
    async close() {
      stream.end();
      await finished(stream);
    },
  };
}
