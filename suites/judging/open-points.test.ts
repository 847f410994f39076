import { describe, expect, test } from 'vitest';
import { createMemory } from '../engine/memory.ts';
import { decision, decisions, exchangeOf, type Json, type Sample } from './exchange-samples.test-data.ts';
import { noteOpenPoints, seenOf, type OpenSight } from './open-points.ts';

/** What exchanges show of an open point. */
function seenIn(sight: OpenSight, ...samples: readonly Sample[]): readonly string[] {
  const memory = createMemory();
  for (const [position, one] of samples.entries()) noteOpenPoints(exchangeOf(one, position), memory);
  return [...seenOf(sight, memory).keys()];
}

describe('the unit of times', () => {
  const [seconds, milliseconds] = [1_557_329_939, 1_557_329_939_123];

  test.each<[times: Json, expected: readonly string[]]>([
    [{ created: seconds, modified: seconds }, ['seconds']],
    [{ created: milliseconds, modified: milliseconds }, ['milliseconds']],
    [{ created: seconds, modified: milliseconds }, ['created in seconds, modified in milliseconds']],
    [{ created: undefined, modified: milliseconds }, ['milliseconds']],
    [{ created: seconds, modified: null }, ['seconds']],
    [{ created: '2026-11-30', modified: '2026-11-30' }, []],
  ])('of a record with %j: %j', (times, expected) => {
    expect(seenIn('timestamp unit', decisions([decision(times)]))).toEqual(expected);
  });
});
