import { canonicalDecision, canonicalSnapshot, invalidBodies } from '../generators/index.ts';
import { isSuccess } from '../target/exchange.ts';
import { allRefused } from './engine/refused-bodies.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { wordsOf } from './world/base.ts';
import { connectionBase, decisionBase, snapshotBase } from './world/bodies.ts';
import { ownDate } from './world/dates.ts';
import { currentDecision, decisionOf } from './world/decisions.ts';
import { groupId } from './world/group.ts';
import { scratchGroupId } from './world/other-group.ts';

requirement('connections.invalid-body', async (check) => {
  const { body } = await connectionBase(check.session);
  await allRefused(
    check,
    invalidBodies('group-connection-input', body).map(({ pointer, rule, value }) => ({
      name: `${pointer} ${rule}`,
      send: () => check.api.call('E2', { json: value }),
    })),
  );
});

requirement('renewals.invalid-body', async (check) => {
  const { api, session } = check;
  const group = await scratchGroupId(session);
  const { context, reduce } = await decisionBase(session);
  const sound = { ...reduce(canonicalDecision(context)), renewal_date: ownDate(session, 'invalid', 0) };
  const created = await api.call('E3', { path: { group_id: group }, json: sound });
  if (!isSuccess(created)) throw new Undecided('blocked', `a decision was refused: ${wordsOf(created)}`, created);
  const cases = invalidBodies('renewal-decision-input', sound);
  const path = async (): Promise<Record<string, string>> => {
    const { id, version } = (await currentDecision(api, group, decisionOf(created))) ?? decisionOf(created);
    return { renewal_decision_id: String(id), version: String(version) };
  };
  await allRefused(check, [
    ...cases.map(({ pointer, rule, value }) => ({
      name: `${pointer} ${rule}`,
      send: () => api.call('E3', { path: { group_id: group }, json: value }),
    })),
    ...cases.map(({ pointer, rule, value }) => ({
      name: `edit ${pointer} ${rule}`,
      send: async () => api.call('E4', { path: await path(), json: value }),
    })),
  ]);
});

requirement('snapshots.invalid-body', async (check) => {
  const { api, session } = check;
  const group = await groupId(session);
  const { context, reduce } = await snapshotBase(session);
  const sound = reduce(canonicalSnapshot({ ...context, runTag: `${context.runTag}-invalid` }));
  await allRefused(
    check,
    invalidBodies('member-snapshot-input', sound).map(({ pointer, rule, value }) => ({
      name: `${pointer} ${rule}`,
      send: () => api.call('E6', { path: { group_id: group }, json: value }),
    })),
  );
});
