import { type Credentials, type Fixtures, isLoopback } from '../../target/configuration/index.ts';
import { parseAddress, findCredentials, type Layer, type Setting } from '../../target/configuration/target-settings.ts';
import { UsageError } from '../usage-error.ts';
import type { InitFlags } from './init-flags.ts';
import type { Questions } from './questions.ts';

type Kind = 'sandbox' | 'production';

/** What is known of a target before it is asked anything. */
export interface InitSettings {
  readonly name: string;
  readonly environment: Kind;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly credentials: Credentials;
  /** Name of the variable that the secret is to be read from. */
  readonly clientSecretEnv: string;
  /** Whether that variable holds it already; otherwise it was asked for. */
  readonly isSecretSet: boolean;
  /** A key of another organization that the environment holds. */
  readonly second?: { readonly clientId: string; readonly clientSecretEnv: string };
  /** The variable that holds an expired token, where it does. */
  readonly expiredTokenEnv?: string;
  /** Records that the target is said to know. */
  readonly fixtures: Fixtures;
  /** Whether records may be created. */
  readonly writesAllowed: boolean;
}

const filled = (environment: NodeJS.ProcessEnv, name: string): string | undefined =>
  environment[name] === '' ? undefined : environment[name];

/** What is wrong with an address, for the one who typed it. */
function problemOfAddress(answer: string): string | undefined {
  try {
    parseAddress({ value: answer.trim(), from: '' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^: /, '') : String(error);
  }
}

function needsText(answer: string): string | undefined {
  return answer.trim() === '' ? 'an answer is needed' : undefined;
}

/** What is needed of a target, and where it may come from. */
const needed = {
  baseUrl: {
    flag: '--base-url',
    variable: 'BFC_BASE_URL',
    message: 'Base address of the API, without /api/v1',
    problemOf: problemOfAddress,
  },
  authUrl: {
    flag: '--auth-url',
    variable: 'BFC_AUTH_URL',
    message: 'Address of the token service, without /auth/public/token',
    problemOf: problemOfAddress,
  },
  clientId: {
    flag: '--client-id',
    variable: 'BFC_CLIENT_ID',
    message: 'Client id of the API key',
    problemOf: needsText,
  },
} as const;

type Needed = keyof typeof needed;

const neededKeys = ['baseUrl', 'authUrl', 'clientId'] as const satisfies readonly Needed[];

function given(key: Needed, flags: InitFlags, environment: NodeJS.ProcessEnv): Setting<string> | undefined {
  const { flag, variable } = needed[key];
  const byFlag = flags[key];
  if (byFlag !== undefined) return { value: byFlag, from: flag };
  const byVariable = filled(environment, variable);
  return byVariable === undefined ? undefined : { value: byVariable, from: variable };
}

/** The variable that holds the secret. */
function secretVariable({ clientSecretEnv = 'BFC_CLIENT_SECRET' }: InitFlags): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(clientSecretEnv)) return clientSecretEnv;
  // Not repeated: what stands there may be the secret itself.
  throw new UsageError(
    '--client-secret-env: not the name of an environment variable; name the one that holds the secret',
  );
}

/** Everything that is lacking, in one line. */
function refuseMissing(missing: readonly Needed[], secretEnv: string | undefined): UsageError {
  const ways = missing.map((key) => `${needed[key].flag} (or ${needed[key].variable})`);
  const secret = secretEnv === undefined ? [] : [`the secret in the environment variable ${secretEnv}`];
  const list = [...ways, ...secret].join(', ');
  return new UsageError(`missing: ${list}; give them, or call bfc init in a terminal, without --yes, to be asked`);
}

