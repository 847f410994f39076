import { hasStatus, isSuccessStatus, type Outcome, type OutgoingRequest } from './exchange.ts';

/** Sends a read that was answered before again: once for all who want to know at the same time. */
export interface AnsweredRead {
  /** Notes an answer of the API. */
  readonly note: (request: OutgoingRequest, outcome: Outcome) => void;
  /** What such a read gets now; undefined where none was answered so far. */
  readonly sendAgain: () => Promise<Outcome> | undefined;
}

export function createAnsweredRead(send: (read: OutgoingRequest) => Promise<Outcome>): AnsweredRead {
  let read: OutgoingRequest | undefined;
  let asked: Promise<Outcome> | undefined;
  return {
    note(request, outcome) {
      if (request.method === 'GET' && hasStatus(outcome) && isSuccessStatus(outcome.status)) read = request;
    },
    sendAgain() {
      if (read === undefined) return undefined;
      asked ??= send(read).finally(() => (asked = undefined));
      return asked;
    },
  };
}
