import { describe, expect, test } from 'vitest';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { anExchange, sampleSession } from '../engine/sample-session.test-data.ts';
import { sample } from '../invariants/exchange-samples.test-data.ts';
import { createSteering, type Steering } from './steering.ts';

type Body = Readonly<Record<string, string | number | readonly string[]>>;

/** What the target took, and a body that departs from it in every member. */
const taken: Body = { a: 'tame', b: 'tame', c: 'tame', d: 'tame', items: ['tame'] };
const wild: Body = { a: 'wild 1', b: 'wild 2', c: 'wild 3', d: 'wild 4', items: ['tame'] };

interface Target {
  readonly sent: Body[];
  readonly by: (body: Body) => Promise<AnsweredExchange>;
}

/** A target that refuses the bodies that it is told to. */
function picky(refuses: (body: Body) => boolean): Target {
  const sent: Body[] = [];
  return {
    sent,
    async by(body) {
      sent.push(body);
      await Promise.resolve();
      return anExchange(sample('E6', body, { status: refuses(body) ? 422 : 201 }));
    },
  };
}

/** Whether one of the members is not as it was taken. */
const isWild =
  (...names: readonly string[]) =>
  (body: Body): boolean =>
    names.some((name) => body[name] !== 'tame');

const steer = (session = sampleSession()): Steering<Body> => createSteering<Body>(session, { taken });

describe('steering', () => {
  test('sends what is taken as it is, and learns nothing', async () => {
    const steering = steer();
    const { sent, by } = picky(() => false);
    expect((await steering.send(wild, by)).answer.status).toBe(201);
    expect(sent).toEqual([wild]);
    expect(steering.learned).toEqual([]);
  });

  test('narrows a refusal down to the member that made the difference, and leaves that out from then on', async () => {
    const steering = steer();
    const { sent, by } = picky((body) => String(body.c).includes('ß'));
    const strange = { ...wild, c: 'weiß' };
    expect((await steering.send(strange, by)).answer.status).toBe(201);
    expect(steering.learned).toEqual(['a text: characters beyond ASCII (c)']);
    expect(sent.at(-1)).toEqual({ ...strange, c: 'tame' });
    const before = sent.length;
    await steering.send({ ...strange, a: 'groß' }, by);
    expect(sent.slice(before)).toEqual([{ ...strange, a: 'groß', c: 'tame' }]);
    await steering.send({ ...strange, c: 'plain' }, by);
    expect(sent.at(-1)).toEqual({ ...strange, c: 'plain' });
  });

  test('finds the other members that are refused for the same at once', async () => {
    const steering = steer();
    const { by } = picky(isWild('a', 'd'));
    expect((await steering.send(wild, by)).answer.json).toEqual({ ...wild, a: 'tame', d: 'tame' });
    expect(steering.learned).toEqual(['a text: plain (a, d)']);
  });

  test('learns of members that are refused when they are left out, or given, and of numbers of items', async () => {
    const steering = steer();
    const { by } = picky((body) => !('a' in body) || 'e' in body || (body.items as readonly string[]).length > 2);
    const { a: _, ...without } = taken;
    for (const strange of [without, { ...taken, e: 'more' }, { ...taken, items: ['tame', 'tame', 'tame'] }])
      expect((await steering.send(strange, by)).answer.json).toEqual(taken);
    expect(steering.learned).toEqual(['left out (a)', 'given (e)', '3 items (items)']);
  });

  test('learns a combination where no single member is to blame, and still sends each of them alone', async () => {
    const steering = steer();
    const { sent, by } = picky((body) => isWild('a')(body) && isWild('b')(body));
    expect((await steering.send(wild, by)).answer.json).toEqual({ ...wild, a: 'tame', b: 'tame' });
    expect(steering.learned).toEqual(['a: a text: plain together with b: a text: plain']);
    await steering.send({ ...wild, b: 'tame' }, by);
    expect(sent.at(-1)).toEqual({ ...wild, b: 'tame' });
  });

  test('repairs bodies before it looks into them, where that is enough', async () => {
    const repair = { name: 'plans of other carriers', apply: (body: Body) => ({ ...body, a: 'tame' }) };
    const steering = createSteering<Body>(sampleSession(), { taken, repair });
    const { sent, by } = picky(isWild('a'));
    expect((await steering.send(wild, by)).answer.json).toEqual({ ...wild, a: 'tame' });
    await steering.send(wild, by);
    expect(sent).toHaveLength(3);
    expect(steering.learned).toEqual(['plans of other carriers']);
  });

  test('looks into one body at a time: those that were refused together are looked into once', async () => {
    const steering = steer();
    const { sent, by } = picky(isWild('d'));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => steering.send(wild, by)));
    expect(outcomes.map(({ answer }) => answer.status)).toEqual(outcomes.map(() => 201));
    // Ten refusals, what one of them took, and each other one sent again with what was learned.
    expect(sent.length).toBeLessThan(10 + 15 + 9);
  });

  test('gives the refusal when nothing helps, and gives up asking after a while', async () => {
    const steering = steer();
    const { sent, by } = picky(() => true);
    for (let times = 0; times < 50; times += 1) expect((await steering.send(wild, by)).answer.status).toBe(422);
    expect(steering.learned).toEqual([]);
    expect(sent.length).toBeLessThan(70);
  });

  test.for([500, 401, 200])('a %i is no refusal of the body: it is passed on', async (status) => {
    const steering = steer();
    let calls = 0;
    const exchange = await steering.send(wild, async () => {
      calls += 1;
      return anExchange(sample('E6', {}, { status }));
    });
    expect([exchange.answer.status, calls]).toEqual([status, 1]);
  });

  test('asks nothing more once the time of the run is used up', async () => {
    const steering = steer(sampleSession({}, { timeBudgetMs: -1 }));
    const { sent, by } = picky(isWild('a'));
    expect((await steering.send(wild, by)).answer.status).toBe(422);
    expect(sent).toHaveLength(1);
  });

  test('goes on after a lesson that broke off', async () => {
    const steering = steer();
    const { by } = picky(isWild('b'));
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
