import { type EndpointId, type RequirementId, endpoints, present } from '../../spec/index.ts';
import { type AnsweredExchange, readBody } from '../../target/exchange.ts';

/** A JSON object of a sample; members that are undefined are left out of it. */
export type Json = Readonly<Record<string, unknown>>;

/** How an exchange of a sample differs from an ordinary one. */
export interface Sample {
  readonly endpoint: EndpointId | 'token';
  readonly status: number;
  /** Text of the answer, or its bytes; it is read like that of a target. */
  readonly text: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON that was sent. */
  readonly sent?: unknown;
  /** Text that was sent and is not JSON of the suite's making. */
  readonly body?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly access?: AnsweredExchange['access'];
  readonly accessCase?: string;
  /** Milliseconds from and to which it was under way; by default after the one before. */
  readonly at?: readonly [start: number, end: number];
}

/** A sequence of exchanges that breaks a requirement, keeps it, or says nothing of it, with what is special about it. */
export type SequenceSample = ReturnType<ReturnType<typeof sequence>>;

const sequence =
  (stands: 'breaks' | 'holds' | 'says nothing') =>
  (name: string, ...exchanges: readonly Sample[]) => ({ stands, name, exchanges });

export const breaks = sequence('breaks');
export const holds = sequence('holds');
export const saysNothing = sequence('says nothing');

/** Samples of several requirements. */
export type SampleTable = Readonly<Partial<Record<RequirementId, readonly SequenceSample[]>>>;

/** A sample of an endpoint with a JSON answer. */
export function sample(endpoint: Sample['endpoint'], json: unknown, more: Partial<Sample> = {}): Sample {
  return { endpoint, status: 200, text: JSON.stringify(json) ?? '', ...more };
}

/** The exchange of a sample at a position of its sequence. */
export function exchangeOf(
  { endpoint, status, text, headers, sent, body, path = {}, query = {}, access = 'first', accessCase, at }: Sample,
  position: number,
): AnsweredExchange {
  const [startedAt, endedAt] = at ?? [position * 100, position * 100 + 50];
  const request = {
    endpoint,
    method: endpoint === 'token' ? 'POST' : endpoints[endpoint].method,
    url: `http://127.0.0.1:9/${endpoint}`,
    pathParameters: path,
    query,
    headers: {},
    ...present({ json: sent, body: body ?? JSON.stringify(sent) }),
  };
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const answer = { status, headers: headers ?? { 'content-type': 'application/json' }, ...readBody(bytes) };
  const sentBy = { purpose: 'setup', access, ...present({ accessCase }) };
  return { number: position + 1, ...sentBy, request, answer, repeated: false, startedAt, endedAt };
}

