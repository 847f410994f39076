import type { FastifyInstance } from 'fastify';
import { createValidator, type SchemaValidator } from '../spec/index.ts';
import { openKeyRing } from './auth/key-ring.ts';
import { makeKeyPair, sharedKeyPair } from './auth/key-pair.ts';
import { createTokens } from './auth/tokens.ts';
import { skewed, systemClock, type Clock } from './clock.ts';
import type { Dialect } from './dialect/dialect.ts';
import { resolveDialect } from './dialect/resolve-dialect.ts';
import type { Fault } from './faults/fault.ts';
import { createFront } from './faults/front.ts';
import { idSource } from './operations/id-source.ts';
import { operationsOf } from './operations/operations.ts';
import { seedStore } from './seed/seed-store.ts';
import { refusingStrangers, serveApi } from './server/api.ts';
import { createApplication } from './server/application.ts';
import { closeWithin, listen } from './server/listen.ts';
import { serveTokens } from './server/token-service.ts';
import { openStore, type Store } from './store/store.ts';
import type { ApiKey } from './store/organizations.ts';

/** How the reference service is to run; everything may be left out. */
export interface ReferenceOptions {
  /** Port of the API on 127.0.0.1; default 0: a free one. */
  readonly port?: number;
  /** Path of the SQLite file that keeps everything; default: in memory, gone when closed. */
  readonly data?: string;
  /** Decides the ids of the fixtures; default 1. A data file keeps those it was made with. */
  readonly seed?: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** Milliseconds per step of recalculation and fulfilment; default: the dialect's. */
  readonly pace?: number;
  /** Choices at the points that the documents leave open. */
  readonly dialect?: Partial<Dialect>;
  /** The one way in which to break the interface; default: none. */
  readonly fault?: Fault;
}

/** An API key as a client holds it. */
export interface ReferenceCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A running reference service, and all that a client needs to know of it. */
export interface RunningReference {
  /** Base address of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** Address of the token service, without a trailing slash. */
  readonly authUrl: string;
  readonly credentials: ReferenceCredentials;
  /** A key of the other organization. */
  readonly secondCredentials: ReferenceCredentials;
  /** A token that was good once. */
  readonly expiredToken: string;
  readonly fixtures: {
    readonly groupId: string;
    readonly carrierIds: string[];
    readonly planIds: string[];
  };
  /** Ends within a second, even with connections open; may be called more than once. */
  close(): Promise<void>;
}

/** How long ago the expired token was issued. */
const expiredForSeconds = 3600;

function apiKeys({ organizations }: Store): readonly [ApiKey, ApiKey] {
  const [first, second] = organizations.ids().flatMap((id) => organizations.keyOf(id) ?? []);
  if (first === undefined || second === undefined) throw new TypeError('the data file lacks its two organizations');
  return [first, second];
}

const toCredentials = ({ clientId, clientSecret }: ApiKey): ReferenceCredentials => ({ clientId, clientSecret });

function fixturesOf({ groups, catalogue }: Store, { organizationId }: ApiKey): RunningReference['fixtures'] {
  const [group] = groups.oldest(organizationId);
  if (group === undefined) throw new TypeError('the data file lacks its groups');
  return {
    groupId: group.id,
    carrierIds: catalogue.carriers().map(({ id }) => id),
    planIds: catalogue.offered().map(({ id }) => id),
  };
}

interface Serving {
  readonly store: Store;
  /** By which traffic is timed: headers tell the true time. */
  readonly trueClock: Clock;
  /** By which records and tokens are. */
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly port: number;
  readonly fault: Fault | undefined;
  /** Whether what is stored outlives the process. */
  readonly kept: boolean;
}

let validator: SchemaValidator | undefined;

async function serve({ store, trueClock, clock, dialect, port, fault, kept }: Serving): Promise<RunningReference> {
  const keys = await openKeyRing(store.signingKeys, clock, dialect.tokenAlgorithm, kept ? makeKeyPair : sharedKeyPair);
  const tokens = createTokens(keys, clock, dialect);
  // Shared by all services of the process: compiling the schemas takes a while, and holds nothing of a service.
  validator ??= createValidator();
  const newId = idSource(dialect.uuidVersion, () => clock.now());
  const operations = operationsOf({ store, clock, dialect, validator, newId });
  // One front for both: a fault of tokens has to see what becomes of them.
  const front = fault === undefined ? undefined : createFront(fault.begin());
  const api = createApplication(dialect, trueClock, { onBadPath: refusingStrangers(tokens, dialect), front });
  const tokenService = dialect.origins === 'one' ? api : createApplication(dialect, trueClock, { front });
  const applications: readonly FastifyInstance[] = dialect.origins === 'one' ? [api] : [api, tokenService];
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all(applications.map(closeWithin));
    store.close();
  };
  try {
    await serveApi(api, { operations, tokens, dialect });
    serveTokens(tokenService, { organizations: store.organizations, tokens, keys, clock, dialect });
    const origin = await listen(api, port);
    const authUrl = tokenService === api ? origin : await listen(tokenService, 0);
    const [first, second] = apiKeys(store);
    return {
      baseUrl: `${origin}${dialect.basePath}`,
      authUrl,
      credentials: toCredentials(first),
      secondCredentials: toCredentials(second),
      expiredToken: await tokens.issue(
        first,
        Math.floor(clock.now() / 1000) - dialect.tokenLifetime - expiredForSeconds,
      ),
      fixtures: fixturesOf(store, first),
      close: () => (closed ??= close()),
    };
  } catch (error) {
    await Promise.all(applications.map(closeWithin));
    throw error;
  }
}

/**
 * Starts the reference service on 127.0.0.1: all eight endpoints and the token service, with two seeded organizations.
 *
 * @throws StartError when the port or the data file can't be used
 */
export async function startReference(options: ReferenceOptions = {}): Promise<RunningReference> {
  const { port = 0, data, seed = 1, clock: trueClock = systemClock, pace, dialect: partial, fault } = options;
  const dialect = resolveDialect({ ...partial, ...(pace === undefined ? {} : { pace }) });
  const clock = skewed(trueClock, dialect.clockSkew);
  const store = openStore(data, dialect.listOrder);
  try {
    seedStore(store, seed, clock.now());
    return await serve({ store, trueClock, clock, dialect, port, fault, kept: data !== undefined });
  } catch (error) {
    store.close();
    throw error;
  }
}
