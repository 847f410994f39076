import type { InitSettings } from '../settings.ts';
import { isHindered, outcomeOf, type BodyTrial, type Learned } from '../probe/learned.ts';
import { linesBeyondShown, vocabularyOf } from './known-values.ts';
import type { ConfigDocument, Section } from './section.ts';

/** What a configuration is written from. */
export interface ConfigParts {
  readonly settings: InitSettings;
  readonly learned: Learned;
  /** Address of the schema, from the file. */
  readonly schema: string;
  /** A day in the near future, `YYYY-MM-DD`, for the example of a waiver. */
  readonly soon: string;
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

function trialOf(what: string, trial: BodyTrial): string {
  return `A plain ${what} was ${outcomeOf(trial)}${trial.taken ? '.' : ''}`;
}

function fixturesComment({ trial, carrierIds, planIds }: Learned): readonly string[] {
  const lines = [
    'Records that exist on the target. groupId: the group that everything is created in (default: the first one listed).',
    'carrierIds, planIds: what renewal decisions and snapshots name, the first of each most of all (default: made-up ones).',
  ];
  if (carrierIds.length + planIds.length > 0) lines.push('Those below were given, or seen in decisions of the target.');
  if (!trial.tried) return [...lines, `Whether it takes them was not tried: ${trial.why}.`];
  lines.push(trialOf('renewal decision', trial.decision), trialOf('member snapshot', trial.snapshot));
  if (isHindered(trial)) {
    lines.push(
      'Give carriers and plans that the target knows, and values it knows under vocabulary: most of a run builds on these two.',
    );
  }
  return lines;
}

function vocabularyComment({ trial }: Learned): readonly string[] {
  const lines = [
    'Coded values that the target knows, in place of the built-in ones; the first of a list is the one that plain bodies use.',
    'The interface shows hardly any, so most built-in ones are assumed.',
  ];
  const isRefused = trial.tried && trial.snapshot.taken && trial.snapshot.without.includes('assumed coded values');
  return isRefused ? [...lines, 'This target took a plain snapshot only without them: give its own.'] : lines;
}

function keySections({ settings, learned }: ConfigParts): readonly Section[] {
  const { credentials, clientSecretEnv, second, expiredTokenEnv } = settings;
  const { groupId, isDefaultGroup, carrierIds, planIds } = learned;
  return [
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
      value: second,
      example: { clientId: 'key-of-another-organization', clientSecretEnv: 'BFC_SECOND_CLIENT_SECRET' },
    },
    {
      key: 'expiredTokenEnv',
      comment: [
        'Environment variable with a token of this target that has expired, to judge that it is refused: any that is older than',
        'its lifetime.',
      ],
      value: expiredTokenEnv,
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
  ];
}

function behaviourSections({ learned, soon }: ConfigParts): readonly Section[] {
  return [
    {
      key: 'vocabulary',
      comment: vocabularyComment(learned),
      value: someOf(vocabularyOf(learned)),
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
      example: [{ id: 'snapshots.echo', reason: 'middle names are cut; mended in the next release', until: soon }],
    },
  ];
}

/** All that a configuration says of a target: what is known as values, and what is not as examples. */
export function describeConfig(parts: ConfigParts): ConfigDocument {
  const { name, environment, baseUrl, authUrl } = parts.settings;
  return {
    schema: parts.schema,
    head: [
      'What bfc run is pointed at. Flags and BFC_* environment variables win over it.',
      'What is commented out with a key is an example: take the comment signs away to use it.',
    ],
    sections: [
      { key: 'name', comment: ['How reports call the target.'], value: name },
      {
        key: 'environment',
        comment: ['sandbox: a run may create records, all made up and tagged. production: nothing is written.'],
        value: environment,
      },
      { key: 'baseUrl', comment: ['Base address of the API, without /api/v1.'], value: baseUrl },
      { key: 'authUrl', comment: ['Address of the token service, without /auth/public/token.'], value: authUrl },
      ...keySections(parts),
      ...behaviourSections(parts),
    ],
  };
}
