import { printable } from '../../results/index.ts';
import type { Surroundings } from '../surroundings.ts';
import { isHindered, type Learned } from './probe/learned.ts';
import type { InitFlags } from './init-flags.ts';
import type { InitSettings } from './settings.ts';

/** The words after `bfc run` that judge a target by its new configuration for the first time: a small run. */
export function firstRunWords(file: string, { allowWrites }: Pick<InitFlags, 'allowWrites'>): readonly string[] {
  return ['--config', file, '--profile', 'gate', ...(allowWrites === true ? ['--allow-writes'] : [])];
}

/** Variables that would win over the file. */
const winning: ReadonlySet<string> = new Set([
  'BFC_BASE_URL',
  'BFC_AUTH_URL',
  'BFC_CLIENT_ID',
  'BFC_CLIENT_SECRET',
  'BFC_CONFIG',
]);

/** The surroundings of the first run: the file decides, and the secret is there even if it was typed. */
export function firstRunSurroundings(
  { clientSecretEnv, credentials }: InitSettings,
  surroundings: Surroundings,
): Surroundings {
  const others = Object.entries(surroundings.environment).filter(([name]) => !winning.has(name));
  return {
    ...surroundings,
    environment: { ...Object.fromEntries(others), [clientSecretEnv]: credentials.clientSecret },
  };
}

/** Variables of the environment that win over what was just written, and would lead a later run elsewhere. */
function contradictions(settings: InitSettings, environment: NodeJS.ProcessEnv): readonly string[] {
  const { baseUrl, authUrl, credentials, clientSecretEnv } = settings;
  const written = { BFC_BASE_URL: baseUrl, BFC_AUTH_URL: authUrl, BFC_CLIENT_ID: credentials.clientId };
  const others = Object.entries(written).flatMap(([name, value]) => {
    const held = environment[name] ?? '';
    return held === '' || held.replace(/\/+$/, '') === value ? [] : [name];
  });
  const hasOtherSecret = clientSecretEnv !== 'BFC_CLIENT_SECRET' && (environment['BFC_CLIENT_SECRET'] ?? '') !== '';
  return hasOtherSecret ? [...others, 'BFC_CLIENT_SECRET'] : others;
}

/** What is to be known before a later run, in lines. */
export function adviceFor(settings: InitSettings, learned: Learned, environment: NodeJS.ProcessEnv): readonly string[] {
  const { isSecretSet, clientSecretEnv, credentials } = settings;
  const secret = `The secret is not in it. Before a later run: export ${clientSecretEnv}='the secret of ${printable(credentials.clientId, 80)}'`;
  const fixtures =
    'Most of a run builds on plain bodies that are taken: give carriers and plans that the target knows, under fixtures in the file or with --carrier-ids and --plan-ids.';
  return [
    ...(isHindered(learned.trial) ? [fixtures] : []),
    ...(isSecretSet ? [] : [secret]),
    ...contradictions(settings, environment).map(
      (name) => `${name} is set to something else, and wins over the file: unset it.`,
    ),
  ];
}
