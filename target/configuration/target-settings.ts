import { valueAt } from '../../spec/index.ts';
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

/** One source of settings, by JSON pointer into a configuration: the flags, the environment or a file. */
export type Layer = (pointer: string) => Setting<unknown> | undefined;

/** How settings are called on the command line and in the environment, by JSON pointer. */
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

/** A flag as it is typed: `--client-secret-env`. */
function flagOf(pointer: string): string | undefined {
  const name = otherNames[pointer]?.flag;
  return name && `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const settingOf = (value: unknown, from: string): Setting<unknown> | undefined =>
  value === undefined ? undefined : { value, from };

export function flagLayer(flags: TargetFlags): Layer {
  return (pointer) => {
    const name = otherNames[pointer]?.flag;
    return settingOf(name && flags[name], flagOf(pointer) ?? pointer);
  };
}

/** The settings given as `BFC_*` environment variables; an empty one counts as absent, except for the base URL. */
export function environmentLayer(environment: NodeJS.ProcessEnv): Layer {
  return (pointer) => {
    const name = otherNames[pointer]?.variable ?? '';
    // An empty base URL is kept, to be refused: taken as absent it would turn a nightly run that lost its
    // settings into a run against the embedded service.
    const isAbsent = environment[name] === '' && pointer !== '/baseUrl';
    return isAbsent ? undefined : settingOf(environment[name], name);
  };
}

/** The settings of a configuration, named by file and JSON pointer. */
export function fileLayer(config: TargetConfig, file: string): Layer {
  return (pointer) => settingOf(valueAt(config, pointer), `${file} at ${pointer}`);
}

/**
 * The setting at a JSON pointer, from the first source that has it.
 *
 * @typeParam T - its type: flags have it by their definition, a file was validated, and variables are text
 */
export function firstSetting<T = string>(layers: readonly Layer[], pointer: string): Setting<T> | undefined {
  for (const layer of layers) {
    const setting = layer(pointer);
    if (setting !== undefined) return setting as Setting<T>;
  }
  return undefined;
}

/** The ways to give a setting, for messages: `--base-url, BFC_BASE_URL or baseUrl in a configuration file`. */
export function waysToGive(pointer: string): string {
  const member = `${pointer.slice(1).replaceAll('/', '.')} in a configuration file`;
  const ways = [flagOf(pointer), otherNames[pointer]?.variable].filter((way) => way !== undefined);
  return ways.length === 0 ? member : `${ways.join(', ')} or ${member}`;
}

/** The interface's own paths, where an address ends with one: requests append them. */
const ownPaths = /(\/api\/v1(?:\/groups)?|\/auth\/public\/token)$/;

/**
 * Checks an address of the target.
 *
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
  if (/[?#]/.test(value)) throw refuse('an address must not hold a query or a fragment; remove it');
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

/** The first source that gives the secret or names its variable decides; within a source the secret itself does. */
function findSecret(
  layers: readonly Layer[],
  environment: NodeJS.ProcessEnv,
  pointer: string,
): Setting<string> | undefined {
  const layer = layers.find((one) => one(pointer) !== undefined || one(`${pointer}Env`) !== undefined);
  if (layer === undefined) return undefined;
  const inline = firstSetting([layer], pointer);
  const { value: variable, from } = firstSetting([layer], `${pointer}Env`) ?? {};
  if (inline !== undefined || variable === undefined) return inline;
  const value = environment[variable];
  if (value !== undefined && value !== '') return { value, from: variable };
  throw new ConfigurationError(
    'SECRET_MISSING',
    `${from}: the environment variable ${variable} ${value === '' ? 'is empty' : 'is not set'}; export it with the secret as its value`,
  );
}

/**
 * Finds an API key: the run's own, or that of another organization.
 *
 * @returns undefined when neither its client id nor its secret was given
 * @throws ConfigurationError when one half of it is missing, or it cannot be sent
 */
export function findCredentials(
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

/**
 * Finds the expired token, if one was given.
 *
 * @throws ConfigurationError when the variable named for it is not set, or the token cannot stand in a header
 */
export function findExpiredToken(layers: readonly Layer[], environment: NodeJS.ProcessEnv): string | undefined {
  const token = findSecret(layers, environment, '/expiredToken');
  if (token === undefined || /^[\x21-\x7e]+$/.test(token.value)) return token?.value;
  throw new ConfigurationError(
    'SECRET_INVALID',
    `${token.from}: the expired token holds spaces or other characters that no token has; give the token alone`,
  );
}
