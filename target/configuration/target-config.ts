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

/** An object without members of other names. */
const closed = { type: 'object', additionalProperties: false } as const;
const text = { type: 'string', minLength: 1 } as const;
const uuid = {
  type: 'string',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  examples: ['5b0c2f3e-6f0a-4c5e-9d0e-1f6f2a7b3c01'],
} as const;
const variable = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' } as const;
const uuids = { type: 'array', items: uuid, uniqueItems: true } as const;
const duration = { type: 'string', pattern: '^[0-9]{1,6}(ms|s|m)$' } as const;
const day = { type: 'string', pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[+-][0-9]{1,5}[dm])$' } as const;

/** Forms that values can be wanted in. */
export const valueForms = ['digits', 'dashes', 'lower', 'upper', 'whole', 'omit'] as const;

const knownValues = [
  { type: 'array', minItems: 1, uniqueItems: true, items: { type: ['string', 'number', 'boolean'] } },
  {
    ...closed,
    required: ['form'],
    properties: { form: { enum: valueForms, description: 'The form that the target wants.' } },
  },
] as const;

const headerValues = [
  text,
  {
    ...closed,
    required: ['env'],
    properties: { env: { ...variable, description: 'Name of the environment variable that holds the value.' } },
  },
] as const;

const planNamed = [{ required: ['id'] }, { required: ['name'] }] as const;

/** What the patterns and choices of the schema stand for, for messages. */
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
  ({
    type: 'object',
    additionalProperties: true,
    minProperties: 1,
    description: `The body of ${endpoint}.`,
  }) as const;

const credentials = {
  ...closed,
  properties: {
    clientId: { ...text, description: 'The CLIENT_ID of the key.', examples: ['my-key'] },
    clientSecretEnv: {
      ...variable,
      description: 'Name of the environment variable that holds the CLIENT_SECRET.',
      examples: ['BFC_CLIENT_SECRET'],
    },
    clientSecret: {
      ...text,
      description: 'The CLIENT_SECRET itself; wins over clientSecretEnv. Only for files that nobody else gets to see.',
    },
  },
} as const;

/** The ids, for the completion of editors, typed as what each of them is. */
const requirementIds = register.map(({ id }) => id) as unknown as readonly [RequirementId];
const openPoints = Object.fromEntries(
  register.filter(({ level }) => level === 'open').map(({ id, statement }) => [id, { description: statement }]),
) as unknown as Readonly<Record<RequirementId, { readonly description: string }>>;

const coded = { type: 'array', minItems: 1, items: { type: 'string' }, uniqueItems: true } as const;
const codedMembers = Object.fromEntries(
  Object.entries(vocabulary).map(([key, values]) => {
    const members = [...membersOfBodies.values()].filter((member) => member.vocabulary === key);
    const names = members.map(({ path }) => path.replaceAll('[]', '').split('.').slice(-2).join('.'));
    const description = `Values of ${[...new Set(names)].join(' and ')}.`;
    return [key, { ...coded, description, examples: [values.slice(0, 2).map(({ value }) => value)] }];
  }),
) as unknown as Readonly<Record<VocabularyKey, typeof coded>>;

/**
 * What a configuration file may hold, as JSON Schema: the one definition of its types, of its validation and of the
 * published `target-config.schema.json`.
 */
