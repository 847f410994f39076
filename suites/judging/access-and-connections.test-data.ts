import {
  breaks,
  carrierId,
  connection,
  connectionBody,
  group,
  groups,
  holds,
  id,
  listedGroup,
  type Sample,
  sample,
  type SampleTable,
  saysNothing,
  unauthorized,
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

const refused = [
  saysNothing('a refusal', token({}, { status: 401 })),
  saysNothing('a request made wrong on purpose', token({}, { accessCase: 'no grant' })),
];

const otherAnswers = [
  saysNothing('a success', groups()),
  saysNothing('a refusal of the token service', sample('token', { error: 'no' }, { status: 401 })),
];

const malformed = { ...connectionBody, federal_ein: 12 };
const taken = saysNothing(
  'a malformed body that was taken',
  connection({ federal_ein: 13, status: 'processing' }, { sent: malformed }),
);
const otherOrganization = id(900);

/** Samples of what tokens, 401 answers, groups and group connections hold to. */
export const accessSamples: SampleTable = {
  'token.issue': [
    breaks('no token', token({ access_token: undefined })),
    holds('a 201', token({}, { status: 201 })),
    holds('more members than are shown', token({ scope: 'all' })),
    ...refused,
  ],
  'token.jwt': [
    breaks('parts that are not JSON', token({ access_token: 'YWJj.YWJj.YWJj' })),
    holds('any algorithm', token()),
    holds('no claims', token({ access_token: jwt({}) })),
    ...refused,
  ],
  'token.expires-in': [
    breaks('text', token({ expires_in: '600' })),
    breaks('a fraction', token({ expires_in: 599.5 })),
    holds('far more than ten minutes, in milliseconds', token({ expires_in: 600_000_000 })),
    ...refused,
  ],
  'token.type': [breaks('another letter case', token({ token_type: 'bearer' })), holds('Bearer', token()), ...refused],
  'token.lifetime': [
    breaks('an hour', token({ access_token: jwt({ iat: 0, exp: 3600 }) })),
    holds('twenty minutes', token({ access_token: jwt({ iat: 0, exp: 1200 }) })),
    ...refused,
    saysNothing('no exp', token({ access_token: jwt({ iat: 0 }) })),
  ],
  'unauthorized.shape': [
    breaks('another code', unauthorized({ code: 401 })),
    breaks('a detail without a type', unauthorized({ details: [{ stackEntries: [], detail: 'auth' }] })),
    breaks('a stack of text', unauthorized({ details: [{ '@type': 't', stackEntries: 'none', detail: 'auth' }] })),
    breaks('a good token that is answered in another format', sample('E5', { error: 'unauthorized' }, { status: 401 })),
    holds(
      'more members than are shown',
      unauthorized({ trace: 'x', details: [{ '@type': 't', stackEntries: ['a'], detail: 'auth', more: 1 }] }),
    ),
    ...otherAnswers,
  ],
  'unauthorized.details-present': [
    breaks('empty details', unauthorized({ details: [] })),
    holds('one detail', unauthorized()),
    ...otherAnswers,
    saysNothing('a connection', connection()),
  ],
  'groups.list': [
    breaks('a refusal', sample('E1', {}, { status: 403 })),
    holds('no group', groups([])),
    holds('of the second key', listedGroup({}, { access: 'second' })),
    saysNothing('a token that has expired meanwhile', unauthorized({}, { access: 'first' })),
    saysNothing(
      'a 401 to a token that was just issued',
      unauthorized({}, { access: 'first', accessCase: 'renewed token' }),
    ),
    saysNothing('a token made for the occasion', unauthorized()),
    saysNothing('a page that was asked for', sample('E1', {}, { status: 400, query: { offset: '99' } })),
  ],
  'groups.record': [
    breaks('a name that is null', listedGroup({ name: null })),
    holds('fields that are not shown', listedGroup({ status: 'active', address: null })),
    saysNothing('an empty list', groups([])),
  ],
  'groups.record-complete': [
    breaks('no code', listedGroup({ sic_code: undefined })),
    holds('empty texts', listedGroup({ sic_code: '', dba_name: '', federal_ein: '' })),
    saysNothing('an empty list', groups([])),
  ],
  'groups.own-organization': [
    breaks(
      'two organizations',
      groups([group(), group({ id: id(901), version: id(902), organization_id: otherOrganization })]),
    ),
    breaks('one organization for both keys', groups(), listedGroup({ version: id(902) }, { access: 'second' })),
    holds(
      'the same organization in another letter case',
      groups(),
      connection({ organization_id: id(3).toUpperCase() }),
    ),
    holds(
      'each key with its own',
      groups(),
      listedGroup({ id: id(901), version: id(902), organization_id: otherOrganization }, { access: 'second' }),
    ),
    saysNothing('an empty list', groups([])),
  ],
  'connections.record': [
    breaks('a status that is a number', connection({ status: 1 })),
    holds('any success', connection({}, { status: 200 })),
    holds('fields that are not shown', connection({ result: null, completed_at: null, owner: 'x' })),
    taken,
  ],
  'connections.status-values': [
    breaks('another status', connection({ status: 'connected' })),
    holds('the first status', connection()),
    saysNothing('no status', connection({ status: undefined })),
  ],
  'connections.initial-status': [
    breaks('a later status', connection({ status: 'processing' })),
    holds('created', connection()),
    taken,
  ],
  'connections.echo': [
    breaks('another carrier', connection({ carrier_id: id(950) })),
    breaks('a number in another form', connection({ federal_ein: '00-0000001' })),
    holds('the carrier in another letter case', connection({ carrier_id: carrierId.toUpperCase() })),
    taken,
  ],
};
