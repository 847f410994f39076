import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Exchange, OutgoingRequest } from '../../target/exchange.ts';
import { sampleAnswer, sampleExchange, sampleRequest } from '../../target/sample-exchange.test-data.ts';
import { createWriteTurns } from './write-turns.ts';

const create = sampleRequest({ endpoint: 'E3', method: 'POST' });

/** A snapshot of an employee. */
const snapshotOf = (id: string) => sampleRequest({ endpoint: 'E6', method: 'POST', json: { employee: { id } } });

/** A service that answers a write with a conflict where it says so; counts what it gets. */
function service(isRefused: (underWay: number) => boolean, refusal = 409) {
  let [underWay, count] = [0, 0];
  return {
    get count() {
      return count;
    },
    async take(request: OutgoingRequest): Promise<Exchange> {
      const startedAt = performance.now();
      count += 1;
      const status = isRefused(underWay) ? refusal : 201;
      if (status === 201) {
        underWay += 1;
        await sleep(5);
        underWay -= 1;
      }
      const { answer: _, ...exchange } = sampleExchange({ request, startedAt, endedAt: performance.now() });
      if (status === 503) return { ...exchange, failure: { kind: 'unavailable', message: 'the target answered 503' } };
      return { ...exchange, answer: sampleAnswer({}, { status }) };
    },
  };
}

const statusesOf = (exchanges: readonly Exchange[]): readonly unknown[] =>
  exchanges.map(({ answer, failure }) => answer?.status ?? failure?.kind);

