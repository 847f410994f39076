import type { TargetConfig } from './target-config.ts';

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

/** The value of the first source that has one. */
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
