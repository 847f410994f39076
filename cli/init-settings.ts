import { isLoopback, resolveTarget, type Target } from '../target/configuration/index.ts';
import { parseAddress } from '../target/configuration/target-settings.ts';
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
  readonly target: Target;
  /** Name of the variable that the secret is to be read from. */
  readonly clientSecretEnv: string;
  /** Whether that variable holds it already; otherwise it was asked for. */
  readonly isSecretSet: boolean;
}

/** A question that a line of text answers. */
export interface TextQuestion {
  readonly message: string;
  /** The answer that Enter alone gives. */
  readonly initial?: string;
  /** What is wrong with an answer, as one line; undefined when nothing is. */
  readonly problemOf: (answer: string) => string | undefined;
}

/** Asks the user at the terminal. Every question may throw `Cancelled`. */
export interface Questions {
  text(question: TextQuestion): Promise<string>;
  /** Asks without showing what is typed. */
  secret(message: string): Promise<string>;
  choice<T extends string>(
    message: string,
    options: readonly { readonly value: T; readonly label: string }[],
  ): Promise<T>;
}

/** The user cancelled a question: nothing is done. */
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

/** What is needed of a target: where it may come from, and how it is asked for. */
const needed = [
  ['baseUrl', '--base-url', 'BFC_BASE_URL', 'Base address of the API, without /api/v1', problemOfAddress],
  [
    'authUrl',
    '--auth-url',
    'BFC_AUTH_URL',
    'Address of the token service, without /auth/public/token',
    problemOfAddress,
  ],
  ['clientId', '--client-id', 'BFC_CLIENT_ID', 'Client id of the API key', needsText],
] as const;

/** Asks for what neither flags nor environment give. Returns the completed flags, and the secret if it was typed. */
async function complete(
  flags: InitFlags,
  environment: NodeJS.ProcessEnv,
  clientSecretEnv: string,
  ask: Questions | undefined,
): Promise<{ readonly flags: InitFlags; readonly typed?: string }> {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  const missing = needed.filter(([key, , variable]) => flags[key] === undefined && !isSet(variable));
  const missingWays = [
    ...missing.map(([, flag, variable]) => `${flag} (or ${variable})`),
    ...(isSet(clientSecretEnv) ? [] : [`the secret in the environment variable ${clientSecretEnv}`]),
  ];
  if (missingWays.length === 0) return { flags };
  if (ask === undefined)
    throw new UsageError(
      `missing: ${missingWays.join(', ')}; give them, or call bfc init in a terminal, without --yes, to be asked`,
    );
  const answers: { baseUrl?: string; authUrl?: string; clientId?: string } = {};
  for (const [key, , , message, problemOf] of missing) {
    const baseUrl = answers.baseUrl ?? flags.baseUrl ?? environment['BFC_BASE_URL'];
    const initial = key === 'authUrl' && baseUrl !== undefined ? { initial: baseUrl } : {};
    answers[key] = await ask.text({ message, problemOf, ...initial });
  }
  const question = `Its secret (${clientSecretEnv} is not set; it will not be written anywhere)`;
  return {
    flags: { ...flags, ...answers },
    ...(isSet(clientSecretEnv) ? {} : { typed: await ask.secret(question) }),
  };
}

/** Unless someone says otherwise, the target is taken for one that must not be written to. */
async function kindOf(flags: InitFlags, baseUrl: string, ask: Questions | undefined): Promise<Target['environment']> {
  if (flags.environment !== undefined) return flags.environment;
  if (isLoopback(baseUrl)) return 'sandbox';
  const answer = await ask?.choice('What it is', [
    { value: 'production', label: 'production: nothing is written to it' },
    { value: 'sandbox', label: 'sandbox: a run may create records, made up and tagged' },
  ]);
  return answer ?? 'production';
}

/**
 * Gathers what the target is called and where it is: from flags, the environment, and questions for the rest.
 *
 * @param ask asks for what is missing; absent without a terminal
 * @throws UsageError naming all that is missing; ConfigurationError for what cannot be used; Cancelled
 */
export async function gatherSettings(
  given: InitFlags,
  environment: NodeJS.ProcessEnv,
  ask: Questions | undefined,
): Promise<InitSettings> {
  const { clientSecretEnv = 'BFC_CLIENT_SECRET' } = given;
  // Not repeated: what stands there may be the secret itself.
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(clientSecretEnv))
    throw new UsageError(
      '--client-secret-env: not the name of an environment variable; name the one that holds the secret',
    );
  const { flags, typed } = await complete(given, environment, clientSecretEnv, ask);
  const { BFC_CONFIG: _other, ...variables } = environment;
  const resolved = await resolveTarget({
    flags,
    environment: { ...variables, ...(typed === undefined ? {} : { [clientSecretEnv]: typed }) },
    // Where there is no other configuration.
    cwd: import.meta.dirname,
  });
  const kind = await kindOf(flags, resolved.baseUrl, ask);
  const { host } = new URL(resolved.baseUrl);
  const name =
    flags.name ?? (await ask?.text({ message: 'Its name in reports', initial: host, problemOf: needsText })) ?? host;
  const { groupId, carrierIds = [], planIds = [] } = flags;
  return {
    target: {
      ...resolved,
      name,
      environment: kind,
      fixtures: { ...(groupId === undefined ? {} : { groupId }), carrierIds, planIds },
      writesAllowed: resolved.writesAllowed || kind === 'sandbox',
    },
    clientSecretEnv,
    isSecretSet: typed === undefined,
  };
}
