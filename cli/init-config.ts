import { Document, isMap } from 'yaml';
import { createPage } from '../reporters/terminal/page.ts';
import { filled, objectOf, present } from '../spec/index.ts';
import { targetConfigSchema } from '../target/configuration/target-config.ts';
import { lines, type Lines } from '../results/printable.ts';
import { isBlocked, type Learned } from './init-probe.ts';

export interface SchemaMember {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly items?: SchemaMember;
  readonly properties?: Readonly<Record<string, SchemaMember>>;
}

const secondSecretEnv = 'BFC_SECOND_CLIENT_SECRET';

/** The members that are not absent or empty lists; undefined if there are none. */
function someOf(members: object): object | undefined {
  const found = filled(members);
  return Object.keys(found).length === 0 ? undefined : found;
}

function valuesOf({ target, isDefaultGroup }: Learned, clientSecretEnv: string): Readonly<Record<string, unknown>> {
  const { credentials, secondCredentials: second, expiredToken, fixtures, linesOfCoverage } = target;
  return {
    name: target.name,
    environment: target.environment,
    baseUrl: target.baseUrl,
    authUrl: target.authUrl,
    credentials: { clientId: credentials.clientId, clientSecretEnv },
    secondCredentials: second && { clientId: second.clientId, clientSecretEnv: secondSecretEnv },
    expiredTokenEnv: expiredToken && 'BFC_EXPIRED_TOKEN',
    // A run finds the first group by itself, and a restarted in-memory target gives it another id.
    fixtures: someOf({ ...fixtures, groupId: isDefaultGroup ? undefined : fixtures.groupId }),
    values: someOf(target.values),
    dates: someOf(target.dates),
    vocabulary: someOf(target.vocabulary),
    linesOfCoverage: linesOfCoverage.length === 0 ? undefined : linesOfCoverage,
  };
}

function notesOf(learned: Learned): Readonly<Record<string, Lines>> {
  const { trial, target } = learned;
  const { carrierIds, planIds } = target.fixtures;
  const outcomes =
    'notTried' in trial
      ? [`Plain bodies were not tried: ${trial.notTried}.`]
      : [
          `A plain renewal decision was ${trial.decision.outcome}`,
          `A plain member snapshot was ${trial.snapshot.outcome}`,
        ];
  return {
    credentials: 'The secret is read from that environment variable, and does not belong in here.',
    fixtures: [
      carrierIds.length + planIds.length > 0 && 'Those below were given, or seen in decisions of the target.',
      outcomes,
      isBlocked(learned) &&
        'Give carriers and plans that the target knows, and values it knows under vocabulary: most of a run builds on these two.',
    ],
    values: someOf(target.values) && 'Those below are how the saved traffic has them; omit: it never has the member.',
  };
}

/** The most members of an example that is composed of its members' examples. */
const mostMembers = 4;

/** The schema's example of a member, or one composed of the examples within it; undefined if there are none. */
function exampleIn({ examples, items, properties = {} }: SchemaMember): unknown {
  if (examples !== undefined) return examples[0];
  if (items !== undefined) return [exampleIn(items)];
  const members = Object.entries(properties).map(([name, member]) => [name, exampleIn(member)] as const);
  return someOf(Object.fromEntries(members.filter(([, example]) => example !== undefined).slice(0, mostMembers)));
}

const page = createPage(118, false);

/** Everything that a configuration says about a target. @param soon - last day of the waiver in the example */
export function describeConfig(learned: Learned, clientSecretEnv: string, soon: string) {
  // Secrets are not written, and the address of the schema has a line of its own.
  const { $schema: _schema, expiredToken: _secret, ...members } = targetConfigSchema.properties;
  const values = valuesOf(learned, clientSecretEnv);
  const notes = notesOf(learned);
  const examples: Readonly<Record<string, unknown>> = {
    secondCredentials: { clientId: 'key-of-another-organization', clientSecretEnv: secondSecretEnv },
    fixtures: { ...objectOf(exampleIn(members.fixtures)), ...present({ groupId: learned.target.fixtures.groupId }) },
    waive: [{ id: 'snapshots.echo', reason: 'middle names are cut; fixed in the next release', until: soon }],
  };
  return Object.entries<SchemaMember>(members).map(([key, member]) => ({
    key,
    comment: [...page.wrap(member.description ?? '', ''), ...lines(notes[key])].join('\n'),
    value: values[key],
    /** An example: what the value lacks of it is written as a comment. */
    example: examples[key] ?? exampleIn(member),
  }));
}

type Section = ReturnType<typeof describeConfig>[number];

const commentOf = (text: string): string => text.trimEnd().replaceAll(/^/gm, ' ');

const textOf = (document: Document): string => document.toString({ lineWidth: 0, flowCollectionPadding: false });

function missingFrom(value: unknown, example: unknown): object | undefined {
  if (typeof value !== 'object' || typeof example !== 'object' || value === null || example === null) return undefined;
  return someOf(Object.fromEntries(Object.entries(example).filter(([name]) => !Object.hasOwn(value, name))));
}

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

/** A configuration as YAML, with comments, and with a line that tells editors its schema. */
export function renderConfig(sections: readonly Section[], schema: string): string {
  const head = `# yaml-language-server: $schema=${schema}
# What bfc run is pointed at. Flags and BFC_* environment variables win over it.
# What is commented out with a key is an example: take the comment signs away to use it.`;
  return `${[head, ...sections.map(renderSection)].join('\n\n')}\n`;
}
