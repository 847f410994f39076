import { setTimeout as sleep } from 'node:timers/promises';
import { swapCase } from '../generators/index.ts';
import { objectOf, arrayOf, readJwt, type JsonObject } from '../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { accessTokenOf, basicAuthorization, lifetimeOf, unsendable } from '../target/access-tokens.ts';
import type { Credentials } from '../target/configuration/target.ts';
import { answerOf, memberAt, type Violation } from './engine/assertions.ts';
import type { TokenCall } from './engine/api.ts';
import type { Check } from './engine/check.ts';
import { part, ruleOnSuccesses, type Rule } from './engine/definition.ts';
import type { Slot } from './engine/memory.ts';
import { isFrugal, profileOf } from './engine/plan.ts';
import { Undecided } from './engine/verdicts.ts';
import type { Effort } from './profiles.ts';
import { gathered } from './judging/on-answers.ts';
import { goodTokenRequest, isAuthorized, secondsOfDate, unitsOfTime } from './judging/reading.ts';
import { issuedTokens, issueToken, tokenTraffic } from './traffic/access-traffic.ts';

/** Uses the newest token, and uses it again a second later: the rule judges the answers. */
async function newestTokenIsTaken({ api, session }: Check): Promise<void> {
  await session.renewToken();
  for (const pause of [0, secondUseMs]) {
    await sleep(pause);
    await api.call('E1');
  }
}

const secondUseMs = 1000;

interface Issued {
  readonly token: string;
  readonly exchange: AnsweredExchange;
}

/**
 * By the key that asked for them: tokens, the newest last, and refusals that have not been judged yet. If no token was
 * ever accepted (`isAnyTaken`), token.usable reports that.
 */
const tokens: Slot<{
  isAnyTaken: boolean;
  readonly issued: Map<string, readonly Issued[]>;
  readonly refusals: Map<string, readonly { readonly issued: Issued; readonly exchange: AnsweredExchange }[]>;
}> = () => ({ isAnyTaken: false, issued: new Map(), refusals: new Map() });

/** How often good tokens were refused, by whether they were the newest of their key. */
const refusedTokens: Slot<Map<string, number>> = () => new Map();

/** Least lifetime, in seconds, of a token that does not state one. */
const shortestLife = 300;
/** Share of its lifetime for which a token has to be accepted. */
const sureShare = 0.5;

/** Seconds that a token had left when it was issued: by its `exp` and the `Date` of the answer, if both are there. */
function secondsLeft({ token, exchange }: Issued): number {
  const now = secondsOfDate(exchange);
  const { exp } = readJwt(token)?.claims ?? {};
  if (typeof exp === 'number' && now !== undefined) return exp - now;
  return lifetimeIn(token) ?? shortestLife;
}

/** Seconds between the claims `iat` and `exp` of a token; undefined if it has none. */
function lifetimeIn(token: unknown): number | undefined {
  const jwt = typeof token === 'string' ? readJwt(token) : undefined;
  return jwt === undefined ? undefined : lifetimeOf(jwt);
}

const keyOf = ({ request }: AnsweredExchange): string => request.headers['authorization'] ?? '';

/** Remembers a refusal of a token that is in the first part of its life (`sureShare`). */
function noteRefusal(exchange: AnsweredExchange, { issued, refusals }: ReturnType<typeof tokens>): void {
  for (const [key, all] of issued) {
    const own = all.find(({ token }) => exchange.request.headers['authorization'] === `Bearer ${token}`);
    if (own === undefined) continue;
    const age = (exchange.startedAt - own.exchange.startedAt) / 1000;
    if (age >= secondsLeft(own) * sureShare) return;
    refusals.set(key, [...(refusals.get(key) ?? []), { issued: own, exchange }]);
  }
}

/**
 * Judges that the newest token of a key is not refused in the first half of its life: a new token may end the older
 * ones. A refusal is judged when the next token of its key comes: only then is it known that no token was requested
 * before the refusal.
 */
