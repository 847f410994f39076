import { canonicalDecision } from '../generators/index.ts';
import { isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { isFrugal } from './engine/session.ts';
import { Undecided } from './engine/verdicts.ts';
import { decisionEchoBreaches } from './invariants/decision-echo.ts';
import { idKey, recordsOf } from './invariants/reading.ts';
import { decisionBase } from './fixtures/bodies.ts';
import { wordsOf } from './fixtures/base.ts';
import { ownDate } from './fixtures/dates.ts';
import { currentDecision, decisionOf } from './fixtures/decisions.ts';
import { createEmployee } from './fixtures/employee.ts';
import { groupId } from './fixtures/group.ts';

function needsSecondKey({ session, undecided }: Check): void {
  if (session.parameters.target.secondCredentials === undefined)
    undecided('not-configured', "no second organization's key; set secondCredentials");
}

function ids(exchange: AnsweredExchange): readonly string[] {
  return recordsOf(exchange).map(({ record }) => idKey(record.id));
}

requirement('isolation.groups', async (check) => {
  needsSecondKey(check);
  const { api, session, that } = check;
  const own = new Set([...ids(await api.call('E1')), idKey(await groupId(session))]);
  const exchange = await api.call('E1', {}, 'second');
  if (!isSuccess(exchange))
    throw new Undecided('blocked', `the second key's groups list was answered with ${wordsOf(exchange)}`, exchange);
  const shared = ids(exchange).filter((id) => own.has(id));
  that(shared.length === 0, () => ({
    message: "the second organization's key lists groups of the first",
    exchanges: [exchange],
    pointer: '/response',
    expected: 'no group of the other organization',
    actual: shared,
  }));
});

requirement('isolation.records', async (check) => {
  needsSecondKey(check);
  const { api, session, that } = check;
  const group = await groupId(session);
  const { employeeId, snapshotIds } = await createEmployee(session, api, 'isolation', 1);
  const snapshot = await api.call('E7', { path: { snapshot_id: snapshotIds[0] ?? '' } }, 'second');
  that(!isSuccess(snapshot), () => leaked(snapshot, 'a snapshot'));
  const listed = await api.call('E8', { path: { employee_id: employeeId } }, 'second');
  that(ids(listed).length === 0, () => leaked(listed, "an employee's snapshots"));

  const { context, reduce } = await decisionBase(session);
  const decisions = await api.call('E5', { path: { group_id: group } }, 'second');
  that(ids(decisions).length === 0, () => leaked(decisions, "a group's decisions"));
  // An edit by another organization is a write that a service with a fault might take.
  if (isFrugal(session)) return;
  const [before, after] = [0, 1].map((day) => ({
    ...reduce(canonicalDecision(context)),
    renewal_date: ownDate(session, 'isolation', day),
  }));
  const created = await api.call('E3', { path: { group_id: group }, json: before });
  if (!isSuccess(created)) throw new Undecided('blocked', `a decision was refused: ${wordsOf(created)}`, created);
  const { id, version } = decisionOf(created);
  const edit = await api.call(
    'E4',
    { path: { renewal_decision_id: String(id), version: String(version) }, json: after },
    'second',
  );
  that(!isSuccess(edit), () => leaked(edit, 'an edit of a decision'));
  const current = await currentDecision(api, group, decisionOf(created));
  const [breach] = current === undefined || before === undefined ? [] : decisionEchoBreaches({ ...before }, current);
  that(breach === undefined, () => ({
    message: 'a refused edit by another organization changed the decision',
    exchanges: [edit],
    pointer: breach?.pointer ?? '',
    expected: breach?.expected,
    actual: breach?.actual,
  }));
});

function leaked(
  exchange: AnsweredExchange,
  what: string,
): { message: string; exchanges: readonly AnsweredExchange[]; pointer: string; expected: string; actual: number } {
  const { status } = exchange.answer;
  return {
    message: `another organization's key was given ${what}`,
    exchanges: [exchange],
    pointer: '#status',
    expected: 'anything but a success with records',
    actual: status,
  };
}
