import type { Group } from '../../spec/index.ts';
import { renderingOf, type Rendering } from '../render/rendering.ts';
import type { GroupRow } from '../store/groups.ts';
import type { Operation } from './call.ts';
import type { Context } from './context.ts';
import { pageBody, wholeOrPage } from './page-request.ts';

function renderGroup(row: GroupRow, show: Rendering): Group {
  return {
    id: show.id(row.id),
    version: show.id(row.version),
    created: show.time(row.created),
    modified: show.time(row.modified),
    organization_id: show.id(row.organizationId),
    ...row.content,
    ...show.extra('group'),
  };
}

/** E1, the calling organization's groups (`spec/documents/4-endpoints.md`). */
export function listGroups(context: Context): Operation {
  const show = renderingOf(context.dialect);
  return ({ organizationId, query }) => {
    const window = wholeOrPage(query, context.dialect);
    const listed = context.store.groups.list(organizationId, window);
    return { status: 200, body: pageBody(listed, window, context.dialect, (row) => renderGroup(row, show)) };
  };
}
