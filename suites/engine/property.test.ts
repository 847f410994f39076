import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { register } from '../../spec/index.ts';
import { archiveInMemory } from '../../target/exchange-archive.ts';
import { groups } from '../judging/exchange-samples.test-data.ts';
import { noteExchangeInCase, noteInCase, pauseBeforeWrite } from './case-scope.ts';
import { createLedger } from './ledger.ts';
import { type PropertyOptions, type Smaller, forAll, minimize, seedOf } from './property.ts';
import { findingOf, anExchange } from './sample-session.test-data.ts';
import { AssertionFailure, Undecided, type Finding } from './verdicts.ts';

const id = 'renewals.edit-listed';
const numbers = fc.nat({ max: 10_000 });

type Options = Omit<PropertyOptions, 'examples' | 'leaner'>;

function options(parts: Partial<Options> = {}): Options {
  const ledger = createLedger();
  const blank = { name: 'sample', window: 30, cases: 30, seed: 11, id, ledger, shrinkTries: 400 } as const;
  return { ...blank, deadline: Infinity, affordable: () => 1, mayRepeat: () => true, ...parts };
}

/** The ledger's entry after a property was run. */
async function entryAfter(predicate: (value: number) => Promise<void>, parts: Partial<PropertyOptions<number>> = {}) {
  const given = options();
  await forAll(numbers, predicate, { ...given, ...parts });
  return given.ledger.entry(id);
}

/** A predicate that fails from `limit` on. */
const below = (limit: number) => async (value: number) => {
  await Promise.resolve();
  if (value >= limit) throw new AssertionFailure(findingOf(value));
};

describe('the cases of a property', () => {
  test('run at the same time, as many as the window allows', async () => {
    let [underWay, most] = [0, 0];
    const predicate = async (): Promise<void> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(1);
      underWay -= 1;
    };
    await forAll(numbers, predicate, options({ window: 4 }));
    expect(most).toBe(4);
  });

  test('become fewer if the target becomes slower than it was when they were chosen', async () => {
    const predicate = vi.fn<() => Promise<void>>(async () => undefined);
    const shares = Array.from({ length: 11 }, () => 0.8);
    const affordable = (): number => shares.shift() ?? 0.4;
    expect(await forAll(numbers, predicate, options({ window: 1, cases: 40, affordable }))).toBe(20);
    expect(predicate).toHaveBeenCalledTimes(20);
  });

  test('are no longer started once one has ended in a fault of the suite', async () => {
    const predicate = vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('no such member')));
    await expect(forAll(numbers, predicate, options({ window: 2 }))).rejects.toThrow('no such member');
    expect(predicate).toHaveBeenCalledTimes(2);
  });

  test('are counted unless they are undecided; if all are, so is the property', async () => {
    const undecided = new Undecided('blocked', 'refused');
    let calls = 0;
    const predicate = async (): Promise<void> => {
      calls += 1;
      if (calls % 3 === 0) throw undecided;
    };
    expect(await forAll(numbers, predicate, options())).toBe(20);
    await expect(forAll(numbers, () => Promise.reject(undecided), options())).rejects.toBe(undecided);
  });
});

/** The counterexample that a path of the options' seed leads to. */
const replayed = (limit: number, path = '') =>
  fc.check(
    fc.property(numbers, (value) => value < limit),
    { seed: 11, path, numRuns: 1 },
  ).counterexample;

describe('a failing case', () => {
  test('is shrunk to the smallest one, which the seed and the path reproduce', async () => {
    const { finding, path } = await entryAfter(below(37));
    expect(finding?.actual).toBe(37);
    expect(replayed(37, path)).toEqual([37]);
  });

  test('is shrunk separately for each requirement', async () => {
    const { id: _, ...rest } = options();
    const { ledger } = rest;
    const send = async (value: number): Promise<void> => {
      await Promise.resolve();
      if (value >= 10) noteInCase('renewals.echo', findingOf(value));
      if (value >= 200) noteInCase('renewals.plans', findingOf(value));
    };
    await forAll(numbers, send, rest);
    expect(ledger.entry('renewals.echo').finding?.actual).toBe(10);
    expect(ledger.entry('renewals.plans').finding?.actual).toBe(200);
  });

  test('that passes when rerun is reported with both answers', async () => {
    const asked: number[] = [];
    const once = async (value: number): Promise<void> => {
      asked.push(value);
      const exchange = { ...anExchange(), number: asked.length };
      noteExchangeInCase(exchange, archiveInMemory());
      if (asked.length === 4) throw new AssertionFailure(findingOf(value, exchange));
    };
    const { finding, path } = await entryAfter(once);
    expect(finding?.message).toBe(`found ${asked[3]}`);
    expect(finding?.exchanges).toMatchObject([{ number: 4 }]);
    expect(finding?.passedAgain?.exchange).toMatchObject({ number: 31 });
    expect(path).toBe('3');
    expect(asked.at(-1)).toBe(asked[3]);
  });

  test('whose rerun is undecided is reported as not confirmed, unless another one is confirmed', async () => {
    const failing = (isOpen: (value: number) => boolean) => {
      const seen = new Set<number>();
      return async (value: number): Promise<void> => {
        if (seen.has(value) && isOpen(value)) throw new Undecided('blocked', 'refused');
        seen.add(value);
        await below(5000)(value);
      };
    };
    const { finding, confirmed } = await entryAfter(failing(() => true));
    expect(confirmed).toBe(true);
    expect(finding?.message).toMatch(/^found \d+ \(a second run could not be decided: refused\)$/);
    let first: number | undefined;
    const other = await entryAfter(failing((value) => value === (first ??= value)));
    expect(other.finding?.message).toMatch(/^found \d+$/);
    expect(other.finding?.actual).not.toBe(first);
  });

  test('that passes when rerun is replaced by one that fails again', async () => {
    let calls = 0;
    const predicate = async (value: number): Promise<void> => {
      calls += 1;
      if (calls === 1 || value >= 5000) throw new AssertionFailure(findingOf(value));
    };
    expect((await entryAfter(predicate)).finding).toEqual({ ...findingOf(5000), foundIn: 'sample' });
  });

  test('is reported as found if there is no time left to rerun it', async () => {
    const predicate = vi.fn<(value: number) => Promise<void>>(below(1));
    const { finding, path } = await entryAfter(predicate, { deadline: 0 });
    expect(predicate).toHaveBeenCalledTimes(30);
    expect(finding?.message).toMatch(/^found \d+$/);
    expect(path).toBe('0');
  });

  test('is not shrunk to one that ends in a fault of the suite, which is thrown', async () => {
    const [given, fault] = [options(), new TypeError('no such member')];
    let calls = 0;
    const predicate = async (value: number): Promise<void> => {
      calls += 1;
      if (calls > given.cases + 1) throw fault;
      await below(1)(value);
    };
    await expect(forAll(numbers, predicate, given)).rejects.toBe(fault);
    expect(given.ledger.entry(id).path).toBe('0');
  });

  test('among the examples is shrunk by the function that comes with them', async () => {
    const halved: Smaller<number> = async (value, fails) => {
      if (await fails(Math.floor(value / 2))) await halved(Math.floor(value / 2), fails);
    };
    const examples = { values: [{ name: 'a large one', value: 80_000 }], smaller: halved };
    const entry = await entryAfter(below(11_000), { examples });
    expect(entry).toMatchObject({ finding: { actual: 20_000 }, violations: 1, confirmed: true });
    expect(entry).not.toHaveProperty('path');
  });
});

