import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Exchange, OutgoingRequest } from '../../target/exchange.ts';
import { sampleAnswer, sampleExchange, sampleRequest } from '../../target/sample-exchange.test-data.ts';
import { createWriteTurns } from './write-turns.ts';

const create = sampleRequest({ endpoint: 'E3', method: 'POST' });
const edit = sampleRequest({ endpoint: 'E4', method: 'PUT' });
const connection = sampleRequest({ endpoint: 'E2', method: 'POST' });

/** A snapshot of an employee. */
const snapshotOf = (id: string) => sampleRequest({ endpoint: 'E6', method: 'POST', json: { employee: { id } } });

/** A service that refuses a write if `isRefused` says so, and counts what it gets. */
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

const oneAtATime = (refusal?: number) => service((underWay) => underWay > 0, refusal);
const closed = (refusal?: number) => service(() => true, refusal);

/** A service that is locked for a while after each write that it accepts. */
function lockedFor(milliseconds: number) {
  let lockedUntil = 0;
  return service(() => {
    const isLocked = performance.now() < lockedUntil;
    if (!isLocked) lockedUntil = performance.now() + milliseconds;
    return isLocked;
  });
}

const statusesOf = (exchanges: readonly Exchange[]): readonly unknown[] =>
  exchanges.map(({ answer, failure }) => answer?.status ?? failure?.kind);

/** The turns of a run, and what it has learned about them. */
function turnsOfRun() {
  const learned: string[] = [];
  const turns = createWriteTurns((which) => learned.push(which));
  const send = (to: ReturnType<typeof service>, request: OutgoingRequest) =>
    turns.send(request, () => to.take(request));
  return {
    turns,
    learned,
    send,
    /** Sends writes at the same time. */
    together: (to: ReturnType<typeof service>, ...requests: readonly OutgoingRequest[]) =>
      Promise.all(requests.map((request) => send(to, request))),
  };
}

describe('writes to a target', () => {
  test.each([
    ['creates refused with 409', 409, [create, create, create], 'renewal decisions'],
    ['snapshots of new employees refused with 425', 425, ['a', 'b', 'c'].map(snapshotOf), 'writes'],
    ['edits turned away with 503', 503, [edit, edit, edit], 'writes'],
  ])(
    'that accepts one at a time are retried alone, and from then on sent one after the other: %s',
    async (_what, refusal, writes, which) => {
      const { together, learned } = turnsOfRun();
      const locked = oneAtATime(refusal);
      expect(statusesOf(await together(locked, ...writes))).toEqual([201, 201, 201]);
      expect(learned).toEqual([which]);
      const before = locked.count;
      await together(locked, ...writes);
      expect(locked.count - before).toBe(3);
    },
  );

  test('are given up if they are turned away every time', async () => {
    const { together } = turnsOfRun();
    expect(statusesOf(await together(closed(503), create, create))).toEqual(['unavailable', 'unavailable']);
  });

  test('are not retried after a conflict between snapshots of one employee, whichever side named the employee first', async () => {
    const { turns, together } = turnsOfRun();
    const locked = oneAtATime();
    expect(statusesOf(await together(locked, snapshotOf('a'), snapshotOf('A')))).toEqual([201, 409]);
    const given = { ...sampleExchange(), answer: sampleAnswer({ employee_id: 'B' }, { status: 201 }) };
    await turns.send(snapshotOf('c'), () => Promise.resolve(given));
    expect(statusesOf(await together(locked, snapshotOf('d'), snapshotOf('b')))).toEqual([201, 409]);
    expect(locked.count).toBe(4);
  });

  test('do not go one at a time if a retry is refused for another reason', async () => {
    const { turns, learned } = turnsOfRun();
    let count = 0;
    const refusedAnyhow = async (request: OutgoingRequest): Promise<Exchange> => {
      const status = (count += 1) % 2 === 1 ? 409 : 422;
      await sleep(5);
      return { ...sampleExchange({ request }), answer: sampleAnswer({}, { status }) };
    };
    await Promise.all([create, create, create].map((request) => turns.send(request, () => refusedAnyhow(request))));
    expect(learned).toEqual([]);
  });

  test('do not wait for connections, which go one at a time among themselves', async () => {
    const { together, learned } = turnsOfRun();
    const locked = lockedFor(150);
    const first = await together(locked, connection, connection);
    let isOver = false;
    const connected = together(locked, connection, connection).finally(() => (isOver = true));
    const free = service(() => false);
    await together(free, create, create);
    expect(isOver).toBe(false);
    expect(statusesOf([...first, ...(await connected)])).toEqual([201, 201, 201, 201]);
    expect(learned).toEqual(['connections']);
  });

  test('shorten their pauses again after a conflict while they go one at a time', async () => {
    const { send, together } = turnsOfRun();
    const refused = new Set([2, 4]);
    const odd = service(() => refused.delete(odd.count));
    await together(odd, create, create);
    await send(odd, create);
    const sent: Exchange[] = [];
    for (let count = 0; count < 40; count += 1) sent.push(await send(odd, create));
    const pauses = sent.slice(1).map(({ startedAt }, at) => startedAt - (sent[at]?.endedAt ?? 0));
    expect(Math.min(...pauses.slice(-5))).toBeLessThan(Math.max(...pauses.slice(0, 5)) / 2);
  });

  test('wait for a lock of almost a second', async () => {
    const { together } = turnsOfRun();
    expect(statusesOf(await together(lockedFor(900), connection, connection))).toEqual([201, 201]);
  });

  test('wait for a lock that outlasts the answer, even after others were refused for good', async () => {
    const { together } = turnsOfRun();
    const [locked, full] = [lockedFor(150), closed()];
    await together(full, ...Array.from({ length: 12 }, () => connection));
    expect(statusesOf(await together(locked, create, create))).toEqual([201, 201]);
    expect(statusesOf(await together(locked, create, create))).toEqual([201, 201]);
  });

  test.each([
    ['few of the creates, which may be refused for other reasons', create, 30, 9],
    ['none of the edits, which may be refused for their version', edit, 2, 0],
    ['no reads', sampleRequest({ endpoint: 'E5' }), 2, 0],
  ])('that are always refused are hardly retried: %s', async (_what, request, sent, again) => {
    const { together, learned } = turnsOfRun();
    const full = closed();
    const all = await together(full, ...Array.from({ length: sent }, () => request));
    expect(new Set(statusesOf(all))).toEqual(new Set([409]));
    expect(full.count).toBeLessThanOrEqual(sent + again);
    expect(learned).toEqual([]);
  });
});
