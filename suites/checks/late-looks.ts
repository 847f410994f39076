import { sameId, type JsonObject, type RequirementId } from '../../spec/index.ts';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Api } from '../engine/api.ts';
import { memberAt } from '../engine/assertions.ts';
import type { Check } from '../engine/check.ts';
import type { Slot } from '../engine/memory.ts';
import type { Session } from '../engine/session.ts';
import { type Finding, unlessUndecided } from '../engine/verdicts.ts';
import { sideBySide } from '../engine/waiting.ts';
import {
  currentDecision,
  hasDecision,
  inPages,
  listedBeside,
  oneOfEachKind,
  walkFor,
} from '../fixtures/decision-lists.ts';
import { decisionOf } from '../fixtures/decision-records.ts';
import { groupId } from '../fixtures/own-groups.ts';
import { hasMalformedOrigin } from '../judging/malformed-origin.ts';
import { pageOf } from '../judging/pages.ts';
import { numberOf, spreadOver } from '../judging/reading.ts';
import { ownRecords } from '../judging/record-versions.ts';

/** Looks again for an effect of what was refused. @returns the finding, if there is one */
type Look = () => Promise<Finding | undefined>;

const looks: Slot<Map<RequirementId, Look[]>> = () => new Map();

/** Adds a look at the end of the run: what was refused may be carried out later, or a list may show it late. */
export function lookLater({ id, session }: Check, look: Look): void {
  const known = session.memory.at(looks);
  known.set(id, [...(known.get(id) ?? []), look]);
}

/** Asserts that nothing that a check saw refused has had an effect since. */
export async function nothingCameLater(check: Check): Promise<void> {
  for (const look of check.session.memory.at(looks).get(check.id) ?? [])
    check.noFinding(await look().catch(unlessUndecided));
}

/** Maximum number of decisions that are looked at again at the end of a run. */
const mostAtTheEnd = 6;

/** The last answers on the decisions of the group, or on those chosen of all, in the order in which they were made. */
async function ownDecisions(
  session: Session,
  chosenOf = (all: readonly KeptExchange[]): readonly KeptExchange[] => all,
): Promise<readonly AnsweredExchange[]> {
  const group = await groupId(session);
  const chosen = chosenOf([...ownRecords(session.memory, ['E3', 'E4']).values()]);
  return chosen.map((kept) => kept.recall()).filter((exchange) => sameId(decisionOf(exchange).group_id, group));
}

/** Some of the early ones, which have had the rest of the run to move on. */
const earlyDecisions = (session: Session) =>
  ownDecisions(session, (all) => spreadOver(all.slice(0, Math.ceil(all.length / 2)), mostAtTheEnd));

/** One early decision in each status that they have moved on to, as its list shows it now. */
export async function* earlyOfEachStatus(session: Session, api: Api): AsyncGenerator<JsonObject> {
  const statuses = new Set<unknown>(['submitted']);
  for (const exchange of await earlyDecisions(session)) {
    const current = await currentDecision(api, await groupId(session), decisionOf(exchange));
    if (current === undefined || statuses.has(current.status)) continue;
    statuses.add(current.status);
    yield current;
  }
}

/** The last answer on one decision of each kind in the group, going by these answers. */
async function decisionsOfEachKind(session: Session): Promise<readonly AnsweredExchange[]> {
  const inGroup = new Map((await ownDecisions(session)).map((exchange) => [decisionOf(exchange), exchange]));
  const own = [...inGroup.keys()].filter(({ id }) => !hasMalformedOrigin(id, session.memory));
  return oneOfEachKind(own).flatMap((decision) => inGroup.get(decision) ?? []);
}

/** How often a list is read after another one was refused: other checks may read one in between. */
const readsAfterRefusal = 2;

/** Asserts that the group's list is not empty after a list with a filter that is no date, which may be refused. */
export async function isListedAfterRefusal({ api, assert, session }: Check): Promise<void> {
  const path = { group_id: await groupId(session) };
  if ((await earlyDecisions(session)).length === 0) return;
  for (let reads = 0; reads < readsAfterRefusal; reads += 1) {
    const other = await api.call('E5', { path, query: { renewal_date: 'never' } });
    const exchange = await api.call('E5', { path });
    const page = pageOf(exchange);
    if (page === undefined) continue;
    const held = numberOf(page.length, 'record');
    assert(
      memberAt('/response', held, { exchange, earlier: [other] }).satisfies(page.length > 0, {
        code: 'emptied',
        message: 'the list of a group with decisions is empty after another list of it was refused',
        expected: 'the decisions of the group',
      }),
    );
  }
}

/** Asserts that early decisions are still listed, in any status, and so is one of each kind that was made. */
export async function earlyAreListed(check: Check): Promise<void> {
  const { api, session } = check;
  const group = await groupId(session);
  const made = [...(await earlyDecisions(session)), ...(await decisionsOfEachKind(session))];
  await sideBySide(made, async (exchange) => {
    const decision = decisionOf(exchange);
    const walk = await walkFor(api, group, String(decision.renewal_date), decision.id);
    const isListed = hasDecision(walk, decision.id);
    if (!isListed && !walk.complete) return;
    check.that(isListed, () => ({
      code: 'no-longer-listed',
      message: `the decision ${String(decision.id)}, which the run has made, is not listed at its end${inPages(walk)}`,
      exchanges: [exchange, ...walk.exchanges.slice(-1)],
      pointer: '/response',
      ...listedBeside(walk.decisions, decision, true),
    }));
  });
}
