import type { Answer, Exchange, OutgoingRequest } from './exchange.ts';

/** A request for the groups list, with parts of it replaced. */
export function sampleRequest(parts: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return {
    endpoint: 'E1',
    method: 'GET',
    url: 'http://127.0.0.1:9/api/v1/groups',
    pathParameters: {},
    query: {},
    headers: { accept: 'application/json' },
    ...parts,
  };
}

/** An answer with a JSON body. */
export function sampleAnswer(json: unknown, parts: Partial<Answer> = {}): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(json),
    isJson: true,
    json,
    ...parts,
  };
}

/** An exchange of that request and that answer. */
export function sampleExchange(parts: Partial<Exchange> = {}): Exchange {
  return {
    number: 1,
    purpose: 'setup',
    access: 'first',
    request: sampleRequest(),
    repeated: false,
    startedAt: 10,
    endedAt: 12.3456,
    ...parts,
  };
}
