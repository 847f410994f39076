import type { FastifyInstance } from 'fastify';
import { objectOf, present } from '../spec/index.ts';
import { skewed, systemClock, type Clock, idSource } from './clock-and-chance.ts';
import { defaultDialect, type Dialect } from './dialects.ts';
import { createFaultProxy, type Fault } from './faults/fault.ts';
import { authenticating, serveApi } from './http/api-routes.ts';
import { createApplication } from './http/application.ts';
import { renderingOf, type Context } from './resources/operation.ts';
import { enforcedRules, withRules, type RuleName } from './rules/rules.ts';
import { StartError } from './store/database.ts';
import { withLaggingLists, seedStore, openStore, type OrganizationRecord, type Store } from './store/store.ts';
import { createTokens, openKeyRing } from './tokens/issued-tokens.ts';
import { serveTokens } from './tokens/token-endpoint.ts';

export interface ReferenceOptions {
  /** Port of the API on 127.0.0.1; default 0: a free one. */
  readonly port?: number;
  /** Path of the SQLite file that keeps everything; default: in memory, gone when closed. */
  readonly data?: string | undefined;
  /** Decides the ids of the fixtures; default 1. A data file keeps those that it was created with. */
  readonly seed?: number | undefined;
  readonly clock?: Clock;
  /** Milliseconds per step of recalculation and fulfilment; default: the dialect's. */
  readonly pace?: number | undefined;
  readonly dialect?: Partial<Dialect> | undefined;
  /** Rules to enforce in addition to those of the dialect; default: none. */
  readonly rules?: readonly RuleName[] | undefined;
  readonly fault?: Fault | undefined;
}

/** A running reference service, and everything that a client needs to know. */
export type RunningReference = Awaited<ReturnType<typeof startReference>>;

const expiredForSeconds = 3600;

const credentialsOf = ({ clientId, clientSecret }: OrganizationRecord) => ({ clientId, clientSecret });

const offeredPlans = ({ plans }: Store) => plans.all().filter(({ organizationId }) => organizationId === undefined);

function fixturesOf({ store, show }: Pick<Context, 'store' | 'show'>, { id }: OrganizationRecord) {
  const { groups, carriers } = store;
  const group = groups.first(id);
  if (group === undefined) throw new TypeError('the data file lacks its groups');
  return {
    groupId: show.id(group.id),
    carrierIds: carriers.all().map((carrier) => carrier.id),
    planIds: offeredPlans(store).map((plan) => plan.id),
  };
}

const graceMs = 500;

async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    const { code, message } = objectOf(error);
    const reason =
      code === 'EADDRINUSE'
        ? 'in use by another process; stop it, or choose another port'
        : `cannot be listened on (${String(message)}); choose another`;
    throw new StartError(`port ${port}: ${reason}`, { cause: error });
  }
}

/** Lets requests in flight finish, for half a second at most, then drops every connection. */
async function closeWithin(app: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => {
    app.server.closeAllConnections();
  }, graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timeout);
  }
}

/** Starts the service on 127.0.0.1. @throws StartError if the port or the data file can't be used */
export async function startReference({
  port = 0,
  data,
  seed = 1,
  clock: trueClock = systemClock,
  pace,
  dialect: chosen = {},
  rules = [],
  fault,
}: ReferenceOptions = {}) {
  const dialect: Dialect = { ...defaultDialect, ...withRules(chosen, rules), ...present({ pace }) };
  // Traffic is timed by the true clock, records and tokens by the dialect's.
  const clock = skewed(trueClock, dialect.clockSkew);
  const opened = openStore(data, dialect.listOrder);
  const applications = new Set<FastifyInstance>();
  let closeStore = opened.close;
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([...applications].map(closeWithin));
    closeStore();
  };
  try {
    seedStore(opened, seed, clock.now(), dialect.catalogue);
    const { store, lists } = withLaggingLists(opened, dialect, clock);
    closeStore = store.close;
    const keys = await openKeyRing(store.keys, clock, dialect.tokenAlgorithm);
    const tokens = createTokens(keys, clock, dialect);
    // One proxy for both: a fault of tokens has to see how they are used.
    const faultProxy = fault === undefined ? undefined : createFaultProxy(fault.begin(store));
    const api = createApplication(dialect, trueClock, faultProxy, authenticating(tokens, dialect));
    const tokenService = dialect.origins === 'one' ? api : createApplication(dialect, trueClock, faultProxy);
    applications.add(api).add(tokenService);
    const organizations = store.organizations.all();
    const [first, second] = organizations;
    if (first === undefined || second === undefined) throw new TypeError('the data file lacks its two organizations');
    const context = {
      store,
      lists,
      clock,
      dialect,
      show: renderingOf(dialect),
      newId: idSource(dialect.uuidVersion, clock),
      rules: enforcedRules(dialect, rules),
    };
    await serveApi(api, context, tokens);
    serveTokens(tokenService, { organizations, clock, dialect, keys, tokens });
    const origin = await listen(api, port);
    const authUrl = tokenService === api ? origin : await listen(tokenService, 0);
    return {
      baseUrl: `${origin}${dialect.basePath}`,
      authUrl,
      credentials: credentialsOf(first),
      secondCredentials: credentialsOf(second),
      expiredToken: await tokens.issue(
        first,
        Math.floor(clock.now() / 1000) - dialect.tokenLifetime - expiredForSeconds,
      ),
      fixtures: fixturesOf(context, first),
      /** What else may be known of the plans among the fixtures. */
      plans: offeredPlans(store).map(({ id, name, carrierId, line }) => ({
        id,
        name,
        carrierId,
        lineOfCoverage: line,
      })),
      /** Takes less than a second, even with connections open; may be called more than once. */
      close: () => (closed ??= close()),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
