import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Dialect } from '../dialects.ts';

type StartErrorCode =
  | 'EADDRINUSE'
  | 'port-unusable'
  | 'data-unreadable'
  | 'data-foreign'
  | 'data-layout'
  | 'data-in-use';

/** The reference service could not start; the message is one line: what, where, and what to do about it. */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
    this.code = code;
  }
}

/** The layout's number, kept in the file's `user_version`: a file of another layout is refused, never guessed at. */
const layoutVersion = 3;

/** Marks a file as this service's (`application_id`), so that somebody else's database is never written to. */
const applicationId = 0x42464353;

/**
 * The one table. Records are JSON text, which carries NUL characters and lone surrogates that plain SQLite text would
 * lose; `seq` is the order of creation, and the other columns are what records are found by.
 */
const layout = `
CREATE TABLE records (
  seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, list TEXT, due INTEGER, day TEXT NOT NULL,
  value TEXT NOT NULL, UNIQUE (kind, id)
);
CREATE INDEX records_of_list ON records(kind, list, seq);
CREATE INDEX records_due ON records(kind, list, due) WHERE due IS NOT NULL;
`;

interface Placement {
  readonly list?: string | undefined;
  /** When it progresses automatically, in milliseconds. */
  readonly due?: number | undefined;
  readonly day?: string;
}

export interface Window {
  readonly offset: number;
  /** How many records at most; undefined: as many as there are. */
  readonly size: number | undefined;
}

/** The days wanted, both bounds included; `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** The records of one kind; ids are kept in lower case, and found in any. */
export interface Collection<Value> {
  add(value: Value): void;
  /** Writes another value in the place of the one with the same id. */
  update(value: Value): void;
  remove(id: string): void;
  find(id: string): Value | undefined;
  all(): readonly Value[];
  first(list: string): Value | undefined;
  /** The records of a list that are due by `now`. */
  due(list: string, now: number): readonly Value[];
  page(list: string, window: Window, days?: DayRange): Listed<Value>;
}

/** `ORDER BY` terms: each names one order of all rows, so that pages never overlap. */
const orderTerms: Readonly<Record<Dialect['listOrder'], string>> = {
  'oldest-first': 'seq ASC',
  'newest-first': 'seq DESC',
  'by-id': 'id ASC',
  // The tail of an identifier depends on nothing, not even on time.
  scattered: 'substr(id, -9) ASC, id ASC',
};

const unlimited = -1;

const anyDay: DayRange = { from: '', to: '~' };

type Row = Readonly<Record<string, SQLOutputValue>> | undefined;

function integerIn(row: Row, column: string): number {
  const value = row?.[column];
  if (typeof value !== 'number') throw new TypeError(`column "${column}" holds ${typeof value}, expected a number`);
  return value;
}

function prepareLayout(database: DatabaseSync, file: string): void {
  const pragma = (name: string): number => integerIn(database.prepare(`PRAGMA ${name}`).get(), name);
  const [owner, version] = [pragma('application_id'), pragma('user_version')];
  if (owner === 0 && version === 0 && pragma('schema_version') === 0) {
    database.exec(
      `BEGIN; ${layout} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${layoutVersion}; COMMIT;`,
    );
    return;
  }
  if (owner !== applicationId) {
    throw new StartError('data-foreign', `${file}: not a data file of this service; give another file, or a new one`);
  }
  if (version !== layoutVersion) {
    throw new StartError(
      'data-layout',
      `${file}: has data layout ${version}, this version reads ${layoutVersion}; start with a new file`,
    );
  }
}

/** SQLite's result codes for a file that another process uses (SQLITE_BUSY, SQLITE_LOCKED), and for one of another kind (SQLITE_NOTADB). */
const inUseCodes: readonly number[] = [5, 6];
const notDatabaseCode = 26;

function explain(file: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  // The low byte of an extended code is the primary one.
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (inUseCodes.includes(code)) {
    return new StartError('data-in-use', `${file}: in use by another process; stop it, or give another file`, error);
  }
  if (code === notDatabaseCode) {
    return new StartError('data-foreign', `${file}: not a SQLite file; give another file, or a new one`, error);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(
    'data-unreadable',
    `${file}: cannot be opened (${message}); check the path and its rights`,
    error,
  );
}

function open(file: string | undefined): DatabaseSync {
  if (file === undefined) {
    const database = new DatabaseSync(':memory:');
    prepareLayout(database, 'memory');
    return database;
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // One process owns the file: two would each keep what they know of due times and keys.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // An exclusive lock is taken by the first write only: take it now, while a refusal can still be reported.
    database.exec('BEGIN EXCLUSIVE; COMMIT;');
    prepareLayout(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw explain(file, error);
  }
}

/** Records kept as they were read: most are read again before they change, and reading one takes longer than finding it. */
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
      // Written by this collection alone, from a value of this type.
      const read = JSON.parse(value) as Value;
      if (held.size >= mostHeld) held.clear();
      held.set(`${kind} ${id}`, read);
      return read;
    };
    const findAll = (rows: readonly Row[]): Value[] => rows.flatMap((row) => find(String(row?.['id'])) ?? []);
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
        const total = integerIn(count.get(kind, list, from, to), 'total');
        const rows = offset >= total ? [] : selectPage.all(kind, list, from, to, size, offset);
        return { items: findAll(rows), total };
      },
    };
  };
  /** What was written since a transaction began is not so any more. */
  return { collection, forget: () => held.clear() };
}

/**
 * Opens the data file (created when absent), or a database in memory where none is given.
 *
 * @throws StartError when the file is not ours, is in use, or can't be opened
 */
export function openDatabase(file: string | undefined, order: Dialect['listOrder']) {
  const database = open(file);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const { collection, forget } = collectionsOf(database, order);
  let isOpen = false;
  return {
    collection,
    /** Runs `work` as one transaction: all of it happens, or, when it throws, none of it. May be nested. */
    transaction<T>(work: () => T): T {
      if (isOpen) return work();
      begin.run();
      isOpen = true;
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        if (database.isTransaction) rollback.run();
        forget();
        throw error;
      } finally {
        isOpen = false;
      }
    },
    close: (): void => database.close(),
  };
}
