import type { Complaint } from '../domain/complaint.ts';

/** The bodies that clients send. */
export type BodySchema = 'group-connection-input' | 'renewal-decision-input' | 'member-snapshot-input';

type Table = Readonly<Record<BodySchema, readonly string[]>>;

/**
 * What this service can't do without. The documents don't show which members are required, so each line here is a
 * choice of this service; `*` stands for every item or member.
 */
const few: Table = {
  'group-connection-input': [
    '/carrier_id',
    '/federal_ein',
    '/group_data',
    '/group_data/group_name',
    '/group_data/carrier_group_id',
  ],
  'renewal-decision-input': [
    '/renewal_date',
    '/body',
    '/body/carriers',
    '/body/carriers/*/carrier_id',
    '/body/carriers/*/lines_of_coverage',
  ],
  'member-snapshot-input': [
    '/employee',
    '/employee/person',
    '/employee/person/first_name',
    '/employee/person/last_name',
    '/coverages',
    '/coverages/*/carrier_id',
    '/coverages/*/line_of_coverage',
  ],
};

/** What no answer of the documented form could be given without. */
const fewest: Table = {
  'group-connection-input': ['/carrier_id'],
  'renewal-decision-input': ['/renewal_date', '/body', '/body/carriers', '/body/carriers/*/carrier_id'],
  'member-snapshot-input': [],
};

const tables = { few, fewest } as const;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Walks one pattern down a value; a missing container is reported by its own line of the table alone. */
function walk(value: unknown, steps: readonly string[], pointer: string): readonly Complaint[] {
  const [step, ...rest] = steps;
  if (step === undefined || !isContainer(value)) return [];
  const members = new Map<string, unknown>(Object.entries(value));
  if (step === '*') return [...members].flatMap(([name, member]) => walk(member, rest, `${pointer}/${name}`));
  if (!members.has(step)) {
    return rest.length > 0 ? [] : [{ pointer: `${pointer}/${step}`, rule: 'required', message: 'is missing' }];
  }
  return walk(members.get(step), rest, `${pointer}/${step}`);
}

/** The members of a body that a table requires and that it doesn't have. */
export function missingMembers(schema: BodySchema, body: unknown, table: keyof typeof tables): readonly Complaint[] {
  return tables[table][schema].flatMap((pattern) => walk(body, pattern.slice(1).split('/'), ''));
}
