import { carriersOf, defaultContext, plansOf } from '../../../generators/index.ts';
import { isIdentifier } from '../identifiers.ts';
import type { SeenInRecords } from './learned.ts';

/** A code as people give them: anything else is more likely the trace of an earlier test. */
const code = /^[\p{L}\p{N}][\p{L}\p{N} _&./-]{0,39}$/u;

/** Values kept of each kind: a configuration is to be read. */
const most = 12;

/** What this suite makes up where it knows no carriers and plans: left behind by an earlier run, and no fixture. */
const madeUp: ReadonlySet<string> = new Set([...carriersOf(defaultContext()), ...plansOf(defaultContext())]);

type JsonObject = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Counts texts of one form, and gives those seen most often first. */
function createTally(isWanted: (text: string) => boolean): { note(value: unknown): void; top(): readonly string[] } {
  const counts = new Map<string, number>();
  return {
    note(value) {
      if (typeof value === 'string' && isWanted(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    },
    top: () =>
      [...counts]
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, most)
        .map(([text]) => text),
  };
}

const isFixture = (text: string): boolean => isIdentifier(text) && !madeUp.has(text.toLowerCase());

/**
 * What renewal decisions show of what their target knows (`spec/documents/2-resources.md`).
 *
 * @param records as they were answered, whatever they hold
 */
export function seenInRecords(records: readonly unknown[]): SeenInRecords {
  const [carrierIds, planIds] = [createTally(isFixture), createTally(isFixture)];
  const [lines, planTypes, metalTiers] = [0, 1, 2].map(() => createTally((text) => code.test(text)));
  for (const record of records) {
    for (const carrier of listOf(objectOf(objectOf(record)['body'])['carriers']).map(objectOf)) {
      carrierIds.note(carrier['carrier_id']);
      for (const [key, line] of Object.entries(objectOf(carrier['lines_of_coverage']))) {
        lines?.note(key);
        for (const plan of listOf(objectOf(line)['plans']).map(objectOf)) {
          planIds.note(plan['plan_id']);
          planTypes?.note(plan['plan_type']);
          metalTiers?.note(plan['metal_tier']);
        }
      }
    }
  }
  return {
    carrierIds: carrierIds.top(),
    planIds: planIds.top(),
    lines: lines?.top() ?? [],
    planTypes: planTypes?.top() ?? [],
    metalTiers: metalTiers?.top() ?? [],
  };
}

/** The records of a page; none where the answer is no page. */
export function recordsOfPage(json: unknown): readonly unknown[] {
  return listOf(objectOf(json)['response']);
}

/** `meta.total_records` and `meta.page_size` of a page, where they are numbers. */
export function numbersOfPage(json: unknown): { readonly total?: number; readonly pageSize?: number } {
  const { total_records: total, page_size: pageSize } = objectOf(objectOf(json)['meta']);
  return {
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof pageSize === 'number' ? { pageSize } : {}),
  };
}
