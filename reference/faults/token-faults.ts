import { objectOf, type JsonObject } from '../../spec/index.ts';
import { change, parsed } from '../json-values.ts';
import {
  answerWith,
  faultTable,
  isSuccess,
  sentBody,
  withAuthorization,
  withBody,
  withJson,
  type Begin,
} from './fault.ts';
import { afterwards, answers, everyNth, lacking, requests, successes } from './rewrites.ts';

/** Hands out other tokens than the service made, and takes them for what they stand for. */
function aliasing(aliasOf: (token: string, issued: number) => string): Begin {
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

function living(seconds: number, token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = objectOf(parsed(Buffer.from(payload, 'base64url').toString('utf8')));
  const longer = { ...claims, exp: Number(claims['iat']) + seconds };
  return `${header}.${Buffer.from(JSON.stringify(longer)).toString('base64url')}.${signature}`;
}

interface Key {
  readonly id: string;
  readonly secret: string;
}

function keyIn(header: string | undefined): Key {
  const text = Buffer.from(header?.split(' ')[1] ?? '', 'base64').toString('utf8');
  const [id = '', secret = ''] = text.split(/:(.*)/s);
  return { id, secret };
}

/** Gives a token to a wrong key with the id of a good one, where the secrets are similar enough. */
function acceptingSecrets(isLike: (sent: string, good: string) => boolean): Begin {
  return afterwards(
    () => new Map<string, Key>(),
    ({ request, answer, serve }, good) => {
      const { authorization } = request.headers;
      if (request.place !== 'token') return answer;
      const sent = keyIn(authorization);
      if (isSuccess(answer) && authorization !== undefined) good.set(authorization, sent);
      const [like] = [...good].find(([, { id, secret }]) => sent.id === id && isLike(sent.secret, secret)) ?? [];
      return isSuccess(answer) || like === undefined ? answer : serve(withAuthorization(request, like));
    },
  );
}

const grant = { grant_type: 'client_credentials' };

const refusingFreshTokens = afterwards(
  () => new Set<string>(),
  ({ request, answer }, known) => {
    const token = request.headers['authorization'];
    if (request.place !== 'E1' || !isSuccess(answer) || token === undefined || known.has(token)) return answer;
    known.add(token);
    return answerWith(403);
  },
);

/** Refuses good tokens, by how often each was taken and for how many milliseconds. */
const refusingTaken =
  (isOver: (uses: number, age: number) => boolean): Begin =>
  () => {
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

const tokenAnswers = (edit: (body: JsonObject) => unknown): Begin => successes('token', edit);

/** Violations of the token service (`spec/documents/5-authentication.md`). */
export const tokenFaults = faultTable({
  'token-without-expiry': {
    description: 'the token answer lacks expires_in',
    breaks: ['token.issue'],
    begin: tokenAnswers(lacking('expires_in')),
  },
  'token-type-forgotten': {
    description: 'the token answer lacks token_type',
    when: 'every third token',
    breaks: ['token.issue'],
    begin: everyNth(3, 'token', tokenAnswers(lacking('token_type'))),
  },
  'token-opaque': {
    description: 'tokens are opaque',
    breaks: ['token.jwt'],
    begin: aliasing((_token, issued) => `opaque-token-${issued}`),
  },
  'token-of-four-parts': {
    description: 'a token has a fourth part',
    when: 'every third token',
    breaks: ['token.jwt'],
    begin: aliasing((token, issued) => (issued % 3 === 0 ? `${token}.AAAA` : token)),
  },
  'token-expiry-text': {
    description: 'expires_in is text',
    breaks: ['token.expires-in'],
    begin: tokenAnswers((body) => change(body, 'expires_in', String)),
  },
  'token-expiry-fraction': {
    description: 'expires_in has a fraction',
    when: 'every second token',
    breaks: ['token.expires-in'],
    begin: everyNth(
      2,
      'token',
      tokenAnswers((body) => ({ ...body, expires_in: Number(body['expires_in']) - 0.5 })),
    ),
  },
  'token-type-lower-case': {
    description: 'token_type is bearer',
    breaks: ['token.type'],
    begin: tokenAnswers((body) => ({ ...body, token_type: 'bearer' })),
  },
  'token-lives-for-hours': {
    description: 'a token lives for two hours',
    breaks: ['token.lifetime'],
    begin: aliasing((token) => living(7200, token)),
  },
  'token-lives-for-a-minute': {
    description: 'a token lives for a minute only',
    when: 'every third token',
    breaks: ['token.lifetime'],
    begin: aliasing((token, issued) => (issued % 3 === 0 ? living(60, token) : token)),
  },
  'token-dies-early': {
    description: 'a token is refused long before its time',
    when: 'a third of a second after its first use',
    breaks: ['token.lifetime'],
    begin: refusingTaken((_uses, age) => age > 333),
  },
  'token-refused-at-times': {
    description: 'a good token is refused',
    when: 'its fifteenth use',
    breaks: ['token.lifetime'],
    begin: refusingTaken((uses) => uses === 15),
  },
  'token-any-secret': {
    description: 'any secret of a known client gets a token',
    breaks: ['token.wrong-secret'],
    begin: acceptingSecrets(() => true),
  },
  'token-secret-any-case': {
    description: "a secret's letter case does not matter",
    when: 'the right secret in another letter case',
    breaks: ['token.wrong-secret'],
    begin: acceptingSecrets((sent, good) => sent.toLowerCase() === good.toLowerCase()),
  },
  'token-secret-cut-short': {
    description: 'the last character of a secret is not compared',
    when: 'the right secret without its last character',
    breaks: ['token.wrong-secret'],
    begin: acceptingSecrets((sent, good) => sent === good.slice(0, -1)),
  },
  'token-any-grant': {
    description: 'every grant_type is taken for client_credentials',
    breaks: ['token.malformed-request'],
    begin: requests('token', (request) =>
      typeof objectOf(sentBody(request))['grant_type'] === 'string' ? withJson(request, grant) : request,
    ),
  },
  'token-no-grant': {
    description: 'a token is given without a grant_type',
    when: 'an object without members',
    breaks: ['token.malformed-request'],
    begin: requests('token', (request) => (request.body.toString() === '{}' ? withJson(request, grant) : request)),
  },
  'token-refusal-as-success': {
    description: 'a request without Basic credentials is answered with 200 and an error in the body',
    when: 'a scheme other than Basic',
    breaks: ['token.malformed-request'],
    begin: answers('token', (answer, request) =>
      (request.headers['authorization'] ?? '').startsWith('Bearer ')
        ? answerWith(200, { error: 'invalid_client' })
        : answer,
    ),
  },
  'token-not-yet-known': {
    description: 'the groups list refuses a token',
    when: 'the first request with a token',
    breaks: ['token.usable'],
    // The first list of a run is refused as well.
    also: ['groups.list'],
    begin: refusingFreshTokens,
  },
  'token-empty-sandbox': {
    description: 'a sandbox lists no group',
    breaks: ['token.sandbox-group', 'groups.fixture-listed'],
    begin: successes('E1', ({ meta, ...body }) => ({
      ...body,
      meta: { ...objectOf(meta), total_records: 0 },
      response: [],
    })),
  },
});
