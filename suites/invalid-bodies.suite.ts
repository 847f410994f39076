import * as fc from 'fast-check';
import {
  arbitraryInvalid,
  canonicalDecision,
  canonicalSnapshot,
  invalidBodies,
  type InvalidCase,
} from '../generators/index.ts';
import type { SchemaName } from '../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import type { Check } from './engine/check.ts';
import { allRefused, type WrongRequest } from './engine/refused-bodies.ts';
import { requirement } from './engine/requirement.ts';
import { seedOf } from './engine/seeds.ts';
import { Undecided } from './engine/verdicts.ts';
import { wordsOf } from './fixtures/base.ts';
import { connectionBase, decisionBase, snapshotBase } from './fixtures/bodies.ts';
import { ownDate } from './fixtures/dates.ts';
import { currentDecision, decisionOf } from './fixtures/decisions.ts';
import { groupId } from './fixtures/group.ts';
import { scratchGroupId } from './fixtures/other-group.ts';

/**
 * Bodies that break one rule each: every member and rule once in a fixed order, then as many by chance as a quarter of
 * the run's cases, which break them at other items and in other ways.
 */
function brokenBodies(
  { id, session: { parameters } }: Check,
  schema: SchemaName,
  sound: unknown,
): readonly InvalidCase[] {
  const drawn = fc.sample(arbitraryInvalid(schema, fc.constant(sound)), {
    seed: seedOf(parameters.seed, id),
    numRuns: Math.ceil(parameters.cases / 4),
  });
  return [...invalidBodies(schema, sound), ...drawn];
}

/** The requests that carry them. A member counts once, whichever item of a list it stands in. */
function requestsOf(
  cases: readonly InvalidCase[],
  send: (json: unknown) => Promise<AnsweredExchange>,
  operation = '',
): readonly WrongRequest[] {
  return cases.map(({ pointer, rule, value }) => ({
    rule,
    place: `${operation}${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/0')}`,
    send: () => send(value),
  }));
}

requirement('connections.invalid-body', async (check) => {
  const { body } = await connectionBase(check.session);
  const cases = brokenBodies(check, 'group-connection-input', body);
  await allRefused(
    check,
    requestsOf(cases, (json) => check.api.call('E2', { json })),
  );
});

requirement('renewals.invalid-body', async (check) => {
  const { api, session } = check;
  const group = await scratchGroupId(session);
  const { context, reduce } = await decisionBase(session);
  const sound = { ...reduce(canonicalDecision(context)), renewal_date: ownDate(session, 'invalid', 0) };
  const created = await api.call('E3', { path: { group_id: group }, json: sound });
  if (!isSuccess(created)) throw new Undecided('blocked', `a decision was refused: ${wordsOf(created)}`, created);
  const cases = brokenBodies(check, 'renewal-decision-input', sound);
  const edit = async (json: unknown): Promise<AnsweredExchange> => {
    const { id, version } = (await currentDecision(api, group, decisionOf(created))) ?? decisionOf(created);
    return api.call('E4', { path: { renewal_decision_id: String(id), version: String(version) }, json });
  };
  await allRefused(check, [
    ...requestsOf(cases, (json) => api.call('E3', { path: { group_id: group }, json })),
    ...requestsOf(cases, edit, 'edit '),
  ]);
});

requirement('snapshots.invalid-body', async (check) => {
  const { api, session } = check;
  const group = await groupId(session);
  const { context, reduce } = await snapshotBase(session);
  const sound = reduce(canonicalSnapshot({ ...context, runTag: `${context.runTag}-invalid` }));
  const cases = brokenBodies(check, 'member-snapshot-input', sound);
  await allRefused(
    check,
    requestsOf(cases, (json) => api.call('E6', { path: { group_id: group }, json })),
  );
});
