import { expect, onTestFinished, test } from 'vitest';
import { createClient } from './client.ts';
import { sampleRequest } from './sample-exchange.test-data.ts';
import { startServer } from './sample-server.test-data.ts';
import { virtualClock } from './virtual-clock.test-data.ts';

test.for([
  ['{"error": {"errors": [{"reason": "userRateLimitExceeded"}], "code": 403}}', 200],
  ['{"code": "rate_limit_exceeded"}', 200],
  ['{"message": "Too many requests"}', 200],
  ['{"message": "Quota exceeded for quota metric \'Reads\' and limit \'Reads per second\'"}', 200],
  ['{"message": "You have exceeded a secondary rate limit."}', 200],
  ['{"message": "the quota of the organization is exceeded"}', 403],
  ['{"message": "requests are limited to those of your organization"}', 403],
] as const)('a 403 that says %s is met by waiting, or is the answer: %i', async ([said, status]) => {
  const server = await startServer((response, position) => {
    const [code, text] = position === 0 ? [403, said] : [200, '{}'];
    response.writeHead(code, { 'content-type': 'application/json' }).end(text);
  });
  const client = createClient({ concurrency: 4 }, () => undefined, { clock: virtualClock() });
  onTestFinished(() => client.close());
  const request = sampleRequest({ url: `${server.url}/api/v1/groups` });
  const { answer } = await client.send(request, { purpose: 'setup', access: 'first' });
  expect(answer?.status).toBe(status);
  expect(client.throttled.count).toBe(status === 200 ? 1 : 0);
});
