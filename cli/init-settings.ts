import { present } from '../spec/index.ts';
import { resolveTarget, type TargetFlags } from '../target/configuration/resolve-target.ts';
import { isLoopback, parseAddress, type Fixtures, type Target } from '../target/configuration/target.ts';
import { UsageError } from './failures.ts';

export interface InitFlags
  extends
    Pick<TargetFlags, 'baseUrl' | 'authUrl' | 'clientId' | 'clientSecretEnv' | 'allowWrites'>,
    Partial<Pick<Target, 'environment' | 'name'>>,
    Partial<Pick<Fixtures, 'groupId' | 'carrierIds' | 'planIds'>> {
  readonly from?: string;
  readonly file?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly run: boolean;
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Asks the user on the terminal. Every question may throw `Cancelled`. */
export async function terminalQuestions() {
  const { confirm, isCancel, password, text } = await import('@clack/prompts');
  async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
    const answer = await question;
    if (isCancel(answer)) throw new Cancelled('cancelled');
    return answer as Exclude<T, symbol>;
  }
  return {
    /** `problemOf`: the problem with an answer, as one line; `initial`: the answer if the user only presses Enter. */
    async text(message: string, problemOf: (answer: string) => string | undefined, initial?: string) {
      const preset = present({ placeholder: initial, defaultValue: initial });
      const validate = (value = '') => problemOf(value.trim() === '' ? (initial ?? '') : value.trim());
      return (await answered(text({ message, ...preset, validate }))).trim();
    },
    secret: (message: string) =>
      answered(password({ message, validate: (value = '') => (value === '' ? 'a secret is needed' : undefined) })),
    confirm: (message: string) => answered(confirm({ message, initialValue: false })),
  };
}

export type Questions = Awaited<ReturnType<typeof terminalQuestions>>;

function problemOfAddress(answer: string): string | undefined {
  try {
    parseAddress({ value: answer.trim(), from: 'this answer' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const needsText = (answer: string): string | undefined => (answer.trim() === '' ? 'an answer is needed' : undefined);

const union = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

/** A target with these carriers and plans placed before its own. */
export function preferring(target: Target, { carrierIds, planIds }: Pick<Fixtures, 'carrierIds' | 'planIds'>): Target {
  const { fixtures } = target;
  const ids = { carrierIds: union(carrierIds, fixtures.carrierIds), planIds: union(planIds, fixtures.planIds) };
  return { ...target, fixtures: { ...fixtures, ...ids } };
}

/** What records or saved traffic show about a target. */
interface Seen extends Pick<Target, 'vocabulary' | 'linesOfCoverage'>, Partial<Pick<Target, 'values' | 'dates'>> {
  readonly fixtures: Pick<Fixtures, 'carrierIds' | 'planIds'> & Partial<Fixtures>;
}

/** A target completed with what was seen of it; its own carriers, plans and lines come first. */
export function withSeen(target: Target, seen: Seen): Target {
  const { fixtures, values = target.values, dates = target.dates } = seen;
  return {
    ...preferring({ ...target, fixtures: { ...target.fixtures, ...fixtures } }, target.fixtures),
    values,
    dates,
    vocabulary: { ...target.vocabulary, ...seen.vocabulary },
    linesOfCoverage: union(target.linesOfCoverage, seen.linesOfCoverage),
  };
}

const needed = [
  ['baseUrl', '--base-url', 'BFC_BASE_URL', 'Base address of the API, without /api/v1'],
  ['authUrl', '--auth-url', 'BFC_AUTH_URL', 'Address of the token service, without /auth/public/token'],
  ['clientId', '--client-id', 'BFC_CLIENT_ID', 'Client id of the API key'],
] as const;

/** Asks for what neither flags nor environment give. Returns the completed flags, and the secret if it was typed. */
async function complete(
  flags: InitFlags,
  environment: NodeJS.ProcessEnv,
  clientSecretEnv: string,
  ask: Questions | undefined,
): Promise<{ readonly flags: InitFlags; readonly typed?: string }> {
  const isUnset = (name: string): boolean => (environment[name] ?? '') === '';
  const missing = needed.filter(([key, , variable]) => flags[key] === undefined && isUnset(variable));
  const needsSecret = isUnset(clientSecretEnv);
  if (missing.length === 0 && !needsSecret) return { flags };
  if (ask === undefined) {
    const ways = missing.map(([, flag, variable]) => `${flag} (or ${variable})`);
    if (needsSecret) ways.push(`the secret in the environment variable ${clientSecretEnv}`);
    throw new UsageError(
      `missing: ${ways.join(', ')}; give them, or call bfc init in a terminal, without --yes, to be asked`,
    );
  }
  let completed = flags;
  for (const [key, , , message] of missing) {
    const initial = key === 'authUrl' ? (completed.baseUrl ?? environment['BFC_BASE_URL']) : undefined;
    const answer = await ask.text(message, key === 'clientId' ? needsText : problemOfAddress, initial);
    completed = { ...completed, [key]: answer };
  }
  if (!needsSecret) return { flags: completed };
  const typed = await ask.secret(`Its secret (${clientSecretEnv} is not set; it will not be written anywhere)`);
  return { flags: completed, typed };
}

/**
 * Gathers the name and addresses of the target from flags, the environment, and questions for the rest. Unless someone
 * says otherwise, a target on another machine must not be written to.
 */
export async function gatherSettings(given: InitFlags, environment: NodeJS.ProcessEnv, ask: Questions | undefined) {
  const { clientSecretEnv = 'BFC_CLIENT_SECRET' } = given;
  // Not repeated in the message: the value may be the secret itself.
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(clientSecretEnv))
    throw new UsageError(
      '--client-secret-env: not the name of an environment variable; name the one that holds the secret',
    );
  const { flags, typed } = await complete(given, environment, clientSecretEnv, ask);
  const { BFC_CONFIG: _other, ...variables } = environment;
  const target = await resolveTarget({
    flags,
    environment: { ...variables, ...present({ [clientSecretEnv]: typed }) },
    // This directory has no configuration that could be found instead.
    cwd: import.meta.dirname,
  });
  const isSandbox = async (): Promise<boolean> =>
    isLoopback(target.baseUrl) ||
    (await ask?.confirm('Is it a sandbox, where a run may create records, all made up and tagged?')) === true;
  const kind = flags.environment ?? ((await isSandbox()) ? 'sandbox' : 'production');
  const { host } = new URL(target.baseUrl);
  const name = flags.name ?? (await ask?.text('Its name in reports', needsText, host)) ?? host;
  const { groupId, carrierIds = [], planIds = [] } = flags;
  const described: Target = {
    ...target,
    name,
    environment: kind,
    fixtures: { groupId, carrierIds, planIds, plans: [] },
    writesAllowed: target.writesAllowed || kind === 'sandbox',
  };
  /** `isSecretSet`: whether its variable is already set; otherwise the user typed the secret. */
  return { target: described, clientSecretEnv, isSecretSet: typed === undefined };
}

export type InitSettings = Awaited<ReturnType<typeof gatherSettings>>;
