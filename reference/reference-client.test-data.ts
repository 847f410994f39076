import { validator } from '../spec/validator.ts';
import {
  endpoints,
  isObject,
  schemas,
  type Employee,
  type EndpointId,
  type GroupConnectionInput,
  type MemberSnapshotInput,
  type RenewalDecisionInput,
  type RenewalPlanInput,
  type SchemaName,
  type SchemaTypes,
} from '../spec/index.ts';
import { startReference, type ReferenceOptions, type RunningReference } from './start-reference.ts';
import { parsed } from './json-values.ts';

export type Fixtures = RunningReference['fixtures'];

/** The value with the part at a JSON pointer replaced. */
export function put(value: unknown, pointer: string, other: unknown): unknown {
  const [, name, rest] = /^\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  if (name === undefined || rest === undefined) return other;
  if (Array.isArray(value)) return value.with(Number(name), put(value[Number(name)], rest, other));
  return isObject(value) ? { ...value, [name]: put(value[name], rest, other) } : value;
}

export function firstOf({ carrierIds, planIds }: Fixtures): { readonly carrierId: string; readonly planId: string } {
  const [[carrierId], [planId]] = [carrierIds, planIds];
  if (carrierId === undefined || planId === undefined) throw new TypeError('there are no fixtures');
  return { carrierId, planId };
}

export const connectionBody = (fixtures: Fixtures): Required<GroupConnectionInput> => ({
  carrier_id: firstOf(fixtures).carrierId,
  federal_ein: '00-3000001',
  group_data: { carrier_group_id: 'C-1', group_name: 'Kite Workshop' },
});

export const decisionBody = (
  fixtures: Fixtures,
  plans: RenewalPlanInput[] = [{ plan_id: firstOf(fixtures).planId }],
  renewalDate = '2027-01-01',
): Required<RenewalDecisionInput> => ({
  renewal_date: renewalDate,
  body: {
    carriers: [
      {
        carrier_id: firstOf(fixtures).carrierId,
        lines_of_coverage: {
          medical: { open_enrollment_start_date: '2026-11-01', open_enrollment_end_date: '2026-11-30', plans },
        },
      },
    ],
  },
});

const address = { street_one: '1 Sample Street', city: 'Sampleton', state: 'CA', zip_code: '00000' };

const person = (first: string): Pick<Employee, 'person'> => ({
  person: {
    first_name: first,
    middle_name: 'M',
    last_name: 'Sample',
    suffix: '',
    date_of_birth: '1984-02-29',
    sex: 'female',
    marital_status: 'single',
    ssn: '900-00-0001',
    home_address: { ...address, county: 'Sample' },
    mailing_address: address,
    contact: {
      email_address: 'sample@example.com',
      email_address_type: 'personal',
      home_phone: '+15550100',
      work_phone: '+15550101',
      preferred_method: 'email',
    },
  },
});

export const employeeId = '00000000-0000-4000-8000-0000000000e1';

/** An employee and a dependent, covered at two carriers, with every documented member: any dialect accepts it. */
export function snapshotBody({ carrierIds, planIds }: Fixtures, id = employeeId): MemberSnapshotInput {
  const [first, second] = carrierIds;
  const [planId] = planIds;
  if (first === undefined || second === undefined || planId === undefined) throw new TypeError('there are no fixtures');
  const dependentId = '00000000-0000-7000-8000-00000000d001';
  const enrolled = (individual: string, type: 'employee' | 'dependent') => ({
    individual_id: individual,
    individual_type: type,
    event_id: 'oe',
    effective_start_date: '2026-02-01',
    effective_end_date: '9999-12-31',
  });
  return {
    employee: {
      id,
      custom_individual_id: 'E-1',
      event_id: 'oe',
      classifications: { division: 'North' },
      ...person('Ada'),
      employment: {
        employment_dates: { hire_date: '2016-02-01', full_time_start: '2016-03-01' },
        employment_status: 'full_time',
        hours_worked: 40,
        occupation: 'Analyst',
        salary: { amount: 52_000.5, effective_date: '2021-01-01', type: 'base', unit: 'year' },
      },
    },
    dependents: [
      { id: dependentId, custom_individual_id: 'D-1', event_id: 'oe', ...person('Ben'), relationship: 'child' },
    ],
    events: [{ id: 'oe', date: '2026-01-10', reason: 'open_enrollment', type: 'coverage' }],
    coverages: [
      {
        carrier_id: first,
        line_of_coverage: 'medical',
        plan_id: planId,
        enrolled_members: [enrolled(id, 'employee'), enrolled(dependentId, 'dependent')],
      },
      { carrier_id: second, line_of_coverage: 'dental', plan_name: 'Dental PPO', enrolled_members: [] },
      {
        carrier_id: first,
        line_of_coverage: 'life',
        plan_name: 'Term Life',
        enrolled_members: [{ ...enrolled(id, 'employee'), volume: 50_000.5 }],
      },
    ].map((coverage) => ({ signature_date: '2026-01-10', ...coverage })),
    enable_member_auto_link: false,
    snapshot_mode: 'current_open',
  };
}

