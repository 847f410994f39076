import type { Database } from './database.ts';
import { text } from './row.ts';

/** Named values of the data file as a whole. */
export interface SettingStore {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/** Settings on an open database. */
export function settingStore(database: Database): SettingStore {
  const select = database.prepare('SELECT value FROM settings WHERE name = ?');
  const upsert = database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  return {
    get(name) {
      const row = select.get(name);
      return row && text(row, 'value');
    },
    set(name, value) {
      upsert.run(name, value);
    },
  };
}
