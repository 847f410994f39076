import { present, valueAt } from '../../spec/index.ts';
import { ConfigurationError } from './configuration-error.ts';
import { loadConfig } from './load-config.ts';
import {
  resolveBodies,
  resolveCurl,
  resolveDates,
  resolveHeaders,
  resolveProxy,
  resolveTls,
  resolveValues,
} from './resolve-parts.ts';
import { defaultLimits, type TargetConfig } from './target-config.ts';
import {
  currentDay,
  isLoopback,
  parseAddress,
  type Credentials,
  type Pace,
  type Setting,
  type Target,
} from './target.ts';

/** The command-line flags that describe a target, by the names that commander gives them. */
export interface TargetFlags {
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly clientId?: string;
  readonly clientSecretEnv?: string;
  readonly secondClientId?: string;
  readonly secondClientSecretEnv?: string;
  readonly expiredTokenEnv?: string;
  readonly config?: string;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly allowWrites?: boolean;
}

interface TargetSources {
  readonly flags: TargetFlags;
  readonly environment: NodeJS.ProcessEnv;
  /** Directory to look for a configuration file in. */
  readonly cwd: string;
  /** Called when no source names a target at all: returns the one to use instead. */
  readonly fallback?: () => Promise<TargetConfig>;
}

/** The configuration file named by the flag, or else by the environment, and which named it; undefined if neither. */
export function namedConfig(
  { config }: Pick<TargetFlags, 'config'>,
  { BFC_CONFIG: path = '' }: NodeJS.ProcessEnv,
): { readonly path: string; readonly by: string } | undefined {
  if (config !== undefined) return { path: config, by: '--config' };
  return path === '' ? undefined : { path, by: 'BFC_CONFIG' };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };
function milliseconds(duration: string): number {
  const [, count, unit = ''] = /^(\d+)(\w+)$/.exec(duration) ?? [];
  return Number(count) * (unitMs[unit] ?? 0);
}

/** Milliseconds until what was written shows in what is read, by a configuration. */
export function settleOf({ limits }: TargetConfig): number {
  return milliseconds(limits?.settle ?? defaultLimits.settle);
}

