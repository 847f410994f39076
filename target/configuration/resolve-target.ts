import { ConfigurationError } from './configuration-error.ts';
import { loadConfig } from './load-config.ts';
import {
  environmentLayer,
  fileLayer,
  findCredentials,
  findExpiredToken,
  firstSetting,
  flagLayer,
  isLoopback,
  parseAddress,
  waysToGive,
  type Layer,
  type TargetFlags,
} from './target-settings.ts';
import {
  definedOf,
  resolveBodies,
  resolveCurl,
  resolveDates,
  resolveHeaders,
  resolveProxy,
  resolveTls,
  resolveValues,
  type Given,
} from './resolve-parts.ts';
import type { TargetConfig } from './target-config.ts';
import type { Pace, Target } from './target.ts';

interface TargetSources {
  readonly flags: TargetFlags;
  readonly environment: NodeJS.ProcessEnv;
  /** Directory that a configuration file is looked for in. */
  readonly cwd: string;
  /** Called when no source names a target at all: gives the one to use instead. */
  readonly fallback?: () => Promise<TargetConfig>;
}

/** The configuration file that a flag names, else the environment, and which of them did; undefined when neither does. */
export function namedConfig(
  { config }: Pick<TargetFlags, 'config'>,
  { BFC_CONFIG: path = '' }: NodeJS.ProcessEnv,
): { readonly path: string; readonly by: string } | undefined {
  if (config !== undefined) return { path: config, by: '--config' };
  return path === '' ? undefined : { path, by: 'BFC_CONFIG' };
}

/** On loopback no other system is at stake; anything else is sent few requests. */
const defaultLimits = {
  loopback: { concurrency: 32 },
  remote: { concurrency: 4, requestsPerSecond: 10 },
} as const;

/** Milliseconds that a target may take until what was written shows, unless the configuration says otherwise. */
const usualSettle = 5_000;

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A duration of the configuration, in milliseconds. */
function milliseconds(duration: string): number {
  const [, count, unit = ''] = /^(\d+)(\w+)$/.exec(duration) ?? [];
  return Number(count) * (unitMs[unit] ?? 0);
}

/** The sources of settings, and what paths in the configuration are relative to. */
interface Gathered {
  readonly layers: readonly Layer[];
  readonly folder: string;
}

async function gatherLayers({ flags, environment, cwd, fallback }: TargetSources): Promise<Gathered> {
  const loaded = await loadConfig(cwd, namedConfig(flags, environment));
  const layers = [flagLayer(flags), environmentLayer(environment)];
  if (loaded !== undefined) layers.push(fileLayer(loaded.config, loaded.file));
  const folder = loaded?.folder ?? cwd;

  if (firstSetting(layers, '/baseUrl') !== undefined) return { layers, folder };
  const half = firstSetting(layers, '/authUrl') ?? firstSetting(layers, '/credentials/clientId');
  if (half === undefined && fallback !== undefined)
    return { layers: [fileLayer(await fallback(), 'the embedded service'), ...layers], folder };
  const ways = waysToGive('/baseUrl');
  throw new ConfigurationError(
    'SETTING_MISSING',
    half === undefined
      ? `no target: its base URL was given nowhere; give it by ${ways}`
      : `${half.from}: part of a target without a base URL; give that by ${ways}, or give neither to run against the embedded service`,
  );
}

/**
 * Puts a target together from flags, environment and configuration file, the former winning over the latter.
 * Both addresses and the first API key are needed (`spec/documents/5-authentication.md`); all else has a default.
 *
 * @throws ConfigurationError for whatever its author can fix, in one line
 */
export async function resolveTarget(sources: TargetSources): Promise<Target> {
  const { layers, folder } = await gatherLayers(sources);
  const address = (key: 'baseUrl' | 'authUrl'): string => {
    const setting = firstSetting(layers, `/${key}`);
    if (setting !== undefined) return parseAddress(setting);
    throw new ConfigurationError(
      'SETTING_MISSING',
      `no address of the token service: give it by ${waysToGive(`/${key}`)} (it may be the same as the base URL)`,
    );
  };
  const [baseUrl, authUrl] = [address('baseUrl'), address('authUrl')];
  const credentials = findCredentials(layers, sources.environment, 'credentials');
  if (credentials === undefined) {
    throw new ConfigurationError(
      'SETTING_MISSING',
      `no API key for ${baseUrl}: give its id by ${waysToGive('/credentials/clientId')}, and its secret by BFC_CLIENT_SECRET or --client-secret-env NAME`,
    );
  }
  const secondCredentials = findCredentials(layers, sources.environment, 'secondCredentials');
  const expiredToken = findExpiredToken(layers, sources.environment);

  const part = <Key extends keyof TargetConfig>(key: Key): Given<Key> | undefined => {
    const setting = firstSetting<Given<Key>['value']>(layers, `/${key}`);
    return setting && { ...setting, folder };
  };
  const given = <Key extends keyof TargetConfig>(key: Key) => part(key)?.value;
  const limit = (key: keyof Pace) => firstSetting<number>(layers, `/limits/${key}`)?.value;
  const [bodies, values, dates, headers, tls] = [
    part('bodies'),
    part('values'),
    part('dates'),
    part('headers'),
    part('tls'),
  ];

  const curl = resolveCurl(headers, tls, sources.cwd);
  const loopback = isLoopback(baseUrl);
  const environment = given('environment') ?? (loopback ? 'sandbox' : 'production');
  const reviewStatus = given('reviewStatus');
  const { groupId, carrierIds = [], planIds = [], plans = [] } = given('fixtures') ?? {};
  const defaults: Pace = loopback ? defaultLimits.loopback : defaultLimits.remote;
  const requestsPerSecond = limit('requestsPerSecond') ?? defaults.requestsPerSecond;
  const tokensPerMinute = limit('tokensPerMinute');
  const settle = given('limits')?.settle;
  return {
    name: given('name') ?? new URL(baseUrl).host,
    environment,
    baseUrl,
    authUrl,
    credentials,
    ...(secondCredentials === undefined ? {} : { secondCredentials }),
    ...(expiredToken === undefined ? {} : { expiredToken }),
    fixtures: { groupId, carrierIds, planIds, plans: plans.map(definedOf) },
    bodies: bodies === undefined ? {} : await resolveBodies(bodies),
    values: values === undefined ? {} : resolveValues(values),
    dates: dates === undefined ? {} : resolveDates(dates, new Date().toISOString().slice(0, 10)),
    vocabulary: Object.fromEntries(
      Object.entries(given('vocabulary') ?? {}).flatMap(([key, values]) =>
        values === undefined ? [] : [[key, values]],
      ),
    ),
    linesOfCoverage: given('linesOfCoverage') ?? [],
    ...(reviewStatus === undefined ? {} : { reviewStatus }),
    limits: {
      concurrency: limit('concurrency') ?? defaults.concurrency,
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
      ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
      settle: settle === undefined ? usualSettle : milliseconds(settle),
    },
    headers: headers === undefined ? {} : resolveHeaders(headers, sources.environment),
    proxy: resolveProxy(sources.environment),
    tls: tls === undefined ? {} : await resolveTls(tls),
    ...(curl === undefined ? {} : { curl }),
    expect: given('expect') ?? {},
    waive: given('waive') ?? [],
    writesAllowed: loopback || environment === 'sandbox' || sources.flags.allowWrites === true,
  };
}
