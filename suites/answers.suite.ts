import type { Exchange } from '../target/exchange.ts';
import { asRepetition, inCase, newCase } from './engine/case-scope.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { isFrugal } from './engine/session.ts';
import { Undecided, type Finding } from './engine/verdicts.ts';
import { answering, answersId, unansweredBreach, type Loss } from './invariants/answers.ts';
import { versionToEdit } from './fixtures/ask-again.ts';
import { comesBack } from './fixtures/presence.ts';

/** Requests of one endpoint that are sent again at the most until one gets no answer again. */
const mostSentAgain = 16;

/** Whether the target was there all the time, and was waited for in vain twice. */
function isSlow({ exchange: { answer, lost = [] } }: Loss): boolean {
  return answer === undefined && lost.length > 1 && lost.every(({ kind }) => kind === 'timeout');
}

/** The losses of one request, however often it was sent. */
interface Suspect extends Loss {
  /** Tries that were sent and lost: of several requests under way, whatever took the target down has the most. */
  readonly tries: number;
}

function suspectsOf(losses: readonly Loss[]): readonly Suspect[] {
  const alike = Map.groupBy(losses, ({ exchange: { request } }) => `${request.url} ${String(request.body)}`);
  const suspects = [...alike.values()].flatMap((of): Suspect[] => {
    const [first] = of;
    const tries = of.flatMap(({ exchange: { lost = [] } }) => lost.filter(({ kind }) => kind !== 'unreachable'));
    return first === undefined ? [] : [{ ...(of.find(isSlow) ?? first), tries: tries.length }];
  });
  const size = ({ exchange: { request } }: Loss): number => request.body?.length ?? 0;
  return suspects.toSorted(
    (one, other) => Number(isSlow(other)) - Number(isSlow(one)) || other.tries - one.tries || size(one) - size(other),
  );
}

/** Sends a request again, alone. @returns what became of it; undefined when it could not be sent */
async function sendAgain({ session }: Check, { exchange }: Loss): Promise<Exchange | undefined> {
  if (isFrugal(session) || !session.budget.mayRepeat()) return undefined;
  const record = newCase(`${answersId}: sent again`, answersId);
  try {
    return await asRepetition(async () => {
      const path = await versionToEdit(session, exchange, session.memory.at(answering).groups);
      return inCase(record, () => session.api(answersId).repeat(exchange, path));
    });
  } catch (error) {
    if (error instanceof Undecided) return error.exchange;
    throw error;
  }
}

function findingOf({ exchange, foundIn }: Loss): Finding | undefined {
  const breach = unansweredBreach(exchange);
  if (breach === undefined) return undefined;
  const { exchange: shown = exchange, ...told } = breach;
  return { ...told, exchanges: [shown], ...(foundIn === undefined ? {} : { foundIn }) };
}

/** Enters the requests like this one, and what came of sending it again. */
function enter({ session: { ledger } }: Check, losses: readonly Loss[], found: Finding): void {
  for (const { exchange } of losses) {
    if (exchange.answer === undefined) ledger.judged(answersId, 1, exchange.request.endpoint);
    ledger.broken(answersId, found);
  }
  const held = ledger.entry(answersId);
  if (!held.confirmed || held.finding?.passedAgain !== undefined) ledger.confirmed(answersId, found);
}

/**
 * Finds the request of an endpoint that gets no answer again when it is sent alone. One that was only waited for in vain
 * counts in any case, and one whose connection was lost only if it is lost again: the target may just have been away.
 *
 * @returns whether all that could be sent again was
 */
async function settle(check: Check, losses: readonly Loss[]): Promise<boolean> {
  const slow = losses.filter(isSlow);
  for (const loss of suspectsOf(losses).slice(0, mostSentAgain)) {
    const alike = isSlow(loss)
      ? slow
      : losses.filter(({ exchange }) => exchange.request.body === loss.exchange.request.body);
    const again = await sendAgain(check, loss);
    const found = findingOf(loss);
    if (found === undefined) continue;
    const isLostAgain = again !== undefined && unansweredBreach(again) !== undefined;
    if (isLostAgain) enter(check, alike, found);
    else if (isSlow(loss))
      enter(check, alike, again === undefined ? found : { ...found, passedAgain: { exchange: again } });
    if (isLostAgain && !(await comesBack(check.api)))
      check.undecided('blocked', `the target has gone: ${found.message}`);
    if (isLostAgain || isSlow(loss)) return true;
    if (again === undefined) return false;
  }
  return true;
}

requirement(answersId, async (check) => {
  const { api, session, undecided } = check;
  const seen = session.memory.at(answering);
  if (seen.losses.length === 0) return;
  if (!(await comesBack(api))) undecided('blocked', 'the target went away, and did not come back');
  // What the target answers neither before nor after is no matter of single requests.
  const lost = seen.losses.filter(
    ({ exchange: { startedAt, endedAt } }) => seen.firstAnswerAt < startedAt && endedAt < seen.lastAskedAt,
  );
  let isSettled = true;
  for (const losses of Map.groupBy(lost, ({ exchange }) => exchange.request.endpoint).values())
    isSettled = (await settle(check, losses)) && isSettled;
  if (!isSettled) undecided('not-reached', 'not all that got no answer could be sent once more, alone');
});
