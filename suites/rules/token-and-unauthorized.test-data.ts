import {
  connection,
  groups,
  sample,
  unauthorized,
  type Sample,
  type SampleTable,
} from './exchange-samples.test-data.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function jwt(payload: object = { iat: 1000, exp: 1600 }): string {
  return `${part({ alg: 'RS256' })}.${part(payload)}.c2lnbmF0dXJl`;
}

/** An answer to a token request with a good key. */
function token(parts: Readonly<Record<string, unknown>> = {}, more: Partial<Sample> = {}): Sample {
  const json = { access_token: jwt(), expires_in: 600_000, token_type: 'Bearer', ...parts };
  return sample('token', json, { access: 'case', accessCase: 'basic', ...more });
}

const refused = {
  'a refusal': [token({}, { status: 401 })],
  'a request made wrong on purpose': [token({}, { accessCase: 'no grant' })],
};

/** Samples of what tokens hold to. */
export const tokenSamples: SampleTable = {
  'token.issue': {
    breaks: { 'no token': [token({ access_token: undefined })] },
    holds: { 'a 201': [token({}, { status: 201 })], 'more members than are shown': [token({ scope: 'all' })] },
    saysNothing: refused,
  },
  'token.jwt': {
    breaks: {
      'text without dots': [token({ access_token: 'opaque' })],
      'parts that are no JSON': [token({ access_token: 'YWJj.YWJj.YWJj' })],
    },
    holds: { 'any algorithm': [token()], 'no claims': [token({ access_token: jwt({}) })] },
    saysNothing: refused,
  },
  'token.expires-in': {
    breaks: { text: [token({ expires_in: '600' })], 'a fraction': [token({ expires_in: 599.5 })] },
    holds: {
      milliseconds: [token({ expires_in: 600_000 })],
      'far more than ten minutes': [token({ expires_in: 600_000_000 })],
    },
    saysNothing: refused,
  },
  'token.type': {
    breaks: { 'another letter case': [token({ token_type: 'bearer' })] },
    holds: { Bearer: [token()] },
    saysNothing: refused,
  },
  'token.lifetime': {
    breaks: {
      'an hour': [token({ access_token: jwt({ iat: 0, exp: 3600 }) })],
      'milliseconds in exp': [token({ access_token: jwt({ iat: 1000, exp: 601_000 }) })],
    },
    holds: {
      'ten minutes': [token()],
      'twenty minutes': [token({ access_token: jwt({ iat: 0, exp: 1200 }) })],
    },
    saysNothing: { ...refused, 'no exp': [token({ access_token: jwt({ iat: 0 }) })] },
  },
};

const otherAnswers = {
  'a success': [groups()],
  'a refusal of the token service': [sample('token', { error: 'no' }, { status: 401 })],
};

/** Samples of what 401 answers look like. */
export const unauthorizedSamples: SampleTable = {
  'unauthorized.shape': {
    breaks: {
      'another code': [unauthorized({ code: 401 })],
      'a detail without a type': [unauthorized({ details: [{ stackEntries: [], detail: 'auth' }] })],
      'a stack of text': [unauthorized({ details: [{ '@type': 't', stackEntries: 'none', detail: 'auth' }] })],
      'a good token that is answered in another format': [sample('E5', { error: 'unauthorized' }, { status: 401 })],
    },
    holds: {
      'the shape that is shown': [unauthorized()],
      'more members than are shown': [
        unauthorized({ trace: 'x', details: [{ '@type': 't', stackEntries: ['a'], detail: 'auth', more: 1 }] }),
      ],
    },
    saysNothing: otherAnswers,
  },
  'unauthorized.details-present': {
    breaks: { 'empty details': [unauthorized({ details: [] })] },
    holds: { 'one detail': [unauthorized()] },
    saysNothing: { ...otherAnswers, 'a connection': [connection()] },
  },
};
