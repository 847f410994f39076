import type { WebRequest, WebResponse } from 'sarif';
import type { RecordedExchange } from '../../results/report.ts';

/** The deciding exchange as SARIF has it. Versions of HTTP are left out: no record tells them. */
export function webExchange({ request, response, failure }: RecordedExchange): {
  readonly webRequest: WebRequest;
  readonly webResponse: WebResponse;
} {
  const { method, url, headers, body, wire } = request;
  const sent = wire ?? body;
  return {
    webRequest: {
      protocol: 'HTTP',
      method,
      target: url,
      headers: { ...headers },
      ...(sent === undefined ? {} : { body: { text: sent } }),
    },
    webResponse:
      response === undefined
        ? { noResponseReceived: true, reasonPhrase: failure ?? 'no answer' }
        : {
            protocol: 'HTTP',
            statusCode: response.status,
            headers: { ...response.headers },
            body: { text: response.body },
            noResponseReceived: false,
          },
  };
}
