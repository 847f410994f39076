import { describe, expect, test } from 'vitest';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { anExchange, sampleSession } from '../engine/sample-session.test-data.ts';
import { sample } from '../invariants/exchange-samples.test-data.ts';
import { createSteering } from './steering.ts';
import type { Taming } from './taming.ts';

type Body = Readonly<Record<string, string>>;

const kinds = ['a', 'b', 'c', 'd'] as const;
/** Puts one member back to `tame`. */
const tamings: readonly Taming[] = kinds.map((name) => ({
  name,
  apply: (body) => ({ ...(body as Body), [name]: 'tame' }),
}));
const wild: Body = { a: 'wild', b: 'wild', c: 'wild', d: 'wild' };

/** A target that takes no body whose members of these names are wild. */
function picky(...names: readonly string[]): { sent: Body[]; by: (body: Body) => Promise<AnsweredExchange> } {
  const sent: Body[] = [];
  return {
    sent,
    async by(body) {
      sent.push(body);
      await Promise.resolve();
      return anExchange(sample('E6', body, { status: names.some((name) => body[name] === 'wild') ? 422 : 201 }));
    },
  };
}

describe('steering', () => {
  test('sends what is taken as it is, and learns nothing', async () => {
    const steering = createSteering<Body>(sampleSession(), tamings);
    const { sent, by } = picky();
    expect((await steering.send(wild, by)).answer.status).toBe(201);
    expect(sent).toEqual([wild]);
    expect(steering.learned).toEqual([]);
  });

  test('learns the one kind that made the difference, and applies it from the start later', async () => {
    const steering = createSteering<Body>(sampleSession(), tamings);
    const { sent, by } = picky('c');
    expect((await steering.send(wild, by)).answer.status).toBe(201);
    expect(steering.learned).toEqual(['c']);
    expect(sent.at(-1)).toEqual({ ...wild, c: 'tame' });
    const before = sent.length;
    await steering.send(wild, by);
    expect(sent.slice(before)).toEqual([{ ...wild, c: 'tame' }]);
  });

  test('learns several kinds where no single one is enough', async () => {
    const steering = createSteering<Body>(sampleSession(), tamings);
    const { by } = picky('a', 'b');
    expect((await steering.send(wild, by)).answer.status).toBe(201);
    expect(steering.learned).toEqual(['a', 'b']);
  });

  test('learns more where what it knows is no longer enough', async () => {
    const steering = createSteering<Body>(sampleSession(), tamings);
    const { by } = picky('a', 'd');
    await steering.send({ ...wild, d: 'tame' }, by);
    expect(steering.learned).toEqual(['a']);
    const exchange = await steering.send(wild, by);
    expect(exchange.answer.json).toEqual({ ...wild, a: 'tame', d: 'tame' });
    expect(steering.learned).toEqual(['a', 'd']);
  });

  test('takes one lesson at a time: bodies that were refused together are taught once', async () => {
    const steering = createSteering<Body>(sampleSession(), tamings);
    const { sent, by } = picky('d');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => steering.send(wild, by)));
    expect(outcomes.map(({ answer }) => answer.status)).toEqual(outcomes.map(() => 201));
    // Ten refusals, the lesson of one, and each other one sent again with what was learned.
    expect(sent).toHaveLength(10 + kinds.length + 9);
  });

  test('gives the refusal when nothing helps, and gives up asking after a while', async () => {
    const steering = createSteering<Body>(sampleSession(), tamings);
    const sent: Body[] = [];
    const never = async (body: Body): Promise<AnsweredExchange> => {
      sent.push(body);
      return anExchange(sample('E6', {}, { status: 422 }));
    };
    for (let times = 0; times < 200; times += 1) expect((await steering.send(wild, never)).answer.status).toBe(422);
    expect(steering.learned).toEqual([]);
    expect(sent.length).toBeLessThan(600);
    const before = sent.length;
    await steering.send(wild, never);
    expect(sent).toHaveLength(before + 1);
  });

  test.for([500, 401, 200])('a %i is no refusal of the body: it is passed on', async (status) => {
    const steering = createSteering<Body>(sampleSession(), tamings);
    let calls = 0;
    const exchange = await steering.send(wild, async () => {
      calls += 1;
      return anExchange(sample('E6', {}, { status }));
    });
    expect([exchange.answer.status, calls]).toEqual([status, 1]);
  });

  test('asks nothing more once the time of the run is used up', async () => {
    const steering = createSteering<Body>(sampleSession({}, { timeBudgetMs: -1 }), tamings);
    const { sent, by } = picky('a');
    expect((await steering.send(wild, by)).answer.status).toBe(422);
    expect(sent).toHaveLength(1);
  });

  test('goes on after a lesson that broke off', async () => {
    const steering = createSteering<Body>(sampleSession(), tamings);
    const { by } = picky('b');
    let calls = 0;
    const breaking = async (body: Body): Promise<AnsweredExchange> => {
      calls += 1;
      if (calls === 2) throw new Error('cut');
      return by(body);
    };
    await expect(steering.send(wild, breaking)).rejects.toThrow('cut');
    expect((await steering.send(wild, by)).answer.status).toBe(201);
  });
});
