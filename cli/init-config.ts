import { Document, isMap } from 'yaml';
import { present } from '../results/build-report.ts';
import { isBlocked, type Learned } from './init-probe.ts';

/** One member of a configuration. */
export interface Section {
  readonly key: string;
  /** What it does, in lines. */
  readonly comment: string;
  /** Absent where nothing is known. */
  readonly value?: unknown;
  /** What it may look like: written as a comment, as far as there is no value. */
  readonly example?: unknown;
}

const exampleIds = {
  groupId: '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c01',
  carrierIds: ['5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c11'],
  planIds: ['5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c21'],
  plans: [{ name: 'Gold PPO 500', lineOfCoverage: 'medical' }],
};

/** The members that are there; undefined when none is. */
function filled(members: object): object | undefined {
  const found = present(members);
  return Object.keys(found).length === 0 ? undefined : found;
}

function fixturesComment(learned: Learned): string {
  const { trial, target } = learned;
  const { carrierIds, planIds } = target.fixtures;
  const lines = [
    'Records that exist on the target. groupId: the group that everything is created in (default: the first one listed).',
    'carrierIds, planIds: what renewal decisions and snapshots name, the first of each most of all (default: made-up ones).',
  ];
  if (carrierIds.length + planIds.length > 0) lines.push('Those below were given, or seen in decisions of the target.');
  if ('notTried' in trial) lines.push(`Plain bodies were not tried: ${trial.notTried}.`);
  else
    lines.push(
      `A plain renewal decision was ${trial.decision.outcome}${trial.decision.isTaken ? '.' : ''}`,
      `A plain member snapshot was ${trial.snapshot.outcome}${trial.snapshot.isTaken ? '.' : ''}`,
    );
  if (isBlocked(learned))
    lines.push(
      'Give carriers and plans that the target knows, and values it knows under vocabulary: most of a run builds on these two.',
    );
  return lines.join('\n');
}

function vocabularyComment({ trial }: Learned): string {
  const isRefused = 'snapshot' in trial && trial.snapshot.forms.includes('no assumed coded values');
  return `Coded values that the target knows, in place of the built-in ones; the first of a list is the one that plain bodies use.
The interface shows hardly any, so most built-in ones are assumed.${isRefused ? '\nThis target took a plain snapshot only without them: give its own.' : ''}`;
}

/**
 * All that a configuration says of a target: what is known as values, and what is not as examples.
 *
 * @param soon a day in the near future, `YYYY-MM-DD`, for the example of a waiver
 * @param pages items of the longest page that saved traffic shows, by endpoint
 */
