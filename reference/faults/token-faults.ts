import { arrayOf, objectOf } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import type { OrganizationRecord } from '../store/store.ts';
import {
  answerWith,
  isSuccess,
  sentBody,
  withAuthorization,
  withJson,
  type Begin,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';
import { claimsOf } from './observed.ts';
import { breaking, editBody, fault, having, rewrite, type Served, trimmed } from './rewrites.ts';

/** Hands out other tokens than the service made, and accepts them in their place. */
function aliasing(aliasOf: (token: string, issued: number) => string): Begin {
  return () => {
    const tokens = new Map<string, string>();
    let issued = 0;
    return async (request, serve) => {
      const own = tokens.get(request.headers['authorization'] ?? '');
      const answer = await serve(own === undefined ? request : withAuthorization(request, own));
      if (request.place !== 'token') return answer;
      return editBody(answer, (body) => {
        const token = String(body['access_token']);
        issued += 1;
        const alias = aliasOf(token, issued);
        tokens.set(`Bearer ${alias}`, `Bearer ${token}`);
        return { ...body, access_token: alias };
      });
    };
  };
}

function living(seconds: number, token: string): string {
  const [header = '', , signature = ''] = token.split('.');
  const claims = claimsOf(token);
  const longer = { ...claims, exp: Number(claims['iat']) + seconds };
  return `${header}.${Buffer.from(JSON.stringify(longer)).toString('base64url')}.${signature}`;
}

const credentialsIn = (header: string): string => Buffer.from(header.split(' ')[1] ?? '', 'base64').toString('utf8');

type Key = Pick<OrganizationRecord, 'clientId' | 'clientSecret'>;

function keyIn(header: string): Key {
  const [clientId = '', clientSecret = ''] = credentialsIn(header).split(/:(.*)/s);
  return { clientId, clientSecret };
}

/** Gives a token to a wrong key that is similar enough to an existing one. */
function acceptingKeys(isLike: (sent: Key, good: Key) => boolean): Begin {
  return rewrite.exchanges('token', ({ request, answer, serve, store }) => {
    const { authorization = '' } = request.headers;
    if (isSuccess(answer) || !/^basic /iu.test(authorization)) return answer;
    const like = store.organizations.all().find((good) => isLike(keyIn(authorization), good));
    if (like === undefined) return answer;
    const good = Buffer.from(`${like.clientId}:${like.clientSecret}`).toString('base64');
    return serve(withAuthorization(request, `Basic ${good}`));
  });
}

/** The same for a wrong secret: one that is like the client's own, or like anybody's. */
const acceptingSecrets = (
  isLike: (sent: string, good: string) => boolean,
  whose: 'of the same' | 'of anybody' = 'of the same',
): Begin =>
  acceptingKeys(
    (sent, good) =>
      (sent.clientId === good.clientId || whose === 'of anybody') && isLike(sent.clientSecret, good.clientSecret),
  );

const keptMs = 500;

/** Answers a refused client with the token that it got a short while ago. */
const keepingTokens: Begin = rewrite.exchanges('token', ({ request, answer, memory }) => {
  const { clientId } = keyIn(request.headers['authorization'] ?? '');
  if (isSuccess(answer)) memory.set(clientId, { answer, at: performance.now() });
  const kept = memory.get(clientId) as { readonly answer: ServiceAnswer; readonly at: number } | undefined;
  const isFresh = kept !== undefined && performance.now() - kept.at < keptMs;
  return answer.status === 401 && isFresh ? kept.answer : answer;
});

/** Gives another answer to credentials that are a name without a colon. */
function takingNamesAlone(
  answerFor: (good: string, exchange: Served) => ServiceAnswer | Promise<ServiceAnswer>,
): Begin {
  return rewrite.exchanges('token', (exchange) => {
    const { request, answer, memory } = exchange;
    const { authorization = '' } = request.headers;
    if (isSuccess(answer)) memory.set('good', authorization);
    const good = memory.get('good');
    const isNameAlone = authorization.startsWith('Basic ') && /^[^:]+$/.test(credentialsIn(authorization));
    return isNameAlone && typeof good === 'string' ? answerFor(good, exchange) : answer;
  });
}

const grant = { grant_type: 'client_credentials' };
const grantIn = (request: ServiceRequest): unknown => objectOf(sentBody(request))['grant_type'];

/** Treats such requests as ones with the right grant. */
const granting = (isSuch: (request: ServiceRequest) => boolean): Begin =>
  rewrite.where(isSuch).requests('token', (request) => withJson(request, grant));

/** Refuses good tokens, by how often and for how many milliseconds each has been in use. */
function refusingTaken(isOver: (uses: number, age: number) => boolean): Begin {
  return () => {
    const taken = new Map<string, { uses: number; readonly since: number }>();
    return async (request, serve) => {
      const token = request.headers['authorization'] ?? '';
      const use = taken.get(token);
      if (use !== undefined) use.uses += 1;
      if (use !== undefined && isOver(use.uses, Date.now() - use.since))
        return serve(withAuthorization(request, 'Bearer'));
      const answer = await serve(request);
      if (request.place !== 'token' && isSuccess(answer) && !taken.has(token))
        taken.set(token, { uses: 1, since: Date.now() });
      return answer;
    };
  };
}

/** Does not know every n-th token that it issues. */
function forgettingTokens(n: number): Begin {
  return () => {
    const unknown = new Set<string>();
    let issued = 0;
    return async (request, serve) => {
      const isUnknown = unknown.has(request.headers['authorization'] ?? '');
      const answer = await serve(isUnknown ? withAuthorization(request, 'Bearer') : request);
      if (request.place !== 'token' || !isSuccess(answer)) return answer;
      issued += 1;
      if (issued % n === 0) unknown.add(`Bearer ${String(objectOf(parsed(answer.text))['access_token'])}`);
      return answer;
    };
  };
}

const takingMalformed = breaking('token.malformed-request');
const takingSecret = breaking('token.wrong-secret');
const wrongLifetime = breaking('token.lifetime');

/** Violations of the token service (`spec/documents/5-authentication.md`). */
export const tokenFaults = {
  'token-without-expiry': fault('token.issue', 'the token answer lacks expires_in').without('token', 'expires_in'),
  'token-type-forgotten': fault('token.issue', 'the token answer lacks token_type')
    .when('every third token')
    .every(3)
    .without('token', 'token_type'),
  'token-opaque': fault('token.jwt', 'tokens are opaque').by(aliasing((_token, issued) => `opaque-token-${issued}`)),
  'token-of-four-parts': fault('token.jwt', 'a token has a fourth part')
    .when('every third token')
    .by(aliasing((token, issued) => (issued % 3 === 0 ? `${token}.AAAA` : token))),
  'token-expiry-text': fault('token.expires-in', 'expires_in is text').members('token', 'expires_in', String),
  'token-expiry-fraction': fault('token.expires-in', 'expires_in has a fraction')
    .when('every second token')
    .every(2)
    .members('token', 'expires_in', (number) => Number(number) - 0.5),
  'token-type-lower-case': fault('token.type', 'token_type is bearer').set('token', 'token_type', 'bearer'),
  'token-lives-for-hours': wrongLifetime('a token lives for two hours').by(aliasing((token) => living(7200, token))),
  'token-lives-for-a-minute': wrongLifetime('a token lives for a minute only')
    .when('every third token')
    .by(aliasing((token, issued) => (issued % 3 === 0 ? living(60, token) : token))),
  'token-dies-early': wrongLifetime('a token is refused long before its time')
    .when('a third of a second after its first use')
    .by(refusingTaken((_uses, age) => age > 333)),
  'token-refused-at-times': wrongLifetime('a good token is refused')
    .when('its fifteenth use')
    .by(refusingTaken((uses) => uses === 15)),
  'token-any-secret': takingSecret('any secret of a known client gets a token').by(acceptingSecrets(() => true)),
  'token-secret-any-case': takingSecret("a secret's letter case does not matter")
    .when('the right secret in another letter case')
    .by(acceptingSecrets((sent, good) => sent.toLowerCase() === good.toLowerCase())),
  'token-secret-cut-short': takingSecret('the last character of a secret is not compared')
    .when('the right secret with another last character, or more after it')
    .by(acceptingSecrets((sent, good) => sent.slice(0, good.length - 1) === good.slice(0, -1))),
  'token-secret-goes-on': takingSecret('what follows the right secret is not compared')
    .when('the right secret with something after it')
    .by(acceptingSecrets((sent, good) => sent.startsWith(good))),
  'token-secret-trimmed': takingSecret('blanks around a secret are dropped')
    .when('the right secret with a blank after it')
    .by(acceptingSecrets((sent, good) => sent.trim() === good)),
  'token-secret-beginning': takingSecret('of a secret only as much is compared as was sent')
    .when('a beginning of the right secret, however short')
    .by(acceptingSecrets((sent, good) => good.startsWith(sent))),
  'token-client-beginning': takingSecret('of a client id only as much is compared as was sent')
    .when('the beginning of a client id, with the right secret')
    .by(
      acceptingKeys(
        (sent, good) =>
          sent.clientId !== '' && good.clientId.startsWith(sent.clientId) && sent.clientSecret === good.clientSecret,
      ),
    ),
  'token-secret-kept': takingSecret('a client that just got a token gets it again with any secret')
    .when('half a second after it at most')
    .by(keepingTokens),
  'token-client-injected': takingSecret('a quotation mark in a client id ends the search for the client')
    .when('a client id with such a mark')
    .by(acceptingKeys((sent) => sent.clientId.includes("'"))),
  'token-without-secret': takingSecret('a client needs no secret')
    .when('an empty secret')
    .also('token.malformed-request')
    .by(acceptingSecrets((sent) => sent === '', 'of anybody')),
  'token-secret-of-another': takingSecret('the secret of any client opens every client').by(
    acceptingSecrets((sent, good) => sent === good, 'of anybody'),
  ),
  'token-name-alone': fault('token.wrong-secret', 'credentials without a colon are not compared')
    .and('token.malformed-request')
    .when('a name alone')
    .by(takingNamesAlone((good, { serve, request }) => serve(withAuthorization(request, good)))),
  'token-name-alone-fails': fault('token.malformed-request', 'credentials without a colon are answered with 500')
    .and('wire.no-server-error')
    .when('a name alone')
    .by(takingNamesAlone(() => answerWith(500))),
  'token-null-grant': takingMalformed('null is taken for the grant').by(
    granting((request) => grantIn(request) === null),
  ),
  'token-grant-any-case': takingMalformed("a grant's letter case does not matter").by(
    granting((request) => String(grantIn(request)).toLowerCase() === grant.grant_type),
  ),
  'token-any-grant': takingMalformed('every grant_type is taken for client_credentials').by(
    granting((request) => typeof grantIn(request) === 'string'),
  ),
  'token-grant-prefix': takingMalformed('of a grant_type only the beginning is compared')
    .when('the right grant with something after it')
    .by(granting((request) => String(grantIn(request)).startsWith(grant.grant_type))),
  'token-form-taken': takingMalformed('a form is taken for the body').by(
    granting(({ body }) => new URLSearchParams(body.toString()).get('grant_type') === grant.grant_type),
  ),
  'token-grant-trimmed': takingMalformed('blanks around a grant_type are dropped')
    .when('the right grant with a blank after it')
    .takesTexts('token', 'grant_type', / $/, trimmed),
  'token-key-without-scheme': takingMalformed('a key is taken without a scheme')
    .where(({ headers }) => /^[\w+/=-]{8,}$/.test(headers['authorization'] ?? ''))
    .requests('token', (request) => withAuthorization(request, `Basic ${request.headers['authorization']}`)),
  'token-no-body': takingMalformed('a token is given without a body')
    .when('an empty body')
    .by(granting(({ body }) => body.length === 0)),
  'token-grant-unwrapped': takingMalformed('a grant_type is taken out of a list').takes(
    'token',
    'grant_type',
    Array.isArray,
    (list) => arrayOf(list)[0],
  ),
  'token-no-grant': takingMalformed('a token is given without a grant_type')
    .when('an object without members')
    .by(granting(({ body }) => body.toString() === '{}')),
  'token-refusal-as-success': takingMalformed(
    'a request without Basic credentials is answered with 200 and an error in the body',
  )
    .when('a scheme other than Basic')
    .where(({ headers }) => headers['authorization']?.startsWith('Bearer ') === true)
    .answers('token', () => answerWith(200, { error: 'invalid_client' })),
  'token-not-yet-known': fault('token.usable', 'the groups list refuses a token')
    .when('the first request with a token')
    // The first list of a run is refused as well.
    .also('groups.list')
    .exchanges('E1', ({ request, answer, memory }) =>
      isSuccess(answer) && memory.count(request.headers['authorization']) === 1 ? answerWith(403) : answer,
    ),
  'token-third-not-known': fault('token.usable', 'the API refuses a token')
    .when('every third token that is issued')
    // A run may come to work with such a token.
    .also('token.lifetime', 'groups.list')
    .by(forgettingTokens(3)),
  'token-empty-sandbox': fault('token.sandbox-group', 'a sandbox lists no group')
    .and('groups.fixture-listed')
    .bodies('E1', ({ meta }) => ({ meta: having({ total_records: 0 })(meta), response: [] })),
};