describe('what a failing case does not need to fail', () => {
  /** A finding about an exchange with this request body and this status. */
  const foundAt = (value: number, status: number, sent?: object): Finding =>
    findingOf(value, anExchange({ ...groups(), status, sent }));
  /** Runs a property that fails from 40 on and below 0, with a leaner that tries the numbers from -1 down to -30. */
  const leaned = async (found: (value: number) => Finding) => {
    const tried: number[] = [];
    const predicate = async (value: number): Promise<void> => {
      if (value >= 40 || value < 0) throw new AssertionFailure(found(value));
    };
    const leaner: Smaller<number> = async (value, fails) => {
      for (let lean = -1; lean >= -30; lean -= 1) if (await fails(lean)) tried.push(value, lean);
    };
    const { finding, path } = await entryAfter(predicate, { leaner });
    return { actual: finding?.actual, path, tried };
  };

  test('is left out after shrinking; the path leads to the case before that', async () => {
    const { actual, tried, path } = await leaned((value) => foundAt(value, 200, {}));
    expect(actual).toBe(-30);
    expect(tried.slice(0, 2)).toEqual([40, -1]);
    expect(replayed(40, path)).toEqual([40]);
  });

  test('stays if the case fails in another way without it', async () => {
    const found = (value: number): Finding => ({ ...foundAt(value, 200, {}), code: value < -2 ? 'another' : 'one' });
    expect(await leaned(found)).toMatchObject({ actual: -2, tried: [40, -1, 40, -2] });
  });

  test('stays in a body that was not answered with a success, which may be refused for another reason without it', async () => {
    expect(await leaned((value) => foundAt(value, 500, {}))).toMatchObject({ actual: 40, tried: [] });
    expect(await leaned((value) => foundAt(value, 404))).toMatchObject({ actual: -30 });
  });
});

test('a rerun pauses before writes if the failure depends on a change of the clock', async () => {
  const pauses = async (finding: { isOfClock?: true }): Promise<readonly boolean[]> => {
    const waits: boolean[] = [];
    const predicate = async (): Promise<void> => {
      waits.push(pauseBeforeWrite() > 0);
      throw new AssertionFailure({ ...findingOf(1), ...finding });
    };
    await forAll(fc.constant(1), predicate, options({ window: 1, cases: 1, shrinkTries: 10 }));
    return waits.slice(0, 2);
  };
  expect(await pauses({ isOfClock: true })).toEqual([false, true]);
  expect(await pauses({})).toEqual([false, false]);
});

test('each property of each run has its own seed', () => {
  const seeds = [1, 2, 3].flatMap((run) => register.map(({ id }) => seedOf(run, id)));
  expect(new Set(seeds).size).toBe(seeds.length);
});

test('minimizing finds the smallest failing subset, and with few tries still a failing one', async () => {
  const parts = Array.from({ length: 40 }, (_, index) => index);
  const culprits = fc.uniqueArray(fc.nat({ max: 39 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(culprits, async (blamed) => {
      const isToBlame = (subset: readonly number[]): boolean => blamed.every((culprit) => subset.includes(culprit));
      const fails = vi.fn<(subset: readonly number[]) => Promise<boolean>>(async (subset) => isToBlame(subset));
      expect(await minimize(parts, fails, 1000)).toEqual(blamed.toSorted((one, other) => one - other));
      fails.mockClear();
      expect(isToBlame(await minimize(parts, fails, 5))).toBe(true);
      expect(fails.mock.calls.length).toBeLessThanOrEqual(5);
    }),
    { seed: 5, numRuns: 50 },
  );
});