describe('writes to a target', () => {
  test('that takes one at a time are sent again alone, then one after the other', async () => {
    const learned: Exchange[] = [];
    const turns = createWriteTurns((_, refused) => learned.push(refused));
    const locked = service((underWay) => underWay > 0);
    const send = () => turns.send(create, () => locked.take(create));
    expect(statusesOf(await Promise.all([send(), send(), send()]))).toEqual([201, 201, 201]);
    expect(statusesOf(learned)).toEqual([409]);
    const before = locked.count;
    await Promise.all([send(), send(), send()]);
    expect(locked.count - before).toBe(3);
  });

  test.each([409, 423, 425])('go one at a time where snapshots of new employees do, after a %i', async (refusal) => {
    const learned: Exchange[] = [];
    const turns = createWriteTurns((_, refused) => learned.push(refused));
    const locked = service((underWay) => underWay > 0, refusal);
    const send = (id: string) => turns.send(snapshotOf(id), () => locked.take(snapshotOf(id)));
    expect(statusesOf(await Promise.all(['a', 'b', 'c'].map(send)))).toEqual([201, 201, 201]);
    expect(learned).toHaveLength(1);
  });

  test('go one at a time where edits are turned away as often as they are sent beside another', async () => {
    const turns = createWriteTurns();
    const locked = service((underWay) => underWay > 0, 503);
    const edit = sampleRequest({ endpoint: 'E4', method: 'PUT' });
    const send = () => turns.send(edit, () => locked.take(edit));
    expect(statusesOf(await Promise.all([send(), send(), send()]))).toEqual([201, 201, 201]);
    const before = locked.count;
    expect(statusesOf(await Promise.all([send(), send()]))).toEqual([201, 201]);
    expect(locked.count - before).toBe(2);
  });

  test('that are turned away whenever they are sent are given up', async () => {
    const turns = createWriteTurns();
    const closed = service(() => true, 503);
    const send = () => turns.send(create, () => closed.take(create));
    expect(statusesOf(await Promise.all([send(), send()]))).toEqual(['unavailable', 'unavailable']);
  });

  test('are not held back for what is in process of one employee, whoever named it', async () => {
    const turns = createWriteTurns();
    const locked = service((underWay) => underWay > 0);
    const send = (id: string) => turns.send(snapshotOf(id), () => locked.take(snapshotOf(id)));
    expect(statusesOf(await Promise.all([send('a'), send('A')]))).toEqual([201, 409]);
    const given = { ...sampleExchange(), answer: sampleAnswer({ employee_id: 'B' }, { status: 201 }) };
    await turns.send(snapshotOf('c'), () => Promise.resolve(given));
    expect(statusesOf(await Promise.all([send('d'), send('b')]))).toEqual([201, 409]);
    expect(locked.count).toBe(4);
  });

  test('do not wait for connections, which go one at a time among themselves', async () => {
    const learned: string[] = [];
    const turns = createWriteTurns((which) => learned.push(which));
    let lockedUntil = 0;
    const locked = service(() => {
      const isLocked = performance.now() < lockedUntil;
      if (!isLocked) lockedUntil = performance.now() + 150;
      return isLocked;
    });
    const free = service(() => false);
    const connection = sampleRequest({ endpoint: 'E2', method: 'POST' });
    const connect = () => turns.send(connection, () => locked.take(connection));
    const first = await Promise.all([connect(), connect()]);
    let isOver = false;
    const connected = Promise.all([connect(), connect()]).finally(() => (isOver = true));
    await Promise.all([1, 2, 3].map(() => turns.send(create, () => free.take(create))));
    expect(isOver).toBe(false);
    expect(statusesOf([...first, ...(await connected)])).toEqual([201, 201, 201, 201]);
    expect(learned).toEqual(['connections']);
  });

  test('come closer again after a conflict while they go one at a time', async () => {
    const turns = createWriteTurns();
    let refused = new Set<number>();
    const odd = service(() => refused.delete(odd.count));
    const send = () => turns.send(create, () => odd.take(create));
    refused = new Set([2, 4]);
    await Promise.all([send(), send()]);
    await send();
    const sent: Exchange[] = [];
    for (let count = 0; count < 40; count += 1) sent.push(await send());
    const pauses = sent.slice(1).map(({ startedAt }, at) => startedAt - (sent[at]?.endedAt ?? 0));
    expect(Math.min(...pauses.slice(-5))).toBeLessThan(Math.max(...pauses.slice(0, 5)) / 2);
  });

  test('are found to go one at a time although writes of another kind are refused for good', async () => {
    const learned: Exchange[] = [];
    const turns = createWriteTurns((_, refused) => learned.push(refused));
    const full = service(() => true);
    const connection = sampleRequest({ endpoint: 'E2', method: 'POST' });
    await Promise.all(Array.from({ length: 12 }, () => turns.send(connection, () => full.take(connection))));
    const locked = service((underWay) => underWay > 0);
    const all = await Promise.all([1, 2, 3].map(() => turns.send(create, () => locked.take(create))));
    expect(statusesOf(all)).toEqual([201, 201, 201]);
    expect(learned).toHaveLength(1);
  });

  test('wait for a lock that outlasts the answer, whatever else is refused', async () => {
    const turns = createWriteTurns();
    let lockedUntil = 0;
    const locked = service(() => {
      const isLocked = performance.now() < lockedUntil;
      if (!isLocked) lockedUntil = performance.now() + 150;
      return isLocked;
    });
    const full = service(() => true);
    const edit = sampleRequest({ endpoint: 'E4', method: 'PUT' });
    const send = () => turns.send(create, () => locked.take(create));
    const first = await Promise.all([send(), send()]);
    for (let count = 0; count < 12; count += 1) await turns.send(edit, () => full.take(edit));
    const later = await Promise.all([send(), send(), send()]);
    expect(statusesOf([...first, ...later])).toEqual([201, 201, 201, 201, 201]);
    expect(full.count).toBeLessThanOrEqual(12 + 8);
  });

  test('are refused for other reasons too: few are sent again for nothing', async () => {
    const learned: Exchange[] = [];
    const turns = createWriteTurns((_, refused) => learned.push(refused));
    const full = service(() => true);
    const all = await Promise.all(Array.from({ length: 30 }, () => turns.send(create, () => full.take(create))));
    expect(new Set(statusesOf(all))).toEqual(new Set([409]));
    expect(full.count).toBeLessThanOrEqual(30 + 9);
    expect(learned).toEqual([]);
  });

  test.each([
    ['reads', sampleRequest({ endpoint: 'E5' })],
    ['edits, which are refused for their version', sampleRequest({ endpoint: 'E4', method: 'PUT' })],
  ])('%s are never sent again', async (_name, request) => {
    const turns = createWriteTurns();
    const full = service(() => true);
    await Promise.all([1, 2].map(() => turns.send(request, () => full.take(request))));
    expect(full.count).toBe(2);
  });
});
