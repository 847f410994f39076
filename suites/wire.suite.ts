import type { EndpointId } from '../spec/index.ts';
import { isSuccess } from '../target/exchange.ts';
import { runDrive } from './traffic/index.ts';
import type { Call } from './engine/api.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { seen, type OpenSight } from './invariants/observing.ts';
import { isUnknownId } from './fixtures/group.ts';
import { remedyForGroup } from './fixtures/groups.ts';
import { askedOf, requestFor } from './fixtures/requests.ts';
import type { Session } from './engine/session.ts';

/**
 * Endpoints that are asked for records the target itself named: not finding those is no matter of fixtures. E4 is not
 * among them: how a version that has moved on is answered is open.
 */
const sureOfTheirRecords: readonly EndpointId[] = ['E1', 'E5', 'E7', 'E8'];

/** Whether a call names records that the target gave to the run. */
function isOfRecords({ path = {} }: Call): boolean {
  return !Object.values(path).some(isUnknownId);
}

requirement('wire.path-prefix', async ({ api, session, that }) => {
  let notTheirs: Undecided | undefined;
  for (const endpoint of askedOf(session)) {
    const call = await requestFor(session, endpoint, 'known');
    const exchange = await api.call(endpoint, call);
    const { status } = exchange.answer;
    const nowhere =
      status === 405 ||
      status === 501 ||
      (status === 404 && sureOfTheirRecords.includes(endpoint) && isOfRecords(call));
    if (!nowhere && !isSuccess(exchange)) continue;
    const remedy = status === 404 && 'group_id' in (call.path ?? {}) ? await remedyForGroup(session) : undefined;
    if (remedy !== undefined) {
      notTheirs = new Undecided('blocked', `${endpoint} was answered with 404; ${remedy}`, exchange);
      continue;
    }
    that(!nowhere, () => ({
      message: `${endpoint} is not served below /api/v1: it was answered with ${status}`,
      exchanges: [exchange],
      pointer: '#status',
      expected: 'an answer of the operation',
      actual: status,
    }));
  }
  if (notTheirs !== undefined) throw notTheirs;
});

/** Observes what the exchanges of the run showed of an open point. */
function observeSights(id: 'wire.unknown-fields' | 'wire.timestamp-unit' | 'wire.rate-limits', sight: OpenSight): void {
  requirement(id, async ({ session, observe }) => {
    const sawAll = await everyRecord(session);
    const values = [...(session.memory.at(seen).get(sight)?.keys() ?? [])];
    for (const value of values) observe(value);
    // That there are none is a promise as well.
    if (id === 'wire.unknown-fields' && sawAll && values.length === 0) observe('none');
    if (id === 'wire.rate-limits') observe(session.client.throttled.count === 0 ? 'no 429' : 'answers 429');
  });
}

/** Makes sure that records of every kind have been seen. @returns whether they were */
async function everyRecord(session: Session): Promise<boolean> {
  const drives = (['groups', 'connections', 'decisions', 'snapshots', 'employee'] as const).map((name) =>
    runDrive(session, name),
  );
  const outcomes = await Promise.allSettled(drives);
  return outcomes.every(({ status }) => status === 'fulfilled');
}

observeSights('wire.unknown-fields', 'unknown fields');
observeSights('wire.timestamp-unit', 'timestamp unit');
observeSights('wire.rate-limits', 'rate limits');
