import {
  canonicalConnection,
  canonicalDecision,
  canonicalSnapshot,
  snapshotReductions,
  type GenerationContext,
} from '../../generators/index.ts';
import type { GroupConnectionInput, MemberSnapshotInput, RenewalDecisionInput } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { isFrugal, type Session } from '../engine/session.ts';
import { sameId } from '../invariants/reading.ts';
import { findBase, pairings, type Base, type Candidate, type Reduction } from './base.ts';
import { contextOf } from './context.ts';
import { plansOfDecision } from './decision-plans.ts';
import { decisionReductions } from './decision-reductions.ts';
import { groupId } from './group.ts';
import { remedyForGroup } from './groups.ts';

/** A connection that the target took. @throws Undecided */
export function connectionBase(session: Session): Promise<Base<GroupConnectionInput>> {
  const send = (json: GroupConnectionInput): Promise<AnsweredExchange> => session.api('setup').call('E2', { json });
  return session.once('connection base', () =>
    findBase(
      'the canonical group connection',
      [{ context: contextOf(session, 'connection'), reductions: [] }],
      canonicalConnection,
      send,
    ),
  );
}

/**
 * A decision that the target took, as close to the canonical one as it goes. Names of plans are learned on the way: a
 * target that knows the plans by id answers with their names.
 *
 * @throws Undecided
 */
export function decisionBase(session: Session): Promise<Base<RenewalDecisionInput>> {
  return session.once('decision base', async () => {
    const group = await groupId(session);
    const send = (json: RenewalDecisionInput): Promise<AnsweredExchange> =>
      session.api('setup').call('E3', { path: { group_id: group }, json });
    const contexts = [contextOf(session, 'decision')];
    const base = await findBase(
      'the canonical renewal decision',
      candidates(contexts, decisionReductions),
      canonicalDecision,
      send,
      () => remedyForGroup(session),
    );
    const planNames = planNamesOf(base);
    // A target that takes any description is sent any: its own names are for one that does not.
    if (base.reduced.length === 0 || planNames.length === 0 || isFrugal(session)) return base;
    const named = [{ context: { ...base.context, planNames }, reductions: [] }];
    return findBase('the canonical renewal decision', named, canonicalDecision, send).catch(() => base);
  });
}

/** The names that the target gives to the plans it was sent by id. */
function planNamesOf({ context, exchange }: Base<RenewalDecisionInput>): readonly string[] {
  const plans = plansOfDecision(exchange.answer.json);
  const known = plans.filter(({ plan_id: id }) => context.planIds.some((planId) => sameId(planId, id)));
  return [...new Set(known.flatMap(({ name }) => (typeof name === 'string' && name !== '' ? [name] : [])))];
}

/** Names of plans that the target gave to those it was sent by id; none when it was sent none. */
export function learnedPlanNames(session: Session): Promise<readonly string[]> {
  return decisionBase(session).then(planNamesOf, () => []);
}

/** A snapshot that the target took, as close to the canonical one as it goes. @throws Undecided */
export function snapshotBase(session: Session): Promise<Base<MemberSnapshotInput>> {
  return session.once('snapshot base', async () => {
    const group = await groupId(session);
    const decision = await decisionBase(session).catch(() => undefined);
    const { carrierIds, planIds } = decision?.context ?? contextOf(session, 'snapshot');
    const context = contextOf(session, 'snapshot', { carrierIds, planIds });
    const planNames = await learnedPlanNames(session);
    const contexts = [context, ...(planNames.length === 0 ? [] : [{ ...context, planNames }])];
    return findBase(
      'the canonical member snapshot',
      candidates(contexts, snapshotReductions),
      canonicalSnapshot,
      (json) => session.api('setup').call('E6', { path: { group_id: group }, json }),
      () => remedyForGroup(session),
    );
  });
}

/**
 * What to try, the fullest body first: the canonical one, it with each reduction alone, with ever more of them, and at
 * last other pairings of carriers and plans.
 */
function candidates<T>(
  contexts: readonly GenerationContext[],
  reductions: readonly Reduction<T>[],
): readonly Candidate<T>[] {
  const climbs = reductions.map((_, last) => reductions.slice(0, last + 1)).slice(1);
  const ways = [[], ...reductions.map((reduction) => [reduction]), ...climbs];
  return [
    ...ways.flatMap((way) => contexts.map((context) => ({ context, reductions: way }))),
    ...contexts
      .flatMap((context) => pairings(context))
      .flatMap((context) =>
        [[], ...reductions.slice(0, 2).map((one) => [one])].map((way) => ({ context, reductions: way })),
      ),
  ];
}
