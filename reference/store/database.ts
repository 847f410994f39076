import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { objectOf } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';

/** The reference service could not start; the message is one line: what, where, and what to do about it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Marks a file as this service's (`application_id`), in this layout: any other is refused, and never written to. */
const layoutId = 0x42464353;

/**
 * The one table. Records are JSON text, which keeps NUL characters and lone surrogates that plain SQLite text would
 * lose; `seq` is the order of creation, and records are found by the other columns.
 */
const layout = `
CREATE TABLE records (
  seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, list TEXT, due INTEGER, day TEXT NOT NULL,
  value TEXT NOT NULL, UNIQUE (kind, id)
);
CREATE INDEX records_of_list ON records(kind, list, seq, day, id);
CREATE INDEX records_due ON records(kind, list, due) WHERE due IS NOT NULL;
`;

interface Placement {
  readonly list?: string | undefined;
  /** When it moves on by itself, in milliseconds. */
  readonly due?: number | undefined;
  readonly day?: string;
}

export interface Window {
  readonly offset: number;
  readonly size: number | undefined;
}

/** A range of days, both bounds included; `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** The records of one kind; ids are stored in lower case, and found in any case. */
export interface Collection<Value> {
  add(value: Value): void;
  update(value: Value): void;
  remove(id: string): void;
  find(id: string): Value | undefined;
  all(): readonly Value[];
  first(list: string): Value | undefined;
  /** The records of a list that are due by `now`. */
  due(list: string, now: number): readonly Value[];
  page(list: string, window: Window, days?: DayRange): Listed<Value>;
}

/** `ORDER BY` terms: each gives a total order of the rows, so that pages never overlap. */
const orderTerms: Readonly<Record<Dialect['listOrder'], string>> = {
  'oldest-first': 'seq ASC',
  'newest-first': 'seq DESC',
  'by-id': 'id ASC',
  // The end of an identifier depends on nothing, not even on time.
  scattered: 'substr(id, -9) ASC, id ASC',
};

const unlimited = -1;

const anyDay: DayRange = { from: '', to: '~' };

function prepareLayout(database: DatabaseSync): void {
  const pragma = (name: string) => database.prepare(`PRAGMA ${name}`).get()?.[name];
  const owner = pragma('application_id');
  if (owner === layoutId) return;
  if (owner !== 0 || pragma('schema_version') !== 0) {
    throw new StartError('not a data file of this version of the service; give another file, or a new one');
  }
  database.exec(`BEGIN; ${layout} PRAGMA application_id = ${layoutId}; COMMIT;`);
}

const inUse = 'in use by another process; stop it, or give another file';

/** What SQLite's result codes say about a file: SQLITE_BUSY, SQLITE_LOCKED and SQLITE_NOTADB. */
const reasons: ReadonlyMap<number, string> = new Map([
  [5, inUse],
  [6, inUse],
  [26, 'not a SQLite file; give another file, or a new one'],
]);

function reasonOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { errcode, message } = objectOf(error);
  // The low byte of an extended code is the primary one.
  return reasons.get(Number(errcode) & 0xff) ?? `cannot be opened (${String(message)}); check the path and its rights`;
}

function open(file = ':memory:'): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // One process owns the file: two would each keep their own view of due times and keys.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // An exclusive lock is taken only by the first write: take it now, while a failure can still be reported.
    database.exec('BEGIN EXCLUSIVE; COMMIT;');
    prepareLayout(database);
    return database;
  } catch (error) {
    database?.close();
    throw new StartError(`${file}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Parsed records that are cached: most are read again before they change, and parsing takes longer than finding. */
const mostHeld = 10_000;

function collectionsOf(database: DatabaseSync, order: Dialect['listOrder']) {
  const held = new Map<string, unknown>();
  const ofKind = 'FROM records WHERE kind = ?';
  const inRange = `${ofKind} AND list = ? AND day >= ? AND day <= ?`;
  const insert = database.prepare('INSERT INTO records (list, due, day, value, kind, id) VALUES (?, ?, ?, ?, ?, ?)');
  const update = database.prepare('UPDATE records SET list = ?, due = ?, day = ?, value = ? WHERE kind = ? AND id = ?');
  const remove = database.prepare(`DELETE ${ofKind} AND id = ?`);
  const select = database.prepare(`SELECT value ${ofKind} AND id = ?`);
  const selectAll = database.prepare(`SELECT id ${ofKind} ORDER BY seq`);
  const selectFirst = database.prepare(`SELECT id ${ofKind} AND list = ? ORDER BY seq LIMIT 1`);
  const selectDue = database.prepare(`SELECT id ${ofKind} AND list = ? AND due <= ?`);
  const count = database.prepare(`SELECT COUNT(*) AS total ${inRange}`);
  const selectPage = database.prepare(`SELECT id ${inRange} ORDER BY ${orderTerms[order]} LIMIT ? OFFSET ?`);

  const collection = <Value extends { readonly id: string }>(
    kind: string,
    place: (value: Value) => Placement = () => ({}),
  ): Collection<Value> => {
    const find = (id: string): Value | undefined => {
      const known = held.get(`${kind} ${id}`);
      const value = known === undefined ? select.get(kind, id)?.['value'] : undefined;
      if (typeof value !== 'string') return known as Value | undefined;
      const read = JSON.parse(value) as Value;
      if (held.size >= mostHeld) held.clear();
      held.set(`${kind} ${id}`, read);
      return read;
    };
    const findAll = (rows: readonly Record<string, SQLOutputValue>[]): Value[] =>
      rows.flatMap(({ id }) => find(String(id)) ?? []);
    const columns = (value: Value): (string | number | null)[] => {
      const { list = null, due = null, day = '' } = place(value);
      const id = value.id.toLowerCase();
      held.delete(`${kind} ${id}`);
      return [list, due, day, JSON.stringify(value), kind, id];
    };
    return {
      add: (value) => void insert.run(...columns(value)),
      update: (value) => void update.run(...columns(value)),
      remove(id) {
        held.delete(`${kind} ${id.toLowerCase()}`);
        remove.run(kind, id.toLowerCase());
      },
      find: (id) => find(id.toLowerCase()),
      all: () => findAll(selectAll.all(kind)),
      first: (list) => findAll(selectFirst.all(kind, list))[0],
      due: (list, now) => findAll(selectDue.all(kind, list, now)),
      page(list, { offset, size = unlimited }, { from, to } = anyDay) {
        const total = Number(count.get(kind, list, from, to)?.['total']);
        const rows = offset >= total ? [] : selectPage.all(kind, list, from, to, size, offset);
        return { items: findAll(rows), total };
      },
    };
  };
  return { collection, forget: () => held.clear() };
}

/** Opens the data file, or a database in memory if none is given. @throws StartError if the file can't be used */
export function openDatabase(file: string | undefined, order: Dialect['listOrder']) {
  const database = open(file);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const { collection, forget } = collectionsOf(database, order);
  return {
    collection,
    /** Runs `work` as one transaction: all of it happens, or none of it if it throws. May be nested. */
    transaction<T>(work: () => T): T {
      if (database.isTransaction) return work();
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        if (database.isTransaction) rollback.run();
        forget();
        throw error;
      }
    },
    close: (): void => database.close(),
  };
}