/** A made-up identifier, the same for the same number. */
export function id(number: number): string {
  return `0a1b2c3d-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

export const groupId = id(1);
export const carrierId = id(2);
const organizationId = id(3);
export const decisionId = id(4);
export const snapshotId = id(5);
export const employeeId = id(6);
export const planId = id(7);
const otherCarrierId = id(8);

const times = { created: 1_557_329_939, modified: 1_557_329_940 };

/** A group record. */
export function group(parts: Json = {}): Json {
  const texts = { name: 'Example Group', sic_code: '', dba_name: '', federal_ein: '000000001' };
  return { id: groupId, version: id(101), ...times, organization_id: organizationId, ...texts, ...parts };
}

/** A page envelope of these records. */
export function page(response: readonly unknown[], meta: Json = {}): Json {
  return { meta: { offset: 0, page_num: 1, page_size: 20, total_records: response.length, ...meta }, response };
}

/** The groups list. */
export function groups(records: readonly unknown[] = [group()], more: Partial<Sample> = {}): Sample {
  return sample('E1', page(records), more);
}

export const connectionBody = {
  carrier_id: carrierId,
  federal_ein: '000000001',
  group_data: { carrier_group_id: 'G-1', group_name: 'Example Group' },
};

/** A group connection that was just created, as it was answered. */
export function connection(parts: Json = {}, more: Partial<Sample> = {}): Sample {
  const ids = { id: id(9), group_id: id(10), organization_id: organizationId, version: id(102) };
  const record = { ...ids, ...connectionBody, request_type: 'initial', status: 'created', ...times, ...parts };
  return sample('E2', record, { status: 201, sent: connectionBody, ...more });
}

const line = { open_enrollment_start_date: '2021-11-01', open_enrollment_end_date: '2021-11-30' };

export const decisionBody = {
  renewal_date: '2022-01-01',
  body: {
    carriers: [
      {
        carrier_id: carrierId,
        lines_of_coverage: {
          medical: { ...line, plans: [{ plan_id: planId }, { name: 'Example PPO', plan_type: 'ppo' }] },
          dental: { ...line, plans: [] },
        },
      },
      { carrier_id: otherCarrierId, lines_of_coverage: { dental: { ...line, plans: [] } } },
    ],
  },
} as const;

/** The plans that a service answers to those of `decisionBody`. */
export const answeredPlans = [
  { plan_id: planId, name: 'Example HMO' },
  { plan_id: id(11), name: 'Example PPO' },
];

/** The carriers of a decision as a service answers them, the line `medical` of the first replaced. */
export function carriers(medical: Json = { ...line, plans: answeredPlans }): readonly Json[] {
  const [first, second] = decisionBody.body.carriers;
  return [{ ...first, lines_of_coverage: { ...first.lines_of_coverage, medical } }, second];
}

/** A decision record. */
export function decision(parts: Json = {}): Json {
  const { renewal_date } = decisionBody;
  const ids = { id: decisionId, group_id: groupId, version: id(103) };
  return { ...ids, renewal_date, body: { carriers: carriers() }, status: 'submitted', issues: [], ...times, ...parts };
}

/** The creation of a decision (E3). */
export function createdDecision(parts: Json = {}, more: Partial<Sample> = {}): Sample {
  return sample('E3', decision(parts), { status: 201, sent: decisionBody, path: { group_id: groupId }, ...more });
}

/** The edit of a decision (E4) under its first version. */
export function editedDecision(parts: Json = {}, more: Partial<Sample> = {}): Sample {
  const path = { renewal_decision_id: decisionId, version: id(103) };
  return sample('E4', decision({ version: id(104), ...parts }), { sent: decisionBody, path, ...more });
}

/** The list of a group's decisions (E5). */
export function decisions(records: readonly unknown[] = [decision()], more: Partial<Sample> = {}): Sample {
  return sample('E5', page(records), { path: { group_id: groupId }, ...more });
}

const memberOf = (name: string, first_name: string, ssn: string) =>
  ({ custom_individual_id: name, event_id: 'e1', person: { first_name, ssn } }) as const;

const enrolled = {
  individual_id: id(12),
  individual_type: 'employee',
  event_id: 'e1',
  effective_start_date: '2022-01-01',
  effective_end_date: '9999-12-31',
  volume: 50000,
};

const medical = { line_of_coverage: 'medical', plan_id: planId, enrolled_members: [enrolled] };
const dental = { line_of_coverage: 'dental', plan_name: 'Example Dental', enrolled_members: [] };

export const snapshotBody = {
  employee: memberOf('tag-1', 'Zoë 𝔘', '900000001'),
  dependents: [{ ...memberOf('tag-2', 'Kim', '900000002'), relationship: 'child' }],
  coverages: [
    { carrier_id: carrierId, ...medical, signature_date: '2021-11-20' },
    { carrier_id: otherCarrierId, ...dental, signature_date: '2021-11-20' },
  ],
  events: [{ id: 'e1', date: '2021-11-15', reason: 'open_enrollment', type: 'coverage' }],
  enable_member_auto_link: false,
  snapshot_mode: 'current_open',
} as const;

/** The content of a snapshot as a service echoes it, with the group added. */
export function echo(parts: Json = {}): Json {
  return { ...snapshotBody, employee: { ...snapshotBody.employee, id: employeeId, group_id: groupId }, ...parts };
}

/** One entry of a summary for each of the sent carriers. */
export function summary(status = 'processing'): readonly Json[] {
  return [carrierId, otherCarrierId].map((carrier_id) => ({ carrier_id, errors: [], status }));
}

export const createdMembers = [
  { id: employeeId, custom_individual_id: 'tag-1', type: 'employee' },
  { id: id(13), custom_individual_id: 'tag-2', type: 'dependent' },
] as const;

/** A full snapshot record. */
function snapshot(parts: Json = {}): Json {
  return {
    id: snapshotId,
    employee_id: employeeId,
    created_members: createdMembers,
    member_snapshot: echo(),
    fulfillment_summary: summary(),
    status: 'processing',
    warnings: [],
    version: id(105),
    ...times,
    ...parts,
  };
}

/** The creation of a snapshot (E6). */
export function createdSnapshot(parts: Json = {}, more: Partial<Sample> = {}): Sample {
  return sample('E6', snapshot(parts), { status: 201, sent: snapshotBody, path: { group_id: groupId }, ...more });
}

/** A read of the snapshot (E7). */
export function readSnapshot(parts: Json = {}, more: Partial<Sample> = {}): Sample {
  return sample('E7', snapshot({ replaced_by: null, ...parts }), { path: { snapshot_id: snapshotId }, ...more });
}

/** An item of the employee's list. */
export function item(parts: Json = {}): Json {
  const ids = { id: snapshotId, employee_id: employeeId, version: id(105) };
  return { ...ids, fulfillment_summary: summary(), status: 'processing', ...times, ...parts };
}

/** The employee's list (E8). */
export function items(records: readonly unknown[] = [item()], more: Partial<Sample> = {}): Sample {
  return sample('E8', page(records), { path: { employee_id: employeeId }, ...more });
}

/** A 401 answer. */
export function unauthorized(parts: Json = {}, more: Partial<Sample> = {}): Sample {
  const json = {
    code: 16,
    message: 'JWT validation failed: Missing or invalid credentials',
    details: [{ '@type': 'type.example.com/detail', stackEntries: [], detail: 'auth' }],
    ...parts,
  };
  return sample('E1', json, { status: 401, access: 'none', ...more });
}

export const listedGroup = (parts: Json = {}, more: Partial<Sample> = {}): Sample => groups([group(parts)], more);

export const listedDecision = (parts: Json = {}, more: Partial<Sample> = {}): Sample =>
  decisions([decision(parts)], more);

export const listedItem = (parts: Json = {}, more: Partial<Sample> = {}): Sample => items([item(parts)], more);
