import { ConfigurationError } from './configuration-error.ts';
import { firstSetting, waysToGive } from './settings.ts';
import type { Layer, Setting } from './settings.ts';
import type { TargetConfig } from './target-config.ts';
import type { Credentials } from './target.ts';

/** Where a secret may stand in a configuration: itself, or the name of the variable that holds it. */
interface SecretPlace {
  readonly pointer: string;
  readonly inline: (config: TargetConfig) => string | undefined;
  readonly variable: (config: TargetConfig) => string | undefined;
}

/** Which of the two API keys: the run's own, or that of another organization. */
export type KeyName = 'credentials' | 'secondCredentials';

const secretOf = (key: KeyName): SecretPlace => ({
  pointer: `/${key}/clientSecret`,
  inline: (config) => config[key]?.clientSecret,
  variable: (config) => config[key]?.clientSecretEnv,
});

const expiredTokenPlace: SecretPlace = {
  pointer: '/expiredToken',
  inline: (config) => config.expiredToken,
  variable: (config) => config.expiredTokenEnv,
};

/** The first source that holds the secret or names its variable decides; within a source the secret itself does. */
function findSecret(
  layers: readonly Layer[],
  environment: NodeJS.ProcessEnv,
  place: SecretPlace,
): Setting<string> | undefined {
  for (const layer of layers) {
    const inline = place.inline(layer.config);
    if (inline !== undefined) return { value: inline, from: layer.from(place.pointer) };
    const name = place.variable(layer.config);
    if (name === undefined) continue;
    const value = environment[name];
    if (value !== undefined && value !== '') return { value, from: name };
    const state = value === '' ? 'is empty' : 'is not set';
    throw new ConfigurationError(
      'SECRET_MISSING',
      `${layer.from(`${place.pointer}Env`)}: the environment variable ${name} ${state}; export it with the secret as its value`,
    );
  }
  return undefined;
}

/**
 * Finds an API key.
 *
 * @returns undefined when neither its client id nor its secret was given
 * @throws ConfigurationError `SECRET_MISSING` or `SETTING_MISSING` when one half of it is lacking, `SECRET_INVALID` when it cannot be sent
 */
export function findCredentials(
  layers: readonly Layer[],
  environment: NodeJS.ProcessEnv,
  key: KeyName,
): Credentials | undefined {
  const clientId = firstSetting(layers, `/${key}/clientId`, (config) => config[key]?.clientId);
  const secret = findSecret(layers, environment, secretOf(key));
  if (clientId === undefined && secret === undefined) return undefined;
  if (clientId === undefined) {
    const way = waysToGive(`/${key}/clientId`);
    throw new ConfigurationError(
      'SETTING_MISSING',
      `${secret?.from ?? key}: a secret without a client id; give the id by ${way}`,
    );
  }
  if (secret === undefined) {
    const flag = key === 'credentials' ? '--client-secret-env NAME' : '--second-client-secret-env NAME';
    const way = waysToGive(`/${key}/clientSecret`);
    throw new ConfigurationError(
      'SECRET_MISSING',
      `${clientId.from}: a client id without a secret; give the secret by ${way}, or name the variable that holds it with ${flag}`,
    );
  }
  // RFC 7617: the first colon ends the user id of Basic credentials.
  if (clientId.value.includes(':')) {
    throw new ConfigurationError(
      'SECRET_INVALID',
      `${clientId.from}: a client id with a colon cannot be sent; check that it is the id alone`,
    );
  }
  if (/[\r\n]/.test(clientId.value + secret.value)) {
    throw new ConfigurationError('SECRET_INVALID', `${secret.from}: the API key holds a line break; remove it`);
  }
  return { clientId: clientId.value, clientSecret: secret.value };
}

/**
 * Finds the expired token, if one was given.
 *
 * @throws ConfigurationError `SECRET_MISSING` when the variable named for it is not set, `SECRET_INVALID` when it cannot stand in a header
 */
export function findExpiredToken(layers: readonly Layer[], environment: NodeJS.ProcessEnv): string | undefined {
  const token = findSecret(layers, environment, expiredTokenPlace);
  if (token === undefined || /^[\x21-\x7e]+$/.test(token.value)) return token?.value;
  throw new ConfigurationError(
    'SECRET_INVALID',
    `${token.from}: the expired token holds spaces or other characters that no token has; give the token alone`,
  );
}
