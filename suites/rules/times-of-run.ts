import { idKey, pointerTo } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Violation } from '../engine/assertions.ts';
import type { Rule } from '../engine/definition.ts';
import type { Slot } from '../engine/memory.ts';
import { isMalformed } from './malformed-origin.ts';
import { recordsOf } from './reading.ts';

/** The earliest time that the target's `Date` headers gave, and the records that were made since. */
const seen: Slot<{ from: number; readonly made: Set<string> }> = {
  name: 'times of the run',
  create: () => ({ from: Number.POSITIVE_INFINITY, made: new Set() }),
};

/** What makes or changes a record that its answer then is. */
const making: ReadonlySet<string> = new Set(['E2', 'E3', 'E6']);

/** Parts of a second that `created` and `modified` may count. */
const units = [1, 1000, 1_000_000, 1_000_000_000] as const;

/** Seconds that the clocks of a service and of what is before it may differ. */
const tolerance = 300;

/** Seconds since 1970 by an answer's `Date` header; undefined without one. */
function dateOf({ answer: { headers } }: AnsweredExchange): number | undefined {
  const time = Date.parse(headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time / 1000;
}

/**
 * Judges that what the run made says it was made and changed within the run, by the target's own `Date` headers. An
 * answer without one says nothing.
 */
export const madeWithinRun: Rule = (exchange, memory) => {
  const now = dateOf(exchange);
  if (now === undefined) return undefined;
  const run = memory.at(seen);
  run.from = Math.min(run.from, now);
  if (!isSuccess(exchange)) return undefined;
  const records = recordsOf(exchange);
  const isMade = making.has(exchange.request.endpoint) && !isMalformed(exchange);
  if (isMade) for (const { record } of records) run.made.add(idKey(record.id));
  const own = records.filter(({ record }) => typeof record.id === 'string' && run.made.has(idKey(record.id)));
  if (own.length === 0) return undefined;
  const [from, until] = [run.from - tolerance, now + tolerance];
  const isWithin = (value: number): boolean => units.some((unit) => value / unit >= from && value / unit <= until);
  return own.flatMap(({ pointer, record }) =>
    (['created', 'modified'] as const).flatMap((name): readonly Violation[] => {
      const value = record[name];
      if (typeof value !== 'number' || isWithin(value)) return [];
      const [first, last] = [from, until].map((time) => new Date(time * 1000).toISOString());
      return [
        {
          code: 'outside-run',
          message: `${name} of a record that the run made is not within the run, by the target's own Date`,
          pointer: `${pointer}${pointerTo(name)}`,
          expected: `seconds, milliseconds, microseconds or nanoseconds from ${first} to ${last}`,
          actual: value,
        },
      ];
    }),
  );
};
