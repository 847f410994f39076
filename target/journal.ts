import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Exchange } from './exchange.ts';
import type { RedactedExchange, Redactor } from './redaction.ts';

/** Characters of a body that are kept; bodies of the checks of extreme input are the only longer ones. */
const longestBody = 64 * 1024;

/** Keeps every exchange of a run, redacted, one JSON object a line. */
export interface Journal {
  write(exchange: Exchange): void;
  /** Resolves when all is on disk. @throws Error when the file could not be written */
  close(): Promise<void>;
}

/** A journal in a file; lines carry `number, endpoint, purpose, access, accessCase` beside the exchange itself. */
export function openJournal(file: string, redactor: Redactor): Journal {
  const stream = createWriteStream(file, { mode: 0o600 });
  // A file that cannot be written is told by `close`; until then it must not end the run.
  stream.on('error', () => undefined);
  return {
    write(exchange) {
      const { number, purpose, access, accessCase, request } = exchange;
      const line = {
        number,
        endpoint: request.endpoint,
        purpose,
        access,
        accessCase,
        ...shortened(redactor.exchange(exchange)),
      };
      stream.write(`${JSON.stringify(line)}\n`);
    },
    async close() {
      stream.end();
      await finished(stream);
    },
  };
}

/** An exchange whose long bodies end with how much of them was left out. */
export function shortened({ request, response, ...rest }: RedactedExchange): RedactedExchange {
  const { body, wire } = request;
  return {
    ...rest,
    request: {
      ...request,
      ...(body === undefined ? {} : { body: cut(body) }),
      ...(wire === undefined ? {} : { wire: cut(wire) }),
    },
    ...(response === undefined ? {} : { response: { ...response, body: cut(response.body) } }),
  };
}

function cut(body: string): string {
  return body.length <= longestBody
    ? body
    : `${body.slice(0, longestBody)}… (${body.length - longestBody} more characters)`;
}
