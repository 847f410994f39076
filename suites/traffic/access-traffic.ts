import { present } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import { accessTokenOf, isSendable } from '../../target/access-tokens.ts';
import type { Workload } from '../engine/definition.ts';
import { profileOf } from '../engine/plan.ts';
import type { Session } from '../engine/session.ts';
import type { Effort } from '../profiles.ts';
import { fewestSuccesses, successesIn } from '../engine/timings.ts';
import { askedOf, requestFor } from '../fixtures/requests.ts';
import { pageOf } from '../judging/pages.ts';
import { successBody, goodTokenRequest } from '../judging/reading.ts';

const tokensAsked: Readonly<Record<Effort, number>> = { thorough: 3, brisk: 3, frugal: 1 };

/** The answer to a request for a token, and that to E1 with the token; undefined if there was none to send. */
interface IssuedToken {
  readonly issued: AnsweredExchange;
  readonly used: AnsweredExchange | undefined;
}

/** Requests a token, by default with the good key, and uses it at once: a newer one may replace it. */
export async function issueToken(session: Session, authorization?: string): Promise<IssuedToken> {
  const issued = await session.api('token.issue').token({ name: goodTokenRequest, ...present({ authorization }) });
  const token = accessTokenOf(issued);
  if (token === undefined || !isSendable(token)) return { issued, used: undefined };
  const fresh = { name: 'a fresh token', header: `Bearer ${token}` };
  return { issued, used: await session.api('token.usable').call('E1', {}, fresh) };
}

/** Tokens that are requested with the good key, one after the other until none is issued: at least one answer. */
export function issuedTokens(session: Session): Promise<readonly IssuedToken[]> {
  return session.once('issued tokens', async () => {
    const tokens: IssuedToken[] = [];
    for (let asked = 0; asked < tokensAsked[profileOf(session).effort]; asked += 1) {
      const token = await issueToken(session);
      tokens.push(token);
      if (accessTokenOf(token.issued) === undefined) break;
    }
    return tokens;
  });
}

/** The groups list (E1), by each key, and a second page if the target pages it. */
async function readGroups(session: Session): Promise<void> {
  const api = session.api('groups.list');
  const exchange = await api.call('E1');
  await api.call('E1');
  if (session.plan.target.secondCredentials !== undefined) await api.call('E1', {}, 'second');
  const page = successBody(exchange, 'E1') === undefined ? undefined : pageOf(exchange);
  if (page === undefined || page.length === 0 || page.length >= page.total) return;
  // Paging of E1 is not documented: one more page shows whether the target honours an offset.
  await api.call('E1', { query: { offset: String(page.length), page_size: String(page.length) } });
}

/** Repeats the groups list until it has enough successes to measure its latency. */
async function listUntilTimed(session: Session): Promise<void> {
  const succeeded = (): number => successesIn(session.timings.get('E1') ?? []).length;
  for (let asked = 0; asked < fewestSuccesses && succeeded() < fewestSuccesses; asked += 1) {
    if (!isSuccess(await session.api('groups.list').call('E1'))) return;
  }
}

export const tokenTraffic: Workload = {
  name: 'tokens',
  footprint: { least: 6, tokens: tokensAsked },
  async run(session) {
    await issuedTokens(session);
  },
};

export const groupTraffic: Workload = {
  name: 'groups',
  footprint: { least: 4 },
  run: readGroups,
  async frugal(session) {
    await readGroups(session);
    await listUntilTimed(session);
  },
};

/** Every endpoint (in a run of few records: only those that read) without, and with a useless, Authorization header. */
export const unauthorizedTraffic: Workload = {
  name: 'unauthorized',
  footprint: { least: 24 },
  async run(session) {
    const api = session.api('unauthorized.shape');
    const headers = [undefined, 'Bearer', 'Bearer not-a-token'];
    await Promise.all(
      askedOf(session).flatMap((endpoint) =>
        headers.map(async (header) => {
          await api.call(endpoint, await requestFor(session, endpoint, 'known'), { name: header ?? 'none', header });
        }),
      ),
    );
  },
};
