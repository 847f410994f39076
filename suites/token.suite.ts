import { isSuccess } from '../target/exchange.ts';
import { lifetimeOf, readJwt } from '../target/jwt.ts';
import { accessTokenOf, basicAuthorization, isSendable, unsendable } from '../target/token-service.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { arrayOf, objectOf } from './invariants/reading.ts';
import { goodTokenRequest } from './invariants/token.ts';

requirement('token.wrong-secret', async ({ api, session, that }) => {
  const { clientId, clientSecret } = session.parameters.target.credentials;
  const unknown = '00000000-0bad-4bad-8bad-000000000000';
  const wrongKeys = [
    { name: 'another secret', clientId, clientSecret: `${clientSecret}x` },
    { name: 'a secret cut short', clientId, clientSecret: clientSecret.slice(0, -1) },
    { name: 'a secret in another letter case', clientId, clientSecret: swapCase(clientSecret) },
    { name: 'no secret', clientId, clientSecret: '' },
    { name: 'an unknown client', clientId: unknown, clientSecret },
    { name: 'no client', clientId: '', clientSecret },
    { name: 'the client id for a secret', clientId, clientSecret: clientId },
  ].filter((key) => key.clientSecret !== clientSecret || key.clientId !== clientId);
  for (const { name, ...key } of wrongKeys) {
    const exchange = await api.token({ name, authorization: basicAuthorization(key) });
    that(accessTokenOf(exchange) === undefined, () => ({
      message: `a token was issued for ${name}`,
      exchanges: [exchange],
      pointer: '/access_token',
      expected: 'no token',
      actual: '<token>',
    }));
  }
});

function swapCase(text: string): string {
  return Array.from(text)
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
}

requirement('token.malformed-request', async ({ api, session, that }) => {
  const authorization = basicAuthorization(session.parameters.target.credentials);
  const malformed = [
    { name: 'no Authorization header', authorization: undefined },
    { name: 'a Bearer header', authorization: 'Bearer not-a-token' },
    { name: 'Basic without credentials', authorization: 'Basic' },
    { name: 'Basic with text that is no base64', authorization: 'Basic %%%' },
    { name: 'another grant', body: JSON.stringify({ grant_type: 'password' }) },
    { name: 'no grant', body: JSON.stringify({}) },
    { name: 'a grant that is no string', body: JSON.stringify({ grant_type: 1 }) },
    { name: 'truncated JSON', body: '{"grant_type":"client_cred' },
    { name: 'text that is no JSON', body: 'client_credentials' },
    { name: 'an array', body: '[]' },
  ];
  for (const request of malformed) {
    const exchange = await api.token({ authorization, ...request });
    const { status } = exchange.answer;
    that(accessTokenOf(exchange) === undefined && status >= 400 && status < 500, () => ({
      message: `a token request with ${request.name} was answered with ${status}${accessTokenOf(exchange) === undefined ? '' : ' and a token'}`,
      exchanges: [exchange],
      pointer: '#status',
      expected: 'a 4xx and no token',
      actual: status,
    }));
  }
});

requirement('token.usable', async ({ api, session, that }) => {
  const { credentials, secondCredentials } = session.parameters.target;
  for (const key of [credentials, ...(secondCredentials === undefined ? [] : [secondCredentials])]) {
    const asked = await api.token({ name: goodTokenRequest, authorization: basicAuthorization(key) });
    const token = accessTokenOf(asked);
    if (token === undefined) throw new Undecided('blocked', `the token service gave no token to ${key.clientId}`);
    if (!isSendable(token)) throw new Undecided('blocked', unsendable);
    const exchange = await api.call('E1', {}, { name: 'a fresh token', header: `Bearer ${token}` });
    that(exchange.answer.status === 200, () => ({
      message: `a fresh token was answered with ${exchange.answer.status}`,
      exchanges: [exchange],
      pointer: '#status',
      expected: 200,
      actual: exchange.answer.status,
    }));
  }
});

requirement('token.sandbox-group', async ({ api, session, that, undecided }) => {
  if (session.parameters.target.environment !== 'sandbox')
    return undecided('not-configured', 'the target is no sandbox (environment)');
  const exchange = await api.call('E1');
  if (!isSuccess(exchange)) return undecided('blocked', `the groups list was answered with ${exchange.answer.status}`);
  return that(arrayOf(objectOf(exchange.answer.json).response).length > 0, () => ({
    message: 'a sandbox lists no group',
    exchanges: [exchange],
    pointer: '/response',
    expected: 'at least one group',
    actual: objectOf(exchange.answer.json).response,
  }));
});

/** Units by how many of them make a second, the largest first. */
const units = [
  [1, 'seconds'],
  [1000, 'milliseconds'],
  [1_000_000, 'microseconds'],
] as const;
/**
 * Shares of a token's lifetime that `expires_in` may come to: a token that was issued before has less left of it, and
 * 15 for 15 minutes is no number of seconds.
 */
const shareLeft = { least: 0.02, most: 1.5 };

requirement('token.expires-in-unit', async ({ api, observe, undecided }) => {
  const exchange = await api.token({ name: goodTokenRequest });
  const { access_token: token, expires_in: expiresIn } = objectOf(exchange.answer.json);
  const jwt = typeof token === 'string' ? readJwt(token) : undefined;
  const lifetime = jwt === undefined ? undefined : lifetimeOf(jwt);
  if (lifetime === undefined || typeof expiresIn !== 'number')
    return undecided('not-reached', 'the token states no lifetime to compare expires_in with');
  const minutes = Math.round(lifetime / 60);
  observe(`lifetime: ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`, 'lifetime');
  const unit = units.find(([size]) => {
    const share = expiresIn / size / lifetime;
    return share >= shareLeft.least && share <= shareLeft.most;
  })?.[1];
  return observe(unit ?? `${expiresIn} for a lifetime of ${lifetime} seconds`);
});
