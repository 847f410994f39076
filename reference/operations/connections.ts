import type { GroupConnection, GroupConnectionInput } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Complaint } from '../domain/complaint.ts';
import { renderingOf } from '../render/rendering.ts';
import type { ConnectionRow } from '../store/connections.ts';
import type { Operation } from './call.ts';
import type { Context } from './context.ts';
import { invalidBody, readBody } from './read-body.ts';

/** The two options whose names the documents don't show, as this service calls them, with their allowed values. */
const options = new Map<string, readonly unknown[]>([
  ['data_exchange', ['api', 'edi', null]],
  ['use_best_data_exchange', [true, false, null]],
]);

/** The two members whose names the documents don't show: what came of the connection, and when; nothing yet. */
const outcomes: Readonly<Record<Dialect['connectionOutcome'], object>> = {
  empty: { result_details: null, completed_at: null },
  renamed: { outcome: { notes: [], code: '' }, done_on: 0 },
  absent: {},
};

function wrongOptions(body: object): readonly Complaint[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const allowed = options.get(name);
    if (allowed === undefined || allowed.includes(value)) return [];
    const message = `must be one of ${allowed.map((each) => JSON.stringify(each)).join(', ')}`;
    return [{ pointer: `/${name}`, rule: 'enum', message }];
  });
}

function renderConnection(row: ConnectionRow, sent: GroupConnectionInput, dialect: Dialect): GroupConnection {
  const show = renderingOf(dialect);
  return {
    id: show.id(row.id),
    carrier_id: show.sentId(sent.carrier_id ?? ''),
    group_id: show.id(row.groupId),
    organization_id: show.id(row.organizationId),
    federal_ein: sent.federal_ein ?? '',
    group_data: sent.group_data ?? {},
    request_type: 'initial',
    status: 'created',
    created: show.time(row.created),
    modified: show.time(row.modified),
    version: show.id(row.version),
    ...outcomes[dialect.connectionOutcome],
    ...show.extra('group_connection'),
  };
}

/** E2, connects a new group to a carrier, and so creates the group (`spec/documents/4-endpoints.md`). */
export function createConnection(context: Context): Operation {
  const { store, clock, dialect } = context;
  return ({ organizationId, body }) => {
    const sent = readBody(context, 'group-connection-input', body);
    const complaints = [...wrongOptions(sent)];
    if (!store.catalogue.hasCarrier(sent.carrier_id ?? '')) {
      complaints.push({ pointer: '/carrier_id', rule: 'known-carrier', message: 'names no known carrier' });
    }
    if (complaints.length > 0) throw invalidBody(complaints);
    const now = clock.now();
    const times = { organizationId, created: now, modified: now };
    const groupId = context.newId();
    const content = {
      name: sent.group_data?.group_name ?? '',
      sic_code: '',
      dba_name: '',
      federal_ein: sent.federal_ein ?? '',
    };
    const row: ConnectionRow = {
      id: context.newId(),
      groupId,
      version: context.newId(),
      status: 'created',
      content: sent,
      ...times,
    };
    store.transaction(() => {
      store.groups.add({
        id: groupId,
        version: context.newId(),
        content,
        listed: dialect.newGroups === 'listed',
        ...times,
      });
      store.connections.add(row);
    });
    return { status: dialect.connectionStatus, body: renderConnection(row, sent, dialect) };
  };
}
