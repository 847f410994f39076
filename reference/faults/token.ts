import { objectOf, type JsonObject, change } from './change.ts';
import { answerWith, isSuccess, parsed, sentBody, withAuthorization, withBody, withJson } from './exchange.ts';
import type { Behaviour, Fault } from './fault.ts';
import { answers, everyNth, requests, successes } from './rewrite.ts';

/** Hands out other tokens than the service made, and takes them for what they stand for. */
function aliasing(aliasOf: (token: string, issued: number) => string): () => Behaviour {
  return () => {
    const tokens = new Map<string, string>();
    let issued = 0;
    return async (request, serve) => {
      const own = tokens.get(request.headers['authorization'] ?? '');
      const answer = await serve(own === undefined ? request : withAuthorization(request, own));
      if (request.place !== 'token' || !isSuccess(answer)) return answer;
      const body = objectOf(parsed(answer.text));
      const token = String(body['access_token']);
      issued += 1;
      const alias = aliasOf(token, issued);
      tokens.set(`Bearer ${alias}`, `Bearer ${token}`);
      return withBody(answer, { ...body, access_token: alias });
    };
  };
}

/** The token with other claims; its signature no longer fits. */
function withClaims(token: string, edit: (claims: JsonObject) => JsonObject): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = edit(objectOf(parsed(Buffer.from(payload, 'base64url').toString('utf8'))));
  return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
}

const living =
  (seconds: number) =>
  (token: string): string =>
    withClaims(token, (claims) => ({ ...claims, exp: Number(claims['iat']) + seconds }));

interface Key {
  readonly id: string;
  readonly secret: string;
}

function keyIn(header: string | undefined): Key {
  const text = Buffer.from(header?.split(' ')[1] ?? '', 'base64').toString('utf8');
  const [id = '', secret = ''] = text.split(/:(.*)/s);
  return { id, secret };
}

/** Gives a token to a wrong key that is like enough to a good one. */
function acceptingKeys(isLike: (sent: Key, good: Key) => boolean): () => Behaviour {
  return () => {
    const good = new Map<string, Key>();
    return async (request, serve) => {
      const answer = await serve(request);
      const { authorization } = request.headers;
      if (request.place !== 'token') return answer;
      if (isSuccess(answer) && authorization !== undefined) good.set(authorization, keyIn(authorization));
      const [like] = [...good].find(([, key]) => isLike(keyIn(authorization), key)) ?? [];
      return isSuccess(answer) || like === undefined ? answer : serve(withAuthorization(request, like));
    };
  };
}

const grant = { grant_type: 'client_credentials' };

/** The first answer to a token is a refusal. */
function refusingFreshTokens(): Behaviour {
  const known = new Set<string>();
  return async (request, serve) => {
    const answer = await serve(request);
    const { authorization } = request.headers;
    if (request.place !== 'E1' || !isSuccess(answer) || authorization === undefined || known.has(authorization))
      return answer;
    known.add(authorization);
    return answerWith(403);
  };
}

/** Violations of the token service (`spec/documents/5-authentication.md`). */
export const tokenFaults: readonly Fault[] = [
  {
    name: 'token-without-expiry',
    description: 'the token answer lacks expires_in',
    breaks: ['token.issue'],
    begin: successes('token', (body) => change(body, 'expires_in', () => undefined)),
  },
  {
    name: 'token-type-forgotten',
    description: 'the token answer lacks token_type',
    when: 'every third token',
    breaks: ['token.issue'],
    begin: everyNth(
      3,
      'token',
      successes('token', (body) => change(body, 'token_type', () => undefined)),
    ),
  },
  {
    name: 'token-opaque',
    description: 'tokens are opaque',
    breaks: ['token.jwt'],
    begin: aliasing((_token, issued) => `opaque-token-${issued}`),
  },
  {
    name: 'token-of-four-parts',
    description: 'a token has a fourth part',
    when: 'every third token',
    breaks: ['token.jwt'],
    begin: aliasing((token, issued) => (issued % 3 === 0 ? `${token}.AAAA` : token)),
  },
  {
    name: 'token-expiry-text',
    description: 'expires_in is text',
    breaks: ['token.expires-in'],
    begin: successes('token', (body) => change(body, 'expires_in', String)),
  },
  {
    name: 'token-expiry-fraction',
    description: 'expires_in has a fraction',
    when: 'every second token',
    breaks: ['token.expires-in'],
    begin: everyNth(
      2,
      'token',
      successes('token', (body) => change(body, 'expires_in', (time) => Number(time) - 0.5)),
    ),
  },
  {
    name: 'token-type-lower-case',
    description: 'token_type is bearer',
    breaks: ['token.type'],
    begin: successes('token', (body) => ({ ...body, token_type: 'bearer' })),
  },
  {
    name: 'token-lives-for-hours',
    description: 'a token lives for two hours',
    breaks: ['token.lifetime'],
    begin: aliasing(living(7200)),
  },
  {
    name: 'token-lives-for-a-minute',
    description: 'a token lives for a minute only',
    when: 'every third token',
    breaks: ['token.lifetime'],
    begin: aliasing((token, issued) => (issued % 3 === 0 ? living(60)(token) : token)),
  },
  {
    name: 'token-any-secret',
    description: 'any secret of a known client gets a token',
    breaks: ['token.wrong-secret'],
    begin: acceptingKeys((sent, good) => sent.id === good.id),
  },
  {
    name: 'token-secret-any-case',
    description: "a secret's letter case does not matter",
    when: 'the right secret in another letter case',
    breaks: ['token.wrong-secret'],
    begin: acceptingKeys(
      (sent, good) => sent.id === good.id && sent.secret.toLowerCase() === good.secret.toLowerCase(),
    ),
  },
  {
    name: 'token-secret-cut-short',
    description: 'the last character of a secret is not compared',
    when: 'the right secret without its last character',
    breaks: ['token.wrong-secret'],
    begin: acceptingKeys((sent, good) => sent.id === good.id && sent.secret === good.secret.slice(0, -1)),
  },
  {
    name: 'token-any-grant',
    description: 'every grant_type is taken for client_credentials',
    breaks: ['token.malformed-request'],
    begin: requests('token', (request) =>
      typeof objectOf(sentBody(request))['grant_type'] === 'string' ? withJson(request, grant) : request,
    ),
  },
  {
    name: 'token-no-grant',
    description: 'a token is given without a grant_type',
    when: 'an object without members',
    breaks: ['token.malformed-request'],
    begin: requests('token', (request) => (request.body.toString() === '{}' ? withJson(request, grant) : request)),
  },
  {
    name: 'token-refusal-as-success',
    description: 'a request without Basic credentials is answered with 200 and an error in the body',
    when: 'a scheme other than Basic',
    breaks: ['token.malformed-request'],
    begin: answers('token', (answer, request) =>
      (request.headers['authorization'] ?? '').startsWith('Bearer ')
        ? answerWith(200, { error: 'invalid_client' })
        : answer,
    ),
  },
  {
    name: 'token-not-yet-known',
    description: 'the groups list refuses a token',
    when: 'the first request with a token',
    breaks: ['token.usable'],
    // The first list of a run is refused as well.
    also: ['groups.list'],
    begin: refusingFreshTokens,
  },
  {
    name: 'token-empty-sandbox',
    description: 'a sandbox lists no group',
    breaks: ['token.sandbox-group', 'groups.fixture-listed'],
    begin: successes('E1', (body) => ({
      ...body,
      meta: { ...objectOf(body['meta']), total_records: 0 },
      response: [],
    })),
  },
];
