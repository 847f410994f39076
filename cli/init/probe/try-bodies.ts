import { openSession } from '../../../suites/run.ts';
import { Undecided, reasonIn } from '../../../suites/engine/verdicts.ts';
import type { Session } from '../../../suites/engine/session.ts';
import { decisionBase, snapshotBase } from '../../../suites/fixtures/taken-bodies.ts';
import { runTagOf } from '../../../suites/fixtures/own-records.ts';
import { printable } from '../../../results/index.ts';
import { NoTokenError } from '../../../target/access-tokens.ts';
import type { Target } from '../../../target/configuration/index.ts';
import { isRefused, outcomeOf, type BodyTrial, type Trial } from './learned.ts';
import type { Tell } from './step.ts';

/** The plain bodies that were tried, with the carriers and plans that were taken first in their lists. */
export interface Tried {
  readonly trial: Trial;
  readonly carrierIds: readonly string[];
  readonly planIds: readonly string[];
}

/** Milliseconds that trying may take. */
const patience = 60_000;

function wordsOf(session: Session, error: unknown): string {
  if (error instanceof NoTokenError) return 'not sent: no further token was issued';
  if (!(error instanceof Undecided)) throw error;
  const { answer } = error.exchange ?? {};
  if (answer === undefined) return printable(session.redactor.text(error.message), 240);
  // Redacted before it is cut: half a secret would not be known for one.
  const said = session.redactor.text(reasonIn(answer));
  return `refused with ${answer.status}${said === '' ? '' : `: ${printable(said, 500)}`}`;
}

/** Carriers and plans that are tried in pairs: what is refused need not be refused in dozens of forms. */
const pairedIds = 3;

/** The list with those that were tried in the order that the target took. */
const inOrder = (tried: readonly string[], all: readonly string[]): readonly string[] => [
  ...new Set([...tried, ...all]),
];

/**
 * Sends one plain renewal decision and one plain member snapshot, and simpler ones until each was taken.
 *
 * @param runId marks what is created
 */
export async function tryBodies(target: Target, runId: string, tell: Tell): Promise<Tried> {
  const fixtures = {
    ...target.fixtures,
    carrierIds: target.fixtures.carrierIds.slice(0, pairedIds),
    planIds: target.fixtures.planIds.slice(0, pairedIds),
  };
  const session = openSession({
    target: { ...target, fixtures },
    seed: 1,
    runId,
    cases: 1,
    timeBudgetMs: patience,
    skip: [],
    profile: 'full',
    shrinkTries: 0,
    level: 'required',
    version: '',
    coversEdges: false,
    replayCommand: { before: 'bfc run', after: '' },
  });
  try {
    const attempt = async (make: () => Promise<{ readonly reduced: readonly string[] }>): Promise<BodyTrial> => {
      try {
        return { taken: true, without: (await make()).reduced };
      } catch (error) {
        return { taken: false, words: wordsOf(session, error) };
      }
    };
    const decision = await attempt(() => decisionBase(session));
    tell({ name: 'renewal decision', ok: decision.taken, text: `a plain one was ${outcomeOf(decision)}` });
    const snapshot = await attempt(() => snapshotBase(session));
    const tag = snapshot.taken ? `; its people are tagged ${runTagOf(session)}` : '';
    tell({
      name: 'member snapshot',
      ok: !isRefused(snapshot),
      text: `a plain one was ${outcomeOf(snapshot)}${tag}`,
    });
    const base = await decisionBase(session).catch(() => undefined);
    const { carrierIds, planIds } = base?.context ?? fixtures;
    return {
      trial: { tried: true, decision, snapshot },
      carrierIds: inOrder(carrierIds, target.fixtures.carrierIds),
      planIds: inOrder(planIds, target.fixtures.planIds),
    };
  } finally {
    await session.close();
  }
}
