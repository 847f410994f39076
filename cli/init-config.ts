import { join, relative } from 'node:path';
import { Document, isMap, isScalar, visit, type Scalar } from 'yaml';
import { isBlocked, linesBeyondShown, type Learned } from './init-probe.ts';
import type { InitSettings } from './init-settings.ts';
import type { PackageInfo } from './invocation.ts';

/** What a configuration is written from. */
export interface ConfigParts {
  readonly settings: InitSettings;
  readonly learned: Learned;
  /** Address of the schema, from the file. */
  readonly schema: string;
  /** A day in the near future, `YYYY-MM-DD`, for the example of a waiver. */
  readonly soon: string;
}

/** One member of a configuration with what is to be said of it. */
export interface Section {
  readonly key: string;
  /** What it does, in lines. */
  readonly comment: readonly string[];
  /** What is known; absent where nothing is. */
  readonly value?: unknown;
  /** What it may look like: written as a comment, for as much of it as is not known. */
  readonly example?: unknown;
}

const exampleIds = {
  groupId: '5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c01',
  carrierIds: ['5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c11'],
  planIds: ['5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c21'],
};

const filled = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** An object without the members that are undefined; undefined when none is left. */
function someOf(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function fixturesComment(learned: Learned): readonly string[] {
  const { trial, carrierIds, planIds } = learned;
  const sentence = (outcome: string, isTaken: boolean): string => `${outcome}${isTaken ? '.' : ''}`;
  const tried =
    'notTried' in trial
      ? [`Plain bodies were not tried: ${trial.notTried}.`]
      : [
          `A plain renewal decision was ${sentence(trial.decision.outcome, trial.decision.isTaken)}`,
          `A plain member snapshot was ${sentence(trial.snapshot.outcome, trial.snapshot.isTaken)}`,
        ];
  return [
    'Records that exist on the target. groupId: the group that everything is created in (default: the first one listed).',
    'carrierIds, planIds: what renewal decisions and snapshots name, the first of each most of all (default: made-up ones).',
    ...(carrierIds.length + planIds.length > 0 ? ['Those below were given, or seen in decisions of the target.'] : []),
    ...tried,
    ...(isBlocked(learned)
      ? [
          'Give carriers and plans that the target knows, and values it knows under vocabulary: most of a run builds on these two.',
        ]
      : []),
  ];
}

function vocabularyComment({ trial }: Learned): readonly string[] {
  const isRefused = 'snapshot' in trial && trial.snapshot.without.includes('assumed coded values');
  return [
    'Coded values that the target knows, in place of the built-in ones; the first of a list is the one that plain bodies use.',
    'The interface shows hardly any, so most built-in ones are assumed.',
    ...(isRefused ? ['This target took a plain snapshot only without them: give its own.'] : []),
  ];
}

/** All that a configuration says of a target: what is known as values, and what is not as examples. */
export function describeConfig({ settings, learned, soon }: Omit<ConfigParts, 'schema'>): readonly Section[] {
  const { target, clientSecretEnv } = settings;
  const { name, environment, baseUrl, authUrl, credentials, secondCredentials: second, expiredToken } = target;
  const { groupId, isDefaultGroup, carrierIds, planIds } = learned;
  return [
    { key: 'name', comment: ['How reports call the target.'], value: name },
    {
      key: 'environment',
      comment: ['sandbox: a run may create records, all made up and tagged. production: nothing is written.'],
      value: environment,
    },
    { key: 'baseUrl', comment: ['Base address of the API, without /api/v1.'], value: baseUrl },
    { key: 'authUrl', comment: ['Address of the token service, without /auth/public/token.'], value: authUrl },
    {
      key: 'credentials',
      comment: [
        'The API key of a run. Its secret is read from that environment variable, and does not belong in here.',
      ],
      value: { clientId: credentials.clientId, clientSecretEnv },
    },
    {
      key: 'secondCredentials',
      comment: ['A key of another organization: with it a run judges that the two see nothing of each other.'],
      value:
        second === undefined ? undefined : { clientId: second.clientId, clientSecretEnv: 'BFC_SECOND_CLIENT_SECRET' },
      example: { clientId: 'key-of-another-organization', clientSecretEnv: 'BFC_SECOND_CLIENT_SECRET' },
    },
    {
      key: 'expiredTokenEnv',
      comment: [
        'Environment variable with a token of this target that has expired, to judge that it is refused: any that is older than',
        'its lifetime.',
      ],
      value: expiredToken === undefined ? undefined : 'BFC_EXPIRED_TOKEN',
      example: 'BFC_EXPIRED_TOKEN',
    },
    {
      key: 'fixtures',
      comment: fixturesComment(learned),
      // The first group is found by itself, and under another id once a target in memory was started anew.
      value: someOf({
        groupId: isDefaultGroup === true ? undefined : groupId,
        carrierIds: filled(carrierIds),
        planIds: filled(planIds),
      }),
      example: groupId === undefined ? exampleIds : { ...exampleIds, groupId },
    },
    {
      key: 'vocabulary',
      comment: vocabularyComment(learned),
      value: someOf(learned.vocabulary),
      example: { marital_status: ['single', 'married'], salary_unit: ['year'] },
    },
    {
      key: 'linesOfCoverage',
      comment: ['Keys of lines of coverage that the target knows beyond dental and medical.'],
      value: filled(linesBeyondShown(learned)),
      example: ['vision', 'life'],
    },
    {
      key: 'reviewStatus',
      comment: ["The target's own name of the connection status that the interface writes as service_review."],
      example: 'acme_review',
    },
    {
      key: 'limits',
      comment: ['How hard the target may be driven: requests in flight, and started in a second.'],
      example: { concurrency: 4, requestsPerSecond: 10 },
    },
    {
      key: 'expect',
      comment: [
        'Open points, pinned: where the interface leaves it open, another behaviour than this one makes the target nonconformant.',
        'A report lists what was observed, in these words.',
      ],
      example: { 'renewals.edit-stale': 'refused with 409' },
    },
    {
      key: 'waive',
      comment: ['Failures accepted until a day, that day included (UTC). Every report shows them.'],
      example: [{ id: 'snapshots.echo', reason: 'middle names are cut; fixed in the next release', until: soon }],
    },
  ];
}

/** Characters of a list of plain values that still stands on one line. */
const shortList = 36;

/** A document of these members, with short lists on one line. */
function documentOf(members: Readonly<Record<string, unknown>>): Document {
  const document = new Document(members);
  visit(document, {
    Seq(_, list) {
      list.flow = list.items.every((item) => isScalar(item)) && JSON.stringify(list).length <= shortList;
    },
  });
  return document;
}

const textOf = (document: Document): string => document.toString({ lineWidth: 0, flowCollectionPadding: false });

/** Members as lines to be commented out. */
const linesOf = (members: Readonly<Record<string, unknown>>): readonly string[] =>
  textOf(documentOf(members)).trimEnd().split('\n');

/** Lines as the `yaml` package takes a comment. */
const commentOf = (lines: readonly string[]): string => lines.map((line) => ` ${line}`).join('\n');

/** Members of the example that the value lacks, where both have members. */
function missingFrom(value: unknown, example: unknown): Readonly<Record<string, unknown>> {
  const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!isObject(value) || !isObject(example)) return {};
  return Object.fromEntries(Object.entries(example).filter(([name]) => !Object.hasOwn(value, name)));
}