const takesItsNewestToken: Rule = (exchange, memory) => {
  const known = memory.at(tokens);
  if (exchange.request.endpoint !== 'token') {
    known.isAnyTaken ||= isAuthorized(exchange) && isSuccess(exchange);
    if (exchange.answer.status === 401 && known.isAnyTaken) noteRefusal(exchange, known);
    return undefined;
  }
  const token = accessTokenOf(exchange);
  if (token === undefined) return undefined;
  const key = keyOf(exchange);
  const before = known.issued.get(key) ?? [];
  const refused = known.refusals.get(key) ?? [];
  known.refusals.delete(key);
  // A token that is issued again keeps its age.
  if (!before.some((one) => one.token === token)) known.issued.set(key, [...before, { token, exchange }]);
  return gathered(
    refused.map(({ issued, exchange: refusal }): readonly Violation[] | undefined => {
      const newer = [...before.filter((one) => one !== issued).map((one) => one.exchange), exchange];
      const isNewest = newer.every(
        ({ startedAt, endedAt }) => endedAt <= issued.exchange.startedAt || startedAt >= refusal.endedAt,
      );
      const which = isNewest ? 'the newest of its key' : 'another one';
      const counts = memory.at(refusedTokens);
      counts.set(which, (counts.get(which) ?? 0) + 1);
      if (!isNewest) return undefined;
      const age = Math.round((refusal.startedAt - issued.exchange.endedAt) / 1000);
      return answerOf(refusal, issued.exchange)
        .at('#status')
        .satisfies(false, {
          code: 'refused',
          message: `a good token was refused with 401 ${age} s after it was given out`,
          expected: 'any other status',
        });
    }),
  );
};

/** A rule about the body of a success of a token request with a good key. */
function onToken(judge: (body: JsonObject) => readonly Violation[] | undefined): Rule {
  return ruleOnSuccesses(['token'], ({ accessCase, answer }) =>
    accessCase === goodTokenRequest ? judge(objectOf(answer.json)) : undefined,
  );
}

/** Lifetimes, in seconds, that count as about ten minutes. */
const lifetimeBounds = { shortest: 5 * 60, longest: 20 * 60 } as const;

/** Most wrong secrets that are sent for one client: a service may lock it out after more. */
const mostSecrets = 2;

/**
 * Wrong keys, named by what is wrong with them. Each client gets the first wrong secrets of its list. A blank after the
 * right secret shows whether a service trims it, or ignores what follows it; an empty secret shows whether it compares
 * only as much as was sent.
 */
function wrongKeys({ clientId, clientSecret: secret }: Credentials, second?: Credentials) {
  const none = { name: 'no secret', clientSecret: '' };
  const ofFirst = [
    { name: 'a secret with a blank after it', clientSecret: `${secret} ` },
    ...(second === undefined ? [none] : []),
    { name: 'a secret in another letter case', clientSecret: swapCase(secret) },
    { name: 'a secret cut short', clientSecret: secret.slice(0, -1) },
  ];
  const ofSecond = [{ name: 'the secret of another client', clientSecret: secret }, none];
  const keys = [
    ...ofFirst.map((key) => ({ ...key, clientId })),
    { name: 'an unknown client', clientId: '00000000-0bad-4bad-8bad-000000000000', clientSecret: secret },
    { name: 'a client id with quotation marks', clientId: "' or '1'='1", clientSecret: secret },
    { name: 'no client', clientId: '', clientSecret: secret },
    ...ofSecond.flatMap((key) => (second === undefined ? [] : [{ ...key, clientId: second.clientId }])),
    { name: 'the beginning of a client id', clientId: clientId.slice(0, -1), clientSecret: secret },
  ];
  const good = [{ clientId, clientSecret: secret }, ...(second === undefined ? [] : [second])];
  const isSame = (one: Credentials, other: Credentials): boolean =>
    one.clientId === other.clientId && one.clientSecret === other.clientSecret;
  const wrong = keys.filter((key, at) => ![...good, ...keys.slice(0, at)].some((one) => isSame(one, key)));
  return wrong.filter(
    (key, at) => wrong.slice(0, at).filter((one) => one.clientId === key.clientId).length < mostSecrets,
  );
}

