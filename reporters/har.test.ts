import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import type { RecordedExchange } from '../results/report.ts';
import { failed, sampleReport } from '../results/sample-reports.test-data.ts';
import { checkHar } from './format-checks.test-data.ts';
import { entryOf, renderHar } from './har.ts';

const exchange: RecordedExchange = {
  request: {
    method: 'POST',
    url: 'https://api.example.com/a?b=c&d=%C3%A9+f',
    headers: { 'Content-Type': 'application/json' },
    body: '{"é":1}',
  },
  response: { status: 302, headers: { location: '/x', 'content-type': 'text/plain' }, body: '日本' },
  durationMs: 12.5,
};
const startedAt = '2027-01-02T03:04:05.678Z';

describe('an exchange', () => {
  it('is an entry with its sizes, query and body', () => {
    expect(entryOf(exchange, startedAt)).toMatchObject({
      time: 12.5,
      request: {
        url: exchange.request.url,
        queryString: [
          { name: 'b', value: 'c' },
          { name: 'd', value: 'é f' },
        ],
        postData: { mimeType: 'application/json', text: '{"é":1}' },
        bodySize: 8,
      },
      response: { status: 302, redirectURL: '/x', content: { size: 6, mimeType: 'text/plain', text: '日本' } },
      timings: { wait: 12.5 },
    });
  });

  it('whose request body was cut has no body size', () => {
    const request = { ...exchange.request, body: 'abc… (70000 more characters)' };
    expect(entryOf({ ...exchange, request }, startedAt)?.request.bodySize).toBe(-1);
  });

  it('has its own start time if it was recorded, and says if its answer was cut or shortened', () => {
    const sentAt = '2027-01-02T03:04:06.000Z';
    const leftOut = [{ at: '/response', index: 3, count: 90 }];
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '[1]' };
    const shortened = entryOf({ ...exchange, startedAt: sentAt, response: { ...answer, leftOut } }, startedAt);
    expect(shortened).toMatchObject({
      startedDateTime: sentAt,
      response: { content: { size: -1, mimeType: 'application/json', comment: expect.stringContaining('90 items') } },
    });
    const cut = { ...answer, body: '[1,… (70000 more characters)' };
    expect(entryOf({ ...exchange, response: cut }, startedAt)?.response.content).toMatchObject({
      mimeType: 'text/plain',
      comment: 'no more than its beginning was recorded',
    });
  });

  it('without an answer has status 0, as browsers write it', () => {
    const { response: _, ...unanswered } = exchange;
    expect(entryOf({ ...unanswered, failure: 'reset' }, startedAt)?.response).toMatchObject({
      status: 0,
      _error: 'reset',
    });
  });

  it.each(['https://api.example.com/%zz?%=|', 'https://api.example.com/a b#c#d', 'http://[::1]:8080/[x]'])(
    'keeps its address in a comment if the format does not allow it: %s',
    (url) => {
      const failure = failed('token.issue', { exchanges: [{ ...exchange, request: { ...exchange.request, url } }] });
      const text = renderHar(sampleReport([failure]));
      checkHar(text);
      const { log }: Har = JSON.parse(text);
      expect(log.entries[0]?.request.comment).toBe(`the address as it was sent: ${url}`);
    },
  );
});
