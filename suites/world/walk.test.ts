import { describe, expect, test } from 'vitest';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Api } from '../engine/api.ts';
import { anExchange } from '../engine/sample-session.test-data.ts';
import { employeeId, id, item, items, page, sample } from '../invariants/exchange-samples.test-data.ts';
import { atRest, walkSnapshots, walkToAll } from './walk.ts';

/** A target of which only the endpoints are called. */
function apiOf(call: Api['call']): Api {
  const notAsked = (): Promise<never> => Promise.reject(new Error('not asked for'));
  return { call, token: notAsked, raw: notAsked, repeat: notAsked };
}

/**
 * Operations of a target whose employee has so many snapshots; `versionOf` says their version at each request, and
 * `movedBy` by how many places the list has turned.
 */
function listOf(
  total: number,
  versionOf: (request: number) => number = () => 1,
  movedBy: (request: number) => number = () => 0,
): { api: Api; asked: string[] } {
  const asked: string[] = [];
  const call = async (...[, of]: Parameters<Api['call']>): Promise<AnsweredExchange> => {
    const { page_size = '20', offset = '0' } = of?.query ?? {};
    asked.push(`${offset}+${page_size}`);
    const [size, start] = [Number(page_size), Number(offset)];
    const moved = movedBy(asked.length);
    const all = Array.from({ length: total }, (_, index) =>
      item({ id: id((index + moved) % total), version: id(versionOf(asked.length)) }),
    );
    const meta = { offset: start, page_num: 1, page_size: size, total_records: total };
    return anExchange(items([], { text: JSON.stringify(page(all.slice(start, start + size), meta)) }));
  };
  return { asked, api: apiOf(call) };
}

describe('a walk', () => {
  test.for([
    [0, 20, 1],
    [1, 1, 1],
    [25, 20, 2],
    [20, 20, 1],
    [5, 2, 3],
  ] as const)(
    'over %i records in pages of %i asks for %i pages, and meets each record once',
    async ([total, size, pages]) => {
      const { api, asked } = listOf(total);
      const walk = await walkSnapshots(api, employeeId, size);
      expect(walk.ids).toEqual(Array.from({ length: total }, (_, index) => id(index)));
      expect(walk.pages).toHaveLength(pages);
      expect(asked).toHaveLength(pages);
    },
  );

  test('to all that is wanted goes on while the list moves, and ends when it misses the same twice', async () => {
    const all = Array.from({ length: 5 }, (_, index) => id(index));
    const moving = listOf(5, undefined, (request) => Math.min(request, 8));
    expect((await walkToAll(moving.api, employeeId, 2, all)).ids.toSorted()).toEqual(all);
    const lacking = listOf(4);
    await walkToAll(lacking.api, employeeId, 2, all);
    expect(lacking.asked).toHaveLength(4);
  });

  test('ends where a page is empty before the list is', async () => {
    const empty = items([], { text: JSON.stringify(page([], { total_records: 9 })) });
    const api = apiOf(async () => anExchange(empty));
    expect((await walkSnapshots(api, employeeId, 2)).pages).toHaveLength(1);
  });

  test('over a list that never ends comes to an end', async () => {
    let calls = 0;
    const call = async (): Promise<AnsweredExchange> => {
      calls += 1;
      return anExchange(items([item()], { text: JSON.stringify(page([item()], { total_records: 1e9 })) }));
    };
    await walkSnapshots(apiOf(call), employeeId, 1);
    expect(calls).toBeLessThan(1000);
  });

  test('that is answered with no page is undecided, with the target’s words', async () => {
    const call = async (): Promise<AnsweredExchange> => anExchange(sample('E8', { error: 'gone' }, { status: 410 }));
    const walk = walkSnapshots(apiOf(call), employeeId, 1);
    await expect(walk).rejects.toMatchObject({
      name: 'Undecided',
      message: expect.stringContaining('410 {"error":"gone"}'),
    });
  });
});

describe('a list at rest', () => {
  test('is looked at until two walks around what is done agree', async () => {
    // The first two requests see other versions: the list moves during the first attempt.
    const { api } = listOf(3, (request) => Math.min(request, 3));
    let runs = 0;
    const { result, before, after } = await atRest(api, employeeId, async ({ ids }) => {
      runs += 1;
      return ids.length;
    });
    expect(result).toBe(3);
    expect(runs).toBe(2);
    expect(before.state).toBe(after.state);
  });

  test('that never comes is undecided', async () => {
    const { api } = listOf(1, (request) => request);
    const never = atRest(api, employeeId, async () => undefined, { tries: 3, pause: 1 });
    await expect(never).rejects.toMatchObject({ name: 'Undecided', reason: 'not-reached' });
  });
});
