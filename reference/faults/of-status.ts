import type { JsonObject } from './change.ts';

/** Changes members of the records of one status. */
export const ofStatus =
  (status: string, more: JsonObject) =>
  (record: JsonObject): JsonObject =>
    record['status'] === status ? { ...record, ...more } : record;
