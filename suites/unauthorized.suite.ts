import {
  authorizationCases,
  canonicalConnection,
  canonicalDecision,
  httpDate,
  type AuthorizationCase,
} from '../generators/index.ts';
import { endpointIds, valueLists, type EndpointId } from '../spec/index.ts';
import type { AnsweredExchange } from '../target/exchange.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { seedOf } from './engine/seeds.ts';
import { decisionEchoBreaches } from './invariants/decision-echo.ts';
import { seen } from './invariants/observing.ts';
import { arrayOf, idKey, objectOf } from './invariants/reading.ts';
import { runDrive } from './drives/index.ts';
import { connectionBase, decisionBase } from './world/bodies.ts';
import { currentDecision, decisionOf, walkDecisions } from './world/decisions.ts';
import { createEmployee, idsOf, listSnapshots, snapshotBody, unaccountedFor } from './world/employee.ts';
import { groupId } from './world/group.ts';
import { requestFor, type RequestVariant } from './world/requests.ts';
import { ownDate } from './world/dates.ts';

const messages = valueLists['unauthorized-message'];
const variants: readonly RequestVariant[] = ['known', 'unknown-id', 'invalid-body', 'malformed-body'];

/** Sends a refused header to an endpoint and holds the answer against the table of conditions. */
async function refused(
  check: Check,
  endpoint: EndpointId,
  variant: RequestVariant,
  { name, header, messages: numbers }: AuthorizationCase,
): Promise<void> {
  const exchange = await check.api.call(endpoint, await requestFor(check.session, endpoint, variant), { name, header });
  const { status, json } = exchange.answer;
  const allowed = numbers.map((number) => messages[number - 1]);
  const { message } = objectOf(json);
  const subject = `${endpoint} with ${name}`;
  check.that(status === 401, () => ({
    message: `${subject} was answered with ${status}`,
    exchanges: [exchange],
    pointer: '#status',
    expected: 401,
    actual: status,
  }));
  check.that(
    allowed.some((text) => text === message),
    () => ({
      message: `${subject} was refused with another message`,
      exchanges: [exchange],
      pointer: '/message',
      expected: allowed.length === 1 ? allowed[0] : allowed,
      actual: message,
    }),
  );
}

/** Rounds of generated headers of each kind; the first round is the same for every number of cases. */
function roundsOf({ session }: Check): number {
  return Math.max(1, Math.ceil(session.parameters.cases / 50));
}

/** Every kind of header of the requirement, at every endpoint, with requests that are good otherwise and others that are not. */
async function everywhere(check: Check): Promise<void> {
  const { session, id, undecided } = check;
  const token = await session.token();
  const seed = seedOf(session.parameters.seed, id);
  const cases = Array.from({ length: roundsOf(check) }, (_, round) =>
    authorizationCases(token, seed + round, session.parameters.target.expiredToken),
  )
    .flat()
    .filter((one) => one.requirement === id);
  if (cases.length === 0) {
    return undecided(
      'not-configured',
      id === 'unauthorized.expired'
        ? 'no expired token; name the variable that holds one with expiredTokenEnv'
        : 'the access token is no JWT, so that none can be made of it',
    );
  }
  const jobs = endpointIds.flatMap((endpoint, at) =>
    cases.flatMap((one, index) => {
      const others =
        id === 'unauthorized.missing' || id === 'unauthorized.expired'
          ? variants
          : ['known' as const, variants[(at + index) % variants.length] ?? 'known'];
      return [...new Set(others)].map((variant) => ({ endpoint, variant, one }));
    }),
  );
  const outcomes = await Promise.allSettled(
    jobs.map(({ endpoint, variant, one }) => refused(check, endpoint, variant, one)),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

requirement('unauthorized.missing', everywhere);
requirement('unauthorized.not-bearer', everywhere);
requirement('unauthorized.altered', everywhere);
requirement('unauthorized.forged', everywhere);
requirement('unauthorized.expired', everywhere);

const noToken = { name: 'no Authorization header', header: undefined };

requirement('unauthorized.no-effect', async ({ api, session, that }) => {
  const group = await groupId(session);
  const unchanged = (
    holds: boolean,
    message: string,
    expected: unknown,
    actual: unknown,
    ...exchanges: readonly AnsweredExchange[]
  ): void => that(holds, () => ({ message, exchanges, pointer: '', expected, actual }));

  const employee = await createEmployee(session, api, 'no-effect', 2);
  const json = await snapshotBody(session, 'no-effect', employee.employeeId);
  const create = await api.call('E6', { path: { group_id: group }, json }, noToken);
  const listed = await listSnapshots(api, employee.employeeId);
  if (!employee.uncertain) {
    const added = unaccountedFor(listed, employee);
    unchanged(
      added.length === 0,
      'a snapshot refused with 401 was created all the same',
      employee.snapshotIds,
      idsOf(listed),
      create,
      listed,
    );
  }

  const base = await decisionBase(session);
  const before = { ...base.reduce(canonicalDecision(base.context)), renewal_date: ownDate(session, 'no-effect', 0) };
  const after = { ...before, renewal_date: ownDate(session, 'no-effect', 1) };
  const onTheDay = { renewal_date: httpDate(after.renewal_date) };
  const earlier = (await walkDecisions(api, group, onTheDay, [])).decisions.map((decision) => idKey(decision.id));
  const refusedCreate = await api.call('E3', { path: { group_id: group }, json: after }, noToken);
  const created = await api.call('E3', { path: { group_id: group }, json: before });
  const { id, version } = decisionOf(created);
  const edit = await api.call(
    'E4',
    { path: { renewal_decision_id: String(id), version: String(version) }, json: after },
    noToken,
  );
  const walk = await walkDecisions(api, group, onTheDay, []);
  const appeared = walk.decisions.filter(
    (decision) => !earlier.includes(idKey(decision.id)) && decisionEchoBreaches(after, decision).length === 0,
  );
  const last = walk.exchanges.at(-1);
  const own = appeared.some((decision) => idKey(decision.id) === idKey(id));
  unchanged(
    appeared.length === 0,
    `a decision ${own ? 'edit' : 'create'} refused with 401 took effect`,
    [],
    appeared,
    own ? edit : refusedCreate,
    ...(last === undefined ? [] : [last]),
  );
  const current = await currentDecision(api, group, decisionOf(created));
  if (current !== undefined) {
    const [breach] = decisionEchoBreaches(before, current);
    unchanged(
      breach === undefined,
      'an edit refused with 401 changed the decision',
      breach?.expected,
      breach?.actual,
      created,
      edit,
    );
  }

  const { context } = await connectionBase(session);
  const connection = canonicalConnection({ ...context, runTag: `${context.runTag}-no-effect` });
  const connect = await api.call('E2', { json: connection }, noToken);
  const groups = await api.call('E1');
  const name = connection.group_data?.group_name;
  const made = arrayOf(objectOf(groups.answer.json).response).filter((record) => objectOf(record).name === name);
  unchanged(made.length === 0, 'a connection refused with 401 made its group all the same', [], made, connect, groups);
});

requirement('unauthorized.challenge', async ({ session, observe }) => {
  await runDrive(session, 'unauthorized');
  for (const value of session.memory.at(seen).get('challenge')?.keys() ?? []) observe(value);
});
