import type { XStatic } from 'typebox/schema';
import {
  membersOf,
  register,
  vocabulary,
  type Member,
  type RequirementId,
  type VocabularyKey,
} from '../../spec/index.ts';
import { schemaOfBody } from './target.ts';

/** The members of the bodies that a configuration can give, by path from the root. */
export const membersOfBodies: ReadonlyMap<string, Member> = new Map(
  Object.values(schemaOfBody).flatMap((schema) => [...membersOf(schema)]),
);

/** A schema with a description and, optionally, examples of its values. */
const of = <const Kind extends object>(kind: Kind, description: string, ...examples: readonly unknown[]) => ({
  ...kind,
  description,
  ...(examples.length === 0 ? {} : { examples }),
});

const closed = { type: 'object', additionalProperties: false } as const;
const object = <const Members extends object>(
  description: string,
  properties: Members,
  ...examples: readonly unknown[]
) => of({ ...closed, properties }, description, ...examples);

const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text, uniqueItems: true } as const;
const uuid = {
  type: 'string',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  examples: ['5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c01'],
} as const;
const uuids = { type: 'array', items: uuid, uniqueItems: true } as const;
const variable = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' } as const;
const duration = { type: 'string', pattern: '^[0-9]{1,6}(ms|s|m)$' } as const;
const day = { type: 'string', pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[+-][0-9]{1,5}[dm])$' } as const;

export const valueForms = ['digits', 'dashes', 'lower', 'upper', 'whole', 'omit'] as const;

const knownValues = [
  { type: 'array', minItems: 1, uniqueItems: true, items: { type: ['string', 'number', 'boolean'] } },
  { ...closed, required: ['form'], properties: { form: of({ enum: valueForms }, 'The form that the target wants.') } },
] as const;

const headerValues = [
  text,
  {
    ...closed,
    required: ['env'],
    properties: { env: of(variable, 'Name of the environment variable that holds the value.') },
  },
] as const;

const planNamed = [{ required: ['id'] }, { required: ['name'] }] as const;

/** How messages name the patterns and alternatives of the schema. */
export const demandNames: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [uuid.pattern, 'a UUID'],
  [variable.pattern, 'the name of an environment variable'],
  [duration.pattern, 'a duration, written like 500ms, 5s or 2m'],
  [day.pattern, 'a day, written YYYY-MM-DD, +90d or +2m'],
  [knownValues, `a list of values, or { form: NAME } with one of ${valueForms.join(', ')}`],
  [headerValues, 'a text, or { env: NAME }'],
  [planNamed, 'given its id or its name'],
]);

const body = (endpoint: string) =>
  of({ type: 'object', additionalProperties: true, minProperties: 1 }, `The body of ${endpoint}.`);

const credentials = {
  clientId: of(text, 'The CLIENT_ID of the key.', 'my-key'),
  clientSecretEnv: of(variable, 'Name of the environment variable that holds the CLIENT_SECRET.', 'BFC_CLIENT_SECRET'),
  clientSecret: of(
    text,
    'The CLIENT_SECRET itself; wins over clientSecretEnv. Only for files that nobody else gets to see.',
  ),
};

/** The requirement ids, for completion in editors, typed as the ids that they are. */
const requirementIds = register.map(({ id }) => id) as unknown as readonly [RequirementId];
const openPoints = Object.fromEntries(
  register.filter(({ level }) => level === 'open').map(({ id, statement }) => [id, { description: statement }]),
) as unknown as Readonly<Record<RequirementId, { readonly description: string }>>;

const coded = { type: 'array', minItems: 1, items: { type: 'string' }, uniqueItems: true } as const;
const codedMembers = Object.fromEntries(
  Object.entries(vocabulary).map(([key, values]) => {
    const members = [...membersOfBodies.values()].filter((member) => member.vocabulary === key);
    const names = members.map(({ path }) => path.replaceAll('[]', '').split('.').slice(-2).join('.'));
    const usual = values.slice(0, 2).map(({ value }) => value);
    return [key, of(coded, `Values of ${[...new Set(names)].join(' and ')}.`, usual)];
  }),
) as unknown as Readonly<Record<VocabularyKey, typeof coded>>;

