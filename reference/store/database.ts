import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';
import { integer } from './row.ts';
import { applicationId, layoutVersion, tables } from './tables.ts';

/** An open database and the one way to write to it. */
export interface Database {
  /** Prepares a statement once, for as long as the database is open. */
  prepare(sql: string): StatementSync;
  /** Runs `work` as one transaction: all of it happens, or, when it throws, none of it. May be nested. */
  transaction<T>(work: () => T): T;
  close(): void;
}

function pragma(database: DatabaseSync, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? 0 : integer(row, name);
}

function prepareLayout(database: DatabaseSync, file: string): void {
  const owner = pragma(database, 'application_id');
  const layout = pragma(database, 'user_version');
  if (owner === 0 && layout === 0 && pragma(database, 'schema_version') === 0) {
    database.exec(
      `BEGIN; ${tables} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${layoutVersion}; COMMIT;`,
    );
    return;
  }
  if (owner !== applicationId) {
    throw new StartError('data-foreign', `${file}: not a data file of this service; give another file, or a new one`);
  }
  if (layout !== layoutVersion) {
    throw new StartError(
      'data-layout',
      `${file}: has data layout ${layout}, this version reads ${layoutVersion}; start with a new file`,
    );
  }
}

/** What SQLite's own result codes mean for somebody starting the service. */
function explain(file: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('locked') || message.includes('busy')) {
    return new StartError('data-in-use', `${file}: in use by another process; stop it, or give another file`, error);
  }
  if (message.includes('not a database')) {
    return new StartError('data-foreign', `${file}: not a SQLite file; give another file, or a new one`, error);
  }
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
    // An exclusive lock is taken by the first write only: take it now, while a refusal can still be told.
    database.exec('BEGIN EXCLUSIVE; COMMIT;');
    prepareLayout(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw explain(file, error);
  }
}

/**
 * Opens the data file (created when absent), or a database in memory.
 *
 * @param file path of the SQLite file; absent: in memory, gone when closed
 * @throws StartError when the file is not ours, is in use, or can't be opened
 */
export function openDatabase(file?: string): Database {
  const database = open(file);
  database.exec('PRAGMA foreign_keys = ON');
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  let depth = 0;
  return {
    prepare: (sql) => database.prepare(sql),
    transaction(work) {
      if (depth > 0) return work();
      begin.run();
      depth = 1;
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        if (database.isTransaction) rollback.run();
        throw error;
      } finally {
        depth = 0;
      }
    },
    close: () => {
      database.close();
    },
  };
}