/** The configuration as YAML, with comments and a line that gives editors its schema. */
export function renderConfig(parts: ConfigParts): string {
  const sections = describeConfig(parts);
  const known = sections.filter(({ value }) => value !== undefined);
  const document = documentOf(Object.fromEntries(known.map(({ key, value }) => [key, value])));
  document.commentBefore = commentOf([
    `yaml-language-server: $schema=${parts.schema}`,
    'What bfc run is pointed at. Flags and BFC_* environment variables win over it.',
    'What is commented out with a key is an example: take the comment signs away to use it.',
  ]);
  const pairs = isMap<Scalar>(document.contents) ? [...document.contents.items] : [];
  // What has no value is a comment of the next member that has one.
  let above: string[] = [];
  for (const { key, comment, value, example } of sections) {
    above.push(commentOf([...comment, ...(value === undefined ? linesOf({ [key]: example }) : [])]));
    const pair = value === undefined ? undefined : pairs.shift();
    if (pair === undefined) continue;
    pair.key.spaceBefore = key !== known[0]?.key;
    pair.key.commentBefore = above.join('\n\n');
    above = [];
    const missing = missingFrom(value, example);
    if (isMap(pair.value) && Object.keys(missing).length > 0) pair.value.comment = commentOf(linesOf(missing));
  }
  document.comment = above.join('\n\n');
  return textOf(document);
}

/** Where editors find the schema of a configuration in a directory. */
export function schemaFor(directory: string, { root }: Pick<PackageInfo, 'root'>): string {
  const file = join(root, 'target/configuration/target-config.schema.json');
  const path = relative(directory, file).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}