const plan = {
  ...closed,
  // Not part of the type, so that an editor shows one kind of plan rather than two.
  ...({ anyOf: planNamed } as object),
  properties: {
    id: of(uuid, 'The plan_id.'),
    carrierId: of(uuid, 'The carrier whose plan it is.'),
    lineOfCoverage: of(text, 'The key of its line of coverage.', 'medical'),
    name: of(text, 'Its name.', 'Gold PPO 500'),
    planType: of(text, 'Its plan_type.', 'ppo'),
    metalTier: of(text, 'Its metal_tier.', 'gold'),
  },
} as const;

const waiver = {
  ...closed,
  required: ['id', 'reason', 'until'],
  properties: {
    id: of({ type: 'string', enum: requirementIds }, 'The id of the requirement that fails; bfc list gives them all.'),
    reason: of(
      text,
      'Why that is accepted, for the readers of the report.',
      'middle names are cut; fixed in the next release',
    ),
    until: of(
      { type: 'string', format: 'date' },
      'The last day on which it is accepted, written YYYY-MM-DD; it ends at midnight UTC.',
      '2027-03-31',
    ),
    intermittent: of(
      { type: 'boolean', default: false },
      'Whether only some runs show the failure, such as those of another profile. Then a pass is no reason to remove it before its last day.',
    ),
  },
} as const;

/** The default limits: on loopback no other system is affected; any other target gets few requests. */
export const defaultLimits = {
  loopback: { concurrency: 32 },
  remote: { concurrency: 4, requestsPerSecond: 10 },
  /** How long a target may take until a write shows up in reads. */
  settle: '5s',
} as const;

const { loopback, remote } = defaultLimits;

