import type { Group, GroupConnection } from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { refuseFor, type Complaint } from '../http/problems.ts';
import { enforceRules } from '../rules/rules.ts';
import type { GroupRecord } from '../store/store.ts';
import { readBody } from './body-rules.ts';
import { isCarrier, misnamed, type Operation, type Rendering } from './operation.ts';
import { pageBody, wholeOrPage } from './list-request.ts';

function renderGroup(group: GroupRecord, show: Rendering): Group {
  return {
    id: show.id(group.id),
    version: show.id(group.version),
    created: show.time(group.created),
    modified: show.time(group.modified),
    organization_id: show.id(group.organizationId),
    ...group.content,
    ...show.extra('group'),
  };
}

/** E1, the calling organization's groups (`spec/documents/4-endpoints.md`). */
export const listGroups: Operation = ({ lists, dialect, show }, { organizationId, query }) => {
  const window = wholeOrPage(query, dialect);
  const listed = lists.groups.page(organizationId, window);
  return { status: 200, body: pageBody(listed, window, dialect, (group) => renderGroup(group, show)) };
};

/** The two options whose names the documents don't show, under this service's names, with their allowed values. */
const options = new Map<string, readonly unknown[]>([
  ['data_exchange', ['api', 'edi', null]],
  ['use_best_data_exchange', [true, false, null]],
]);

/** The two members whose names the documents don't show: the outcome of the connection and its time, both empty yet. */
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

/** E2, connects a new group to a carrier, and so creates the group (`spec/documents/4-endpoints.md`). */
export const createConnection: Operation = (context, { organizationId, body }) => {
  const { store, clock, dialect, show, newId } = context;
  const sent = readBody(context, 'group-connection-input', body);
  refuseFor('invalid', [
    ...wrongOptions(sent),
    ...misnamed(sent, 'known-carrier', (id) => isCarrier(context, id), 'carrier_id'),
  ]);
  const now = clock.now();
  const group: GroupRecord = {
    id: newId(),
    organizationId,
    created: now,
    modified: now,
    version: newId(),
    content: {
      name: sent.group_data?.group_name ?? '',
      sic_code: '',
      dba_name: '',
      federal_ein: sent.federal_ein ?? '',
    },
    listed: dialect.newGroups === 'listed',
  };
  store.transaction(() => {
    enforceRules(context, 'connection', () => ({ body: sent, organizationId }));
    store.groups.add(group);
  });
  // No documented endpoint reads a connection back: it is answered, but not stored.
  const connection: GroupConnection = {
    id: show.id(newId()),
    carrier_id: show.sentId(sent.carrier_id ?? ''),
    group_id: show.id(group.id),
    organization_id: show.id(organizationId),
    federal_ein: sent.federal_ein ?? '',
    group_data: sent.group_data ?? {},
    request_type: 'initial',
    status: 'created',
    created: show.time(now),
    modified: show.time(now),
    version: show.id(newId()),
    ...outcomes[dialect.connectionOutcome],
    ...show.extra('group_connection'),
  };
  return { status: dialect.connectionStatus, body: connection };
};
