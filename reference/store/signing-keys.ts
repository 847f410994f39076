import type { Database } from './database.ts';
import { integer, optionalInteger, text, type Row } from './row.ts';

/** A signing key as it is kept: both halves as JSON Web Keys. */
export interface StoredKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateJwk: string;
  readonly publicJwk: string;
  /** Milliseconds. */
  readonly created: number;
  /** Milliseconds; absent while the key signs. */
  readonly retired: number | undefined;
}

/** The keys of the token service. */
export interface SigningKeyStore {
  all(): readonly StoredKey[];
  add(key: StoredKey): void;
  retire(kid: string, at: number): void;
  remove(kid: string): void;
}

const readKey = (row: Row): StoredKey => ({
  kid: text(row, 'kid'),
  algorithm: text(row, 'algorithm'),
  privateJwk: text(row, 'private_jwk'),
  publicJwk: text(row, 'public_jwk'),
  created: integer(row, 'created'),
  retired: optionalInteger(row, 'retired'),
});

/** Signing keys on an open database. */
export function signingKeyStore(database: Database): SigningKeyStore {
  const select = database.prepare('SELECT * FROM signing_keys ORDER BY created');
  const insert = database.prepare(
    'INSERT INTO signing_keys (kid, algorithm, private_jwk, public_jwk, created, retired) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const retire = database.prepare('UPDATE signing_keys SET retired = ? WHERE kid = ? AND retired IS NULL');
  const remove = database.prepare('DELETE FROM signing_keys WHERE kid = ?');
  return {
    all: () => select.all().map(readKey),
    add(key) {
      insert.run(key.kid, key.algorithm, key.privateJwk, key.publicJwk, key.created, key.retired ?? null);
    },
    retire(kid, at) {
      retire.run(at, kid);
    },
    remove(kid) {
      remove.run(kid);
    },
  };
}
