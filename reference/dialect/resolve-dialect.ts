import { seededRandom } from '../seed/random.ts';
import type { SeededRandom } from '../seed/random.ts';
import { choices } from './choices.ts';
import type { Choice } from './choices.ts';
import type { Dialect } from './dialect.ts';

type Pick = <Value>(choice: Choice<Value>) => Value;

/** Spelled out name by name: the compiler then refuses a point of the dialect that nobody decides. */
function decide(pick: Pick): Dialect {
  return {
    tokenStatus: pick(choices.tokenStatus),
    tokenAlgorithm: pick(choices.tokenAlgorithm),
    expiresInUnit: pick(choices.expiresInUnit),
    connectionStatus: pick(choices.connectionStatus),
    decisionStatus: pick(choices.decisionStatus),
    staleEdit: pick(choices.staleEdit),
    defaultPageSize: pick(choices.defaultPageSize),
    maxPageSize: pick(choices.maxPageSize),
    pageSizeOverMax: pick(choices.pageSizeOverMax),
    listOrder: pick(choices.listOrder),
    invalidBodyStatus: pick(choices.invalidBodyStatus),
    errorShape: pick(choices.errorShape),
    extraFields: pick(choices.extraFields),
    idCase: pick(choices.idCase),
    timestampUnit: pick(choices.timestampUnit),
    pace: pick(choices.pace),
    basePath: pick(choices.basePath),
    origins: pick(choices.origins),
    createdMembers: pick(choices.createdMembers),
    replacedByUnset: pick(choices.replacedByUnset),
    filterDates: pick(choices.filterDates),
  };
}

/** The choices this service makes when nobody tells it otherwise. */
export const defaultDialect: Dialect = decide((choice) => choice.values[0]);

/**
 * Draws a value for every open point.
 *
 * @param seed any integer; the same seed gives the same dialect
 */
export function randomDialect(seed: number): Dialect {
  const random: SeededRandom = seededRandom(seed);
  return decide((choice) => choice.values[random.below(choice.values.length)] ?? choice.values[0]);
}

/** The default dialect with some points decided otherwise. */
export function resolveDialect(partial: Partial<Dialect> = {}): Dialect {
  return { ...defaultDialect, ...partial };
}