export function describeConfig(
  learned: Learned,
  clientSecretEnv: string,
  soon: string,
  pages: Readonly<Record<string, number>> = {},
): readonly Section[] {
  const { target, isDefaultGroup } = learned;
  const { name, environment, baseUrl, authUrl, credentials, secondCredentials: second, expiredToken } = target;
  const { groupId, carrierIds, planIds, plans } = target.fixtures;
  const { linesOfCoverage: lines } = target;
  return [
    { key: 'name', comment: 'How reports call the target.', value: name },
    {
      key: 'environment',
      comment: 'sandbox: a run may create records, all made up and tagged. production: nothing is written.',
      value: environment,
    },
    { key: 'baseUrl', comment: 'Base address of the API, without /api/v1.', value: baseUrl },
    { key: 'authUrl', comment: 'Address of the token service, without /auth/public/token.', value: authUrl },
    {
      key: 'credentials',
      comment: 'The API key of a run. Its secret is read from that environment variable, and does not belong in here.',
      value: { clientId: credentials.clientId, clientSecretEnv },
    },
    {
      key: 'secondCredentials',
      comment: 'A key of another organization: with it a run judges that the two see nothing of each other.',
      ...(second && { value: { clientId: second.clientId, clientSecretEnv: 'BFC_SECOND_CLIENT_SECRET' } }),
      example: { clientId: 'key-of-another-organization', clientSecretEnv: 'BFC_SECOND_CLIENT_SECRET' },
    },
    {
      key: 'expiredTokenEnv',
      comment:
        'Environment variable with a token of this target that has expired, to judge that it is refused: any that is older than\nits lifetime.',
      value: expiredToken === undefined ? undefined : 'BFC_EXPIRED_TOKEN',
      example: 'BFC_EXPIRED_TOKEN',
    },
    {
      key: 'fixtures',
      comment: fixturesComment(learned),
      // A run finds the first group by itself, and under another id once a target in memory was started again.
      value: filled({ groupId: isDefaultGroup ? undefined : groupId, carrierIds, planIds, plans }),
      example: { ...exampleIds, ...(groupId && { groupId }) },
    },
    {
      key: 'bodies',
      comment:
        "Bodies that the target takes: whole, as a patch of the suite's own (null takes a member away), or in a file of their own.\nTexts may hold {tag}, {digits:9}, {uuid}, {uuid:NAME}, {day:+30} and {month:+2}.",
      example: {
        decision: { patch: { renewal_date: '{month:+2}' } },
        snapshot: { file: 'bodies/snapshot.yaml' },
      },
    },
    {
      key: 'values',
      comment: `Values that members take, by path, or the form they are wanted in: digits, dashes, lower, upper, whole, or omit (without it).${Object.keys(target.values).length === 0 ? '' : '\nThose below are how the saved traffic has them; omit: it never has the member.'}`,
      value: filled(target.values),
      example: { federal_ein: { form: 'digits' }, 'employee.employment.occupation': ['Baker'] },
    },
    {
      key: 'dates',
      comment:
        'Days that the target takes: YYYY-MM-DD, or relative to the day of the run (+60d, +12m: the first of a month).',
      value: filled(target.dates),
      example: { firstRenewal: '+60d', lastRenewal: '+12m', step: 'month', coverageStart: '+1m' },
    },
    {
      key: 'vocabulary',
      comment: vocabularyComment(learned),
      value: filled(target.vocabulary),
      example: { marital_status: ['single', 'married'], salary_unit: ['year'] },
    },
    {
      key: 'linesOfCoverage',
      comment: 'Keys of lines of coverage that the target knows beyond dental and medical.',
      value: lines.length === 0 ? undefined : lines,
      example: ['vision', 'life'],
    },
    {
      key: 'reviewStatus',
      comment: "The target's own name of the connection status that the interface writes as service_review.",
      example: 'acme_review',
    },
    {
      key: 'limits',
      comment: `The most that a run may send at a time: requests in flight, started in a second, and for tokens in a minute.
settle: how long it may take until what was written shows in what is read.${pagesSeen(pages)}`,
      example: { concurrency: 4, requestsPerSecond: 10, tokensPerMinute: 5, settle: '5s' },
    },
    {
      key: 'headers',
      comment:
        'Headers that every request carries, such as the key of a gateway. Their values are kept out of all that is written.',
      example: { 'X-Gateway-Key': { env: 'GATEWAY_KEY' } },
    },
    {
      key: 'tls',
      comment: 'PEM files for https, relative to this one: a private authority, and a certificate to identify with.',
      example: { ca: 'certificates/ca.pem', cert: 'certificates/client.pem', key: 'certificates/client.key' },
    },
    {
      key: 'expect',
      comment:
        'Open points, pinned: where the interface leaves it open, another behaviour than this one makes the target nonconformant.\nA report lists what was observed, in these words.',
      example: { 'renewals.edit-stale': 'refused with 409' },
    },
    {
      key: 'waive',
      comment: 'Failures accepted until a day, that day included (UTC). Every report shows them.',
      example: [{ id: 'snapshots.echo', reason: 'middle names are cut; fixed in the next release', until: soon }],
    },
  ];
}

function pagesSeen(pages: Readonly<Record<string, number>>): string {
  const seen = Object.entries(pages).map(([endpoint, items]) => `${endpoint} ${items}`);
  return seen.length === 0 ? '' : `\nItems of the longest pages in the saved traffic: ${seen.join(', ')}.`;
}

/** Lines as the `yaml` package takes a comment. */
const commentOf = (text: string): string => text.trimEnd().replaceAll(/^/gm, ' ');

const textOf = (document: Document): string => document.toString({ lineWidth: 0, flowCollectionPadding: false });

/** Members of the example that the value lacks. */
function missingFrom(value: unknown, example: unknown): object | undefined {
  if (typeof value !== 'object' || typeof example !== 'object' || value === null || example === null) return undefined;
  return filled(Object.fromEntries(Object.entries(example).filter(([name]) => !Object.hasOwn(value, name))));
}

/** A member with its comment; what is not known of it is a comment as well. */
function renderSection({ key, comment, value, example }: Section): string {
  if (value === undefined)
    return commentOf(`${comment}\n${textOf(new Document({ [key]: example }))}`).replaceAll(/^/gm, '#');
  const document = new Document({ [key]: value });
  if (document.contents !== null) document.contents.commentBefore = commentOf(comment);
  const node = document.get(key);
  const missing = Array.isArray(value) ? undefined : missingFrom(value, example);
  if (isMap(node) && missing !== undefined) node.comment = commentOf(textOf(new Document(missing)));
  return textOf(document).trimEnd();
}

/**
 * A configuration as YAML, with comments and a line that gives editors its schema.
 *
 * @param schema address of the schema, from the file
 */
export function renderConfig(sections: readonly Section[], schema: string): string {
  const head = `# yaml-language-server: $schema=${schema}
# What bfc run is pointed at. Flags and BFC_* environment variables win over it.
# What is commented out with a key is an example: take the comment signs away to use it.`;
  return `${[head, ...sections.map(renderSection)].join('\n\n')}\n`;
}
