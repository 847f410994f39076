import { ConfigurationError } from './configuration-error.ts';
import type { TargetConfig } from './target-config.ts';
import type { Credentials } from './target.ts';

/** The flags of the command line that describe a target, by the names commander gives them. */
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
  /** Requests per second. */
  readonly rate?: number;
  readonly allowWrites?: boolean;
}

/** A value with the place it was given, for messages. */
export interface Setting<T> {
  readonly value: T;
  readonly from: string;
}

/** One source of settings: the flags, the environment or a file. */
export interface Layer {
  readonly config: TargetConfig;
  /** How messages name a member of this source, by JSON pointer. */
  from(pointer: string): string;
}

/** How each member of a configuration is called on the command line and in the environment, by JSON pointer. */
const otherNames: Readonly<Record<string, { readonly flag?: string; readonly variable?: string }>> = {
  '/baseUrl': { flag: '--base-url', variable: 'BFC_BASE_URL' },
  '/authUrl': { flag: '--auth-url', variable: 'BFC_AUTH_URL' },
  '/credentials/clientId': { flag: '--client-id', variable: 'BFC_CLIENT_ID' },
  '/credentials/clientSecret': { variable: 'BFC_CLIENT_SECRET' },
  '/credentials/clientSecretEnv': { flag: '--client-secret-env' },
  '/secondCredentials/clientId': { flag: '--second-client-id', variable: 'BFC_SECOND_CLIENT_ID' },
  '/secondCredentials/clientSecret': { variable: 'BFC_SECOND_CLIENT_SECRET' },
  '/secondCredentials/clientSecretEnv': { flag: '--second-client-secret-env' },
  '/expiredToken': { variable: 'BFC_EXPIRED_TOKEN' },
  '/expiredTokenEnv': { flag: '--expired-token-env' },
  '/limits/concurrency': { flag: '--concurrency' },
  '/limits/requestsPerSecond': { flag: '--rate' },
};

/** The settings given as flags. */
export function flagLayer(flags: TargetFlags): Layer {
  return {
    config: {
      baseUrl: flags.baseUrl,
      authUrl: flags.authUrl,
      credentials: { clientId: flags.clientId, clientSecretEnv: flags.clientSecretEnv },
      secondCredentials: { clientId: flags.secondClientId, clientSecretEnv: flags.secondClientSecretEnv },
      expiredTokenEnv: flags.expiredTokenEnv,
      limits: { concurrency: flags.concurrency, requestsPerSecond: flags.rate },
    },
    from: (pointer) => otherNames[pointer]?.flag ?? pointer,
  };
}

/** The settings given as `BFC_*` environment variables; an empty one counts as absent, except for the base URL. */
export function environmentLayer(environment: NodeJS.ProcessEnv): Layer {
  const filled = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  return {
    config: {
      // An empty base URL is kept, to be refused: taken as absent it would turn a nightly run that lost its
      // settings into a run against the embedded service.
      baseUrl: environment['BFC_BASE_URL'],
      authUrl: filled('BFC_AUTH_URL'),
      credentials: { clientId: filled('BFC_CLIENT_ID'), clientSecret: filled('BFC_CLIENT_SECRET') },
      secondCredentials: { clientId: filled('BFC_SECOND_CLIENT_ID'), clientSecret: filled('BFC_SECOND_CLIENT_SECRET') },
      expiredToken: filled('BFC_EXPIRED_TOKEN'),
    },
    from: (pointer) => otherNames[pointer]?.variable ?? pointer,
  };
}

/** The settings of a configuration, named by file and JSON pointer. */
export function fileLayer(config: TargetConfig, file: string): Layer {
  return { config, from: (pointer) => `${file} at ${pointer}` };
}

/** The value of the first source that has one, read from its configuration; `pointer` says where it stands there. */
export function firstSetting<T>(
  layers: readonly Layer[],
  pointer: string,
  read: (config: TargetConfig) => T | undefined,
): Setting<T> | undefined {
  for (const layer of layers) {
    const value = read(layer.config);
    if (value !== undefined) return { value, from: layer.from(pointer) };
  }
  return undefined;
}

/** The ways to give a setting, for messages: `--base-url, BFC_BASE_URL or baseUrl in a configuration file`. */
export function waysToGive(pointer: string): string {
  const { flag, variable } = otherNames[pointer] ?? {};
  const member = `${pointer.slice(1).replaceAll('/', '.')} in a configuration file`;
  const ways = [flag, variable].filter((way) => way !== undefined);
  return ways.length === 0 ? member : `${ways.join(', ')} or ${member}`;
}

