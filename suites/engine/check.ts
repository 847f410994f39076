import type { Arbitrary } from 'fast-check';
import type { RequirementId } from '../../spec/index.ts';
import type { Reason } from '../../results/report.ts';
import type { Api } from './api.ts';
import { forAll } from './for-all.ts';
import { seedOf } from './seeds.ts';
import type { Session } from './session.ts';
import { Undecided, Violation, type Finding } from './verdicts.ts';

/** What a check has in hand. */
export interface Check {
  readonly id: RequirementId;
  readonly session: Session;
  /** The target's operations; every request is noted as sent for this requirement. */
  readonly api: Api;
  /** Asserts: counts one case, and ends the check with the finding when the condition does not hold. */
  readonly that: (holds: boolean, finding: () => Finding) => void;
  /** Runs a property with the run's seed and number of cases; the first failing case is shrunk. */
  readonly forAll: <T>(
    arbitrary: Arbitrary<T>,
    predicate: (value: T) => Promise<void>,
    cases?: number,
  ) => Promise<void>;
  /** Notes what the target does where the document says nothing; parameters as in the ledger. */
  readonly observe: (value: string, topic?: string, words?: readonly string[]) => void;
  /** Ends the check without a decision. */
  readonly undecided: (reason: Reason, detail: string) => never;
}

/** The hands of one check in one session. */
export function createCheck(session: Session, id: RequirementId): Check {
  const { ledger, parameters } = session;
  return {
    id,
    session,
    api: session.api(id),
    that(holds, finding) {
      ledger.judged(id);
      if (!holds) throw new Violation(finding());
    },
    async forAll(arbitrary, predicate, cases = parameters.cases) {
      await forAll(arbitrary, predicate, {
        name: id,
        window: parameters.target.limits.concurrency,
        cases,
        id,
        ledger,
        seed: seedOf(parameters.seed, id),
        deadline: session.deadline,
        shrinkTries: parameters.shrinkTries,
        mayRepeat: () => session.budget.mayRepeat(),
        replayed: parameters.replayed,
      });
    },
    observe: (value, topic, words) => ledger.observed(id, value, topic, words),
    undecided(reason, detail) {
      throw new Undecided(reason, detail);
    },
  };
}