/** What a configuration file may hold: the single source of its types, its validation and the published schema. */
export const targetConfigSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:benefits-fulfillment-conformance:target-config',
  title: 'Configuration of a target',
  ...object(
    'The service that a run is pointed at, and what is known of it. Flags and BFC_* environment variables win over this file. Needed are baseUrl, authUrl and credentials, wherever they are given.',
    {
      $schema: of({ type: 'string' }, 'Address of this schema, for editors; a run does not look at it.'),
      name: of(text, 'How reports call the target. Default: the host of baseUrl.', 'our sandbox'),
      environment: of(
        { enum: ['sandbox', 'production'] },
        'A sandbox may be written to: a run creates records there, all made up and tagged. Production is only read, unless --allow-writes is given. Default: production, or sandbox for a loopback address.',
      ),
      baseUrl: of(
        text,
        'Base address of the API, without /api/v1; may have a path of its own.',
        'https://sandbox.example.com/benefits',
      ),
      authUrl: of(
        text,
        'Address of the token service, without /auth/public/token; may be the same as baseUrl.',
        'https://auth.example.com',
      ),
      credentials: object('The API key that a run uses.', credentials),
      secondCredentials: object(
        'An API key of another organization: with it a run judges that the two see nothing of each other. Without it isolation stays undecided.',
        credentials,
      ),
      expiredTokenEnv: of(
        variable,
        'Name of the environment variable that holds a token of this target which has expired: any token that is older than its lifetime. Without one it stays undecided how expired tokens are answered.',
        'BFC_EXPIRED_TOKEN',
      ),
      expiredToken: of(text, 'Such a token itself; wins over expiredTokenEnv.'),
      fixtures: object('Records that exist on the target: what a run may refer to.', {
        groupId: of(uuid, 'The group that everything is created in. Default: the first one that the target lists.'),
        carrierIds: of(
          uuids,
          'Carriers that the target knows; plain bodies name the first. Default: made-up ones, which a target may refuse.',
        ),
        planIds: of(
          uuids,
          'Plans that the target knows; plain bodies name the first. Default: made-up ones, which a target may refuse.',
        ),
        plans: of({ type: 'array', items: plan }, 'The same with what is known of each: at least its id or its name.'),
      }),
      bodies: object(
        "Bodies that the target takes, in place of the suite's own: each written out, or { patch: … } with a JSON merge patch of the suite's own, or { file: PATH } with either as JSON or YAML, relative to the configuration. Texts may hold placeholders.",
        { connection: body('E2'), decision: body('E3 and E4'), snapshot: body('E6') },
        { decision: { patch: { renewal_date: '{month:+2}' } }, snapshot: { file: 'bodies/snapshot.yaml' } },
      ),
      values: of(
        { type: 'object', additionalProperties: { anyOf: knownValues } },
        'Values of members by path from the root of a body, [] for items and * for any key: a list of those that the target takes, or the form it wants them in.',
        { 'employee.person.ssn': { form: 'digits' }, 'employee.employment.occupation': ['Baker'] },
      ),
      dates: object(
        'Days that the target takes: YYYY-MM-DD, or relative to the day of the run, as +90d for a day or +2m for the first day of a month.',
        {
          firstRenewal: of(day, 'The first day that a renewal may be on.', '+60d'),
          lastRenewal: of(day, 'The last one.', '+12m'),
          step: of(
            { enum: ['day', 'month', 'quarter', 'year'] },
            'Whether a renewal may be on any day, or on the first day of a month, a quarter or a year alone.',
          ),
          coverageStart: of(day, 'The day that coverages begin on.', '+1m'),
        },
      ),
      vocabulary: object(
        'Values of coded fields that the target knows, in place of the built-in ones. Plain bodies use the first of a list. The interface shows hardly any value, so most built-in ones are assumed.',
        codedMembers,
      ),
      linesOfCoverage: of(
        texts,
        'Keys of lines_of_coverage that the target knows beyond dental and medical, which alone are shown.',
        ['vision', 'life'],
      ),
      reviewStatus: of(
        text,
        "The target's own name of the connection status that the interface writes as service_review. Without it that status counts as unknown.",
        'acme_review',
      ),
      limits: object('How many requests the target is sent at most, and how long it may take.', {
        concurrency: of(
          { type: 'integer', minimum: 1, maximum: 1024 },
          `Requests in flight at one time, at the API and the token service each. Default: ${loopback.concurrency} on a loopback address, otherwise ${remote.concurrency}.`,
          4,
        ),
        requestsPerSecond: of(
          { type: 'number', exclusiveMinimum: 0 },
          `Requests started in a second. Default: no limit on a loopback address, otherwise ${remote.requestsPerSecond}.`,
          10,
        ),
        tokensPerMinute: of(
          { type: 'integer', minimum: 1 },
          'Token requests started in a minute. Default: no limit of their own.',
          5,
        ),
        settle: of(
          duration,
          `How long it may take until what was written shows in what is read. Default: ${defaultLimits.settle}.`,
          '500ms',
          '30s',
        ),
      }),
      headers: of(
        { type: 'object', additionalProperties: { anyOf: headerValues } },
        'Headers that every request carries, token requests among them, such as the key of a gateway: each a text, or { env: NAME } with the environment variable that holds it. Values are kept out of all that is written.',
        { 'X-Gateway-Key': { env: 'GATEWAY_KEY' } },
      ),
      tls: object('PEM files for https, relative to the configuration.', {
        ca: of(
          text,
          'Certificates of the authorities that the target is trusted by. Default: those of Node.',
          'certificates/ca.pem',
        ),
        cert: of(text, 'The certificate that a run identifies itself with.', 'certificates/client.pem'),
        key: of(text, 'The private key of that certificate.', 'certificates/client.key'),
      }),
      expect: object(
        'Open points, pinned: each is left open by the interface, and another behaviour than the one given here makes the target nonconformant. Values are written as the observations of a report give them.',
        openPoints,
        { 'renewals.edit-stale': 'refused with 409' },
      ),
      waive: of(
        { type: 'array', items: waiver },
        'Failures accepted until a day. Every report shows them; one that is over, or not needed any more, fails the gate.',
      ),
    },
  ),
} as const;

/** The type of a value as its author may write it: read-only, with `undefined` allowed for omitted members. */
type Written<T> = T extends readonly (infer Item)[]
  ? readonly Written<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Written<T[Key]> | ({} extends Pick<T, Key> ? undefined : never) }
    : T;

/** What a configuration file may say about a target; flags and environment variables win over it. */
export type TargetConfig = Written<XStatic<typeof targetConfigSchema>>;

/** Returns a configuration unchanged: lets an editor check and complete `conformance.config.ts`. */
export function defineConfig(config: TargetConfig): TargetConfig {
  return config;
}
