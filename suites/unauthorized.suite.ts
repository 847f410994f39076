import { authorizationCases, type AuthorizationCase } from '../generators/index.ts';
import { endpoints, valueLists, type EndpointId } from '../spec/index.ts';
import { runDrive } from './traffic/index.ts';
import type { Check } from './engine/check.ts';
import { requirement } from './engine/requirement.ts';
import { seedOf } from './engine/seeds.ts';
import { profileOf } from './engine/session.ts';
import type { Effort } from './profiles/index.ts';
import { seen } from './invariants/observing.ts';
import { objectOf } from './invariants/reading.ts';
import { oneOf } from './invariants/wanted.ts';
import { askedOf, requestFor, type RequestVariant } from './fixtures/requests.ts';

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
  const { method, path } = endpoints[endpoint];
  const subject = `${method} ${path} with "${name}"`;
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
      ...oneOf(allowed),
      actual: message,
    }),
  );
}

/** Rounds of generated headers of each kind; the first round is the same for every number of cases. */
function roundsOf({ session }: Check): number {
  return Math.max(1, Math.ceil(session.parameters.cases / 50));
}

/** Whose turn it is, with the header of a requirement that has but one, or one of many. */
interface Turn {
  readonly variant: RequestVariant;
  readonly hasOneHeader: boolean;
}

/**
 * What a header is sent with. Of a requirement that has but one, everything. Of many headers, a thorough run has a good
 * request with each and one of those in whose turn it is, and a brisk one the latter alone. A frugal run has good requests
 * alone.
 */
const variantsBy: Readonly<Record<Effort, (turn: Turn) => readonly RequestVariant[]>> = {
  thorough: ({ variant, hasOneHeader }) => (hasOneHeader ? variants : ['known', variant]),
  brisk: ({ variant, hasOneHeader }) => (hasOneHeader ? variants : [variant]),
  frugal: () => ['known'],
};

/** Requirements whose headers carry a token made of the good one: the redactor has to know each. */
const isDerived: ReadonlySet<string> = new Set(['unauthorized.altered', 'unauthorized.forged']);

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
  for (const { header = '' } of cases)
    if (isDerived.has(id)) session.redactor.learn(header.slice('Bearer '.length), '<token>');
  const asked = askedOf(session);
  const { effort } = profileOf(session);
  const hasOneHeader = id === 'unauthorized.missing' || id === 'unauthorized.expired';
  const jobs = asked.flatMap((endpoint, at) =>
    cases.flatMap((one, index) => {
      // Beginning with another one for each header.
      const variant = variants[(at + index) % variants.length] ?? 'known';
      const others = variantsBy[effort]({ variant, hasOneHeader });
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

requirement('unauthorized.challenge', async ({ session, observe }) => {
  await runDrive(session, 'unauthorized');
  for (const value of session.memory.at(seen).get('challenge')?.keys() ?? []) observe(value);
});