/** A clock that starts on 15 January 2026, at noon. */
export function steppedClock() {
  let now = Date.UTC(2026, 0, 15, 12);
  return {
    now: () => now,
    step(milliseconds: number): void {
      now += milliseconds;
    },
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

interface Said {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text or bytes already. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole Authorization header; null: none is sent. Default: a good token of the first organization. */
  readonly authorization?: string | null;
}

/** The value, typed by its schema; throws with what is wrong if it does not conform. */
export function expectSchema<Name extends SchemaName>(name: Name, value: unknown): SchemaTypes[Name] {
  if (validator.accepts(name, value)) return value;
  throw new TypeError(`not a ${schemas[name].title ?? name}: ${JSON.stringify(validator.validate(name, value))}`);
}

async function request(url: string, method: string, headers: Record<string, string>, body: unknown): Promise<Reply> {
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    // A service may close idle connections: the next request over a kept one would then fail.
    headers: { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: raw }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

export const basic = ({ clientId, clientSecret }: RunningReference['credentials']): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** Starts a reference service on a stepped clock, and gets a token for each organization. */
export async function startClient(options: ReferenceOptions = {}) {
  const clock = steppedClock();
  const dialect = { tokenAlgorithm: 'ES256', ...options.dialect } as const;
  const reference = await startReference({ clock, ...options, dialect });
  const token = async (credentials: RunningReference['credentials']): Promise<string> => {
    const headers = { authorization: basic(credentials) };
    const { json } = await request(`${reference.authUrl}/auth/public/token`, 'POST', headers, {
      grant_type: 'client_credentials',
    });
    return expectSchema('token-response', json).access_token;
  };
  const bearers = async () => ({
    first: `Bearer ${await token(reference.credentials)}`,
    second: `Bearer ${await token(reference.secondCredentials)}`,
  });
  let current = await bearers();
  const send = (method: string, path: string, said: Said = {}): Promise<Reply> => {
    const { authorization = current.first, headers, body, query } = said;
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const all = { ...(authorization === null ? {} : { authorization }), ...headers };
    return request(`${reference.baseUrl}${path}${search}`, method, all, body);
  };
  return {
    ...reference,
    clock,
    get bearer(): string {
      return current.first;
    },
    get secondBearer(): string {
      return current.second;
    },
    async later(milliseconds: number): Promise<void> {
      clock.step(milliseconds);
      current = await bearers();
    },
    send,
    call(endpoint: EndpointId, said: Said = {}): Promise<Reply> {
      const { method, path } = endpoints[endpoint];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => said.path?.[name] ?? '');
      return send(method, filled, said);
    },
  };
}

export type ReferenceClient = Awaited<ReturnType<typeof startClient>>;

export async function withClient(options: ReferenceOptions, check: (client: ReferenceClient) => Promise<void>) {
  const client = await startClient(options);
  try {
    await check(client);
  } finally {
    await client.close();
  }
}

export async function foreignGroup(client: ReferenceClient): Promise<string> {
  const { json } = await client.call('E1', { authorization: client.secondBearer });
  return expectSchema('group-page', json).response[0]?.id ?? '';
}

export const postConnection = (client: ReferenceClient, more: object = {}): Promise<Reply> =>
  client.call('E2', { body: { ...connectionBody(client.fixtures), ...more } });

/** Creates a decision; default: for the first plan, in the first group. */
export const postDecision = (
  client: ReferenceClient,
  body: unknown = decisionBody(client.fixtures),
  group_id = client.fixtures.groupId,
): Promise<Reply> => client.call('E3', { path: { group_id }, body });

/** Submits a snapshot; default: with every documented member, in the first group. */
export const postSnapshot = (
  client: ReferenceClient,
  body: unknown = snapshotBody(client.fixtures),
  group_id = client.fixtures.groupId,
): Promise<Reply> => client.call('E6', { path: { group_id }, body });

const answered =
  <Name extends SchemaName, Given extends readonly unknown[]>(name: Name, ask: (...given: Given) => Promise<Reply>) =>
  async (...given: Given): Promise<SchemaTypes[Name]> =>
    expectSchema(name, (await ask(...given)).json);

export const connection = answered('group-connection', postConnection);
export const decision = answered('renewal-decision', postDecision);
export const snapshot = answered('snapshot', postSnapshot);

export const listGroups = answered('group-page', (client: ReferenceClient, query: Said['query'] = {}) =>
  client.call('E1', { query }),
);
export const listDecisions = answered(
  'renewal-decision-page',
  (client: ReferenceClient, group_id: string = client.fixtures.groupId) => client.call('E5', { path: { group_id } }),
);
export const readSnapshot = answered('snapshot', (client: ReferenceClient, snapshot_id: string) =>
  client.call('E7', { path: { snapshot_id } }),
);
export const listSnapshots = answered(
  'snapshot-page',
  (client: ReferenceClient, employee_id: string = employeeId, query: Said['query'] = {}) =>
    client.call('E8', { path: { employee_id }, query }),
);
