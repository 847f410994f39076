import { expect, onTestFinished, test } from 'vitest';
import { createClient } from './client.ts';
import { sampleRequest } from './sample-exchange.test-data.ts';
import { startServer } from './sample-server.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

/** What a first answer of 403 comes to, and how often the target asked to slow down. */
async function afterForbidden(headers: Readonly<Record<string, string>>, text: string) {
  const server = await startServer((response, position) => {
    if (position === 0) response.writeHead(403, headers).end(text);
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const client = createClient({ concurrency: 4 }, () => undefined, { clock: virtualClock() });
  onTestFinished(() => client.close());
  const request = sampleRequest({ url: `${server.url}/api/v1/groups`, endpoint: 'E1' });
  const { answer } = await client.send(request, { purpose: 'setup', access: 'first' });
  return [answer?.status, client.throttled];
}

const comesTo = (status: number) => [status, { count: status === 200 ? 1 : 0, unavailable: 0 }];

test.for([
  ['asks to wait', { 'retry-after': '2' }, 200],
  ['says that none remains', { 'x-ratelimit-remaining': '0' }, 200],
  ['asks to wait for an hour', { 'retry-after': '3600' }, 403],
  ['says nothing of the kind', { 'x-ratelimit-remaining': '1' }, 403],
] as const)('a 403 that %s is met by waiting, or is the answer', async ([, headers, status]) => {
  expect(await afterForbidden(headers, '')).toEqual(comesTo(status));
});

test.for([
  ['{"error": {"errors": [{"reason": "userRateLimitExceeded"}], "code": 403}}', 200],
  ['{"code": "rate_limit_exceeded"}', 200],
  ['{"message": "Too many requests"}', 200],
  ['{"message": "Quota exceeded for quota metric \'Reads\' and limit \'Reads per second\'"}', 200],
  ['{"message": "You have exceeded a secondary rate limit."}', 200],
  ['{"message": "the quota of the organization is exceeded"}', 403],
  ['{"message": "requests are limited to those of your organization"}', 403],
] as const)('a 403 that says %s is met by waiting, or is the answer: %i', async ([said, status]) => {
  expect(await afterForbidden({ 'content-type': 'application/json' }, said)).toEqual(comesTo(status));
});
