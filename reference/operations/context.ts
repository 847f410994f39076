import type { SchemaValidator } from '../../spec/index.ts';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Store } from '../store/store.ts';

/** What every operation works with. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly validator: SchemaValidator;
  /** A new identifier or version, in lower case, as the store keeps them. */
  readonly newId: () => string;
}
