import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { folderOfTests } from '../../spec/folders.test-data.ts';
import { openStore } from './store.ts';

const folder = folderOfTests();
const file = (name: string): string => join(folder, name);

it.each([undefined, file('transactions.db')])('transactions are atomic (data file: %s)', (data) => {
  const store = openStore(data, 'oldest-first');
  expect(() =>
    store.transaction(() => {
      store.carriers.add({ id: '1' });
      store.transaction(() => store.carriers.add({ id: '2' }));
      throw new Error('halfway');
    }),
  ).toThrow('halfway');
  expect(store.carriers.all()).toEqual([]);
  store.transaction(() => store.carriers.add({ id: '1' }));
  expect(store.carriers.all()).toEqual([{ id: '1' }]);
  store.close();
});

describe('opening a data file', () => {
  it('refuses a file that is in use', () => {
    const owner = openStore(file('shared.db'), 'oldest-first');
    expect(() => openStore(file('shared.db'), 'oldest-first')).toThrow(/shared\.db: in use by another process; /);
    owner.close();
    openStore(file('shared.db'), 'oldest-first').close();
  });

  it('refuses a foreign database, another layout and other files, and leaves a foreign database unchanged', () => {
    const foreign = new DatabaseSync(file('foreign.db'));
    foreign.exec('CREATE TABLE theirs (x)');
    foreign.close();
    openStore(file('later.db'), 'oldest-first').close();
    const later = new DatabaseSync(file('later.db'));
    later.exec('PRAGMA application_id = 99');
    later.close();
    writeFileSync(file('text.db'), 'this is no database at all, but long enough to be looked at as one');
    for (const [name, reason] of [
      ['foreign.db', 'not a data file of this version of the service; '],
      ['later.db', 'not a data file of this version of the service; '],
      ['text.db', 'not a SQLite file; '],
      ['no/such/folder.db', 'cannot be opened ('],
    ] as const) {
      const message = expect.stringContaining(`${file(name)}: ${reason}`);
      expect(() => openStore(file(name), 'oldest-first')).toThrow(
        expect.objectContaining({ name: 'StartError', message }),
      );
    }
    const theirs = new DatabaseSync(file('foreign.db'));
    expect(theirs.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'theirs' }]);
    theirs.close();
  });
});
