import { isSuccess, type Exchange } from '../../target/exchange.ts';
import { accessTokenOf } from '../../target/access-tokens.ts';
import type { Workload } from '../engine/definition.ts';
import type { Session } from '../engine/session.ts';
import { fewestSuccesses } from '../engine/timings.ts';
import { askedOf, requestFor } from '../fixtures/requests.ts';
import { pageOf } from '../rules/pages.ts';
import { successBody, goodTokenRequest } from '../rules/reading.ts';

async function askForTokens(session: Session): Promise<void> {
  const api = session.api('token.issue');
  for (let asked = 0; asked < 5; asked += 1) {
    const exchange = await api.token({ name: goodTokenRequest });
    if (accessTokenOf(exchange) === undefined) return;
  }
}

/** The groups list (E1), by each key, and all of its pages where the target pages it. */
async function listGroups(session: Session): Promise<void> {
  const api = session.api('groups.list');
  const exchange = await api.call('E1');
  await api.call('E1');
  if (session.plan.target.secondCredentials !== undefined) await api.call('E1', {}, 'second');
  const page = successBody(exchange, 'E1') === undefined ? undefined : pageOf(exchange);
  if (page === undefined || page.length === 0 || page.length >= page.total) return;
  // Paging of E1 is not documented: one more page shows whether the target honours an offset.
  await api.call('E1', { query: { offset: String(page.length), page_size: String(page.length) } });
}

/** Repeats a request until it has enough successes for its latency. */
async function untilTimed(session: Session, endpoint: 'E1' | 'token', ask: () => Promise<Exchange>): Promise<void> {
  const succeeded = (): number => (session.timings.get(endpoint) ?? []).filter((timing) => timing.succeeded).length;
  for (let asked = 0; asked < fewestSuccesses && succeeded() < fewestSuccesses; asked += 1) {
    if (!isSuccess(await ask())) return;
  }
}

export const tokenTraffic: Workload = {
  name: 'tokens',
  run: askForTokens,
  async frugal(session) {
    await askForTokens(session);
    await untilTimed(session, 'token', () => session.api('token.issue').token({ name: goodTokenRequest }));
  },
};

export const groupTraffic: Workload = {
  name: 'groups',
  run: listGroups,
  async frugal(session) {
    await listGroups(session);
    await untilTimed(session, 'E1', () => session.api('groups.list').call('E1'));
  },
};

/** Every endpoint (in a run of few records: reading ones) without, and with a useless, Authorization header. */
export const unauthorizedTraffic: Workload = {
  name: 'unauthorized',
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
