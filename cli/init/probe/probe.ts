import { createClient, defaultBounds, type Client } from '../../../target/client.ts';
import { isLoopback, type Target } from '../../../target/configuration/index.ts';
import { createRedactor } from '../../../target/redaction.ts';
import { linesBeyondShown, vocabularyOf } from '../config/known-values.ts';
import { partsOf, problemOfIdentifiers } from '../identifiers.ts';
import type { Questions } from '../questions.ts';
import type { InitSettings } from '../settings.ts';
import { isHindered, type Learned } from './learned.ts';
import { readGroups, type GetList, type Read } from './read-groups.ts';
import { readToken } from './read-token.ts';
import type { Tell } from './step.ts';
import { tryBodies } from './try-bodies.ts';

/** Nobody waits for a probe: one request after the other, and few of them. */
const limitsOf = (baseUrl: string): Target['limits'] =>
  isLoopback(baseUrl) ? { concurrency: 1 } : { concurrency: 1, requestsPerSecond: 5 };

/** Tries at a request while somebody waits. */
const tries = 3;

const union = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

const getListWith =
  (client: Client, baseUrl: string, token: string): GetList =>
  (endpoint, path, pathParameters) =>
    client.send(
      {
        endpoint,
        method: 'GET',
        url: `${baseUrl}${path}`,
        pathParameters,
        query: {},
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      },
      { purpose: 'setup', access: 'first' },
    );

/** Reads what the target tells of itself. Nothing is written. */
async function readTarget(settings: InitSettings, tell: Tell): Promise<Read> {
  const { baseUrl, fixtures } = settings;
  const client = createClient(limitsOf(baseUrl), () => undefined, { bounds: { ...defaultBounds, tries } });
  const redactor = createRedactor();
  redactor.learn(settings.credentials.clientSecret, '<client secret>');
  const tellSafely: Tell = (step) => tell({ ...step, text: redactor.text(step.text) });
  try {
    const token = await readToken(client, settings, tellSafely);
    const read = await readGroups(getListWith(client, baseUrl, token), baseUrl, fixtures.groupId, tellSafely);
    return {
      ...read,
      carrierIds: union(fixtures.carrierIds, read.carrierIds),
      planIds: union(fixtures.planIds, read.planIds),
    };
  } finally {
    await client.close();
  }
}

function targetOf(settings: InitSettings, read: Read): Target {
  const { name, environment, baseUrl, authUrl, credentials, writesAllowed } = settings;
  const { groupId, carrierIds, planIds } = read;
  return {
    name,
    environment,
    baseUrl,
    authUrl,
    credentials,
    fixtures: { ...(groupId === undefined ? {} : { groupId }), carrierIds, planIds },
    vocabulary: vocabularyOf(read),
    linesOfCoverage: linesBeyondShown(read),
    limits: limitsOf(baseUrl),
    expect: {},
    waive: [],
    writesAllowed,
  };
}

/** Tries the plain bodies; where they are hindered, asks for what the target knows, and tries them with that. */
async function tryWith(settings: InitSettings, read: Read, runId: string, parts: ProbeParts): Promise<Learned> {
  const { ask, tell } = parts;
  const first = await tryBodies(targetOf(settings, read), runId, tell);
  const learned = { ...read, ...first };
  if (ask === undefined || !isHindered(first.trial)) return learned;
  const askFor = async (what: string): Promise<readonly string[]> =>
    partsOf(
      await ask.text({
        message: `${what} that it knows: ids, separated by commas (Enter: none)`,
        initial: '',
        problemOf: problemOfIdentifiers,
      }),
    );
  const carrierIds = await askFor('Carriers');
  const planIds = await askFor('Plans');
  if (carrierIds.length + planIds.length === 0) return learned;
  const known = { ...read, carrierIds: union(carrierIds, read.carrierIds), planIds: union(planIds, read.planIds) };
  return { ...known, ...(await tryBodies(targetOf(settings, known), `${runId}b`, tell)) };
}

/** What the probe takes beside the settings. */
export interface ProbeParts {
  /** Asks for carriers and plans where the target takes no others; absent where nobody can answer. */
  readonly ask: Questions | undefined;
  readonly tell: Tell;
}

/**
 * Finds out what can be known of a target without guessing: by reading, and where records may be created by one plain
 * renewal decision and one plain member snapshot.
 *
 * @param runId marks what is created
 * @throws NoVerdictError when the target cannot be used; Cancelled
 */
export async function probe(settings: InitSettings, runId: string, parts: ProbeParts): Promise<Learned> {
  const read = await readTarget(settings, parts.tell);
  const isProduction = !settings.writesAllowed;
  if (!isProduction && read.groupId !== undefined) return tryWith(settings, read, runId, parts);
  const why = isProduction
    ? 'nothing may be written to a target that is no sandbox; --environment sandbox or --allow-writes allows it'
    : 'there is no group to create anything in';
  parts.tell({ name: 'bodies', ok: isProduction, text: `not tried: ${why}` });
  return { ...read, trial: { tried: false, why } };
}
