import { successBody } from '../invariants/reading.ts';
import { pageOf } from '../invariants/paging.ts';
import type { Drive } from './drive.ts';

/** The groups list (E1), by each key, and all of its pages where the target pages it. */
export const groups: Drive = async (session) => {
  const api = session.api('groups.list');
  const exchange = await api.call('E1');
  await api.call('E1');
  if (session.parameters.target.secondCredentials !== undefined) await api.call('E1', {}, 'second');
  const page = successBody(exchange, 'E1') === undefined ? undefined : pageOf(exchange);
  if (page === undefined || page.length === 0 || page.length >= page.total) return;
  // Paging of E1 is not shown: one more page tells whether the target honours an offset here.
  await api.call('E1', { query: { offset: String(page.length), page_size: String(page.length) } });
};