/** Basic credentials that end before the colon. The name belongs to no client, so no secret is guessed. */
const nameAlone = {
  name: 'a name without a colon after it',
  authorization: `Basic ${Buffer.from('nobody').toString('base64')}`,
} as const;

/** Wrong keys that were refused: they are not tried again when a check is rerun. */
const refusedKeys: Slot<Set<string>> = () => new Set();

/** How many malformed requests are sent, from the first on. */
const malformedSent: Readonly<Record<Effort, number>> = { thorough: 22, brisk: 8, frugal: 2 };

/** Token requests that are wrong although the key is good, or that have no key; the most telling ones come first. */
const malformedRequests = (good: string): readonly TokenCall[] => [
  { name: 'a Bearer header', authorization: 'Bearer not-a-token' },
  { name: 'another grant', body: JSON.stringify({ grant_type: 'password' }) },
  { name: 'no grant', body: JSON.stringify({}) },
  { name: 'no Authorization header', authorization: undefined },
  { name: 'truncated JSON', body: '{"grant_type":"client_cred' },
  { name: 'a good key under another scheme', authorization: good.replace('Basic', 'Digest') },
  { name: 'a form', body: 'grant_type=client_credentials', contentType: 'application/x-www-form-urlencoded' },
  { name: 'a grant in another letter case', body: JSON.stringify({ grant_type: 'CLIENT_CREDENTIALS' }) },
  { name: 'a good key without a scheme', authorization: good.replace('Basic ', '') },
  { name: 'a grant with a blank after it', body: JSON.stringify({ grant_type: 'client_credentials ' }) },
  { name: 'Basic without credentials', authorization: 'Basic' },
  { name: 'Basic with text that is no base64', authorization: 'Basic %%%' },
  nameAlone,
  { name: 'a grant that is no string', body: JSON.stringify({ grant_type: 1 }) },
  { name: 'a grant that is null', body: JSON.stringify({ grant_type: null }) },
  { name: 'a grant that goes on', body: JSON.stringify({ grant_type: 'client_credentials_2' }) },
  { name: 'an empty grant', body: JSON.stringify({ grant_type: '' }) },
  { name: 'a grant in a list', body: JSON.stringify({ grant_type: ['client_credentials'] }) },
  { name: 'an empty body', body: '' },
  { name: 'an array', body: '[]' },
  { name: 'an array of a good request', body: JSON.stringify([{ grant_type: 'client_credentials' }]) },
  { name: 'null', body: 'null' },
];

/**
 * Bounds of `expires_in`, as shares of the token's lifetime. A token that was issued before has less of it left, and 15
 * for 15 minutes is not a number of seconds.
 */
const shareLeft = { least: 0.02, most: 1.5 };