/** The interface's own paths, where an address ends with one: requests append them. */
const ownPaths = /(\/api\/v1(?:\/groups)?|\/auth\/public\/token)$/;

/**
 * Checks an address of the target.
 *
 * @param setting - the text given, and where it was given
 * @returns the address without trailing slashes, as requests start with it
 * @throws ConfigurationError `URL_INVALID` unless it is an http or https address without credentials, query or fragment,
 *   and without the interface's own paths
 */
export function parseAddress({ value, from }: Setting<string>): string {
  // Names the source alone: an address that holds a password must not be repeated in a log.
  const refuse = (problem: string) => new ConfigurationError('URL_INVALID', `${from}: ${problem}`);
  if (!URL.canParse(value)) throw refuse('not an address; write it like https://api.example.com');
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse(`an address must start with http:// or https://, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw refuse('an address must not hold a user name or password; give the API key by client id and secret');
  if (value.includes('?') || value.includes('#'))
    throw refuse('an address must not hold a query or a fragment; remove it');
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const [, own] = ownPaths.exec(address) ?? [];
  if (own !== undefined) throw refuse(`give the address without ${own}: requests put it there`);
  return address;
}

/** Whether an address leads back to this machine: `localhost`, 127.0.0.0/8 or `::1`. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(hostname);
}

/** A secret as one source gives it: itself, or the name of the variable that holds it. */
interface GivenSecret {
  readonly inline?: string | undefined;
  readonly variable?: string | undefined;
}

/** The first source that gives the secret or names its variable decides; within a source the secret itself does. */
function findSecret(
  layers: readonly Layer[],
  environment: NodeJS.ProcessEnv,
  pointer: string,
  read: (config: TargetConfig) => GivenSecret,
): Setting<string> | undefined {
  for (const layer of layers) {
    const { inline, variable } = read(layer.config);
    if (inline !== undefined) return { value: inline, from: layer.from(pointer) };
    if (variable === undefined) continue;
    const value = environment[variable];
    if (value !== undefined && value !== '') return { value, from: variable };
    const state = value === '' ? 'is empty' : 'is not set';
    throw new ConfigurationError(
      'SECRET_MISSING',
      `${layer.from(`${pointer}Env`)}: the environment variable ${variable} ${state}; export it with the secret as its value`,
    );
  }
  return undefined;
}

/**
 * Finds an API key: the run's own, or that of another organization.
 *
 * @returns undefined when neither its client id nor its secret was given
 * @throws ConfigurationError `SECRET_MISSING` or `SETTING_MISSING` when one half of it is lacking, `SECRET_INVALID` when it cannot be sent
 */
export function findCredentials(
  layers: readonly Layer[],
  environment: NodeJS.ProcessEnv,
  key: 'credentials' | 'secondCredentials',
): Credentials | undefined {
  const clientId = firstSetting(layers, `/${key}/clientId`, (config) => config[key]?.clientId);
  const secret = findSecret(layers, environment, `/${key}/clientSecret`, (config) => ({
    inline: config[key]?.clientSecret,
    variable: config[key]?.clientSecretEnv,
  }));
  if (clientId === undefined && secret === undefined) return undefined;
  if (clientId === undefined)
    throw new ConfigurationError(
      'SETTING_MISSING',
      `${secret?.from ?? key}: a secret without a client id; give the id by ${waysToGive(`/${key}/clientId`)}`,
    );
  if (secret === undefined) {
    const { flag = '' } = otherNames[`/${key}/clientSecretEnv`] ?? {};
    const way = waysToGive(`/${key}/clientSecret`);
    throw new ConfigurationError(
      'SECRET_MISSING',
      `${clientId.from}: a client id without a secret; give the secret by ${way}, or name the variable that holds it with ${flag} NAME`,
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

/**
 * Finds the expired token, if one was given.
 *
 * @throws ConfigurationError `SECRET_MISSING` when the variable named for it is not set, `SECRET_INVALID` when it cannot stand in a header
 */
export function findExpiredToken(layers: readonly Layer[], environment: NodeJS.ProcessEnv): string | undefined {
  const token = findSecret(layers, environment, '/expiredToken', (config) => ({
    inline: config.expiredToken,
    variable: config.expiredTokenEnv,
  }));
  if (token === undefined || /^[\x21-\x7e]+$/.test(token.value)) return token?.value;
  throw new ConfigurationError(
    'SECRET_INVALID',
    `${token.from}: the expired token holds spaces or other characters that no token has; give the token alone`,
  );
}