/** Collects the settings: those that flags and variables can also give as layers, all others in the configuration. */
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
 * Builds a target from flags, environment and configuration file, in this order of precedence.
 *
 * @throws ConfigurationError for a mistake that its author can fix, as one line
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
    secretVariable: variableOfSecret(layers, sources.environment),
    secondCredentials: findSecondCredentials(layers, sources.environment, credentials),
    expiredToken: findExpiredToken(layers, sources.environment),
    fixtures: { groupId, carrierIds, planIds, plans },
    bodies: await resolveBodies(config.bodies, place),
    values: resolveValues(config.values, place),
    dates: resolveDates(config.dates, place, currentDay()),
    vocabulary: present(config.vocabulary ?? {}),
    linesOfCoverage,
    reviewStatus,
    limits: {
      concurrency: limit('concurrency') ?? concurrency,
      ...rates,
      ...present(asked),
      settle: settleOf(config),
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

/** One source of settings (flags, environment or file), by JSON pointer into a configuration; undefined if absent. */
type Layer = (pointer: string) => Setting<unknown>;

const otherNames: Readonly<Record<string, { readonly flag?: keyof TargetFlags; readonly variable?: string }>> = {
  '/baseUrl': { flag: 'baseUrl', variable: 'BFC_BASE_URL' },
  '/authUrl': { flag: 'authUrl', variable: 'BFC_AUTH_URL' },
  '/credentials/clientId': { flag: 'clientId', variable: 'BFC_CLIENT_ID' },
  '/credentials/clientSecret': { variable: 'BFC_CLIENT_SECRET' },
  '/credentials/clientSecretEnv': { flag: 'clientSecretEnv' },
  '/secondCredentials/clientId': { flag: 'secondClientId', variable: 'BFC_SECOND_CLIENT_ID' },
  '/secondCredentials/clientSecret': { variable: 'BFC_SECOND_CLIENT_SECRET' },
  '/secondCredentials/clientSecretEnv': { flag: 'secondClientSecretEnv' },
  '/expiredToken': { variable: 'BFC_EXPIRED_TOKEN' },
  '/expiredTokenEnv': { flag: 'expiredTokenEnv' },
  '/limits/concurrency': { flag: 'concurrency' },
  '/limits/requestsPerSecond': { flag: 'rate' },
};

function flagOf(pointer: string): string | undefined {
  const name = otherNames[pointer]?.flag;
  return name && `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function flagLayer(flags: TargetFlags): Layer {
  return (pointer) => {
    const name = otherNames[pointer]?.flag;
    return { value: name && flags[name], from: flagOf(pointer) ?? pointer };
  };
}

/** The settings given as `BFC_*` environment variables; an empty one counts as absent, except for the base URL. */
function environmentLayer(environment: NodeJS.ProcessEnv): Layer {
  return (pointer) => {
    const name = otherNames[pointer]?.variable ?? '';
    // An empty base URL is kept so that it is refused: treating it as absent would turn a nightly run that lost its
    // settings into a run against the embedded service.
    const isAbsent = environment[name] === '' && pointer !== '/baseUrl';
    return { value: isAbsent ? undefined : environment[name], from: name };
  };
}

function fileLayer(config: TargetConfig, file: string): Layer {
  return (pointer) => ({ value: valueAt(config, pointer), from: `${file} at ${pointer}` });
}

/** From the first source that has it. The cast is safe: flags are typed, a file is validated, variables are text. */
function firstSetting<T = string>(layers: readonly Layer[], pointer: string): Setting<T> | undefined {
  const settings = layers.map((layer) => layer(pointer));
  return settings.find(({ value }) => value !== undefined) as Setting<T> | undefined;
}

/** The ways to give a setting, for messages: `--base-url, BFC_BASE_URL or baseUrl in a configuration file`. */
function waysToGive(pointer: string): string {
  const member = `${pointer.slice(1).replaceAll('/', '.')} in a configuration file`;
  const ways = [flagOf(pointer), otherNames[pointer]?.variable].filter((way) => way !== undefined);
  return ways.length === 0 ? member : `${ways.join(', ')} or ${member}`;
}

/** The first source that gives the secret or names its variable wins; within a source, the secret itself wins. */
function findSecret(
  layers: readonly Layer[],
  environment: NodeJS.ProcessEnv,
  pointer: string,
): Setting<string> | undefined {
  for (const layer of layers) {
    const inline = firstSetting([layer], pointer);
    if (inline !== undefined) return inline;
    const named = firstSetting([layer], `${pointer}Env`);
    if (named !== undefined) return heldBy(named, environment);
  }
  return undefined;
}

function heldBy({ value: variable, from }: Setting<string>, environment: NodeJS.ProcessEnv): Setting<string> {
  const value = environment[variable];
  if (value !== undefined && value !== '') return { value, from: variable };
  throw new ConfigurationError(
    'SECRET_MISSING',
    `${from}: the environment variable ${variable} ${value === '' ? 'is empty' : 'is not set'}; set it and export it`,
  );
}

function variableOfSecret(layers: readonly Layer[], environment: NodeJS.ProcessEnv): string | undefined {
  const { from = '' } = findSecret(layers, environment, '/credentials/clientSecret') ?? {};
  return environment[from] === undefined ? undefined : from;
}

function findCredentials(
  layers: readonly Layer[],
  environment: NodeJS.ProcessEnv,
  key: 'credentials' | 'secondCredentials',
): Credentials | undefined {
  const clientId = firstSetting(layers, `/${key}/clientId`);
  const secret = findSecret(layers, environment, `/${key}/clientSecret`);
  if (clientId === undefined && secret === undefined) return undefined;
  if (clientId === undefined)
    throw new ConfigurationError(
      'SETTING_MISSING',
      `${secret?.from ?? key}: a secret without a client id; give the id by ${waysToGive(`/${key}/clientId`)}`,
    );
  if (secret === undefined) {
    const ways = `${waysToGive(`/${key}/clientSecret`)}, or name the variable that holds it with ${flagOf(`/${key}/clientSecretEnv`)} NAME`;
    throw new ConfigurationError(
      'SECRET_MISSING',
      `${clientId.from}: a client id without a secret; give the secret by ${ways}`,
    );
  }
  // RFC 7617: the first colon ends the user id of Basic credentials.
  if (clientId.value.includes(':'))
    throw new ConfigurationError(
      'SECRET_INVALID',
      `${clientId.from}: a client id with a colon cannot be sent; check that it is the id alone`,
    );
  if (/[\r\n]/.test(clientId.value + secret.value))
    throw new ConfigurationError('SECRET_INVALID', `${secret.from}: the API key holds a line break; remove it`);
  return { clientId: clientId.value, clientSecret: secret.value };
}

/** @throws ConfigurationError if it is the first key: a conformant service would then fail the checks of isolation */
function findSecondCredentials(
  layers: readonly Layer[],
  environment: NodeJS.ProcessEnv,
  first: Credentials,
): Credentials | undefined {
  const second = findCredentials(layers, environment, 'secondCredentials');
  if (second?.clientId !== first.clientId) return second;
  throw new ConfigurationError(
    'CONFIG_INVALID',
    `${firstSetting(layers, '/secondCredentials/clientId')?.from}: the second key is the first one again, and isolation needs the key of a second organization; give its client id and secret, or remove it`,
  );
}

function findExpiredToken(layers: readonly Layer[], environment: NodeJS.ProcessEnv): string | undefined {
  const token = findSecret(layers, environment, '/expiredToken');
  if (token === undefined || /^[\x21-\x7e]+$/.test(token.value)) return token?.value;
  throw new ConfigurationError(
    'SECRET_INVALID',
    `${token.from}: the expired token holds spaces or other characters that no token has; give the token alone`,
  );
}