/** Requirements of the token service (`spec/documents/5-authentication.md`). */
export const token = part(
  'token',
  { readsAlone: true, traffic: [tokenTraffic] },
  {
    issue: {
      how: 'Three tokens in a row (one in the profile health) are requested with the valid key. Every success among these, and among other such requests of the run, must have the three members `access_token`, `expires_in` and `token_type`. A key that is refused ends the run before it begins, without a verdict.',
      rule: onToken((body) =>
        ['access_token', 'expires_in', 'token_type'].flatMap((name) =>
          memberAt(`/${name}`, body[name]).isPresent(`${name} is missing from the token answer`),
        ),
      ),
    },

    jwt: {
      how: 'Every token that was issued to the valid key is parsed: it must have three base64url parts, the first two with a JSON object each. The signature is not verified.',
      notShownBy: ['token'],
      rule: onToken(({ access_token: value }) => {
        if (value === undefined) return undefined;
        const shown = typeof value === 'string' ? `text of ${value.split('.').length} dot-separated parts` : value;
        return memberAt('/access_token', shown).satisfies(typeof value === 'string' && readJwt(value) !== undefined, {
          code: 'no-jwt',
          message: 'access_token is no JWT',
          expected: 'three base64url parts, the first two JSON objects',
        });
      }),
    },

    'expires-in': {
      how: 'In every success with the valid key, `expires_in`, if present, must be an integer.',
      rule: onToken(({ expires_in: value }) =>
        value === undefined
          ? undefined
          : memberAt('/expires_in', value).satisfies(Number.isInteger(value), {
              code: 'type',
              message: 'expires_in is not an integer',
              expected: 'an integer',
            }),
      ),
    },

    'expires-in-unit': {
      how: 'Observed on one token: the lifetime that the token itself states, in whole minutes, and the unit of `expires_in` that fits it. A token without `iat` and `exp` leaves it undecided. Also observed: each valid token that was answered with 401 so far, and whether it was the newest of its key.',
      async scenario({ session, observe, undecided }) {
        for (const [which, count] of session.memory.at(refusedTokens))
          for (let at = 0; at < count; at += 1)
            observe(`a good token was refused: ${which}`, { topic: 'refused tokens' });
        const exchange = (await issuedTokens(session))[0]?.issued;
        const { access_token: value, expires_in: expiresIn } = objectOf(exchange?.answer.json);
        const lifetime = lifetimeIn(value);
        if (lifetime === undefined || typeof expiresIn !== 'number')
          return undecided('not-reached', 'the token states no lifetime to compare expires_in with');
        const minutes = Math.round(lifetime / 60);
        observe(`lifetime: ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`, {
          topic: 'lifetime',
          shownBy: () => exchange,
        });
        const unit = unitsOfTime.find(({ ofASecond }) => {
          const share = expiresIn / ofASecond / lifetime;
          return share >= shareLeft.least && share <= shareLeft.most;
        });
        return observe(unit?.name ?? `${expiresIn} for a lifetime of ${lifetime} seconds`, { shownBy: () => exchange });
      },
    },

    type: {
      how: 'In every success with the valid key, `token_type`, if present, must be exactly the text `Bearer`, including letter case.',
      rule: onToken(({ token_type: value }) =>
        value === undefined ? undefined : memberAt('/token_type', value).equals('Bearer', 'token_type is not Bearer'),
      ),
    },

    lifetime: {
      how: 'For every token that was issued to the valid key, `exp - iat` must be between 300 and 1200 seconds. A token without either claim leaves it undecided. The newest token of a key must not be answered with 401 before half of its lifetime has passed: for this, a new token is used twice at the end of a run, one second apart. A 401 for any other token is observed under token.expires-in-unit.',
      notShownBy: ['token'],
      stage: 'aftermath',
      profiles: { health: { scenario: null } },
      scenario: newestTokenIsTaken,
      rule: [
        takesItsNewestToken,
        onToken(({ access_token: value }) => {
          const seconds = lifetimeIn(value);
          if (seconds === undefined) return undefined;
          const { shortest, longest } = lifetimeBounds;
          const lives = memberAt('/access_token', `exp - iat of ${seconds} seconds`);
          return lives.satisfies(seconds >= shortest && seconds <= longest, {
            code: seconds < shortest ? 'too-short' : 'too-long',
            message: `the token lives ${seconds} seconds`,
            expected: `exp - iat of ${shortest} to ${longest} seconds`,
          });
        }),
      ],
    },

    'wrong-secret': {
      how: 'Wrong keys are sent as the last requests of a run: first, right after a valid one, the secret with a blank after it and no secret; then an unknown client, a client id with quotation marks, the beginning of a client id, a name without a colon after it, and no client. If a second key is configured, it is sent with no secret and with the secret of the first key, and the first key with its secret in another letter case instead of no secret. More wrong secrets might lock a key out. No answer, whatever its status, may contain an access token.',
      footprint: { least: 10, tokens: { thorough: 10, brisk: 10, frugal: 0 } },
      stage: 'end',
      profiles: { health: 'wrong secrets that are sent every night may lock a key out' },
      async scenario({ api, assert, session }) {
        const { credentials, secondCredentials } = session.plan.target;
        const refused = session.memory.at(refusedKeys);
        const wrong = wrongKeys(credentials, secondCredentials).map(({ name, ...key }) => {
          // A secret derived from the good one is a secret too, wherever the target may repeat it.
          if (key.clientSecret !== '' && key.clientSecret !== key.clientId)
            session.redactor.learnKey(key, '<credentials>');
          return { name, authorization: basicAuthorization(key) };
        });
        // A service may keep the token that it gave to a client, and compare no secret for a while.
        await api.token({ name: goodTokenRequest });
        for (const { name, authorization } of [...wrong, nameAlone].filter((one) => !refused.has(one.name))) {
          const exchange = await api.token({ name, authorization });
          if (accessTokenOf(exchange) === undefined) refused.add(name);
          assert(
            memberAt('/access_token', '<token>', { exchange }).satisfies(accessTokenOf(exchange) === undefined, {
              code: 'token-issued',
              message: `a token was issued for ${name}`,
              expected: 'no token',
            }),
          );
        }
      },
    },

    'malformed-request': {
      how: 'Twenty-two requests are sent. Without a valid key: no Authorization header, a Bearer header, and Basic with empty credentials, with unreadable ones, and with a name only. With the valid key: a scheme other than Basic, and none; another grant, the right grant with text or a blank after it, no grant, an empty grant, a number, null, a list with the right grant, and the right grant in capital letters; truncated JSON, a form, no body, an array, an array with a valid request, and null. The profile gate sends eight of them, and health two. Each must get a 4xx and no token.',
      footprint: { least: malformedSent.thorough, tokens: malformedSent },
      async scenario({ api, assert, session }) {
        const authorization = basicAuthorization(session.plan.target.credentials);
        const requests = malformedRequests(authorization);
        for (const request of requests.slice(0, malformedSent[profileOf(session).effort])) {
          const exchange = await api.token({ authorization, ...request });
          const { status } = exchange.answer;
          const isIssued = accessTokenOf(exchange) !== undefined;
          assert(
            memberAt('#status', status, { exchange }).satisfies(!isIssued && status >= 400 && status < 500, {
              code: isIssued ? 'token-issued' : 'status',
              message: `a token request with ${request.name} was answered with ${status}${isIssued ? ' and a token' : ''}`,
              expected: 'a 4xx and no token',
            }),
          );
        }
      },
    },

    usable: {
      how: 'Three tokens are requested one after the other with the first key (in the profile health, one), and one with the second key, if there is one. E1 is called with each at once: the answer must be 200. A key that gets no token leaves it undecided.',
      footprint: { least: 1, tokens: { thorough: 1, brisk: 1, frugal: 0 } },
      async scenario({ session, assert }) {
        const { credentials, secondCredentials: second } = session.plan.target;
        const ofFirst = (await issuedTokens(session)).map((token) => ({ ...token, clientId: credentials.clientId }));
        const ofSecond =
          second === undefined || isFrugal(session)
            ? []
            : [{ ...(await issueToken(session, basicAuthorization(second))), clientId: second.clientId }];
        for (const { issued, used, clientId } of [...ofFirst, ...ofSecond]) {
          if (accessTokenOf(issued) === undefined)
            throw new Undecided('blocked', `the token service gave no token to ${clientId}`);
          if (used === undefined) throw new Undecided('blocked', unsendable);
          assert(answerOf(used).status(200, 'a fresh token'));
        }
      },
    },

    'sandbox-group': {
      how: 'E1 is called once, and the list must not be empty. It stays undecided if the target is not configured as a sandbox, or if the list is not answered with a success.',
      needs: ['a sandbox'],
      async scenario({ api, session, assert, undecided }) {
        if (session.plan.target.environment !== 'sandbox')
          return undecided('not-configured', 'the target is not a sandbox (environment)');
        const exchange = await api.call('E1');
        if (!isSuccess(exchange))
          return undecided('blocked', `the groups list was answered with ${exchange.answer.status}`);
        if (!exchange.answer.isJson) return undecided('blocked', 'the groups list is not JSON');
        const response = answerOf(exchange).at('/response');
        const isListed = arrayOf(response.value).length > 0;
        return assert(
          response.satisfies(isListed, { message: 'a sandbox lists no group', expected: 'at least one group' }),
        );
      },
    },
  },
);
