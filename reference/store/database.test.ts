import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { openStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'reference-store-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const file = (name: string): string => join(folder, name);

const add = (name: string): string => `INSERT INTO settings (name, value) VALUES ('${name}', '1')`;

describe('transactions', () => {
  it('happen whole or not at all', () => {
    const database = openDatabase();
    const count = database.prepare('SELECT COUNT(*) AS total FROM settings');
    expect(() =>
      database.transaction(() => {
        database.prepare(add('one')).run();
        database.transaction(() => database.prepare(add('two')).run());
        throw new Error('halfway');
      }),
    ).toThrow('halfway');
    expect(count.get()).toEqual({ total: 0 });
    database.transaction(() => database.prepare(add('one')).run());
    expect(count.get()).toEqual({ total: 1 });
    database.close();
  });

  it('leave nothing half-done when the process is killed in their midst', () => {
    const data = file('crash.db');
    const script = `
      import { openDatabase } from ${JSON.stringify(fileURLToPath(new URL('database.ts', import.meta.url)))};
      const database = openDatabase(${JSON.stringify(data)});
      database.transaction(() => database.prepare("${add('whole')}").run());
      database.transaction(() => {
        for (let i = 0; i < 5000; i += 1) database.prepare("${add('half')}".replace('half', 'half' + i)).run();
        process.kill(process.pid, 'SIGKILL');
      });`;
    const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect([signal, stderr]).toEqual(['SIGKILL', '']);
    const database = openDatabase(data);
    expect(database.prepare('SELECT name FROM settings').all()).toEqual([{ name: 'whole' }]);
    database.close();
  });
});

describe('opening a data file', () => {
  it('keeps what was written', () => {
    const first = openStore(file('kept.db'), 'oldest-first');
    first.settings.set('name', 'value');
    first.close();
    const second = openStore(file('kept.db'), 'oldest-first');
    expect(second.settings.get('name')).toBe('value');
    second.close();
  });

  it('refuses a file that something else uses', () => {
    const owner = openDatabase(file('shared.db'));
    expect(() => openDatabase(file('shared.db'))).toThrow(expect.objectContaining({ code: 'data-in-use' }));
    owner.close();
    openDatabase(file('shared.db')).close();
  });

  it("refuses somebody else's database, another layout and what is no database, and leaves them alone", () => {
    const foreign = new DatabaseSync(file('foreign.db'));
    foreign.exec('CREATE TABLE theirs (x)');
    foreign.close();
    openDatabase(file('later.db')).close();
    const later = new DatabaseSync(file('later.db'));
    later.exec('PRAGMA user_version = 99');
    later.close();
    writeFileSync(file('text.db'), 'this is no database at all, but long enough to be looked at as one');
    const attempts = ['foreign.db', 'later.db', 'text.db', 'no/such/folder.db'].map((name) => {
      try {
        openDatabase(file(name)).close();
        return 'opened';
      } catch (error) {
        return error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : error;
      }
    });
    expect(attempts).toEqual([
      expect.stringMatching(/^data-foreign: .*foreign\.db: not a data file/),
      expect.stringMatching(/^data-layout: .*later\.db: has data layout 99/),
      expect.stringMatching(/^data-foreign: .*text\.db: not a SQLite file/),
      expect.stringMatching(/^data-unreadable: .*folder\.db: cannot be opened/),
    ]);
    const theirs = new DatabaseSync(file('foreign.db'));
    expect(theirs.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'theirs' }]);
    theirs.close();
  });
});
