import {
  carrierId,
  connection,
  connectionBody,
  group,
  groups,
  id,
  sample,
  unauthorized,
  type SampleTable,
  listedGroup,
} from './exchange-samples.test-data.ts';

const malformed = { ...connectionBody, federal_ein: 12 };
const otherOrganization = id(900);

/** Samples of groups. */
export const groupSamples: SampleTable = {
  'groups.list': {
    breaks: {
      'a refusal': [sample('E1', {}, { status: 403 })],
      'a 401 to a token that was just issued': [unauthorized({}, { access: 'first', accessCase: 'renewed token' })],
    },
    holds: { 'no group': [groups([])], 'of the second key': [listedGroup({}, { access: 'second' })] },
    saysNothing: {
      'a token that has expired meanwhile': [unauthorized({}, { access: 'first' })],
      'a token made for the occasion': [unauthorized()],
      'a page that was asked for': [sample('E1', {}, { status: 400, query: { offset: '99' } })],
    },
  },
  'groups.record': {
    breaks: {
      'a name that is null': [listedGroup({ name: null })],
      'a code that is a number': [listedGroup({ sic_code: 7371 })],
    },
    holds: { 'fields that are not shown': [listedGroup({ status: 'active', address: null })] },
    saysNothing: { 'an empty list': [groups([])] },
  },
  'groups.record-complete': {
    breaks: { 'no code': [listedGroup({ sic_code: undefined })] },
    holds: { 'empty texts': [listedGroup({ sic_code: '', dba_name: '', federal_ein: '' })] },
    saysNothing: { 'an empty list': [groups([])] },
  },
  'groups.own-organization': {
    breaks: {
      'two organizations': [
        groups([group(), group({ id: id(901), version: id(902), organization_id: otherOrganization })]),
      ],
    },
    holds: {
      'the same organization in another letter case': [groups(), connection({ organization_id: id(3).toUpperCase() })],
      'each key with its own': [
        groups(),
        listedGroup({ id: id(901), version: id(902), organization_id: otherOrganization }, { access: 'second' }),
      ],
    },
    saysNothing: { 'an empty list': [groups([])] },
  },
};

/** Samples of group connections. */
export const connectionSamples: SampleTable = {
  'connections.record': {
    breaks: {
      'no id': [connection({ id: undefined })],
      'a status that is a number': [connection({ status: 1 })],
    },
    holds: {
      'any success': [connection({}, { status: 200 })],
      'fields that are not shown': [connection({ result: null, completed_at: null, owner: 'x' })],
    },
    saysNothing: {
      'a malformed body that was taken': [connection({ federal_ein: 12 }, { sent: malformed })],
    },
  },
  'connections.status-values': {
    breaks: { 'another status': [connection({ status: 'connected' })] },
    holds: { 'the first status': [connection()] },
    saysNothing: { 'no status': [connection({ status: undefined })] },
  },
  'connections.initial-status': {
    breaks: { 'a later status': [connection({ status: 'processing' })] },
    holds: { created: [connection()] },
    saysNothing: { 'a malformed body that was taken': [connection({ status: 'processing' }, { sent: malformed })] },
  },
  'connections.echo': {
    breaks: {
      'another carrier': [connection({ carrier_id: id(950) })],
      'a number in another form': [connection({ federal_ein: '00-0000001' })],
    },
    holds: { 'the carrier in another letter case': [connection({ carrier_id: carrierId.toUpperCase() })] },
    saysNothing: { 'a malformed body that was taken': [connection({}, { sent: malformed })] },
  },
};
