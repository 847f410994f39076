import type { RequirementId } from '../spec/index.ts';
import type { Check, Job } from './engine/check.ts';
import { scenariosOf, type Definition, type Scenario, type Stage, type Workload } from './engine/definition.ts';
import type { Session } from './engine/session.ts';
import { concerns, unansweredBy, unansweredOperation, Undecided } from './engine/verdicts.ts';
import { askAgain } from './fixtures/asking-again.ts';
import { whereThereIsRoom } from './fixtures/other-groups.ts';
import { definitions, entriesOf, files, isJudgedByRules } from './index.ts';
import type { ProfileName } from './profiles.ts';
import { send } from './traffic/workload.ts';

const all = entriesOf(definitions);

/** Jobs that run at the same time. */
type Jobs = readonly Job[];

/** Groups of jobs that follow one another while the other lanes of the same step go on. */
type Lane = readonly Jobs[];

/**
 * Everything that a run of a profile does: the steps one after another, the lanes of a step at the same time. If parts
 * write to lists that others read whole, they follow one another; and tokens are requested while nothing else uses one.
 */
export function stepsOf(profile: ProfileName): readonly (readonly Lane[])[] {
  const at = (stage: Stage, of: readonly (readonly [RequirementId, Definition])[] = all): Jobs =>
    of
      .filter(([, definition]) => (definition.stage ?? 'scenarios') === stage)
      .flatMap(([id, definition]) => {
        const unit = definition.looksAt === 'all traffic' ? undefined : id;
        const isLast = stage === 'expiry' || stage === 'end';
        return scenariosOf(definition, profile).map((run) => ({
          id,
          run: whereThereIsRoom(isLast ? inTheReserve(run) : run),
          unit,
        }));
      });
  const inAll = (name: 'firstLook' | 'atRest' | 'atEnd'): Jobs =>
    all.flatMap(([id, { [name]: run }]) => (run === undefined ? [] : [{ id, run: whereThereIsRoom(run), unit: id }]));
  const of = (file: keyof typeof files): Jobs => at('scenarios', entriesOf(files[file]));
  const judged = all.filter(([id]) => isJudgedByRules(id)).map(([id]) => ({ id, run: judgedOnTraffic }));
  const atTheEnd = inAll('atEnd').map((job) => [{ ...job, run: inAddition(job.run) }]);
  return [
    [[inAll('firstLook')]],
    [[of('connections')]],
    [[of('groups')], [of('isolation')]],
    [[inAll('atRest')]],
    [
      [of('paging'), of('unauthorized')],
      [of('renewal-filters'), of('renewals'), of('renewal-edits'), sequences()],
      [of('snapshots'), of('snapshot-lists')],
    ],
    [[of('token')]],
    [
      [of('wire'), of('versions'), at('invalid bodies'), at('hostile input'), judged, at('aftermath')],
      [at('meanwhile')],
    ],
    [[at('watch'), ...atTheEnd, at('expiry'), at('end')]],
  ];
}

/** What is sent last has time even if the rest of the run has used up its own. */
const inTheReserve =
  (run: Scenario): Scenario =>
  (check) => {
    check.session.releaseReserve();
    return run(check);
  };

/** The jobs that send the additional workloads (sequences) of requirements. */
const sequences = (): Jobs =>
  all.flatMap(([id, { traffic = [] }]) =>
    traffic
      .filter(({ isExtra }) => isExtra)
      .map((workload) => ({ id, run: inAddition(({ session }) => send(session, workload)), unit: workload.name })),
  );

/** A scenario in addition to other checks: that it stays undecided matters only if nothing else was judged. */
const inAddition =
  (run: Scenario): Scenario =>
  async (check) => {
    try {
      await run(check);
    } catch (error) {
      if (!(error instanceof Undecided) || check.session.ledger.entry(check.id).cases === 0) throw error;
    }
  };

/** The traffic that the rules of a requirement are judged on: its own, and what the run always sends for it. */
function trafficOf({ plan }: Session, id: RequirementId): readonly Workload[] {
  const own = (definitions[id].traffic ?? []).filter(({ isExtra }) => isExtra !== true);
  const more = all.flatMap(([, { traffic = [] }]) => traffic.filter(({ name }) => name === plan.moreTraffic?.[id]));
  return [...new Set([...own, ...more])];
}

/** Makes sure that there was traffic to judge, unless it was sent already: by its end, every exchange has been judged. */
async function judgedOnTraffic({ id, session }: Check): Promise<void> {
  const traffic = trafficOf(session, id);
  const outcomes = await Promise.allSettled(traffic.map((workload) => send(session, workload)));
  const failures = outcomes.flatMap((outcome, index) => {
    const name = traffic[index]?.name ?? '';
    if (outcome.status === 'rejected')
      return [{ name, error: outcome.reason instanceof Error ? outcome.reason : new Error(String(outcome.reason)) }];
    // A workload goes on after a missing answer: a requirement judged only on answers is then judged in part.
    const lost = session.ledger.unansweredIn(name).find((exchange) => concerns(id, exchange));
    if (lost === undefined || definitions[id].exchangeRule !== undefined) return [];
    return [{ name, error: unansweredBy(lost) }];
  });
  const fault = failures.find(({ error }) => !(error instanceof Undecided));
  if (fault !== undefined) throw fault.error;
  await askAgain(session, id);
  const [first] = failures;
  if (first === undefined) return;
  throw session.ledger.entry(id).cases === 0 ? first.error : inPart(failures);
}

/** Says which workloads lack a part of their traffic, and why, if there was other traffic to judge. */
function inPart(failures: readonly { readonly name: string; readonly error: Error }[]): Undecided {
  const causes = Map.groupBy(failures, ({ error }) => error.message);
  const words = [...causes].map(
    ([cause, of]) => `not on all traffic of ${of.map(({ name }) => name).join(', ')}: ${cause}`,
  );
  const undecided = failures.flatMap(({ error }) => (error instanceof Undecided ? [error] : []));
  const first = undecided.find((error) => unansweredOperation(error) !== undefined) ?? undecided[0];
  return new Undecided(first?.reason ?? 'not-reached', `judged ${words.join('; ')}`, first?.exchange);
}
