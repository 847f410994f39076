import { choice } from './choice.ts';

/** What is open about speed, limits and connections (`spec/documents/8-limits.md`). */
export const trafficChoices = {
  latency: choice('milliseconds until a request is looked at; jitter: up to ten', [0, 2, 10, 'jitter'], {
    weights: [6, 2, 1, 1],
    hinders: true,
  }),
  rateLimit: choice('requests per second before a 429', ['none', 500, 200, 50], {
    weights: [6, 3, 1, 0],
    hinders: true,
  }),
  unavailable: choice('one request in so many is answered 503', ['never', 1000, 200], {
    weights: [4, 2, 2],
    hinders: true,
  }),
  connections: choice(
    'what becomes of a connection after an answer: kept, closed when idle for a moment, or at once',
    ['kept', 'idle-closed', 'closed'],
    { weights: [4, 3, 3], hinders: true },
  ),
  retryAfter: choice('how a 429 or 503 says when to come again', ['seconds', 'http-date', 'absent']),
};
