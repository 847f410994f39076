import { ConfigurationError } from './configuration-error.ts';
import { loadConfig } from './load-config.ts';
import {
  definedOf,
  resolveBodies,
  resolveCurl,
  resolveDates,
  resolveHeaders,
  resolveProxy,
  resolveTls,
  resolveValues,
} from './resolve-parts.ts';
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

/** How long a target may take until what was written shows, unless the configuration says otherwise. */
const usualSettle = '5s';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A duration of the configuration, in milliseconds. */
function milliseconds(duration: string): number {
  const [, count, unit = ''] = /^(\d+)(\w+)$/.exec(duration) ?? [];
  return Number(count) * (unitMs[unit] ?? 0);
}

/** Where settings are found: those that flags and variables may give by layer, all others in the configuration. */
async function gather({ flags, environment, cwd, fallback }: TargetSources) {
  const loaded = await loadConfig(cwd, namedConfig(flags, environment));
  const { config, ...place } = loaded ?? { config: {}, file: '', folder: cwd };
  const layers = [flagLayer(flags), environmentLayer(environment), fileLayer(config, place.file)];
  if (firstSetting(layers, '/baseUrl') !== undefined) return { layers, config, place };
  const half = firstSetting(layers, '/authUrl') ?? firstSetting(layers, '/credentials/clientId');
  if (half === undefined && fallback !== undefined) {
    const embedded = await fallback();
    const all = [fileLayer(embedded, 'the embedded service'), ...layers];
    return { layers: all, config: { ...config, ...embedded }, place };
  }
  const ways = waysToGive('/baseUrl');
  throw new ConfigurationError(
    'SETTING_MISSING',
    half === undefined
      ? `no target: its base URL was given nowhere; give it by ${ways}`
      : `${half.from}: part of a target without a base URL; give that by ${ways}, or give neither to run against the embedded service`,
  );
}

function addressOf(layers: readonly Layer[], pointer: '/baseUrl' | '/authUrl'): string {
  const setting = firstSetting(layers, pointer);
  if (setting !== undefined) return parseAddress(setting);
  throw new ConfigurationError(
    'SETTING_MISSING',
    `no address of the token service: give it by ${waysToGive(pointer)} (it may be the same as the base URL)`,
  );
}

/**
 * Puts a target together from flags, environment and configuration file, the former winning over the latter.
 * Both addresses and the first API key are needed (`spec/documents/5-authentication.md`); all else has a default.
 *
 * @throws ConfigurationError for whatever its author can fix, in one line
 */
export async function resolveTarget(sources: TargetSources): Promise<Target> {
  const { layers, config, place } = await gather(sources);
  const [baseUrl, authUrl] = [addressOf(layers, '/baseUrl'), addressOf(layers, '/authUrl')];
  const credentials = findCredentials(layers, sources.environment, 'credentials');
  if (credentials === undefined) {
    throw new ConfigurationError(
      'SETTING_MISSING',
      `no API key for ${baseUrl}: give its id by ${waysToGive('/credentials/clientId')}, and its secret by BFC_CLIENT_SECRET or --client-secret-env NAME`,
    );
  }
  const { headers, tls, linesOfCoverage = [], reviewStatus, expect = {}, waive = [] } = config;
  const { groupId, carrierIds = [], planIds = [], plans = [] } = config.fixtures ?? {};
  const loopback = isLoopback(baseUrl);
  const environment = config.environment ?? (loopback ? 'sandbox' : 'production');
  const limit = (key: keyof Pace) => firstSetting<number>(layers, `/limits/${key}`)?.value;
  const { concurrency, ...rates }: Pace = loopback ? defaultLimits.loopback : defaultLimits.remote;
  const asked = { requestsPerSecond: limit('requestsPerSecond'), tokensPerMinute: limit('tokensPerMinute') };
  return {
    name: config.name ?? new URL(baseUrl).host,
    environment,
    baseUrl,
    authUrl,
    credentials,
    secondCredentials: findCredentials(layers, sources.environment, 'secondCredentials'),
    expiredToken: findExpiredToken(layers, sources.environment),
    fixtures: { groupId, carrierIds, planIds, plans },
    bodies: await resolveBodies(config.bodies, place),
    values: resolveValues(config.values, place),
    dates: resolveDates(config.dates, place, new Date().toISOString().slice(0, 10)),
    vocabulary: definedOf(config.vocabulary ?? {}),
    linesOfCoverage,
    reviewStatus,
    limits: {
      concurrency: limit('concurrency') ?? concurrency,
      ...rates,
      ...definedOf(asked),
      settle: milliseconds(config.limits?.settle ?? usualSettle),
    },
    headers: resolveHeaders(headers, place, sources.environment),
    proxy: resolveProxy(sources.environment),
    tls: await resolveTls(tls, place),
    curl: resolveCurl(headers, tls, place, sources.cwd),
    expect,
    waive,
    writesAllowed: loopback || environment === 'sandbox' || sources.flags.allowWrites === true,
  };
}