export const targetConfigSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:benefits-fulfillment-conformance:target-config',
  title: 'Configuration of a target',
  description:
    'The service that a run is pointed at, and what is known of it. Flags and BFC_* environment variables win over this file. Needed are baseUrl, authUrl and credentials, wherever they are given.',
  ...closed,
  properties: {
    $schema: { type: 'string', description: 'Address of this schema, for editors; a run does not look at it.' },
    name: {
      ...text,
      description: 'How reports call the target. Default: the host of baseUrl.',
      examples: ['our sandbox'],
    },
    environment: {
      enum: ['sandbox', 'production'],
      description:
        'A sandbox may be written to: a run creates records there, all made up and tagged. Production is only read, unless --allow-writes is given. Default: production, or sandbox for a loopback address.',
    },
    baseUrl: {
      ...text,
      description: 'Base address of the API, without /api/v1; may have a path of its own.',
      examples: ['https://sandbox.example.com/benefits'],
    },
    authUrl: {
      ...text,
      description: 'Address of the token service, without /auth/public/token; may be the same as baseUrl.',
      examples: ['https://auth.example.com'],
    },
    credentials: { ...credentials, description: 'The API key that a run uses.' },
    secondCredentials: {
      ...credentials,
      description:
        'An API key of another organization: with it a run judges that the two see nothing of each other. Without it isolation stays undecided.',
    },
    expiredTokenEnv: {
      ...variable,
      description:
        'Name of the environment variable that holds a token of this target which has expired: any token that is older than its lifetime. Without one it stays undecided how expired tokens are answered.',
      examples: ['BFC_EXPIRED_TOKEN'],
    },
    expiredToken: { ...text, description: 'Such a token itself; wins over expiredTokenEnv.' },
    fixtures: {
      ...closed,
      description: 'Records that exist on the target: what a run may refer to.',
      properties: {
        groupId: {
          ...uuid,
          description: 'The group that everything is created in. Default: the first one that the target lists.',
        },
        carrierIds: {
          ...uuids,
          description:
            'Carriers that the target knows; plain bodies name the first. Default: made-up ones, which a target may refuse.',
        },
        planIds: {
          ...uuids,
          description:
            'Plans that the target knows; plain bodies name the first. Default: made-up ones, which a target may refuse.',
        },
        plans: {
          type: 'array',
          description: 'The same with what is known of each: at least its id or its name.',
          items: {
            ...closed,
            // Not part of the type: an editor shows one kind of plan, not two.
            ...({ anyOf: planNamed } as object),
            properties: {
              id: { ...uuid, description: 'The plan_id.' },
              carrierId: { ...uuid, description: 'The carrier whose plan it is.' },
              lineOfCoverage: { ...text, description: 'The key of its line of coverage.', examples: ['medical'] },
              name: { ...text, description: 'Its name.', examples: ['Gold PPO 500'] },
              planType: { ...text, description: 'Its plan_type.', examples: ['ppo'] },
              metalTier: { ...text, description: 'Its metal_tier.', examples: ['gold'] },
            },
          },
        },
      },
    },
    bodies: {
      ...closed,
      description:
        "Bodies that the target takes, in place of the suite's own: each written out, or { patch: … } with a JSON merge patch of the suite's own, or { file: PATH } with either as JSON or YAML, relative to the configuration. Texts may hold placeholders.",
      examples: [{ decision: { patch: { renewal_date: '{month:+2}' } }, snapshot: { file: 'bodies/snapshot.yaml' } }],
      properties: {
        connection: body('E2'),
        decision: body('E3 and E4'),
        snapshot: body('E6'),
      },
    },
    values: {
      type: 'object',
      description:
        'Values of members by path from the root of a body, [] for items and * for any key: a list of those that the target takes, or the form it wants them in.',
      examples: [{ 'employee.person.ssn': { form: 'digits' }, 'employee.employment.occupation': ['Baker'] }],
      additionalProperties: { anyOf: knownValues },
    },
    dates: {
      ...closed,
      description:
        'Days that the target takes: YYYY-MM-DD, or relative to the day of the run, as +90d for a day or +2m for the first day of a month.',
      properties: {
        firstRenewal: { ...day, description: 'The first day that a renewal may be on.', examples: ['+60d'] },
        lastRenewal: { ...day, description: 'The last one.', examples: ['+12m'] },
        step: {
          enum: ['day', 'month', 'quarter', 'year'],
          description:
            'Whether a renewal may be on any day, or on the first day of a month, a quarter or a year alone.',
        },
        coverageStart: { ...day, description: 'The day that coverages begin on.', examples: ['+1m'] },
      },
    },
    vocabulary: {
      ...closed,
      description:
        'Values of coded fields that the target knows, in place of the built-in ones. Plain bodies use the first of a list. The interface shows hardly any value, so most built-in ones are assumed.',
      properties: codedMembers,
    },
    linesOfCoverage: {
      type: 'array',
      items: text,
      uniqueItems: true,
      description: 'Keys of lines_of_coverage that the target knows beyond dental and medical, which alone are shown.',
      examples: [['vision', 'life']],
    },
    reviewStatus: {
      ...text,
      description:
        "The target's own name of the connection status that the interface writes as service_review. Without it that status counts as unknown.",
      examples: ['acme_review'],
    },
    limits: {
      ...closed,
      description: 'How many requests the target is sent at most, and how long it may take.',
      properties: {
        concurrency: {
          type: 'integer',
          minimum: 1,
          maximum: 1024,
          description:
            'Requests in flight at one time, at the API and the token service each. Default: 32 on a loopback address, otherwise 4.',
        },
        requestsPerSecond: {
          type: 'number',
          exclusiveMinimum: 0,
          description: 'Requests started in a second. Default: no limit on a loopback address, otherwise 10.',
        },
        tokensPerMinute: {
          type: 'integer',
          minimum: 1,
          description: 'Token requests started in a minute. Default: no limit of their own.',
        },
        settle: {
          ...duration,
          description: 'How long it may take until what was written shows in what is read. Default: 5s.',
          examples: ['500ms', '30s'],
        },
      },
    },
    headers: {
      type: 'object',
      description:
        'Headers that every request carries, token requests among them, such as the key of a gateway: each a text, or { env: NAME } with the environment variable that holds it. Values are kept out of all that is written.',
      examples: [{ 'X-Gateway-Key': { env: 'GATEWAY_KEY' } }],
      additionalProperties: { anyOf: headerValues },
    },
    tls: {
      ...closed,
      description: 'PEM files for https, relative to the configuration.',
      properties: {
        ca: {
          ...text,
          description: 'Certificates of the authorities that the target is trusted by. Default: those of Node.',
          examples: ['certificates/ca.pem'],
        },
        cert: { ...text, description: 'The certificate that a run identifies itself with.' },
        key: { ...text, description: 'The private key of that certificate.' },
      },
    },
    expect: {
      ...closed,
      description:
        'Open points, pinned: each is left open by the interface, and another behaviour than the one given here makes the target nonconformant. Values are written as the observations of a report give them.',
      examples: [{ 'renewals.edit-stale': 'refused with 409' }],
      properties: openPoints,
    },
    waive: {
      type: 'array',
      description:
        'Failures accepted until a day. Every report shows them; one that is over, or not needed any more, fails the gate.',
      items: {
        ...closed,
        required: ['id', 'reason', 'until'],
        properties: {
          id: {
            type: 'string',
            enum: requirementIds,
            description: 'The id of the requirement that fails; bfc list gives them all.',
          },
          reason: {
            ...text,
            description: 'Why that is accepted, for the readers of the report.',
            examples: ['middle names are cut; fixed in the next release'],
          },
          until: {
            type: 'string',
            format: 'date',
            description: 'The last day on which it is accepted, written YYYY-MM-DD; it ends at midnight UTC.',
            examples: ['2027-03-31'],
          },
          intermittent: {
            type: 'boolean',
            default: false,
            description:
              'Whether only some runs show the failure, such as those of another profile. Then a pass is no reason to remove it before its last day.',
          },
        },
      },
    },
  },
} as const;

/** The type of a value as its author may write it: read-only, and with `undefined` for what is left out. */
type Written<T> = T extends readonly (infer Item)[]
  ? readonly Written<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Written<T[Key]> | ({} extends Pick<T, Key> ? undefined : never) }
    : T;

/**
 * What a configuration file may say of a target. Each member may also come from a flag or an environment variable, which
 * win over the file in that order.
 */
export type TargetConfig = Written<XStatic<typeof targetConfigSchema>>;

/** Gives a configuration back as it is: lets an editor check and complete `conformance.config.ts`. */
export function defineConfig(config: TargetConfig): TargetConfig {
  return config;
}
