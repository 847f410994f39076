import { isUuid, type JsonObject } from '../../spec/index.ts';
import type { Clock } from '../clock-and-chance.ts';
import type { Dialect } from '../dialects.ts';
import { Problem, brokenReference, notFound, type Complaint } from '../http/problems.ts';
import { membersAt } from '../json-values.ts';
import type { enforcedRules } from '../rules/rules.ts';
import type { Collection } from '../store/database.ts';
import type { Lists, GroupRecord, PlanRecord, Store } from '../store/store.ts';

/** A request to an endpoint, authenticated and read, but not yet validated. */
export interface Call {
  readonly organizationId: string;
  readonly path: JsonObject;
  /** Query parameters; an array if one is given more than once. */
  readonly query: JsonObject;
  readonly body: unknown;
}

export interface Context {
  readonly store: Store;
  /** What lists are read from: the store, or its state a moment ago. */
  readonly lists: Lists;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly show: Rendering;
  /** A new identifier or version, in lower case, as the store keeps them. */
  readonly newId: () => string;
  readonly rules: ReturnType<typeof enforcedRules>;
}

/** The work of an endpoint: returns the answer or throws a Problem, and knows nothing of HTTP beyond the status. */
export type Operation = (context: Context, call: Call) => { readonly status: number; readonly body: object };

/** An identifier from the path, in lower case. @throws Problem if it is not one, or not written as it was issued */
export function pathId({ dialect, show }: Context, call: Call, name: string, what: string): string {
  const value = call.path[name];
  if (typeof value !== 'string' || !isUuid(value)) throw new Problem('bad-id', `there is no such ${what}`);
  const id = value.toLowerCase();
  if (dialect.idLookup === 'as-issued' && show.id(id) !== value) throw notFound(what);
  return id;
}

export const byId = (one: string, other: string): number => one.toLowerCase().localeCompare(other.toLowerCase());

/** A record of the calling organization. @throws Problem (not found), also if it belongs to another one */
export function ownRecord<Value extends { readonly organizationId: string }>(
  call: Call,
  record: Value | undefined,
  what: string,
): Value {
  if (record?.organizationId !== call.organizationId) throw notFound(what);
  return record;
}

/** The calling organization's group that the path names. @throws Problem (not found) */
export function pathGroup(context: Context, call: Call): GroupRecord {
  return ownRecord(call, context.store.groups.find(pathId(context, call, 'group_id', 'group')), 'group');
}

export function isCarrier({ store, dialect }: Context, id: string): boolean {
  return dialect.catalogue === 'any' || store.carriers.find(id) !== undefined;
}

export function isPlan(context: Context, organizationId: string, id: string): boolean {
  return context.dialect.catalogue === 'any' || knownPlan(context, organizationId, id) !== undefined;
}

export function misnamed(
  body: object,
  rule: Parameters<typeof brokenReference>[0],
  isKnown: (id: string) => boolean,
  ...paths: readonly string[]
): readonly Complaint[] {
  return membersAt(body, ...paths)
    .filter(([, id]) => !(typeof id === 'string' && isKnown(id)))
    .map(([pointer]) => brokenReference(rule, pointer));
}

/** A plan by id: one that a carrier offers, or one that this organization described. */
export function knownPlan({ store }: Context, organizationId: string, id: string): PlanRecord | undefined {
  const plan = store.plans.find(id);
  return plan?.organizationId === undefined || plan.organizationId === organizationId ? plan : undefined;
}

/** A record that moves on by itself when it is due (milliseconds), or never if `due` is undefined. */
interface Moving {
  readonly id: string;
  readonly modified: number;
  readonly due: number | undefined;
}

/**
 * A record after every step that is due, each under a version of its own; stored if a step changed it. Called before
 * any record is read, so that no client sees two contents under one version.
 */
export function advanced<Value extends Moving>(
  { clock, newId }: Context,
  collection: Collection<Value>,
  record: Value,
  next: (record: Value, version: string) => Value,
): Value {
  let current = record;
  while (current.due !== undefined && current.due <= clock.now()) {
    const modified = Math.max(current.modified, current.due);
    current = { ...next(current, newId()), modified };
  }
  if (current !== record) collection.update(current);
  return current;
}

/** Gives a group another version because something was made in it, if the dialect counts that as a change. */
export function touchGroup({ store, clock, dialect, newId }: Context, group: GroupRecord): void {
  if (dialect.groupVersions === 'never') return;
  store.groups.update({ ...group, version: newId(), modified: Math.max(group.modified, clock.now()) });
}

const cases: Readonly<Record<Dialect['idCase'], (id: string) => string>> = {
  lower: (id) => id,
  upper: (id) => id.toUpperCase(),
  mixed: (id) => id.replaceAll(/[a-f]/g, (digit, at: number) => (at % 3 === 0 ? digit : digit.toUpperCase())),
};

const times: Readonly<Record<Dialect['timestampUnit'], (milliseconds: number) => number>> = {
  seconds: (milliseconds) => Math.floor(milliseconds / 1000),
  milliseconds: (milliseconds) => milliseconds,
  microseconds: (milliseconds) => milliseconds * 1000,
  nanoseconds: (milliseconds) => milliseconds * 1_000_000,
};

/** How identifiers and times look to clients, and the undocumented members that each record has. */
export function renderingOf({ idCase, sentIds, timestampUnit, extraFields }: Dialect) {
  const id = cases[idCase];
  return {
    id,
    /** An identifier as a client sent it, for a record that this service has. */
    sentId: (value: string): string => (sentIds === 'as-sent' ? value : id(value.toLowerCase())),
    time: times[timestampUnit],
    extra: (kind: string): object =>
      extraFields === false ? {} : { object: kind, labels: [], origin: { channel: 'api', revision: null } },
  };
}

export type Rendering = ReturnType<typeof renderingOf>;
