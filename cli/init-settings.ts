import { isLoopback } from '../target/configuration/index.ts';
import type { Credentials, Fixtures } from '../target/configuration/index.ts';
import { parseAddress } from '../target/configuration/address.ts';
import { findCredentials } from '../target/configuration/secrets.ts';
import type { Setting } from '../target/configuration/settings.ts';
import { UsageError } from './failures.ts';

/** The flags of `bfc init`. */
export interface InitFlags {
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly clientId?: string;
  /** Name of the variable that holds the secret; default: `BFC_CLIENT_SECRET`. */
  readonly clientSecretEnv?: string;
  readonly environment?: 'sandbox' | 'production';
  readonly name?: string;
  /** Records that the target knows. */
  readonly groupId?: string;
  readonly carrierIds?: readonly string[];
  readonly planIds?: readonly string[];
  /** Path of the configuration to write. */
  readonly file?: string;
  /** Whether a file that is there is replaced. */
  readonly force?: boolean;
  /** Whether nothing is asked. */
  readonly yes?: boolean;
  /** Whether records may be created on a target that is no sandbox. */
  readonly allowWrites?: boolean;
  /** Whether the target is judged at the end. */
  readonly run: boolean;
}

/** What is known of a target before it is asked anything. */
export interface InitSettings {
  readonly name: string;
  readonly environment: 'sandbox' | 'production';
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

/** A question that a line of text answers. */
export interface TextQuestion {
  readonly message: string;
  /** The answer that Enter alone gives. */
  readonly initial?: string;
  /** What is wrong with an answer, as one line; undefined when nothing is. */
  readonly problemOf: (answer: string) => string | undefined;
}

/** Asks whoever sits at the terminal. Every question may throw `Cancelled`. */
export interface Questions {
  text(question: TextQuestion): Promise<string>;
  /** Asks without showing what is typed. */
  secret(message: string): Promise<string>;
  choice<T extends string>(
    message: string,
    options: readonly { readonly value: T; readonly label: string }[],
  ): Promise<T>;
}

/** The one who was asked has had enough: nothing is to be done. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Questions on the terminal of this process. */
export async function terminalQuestions(): Promise<Questions> {
  const { isCancel, password, select, text } = await import('@clack/prompts');
  const answerOf = async (question: Promise<string | symbol>): Promise<string> => {
    const answer = await question;
    if (isCancel(answer) || typeof answer === 'symbol') throw new Cancelled('cancelled');
    return answer;
  };
  return {
    text: async ({ message, initial, problemOf }) => {
      const answer = await answerOf(
        text({
          message,
          ...(initial === undefined ? {} : { placeholder: initial, defaultValue: initial }),
          validate: (value = '') => problemOf(value.trim() === '' ? (initial ?? '') : value.trim()),
        }),
      );
      return answer.trim();
    },
    secret: (message) =>
      answerOf(password({ message, validate: (value = '') => (value === '' ? 'a secret is needed' : undefined) })),
    async choice(message, options) {
      const values: { value: string; label: string }[] = options.map(({ value, label }) => ({ value, label }));
      const answer = await answerOf(select({ message, options: values }));
      const chosen = options.find(({ value }) => value === answer);
      if (chosen === undefined) throw new Cancelled('cancelled');
      return chosen.value;
    },
  };
}

/** Whether a text has the form of an identifier (`spec/documents/2-resources.md`). */
export function isIdentifier(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** The parts of a list that is separated by commas or blanks. */
export function partsOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))];
}

/** What is wrong with a list of identifiers, which may be empty; undefined when nothing is. */
export function problemOfIdentifiers(text: string): string | undefined {
  const wrong = partsOf(text).find((part) => !isIdentifier(part));
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is no UUID`;
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

const needsText = (answer: string): string | undefined => (answer.trim() === '' ? 'an answer is needed' : undefined);

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

const neededKeys = ['baseUrl', 'authUrl', 'clientId'] as const satisfies readonly (keyof typeof needed)[];

type Needed = (typeof neededKeys)[number];

function given(key: Needed, flags: InitFlags, environment: NodeJS.ProcessEnv): Setting<string> | undefined {
  const { flag, variable } = needed[key];
  const byFlag = flags[key];
  if (byFlag !== undefined) return { value: byFlag, from: flag };
  const byVariable = filled(environment, variable);
  return byVariable === undefined ? undefined : { value: byVariable, from: variable };
}

/** The addresses and the API key, and whether the secret was held by its variable. */
async function gatherAccess(flags: InitFlags, environment: NodeJS.ProcessEnv, ask: Questions | undefined) {
  const { clientSecretEnv = 'BFC_CLIENT_SECRET' } = flags;
  // Not repeated: what stands there may be the secret itself.
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(clientSecretEnv))
    throw new UsageError(
      '--client-secret-env: not the name of an environment variable; name the one that holds the secret',
    );
  const held = filled(environment, clientSecretEnv);
  const missing = neededKeys.filter((key) => given(key, flags, environment) === undefined);
  const lacking = [
    ...missing.map((key) => `${needed[key].flag} (or ${needed[key].variable})`),
    ...(held === undefined ? [`the secret in the environment variable ${clientSecretEnv}`] : []),
  ];
  const refusal = new UsageError(
    `missing: ${lacking.join(', ')}; give them, or call bfc init in a terminal, without --yes, to be asked`,
  );
  if (ask === undefined && lacking.length > 0) throw refusal;

  const answer = async (key: Needed, initial?: string): Promise<Setting<string>> => {
    const known = given(key, flags, environment);
    if (known !== undefined) return known;
    if (ask === undefined) throw refusal;
    const { message, problemOf } = needed[key];
    const value = await ask.text({ message, problemOf, ...(initial === undefined ? {} : { initial }) });
    return { value, from: 'the answer' };
  };
  const baseUrl = parseAddress(await answer('baseUrl'));
  const authUrl = parseAddress(await answer('authUrl', baseUrl));
  const clientId = await answer('clientId');
  const question = `Its secret (${clientSecretEnv} is not set; it will not be written anywhere)`;
  const clientSecret = held ?? (await ask?.secret(question));
  const layer = {
    config: { credentials: { clientId: clientId.value, clientSecret } },
    from: (pointer: string) => (pointer.endsWith('clientId') ? clientId.from : clientSecretEnv),
  };
  const credentials = findCredentials([layer], environment, 'credentials');
  if (credentials === undefined) throw refusal;
  return { baseUrl, authUrl, credentials, clientSecretEnv, isSecretSet: held !== undefined };
}

/** Unless someone says otherwise, the target is taken for one that must not be written to. */
async function gatherKind(
  flags: InitFlags,
  loopback: boolean,
  ask: Questions | undefined,
): Promise<InitSettings['environment']> {
  if (flags.environment !== undefined) return flags.environment;
  if (loopback) return 'sandbox';
  const answer = await ask?.choice('What it is', [
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
  const { host } = new URL(access.baseUrl);
  const name =
    flags.name ?? (await ask?.text({ message: 'Its name in reports', initial: host, problemOf: needsText })) ?? host;
  const { groupId, carrierIds = [], planIds = [] } = flags;
  return {
    ...access,
    ...heldKeys(environment),
    name,
    environment: kind,
    fixtures: { ...(groupId === undefined ? {} : { groupId }), carrierIds, planIds },
    writesAllowed: loopback || kind === 'sandbox' || flags.allowWrites === true,
  };
}