/** The addresses and the API key, and whether the secret was held by its variable. */
async function gatherAccess(flags: InitFlags, environment: NodeJS.ProcessEnv, ask: Questions | undefined) {
  const clientSecretEnv = secretVariable(flags);
  const held = filled(environment, clientSecretEnv);
  const missing = neededKeys.filter((key) => given(key, flags, environment) === undefined);
  const refusal = refuseMissing(missing, held === undefined ? clientSecretEnv : undefined);
  if (ask === undefined && (missing.length > 0 || held === undefined)) throw refusal;

  const answer = async (key: Needed, initial?: string): Promise<Setting<string>> => {
    const known = given(key, flags, environment);
    if (known !== undefined) return known;
    if (ask === undefined) throw refusal;
    const { message, problemOf } = needed[key];
    return {
      value: await ask.text({ message, problemOf, ...(initial === undefined ? {} : { initial }) }),
      from: 'the answer',
    };
  };
  const baseUrl = parseAddress(await answer('baseUrl'));
  const authUrl = parseAddress(await answer('authUrl', baseUrl));
  const clientId = await answer('clientId');
  const question = `Its secret (${clientSecretEnv} is not set; it will not be written anywhere)`;
  const clientSecret = held ?? (await ask?.secret(question));
  const layer: Layer = {
    config: { credentials: { clientId: clientId.value, clientSecret } },
    from: (pointer) => (pointer.endsWith('clientId') ? clientId.from : clientSecretEnv),
  };
  const credentials = findCredentials([layer], environment, 'credentials');
  if (credentials === undefined) throw refusal;
  return { baseUrl, authUrl, credentials, clientSecretEnv, isSecretSet: held !== undefined };
}

/** What is asked for no more than it is given: the name falls back on the host. */
function gatherName(flags: InitFlags, baseUrl: string, ask: Questions | undefined): string | Promise<string> {
  const { host } = new URL(baseUrl);
  return flags.name ?? ask?.text({ message: 'Its name in reports', initial: host, problemOf: needsText }) ?? host;
}

/** Where nobody says otherwise, the target is taken for one that must not be written to. */
async function gatherKind(flags: InitFlags, loopback: boolean, ask: Questions | undefined): Promise<Kind> {
  if (flags.environment !== undefined) return flags.environment;
  if (loopback) return 'sandbox';
  const answer = await ask?.choice<Kind>('What it is', [
    { value: 'production', label: 'production: nothing is written to it' },
    { value: 'sandbox', label: 'sandbox: a run may create records, made up and tagged' },
  ]);
  return answer ?? 'production';
}

/** The other keys that the environment holds: named in the configuration, and used by the first run. */
function heldKeys(environment: NodeJS.ProcessEnv): Pick<InitSettings, 'second' | 'expiredTokenEnv'> {
  const holds = (name: string): boolean => filled(environment, name) !== undefined;
  const clientId = filled(environment, 'BFC_SECOND_CLIENT_ID');
  const clientSecretEnv = 'BFC_SECOND_CLIENT_SECRET';
  return {
    ...(clientId !== undefined && holds(clientSecretEnv) ? { second: { clientId, clientSecretEnv } } : {}),
    ...(holds('BFC_EXPIRED_TOKEN') ? { expiredTokenEnv: 'BFC_EXPIRED_TOKEN' } : {}),
  };
}

/**
 * Gathers what the target is called and where it is: from flags, the environment, and questions for the rest.
 *
 * @param ask asks for what is lacking; absent where nobody can answer
 * @throws UsageError naming all that is lacking; ConfigurationError for what cannot be used; Cancelled
 */
export async function gatherSettings(
  flags: InitFlags,
  environment: NodeJS.ProcessEnv,
  ask: Questions | undefined,
): Promise<InitSettings> {
  const access = await gatherAccess(flags, environment, ask);
  const loopback = isLoopback(access.baseUrl);
  const kind = await gatherKind(flags, loopback, ask);
  const { groupId, carrierIds = [], planIds = [] } = flags;
  return {
    ...access,
    ...heldKeys(environment),
    name: await gatherName(flags, access.baseUrl, ask),
    environment: kind,
    fixtures: { ...(groupId === undefined ? {} : { groupId }), carrierIds, planIds },
    writesAllowed: loopback || kind === 'sandbox' || flags.allowWrites === true,
  };
}
