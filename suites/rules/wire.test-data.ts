import {
  connection,
  createdDecision,
  createdSnapshot,
  decisionBody,
  groups,
  id,
  readSnapshot,
  sample,
  snapshotBody,
  unauthorized,
  type SampleTable,
  listedDecision,
  listedGroup,
  listedItem,
} from './exchange-samples.test-data.ts';

const broken = { ...decisionBody, renewal_date: 'never' };

/** The answer of a service with a clock. */
const ofRun = { headers: { 'content-type': 'application/json', date: 'Wed, 08 May 2019 15:38:59 GMT' } };

/** Samples of the requirements on the wire. */
export const wireSamples: SampleTable = {
  'wire.json': {
    breaks: {
      'text of another type': [groups([], { headers: { 'content-type': 'text/html' } })],
      'JSON of another kind of type': [groups([], { headers: { 'content-type': 'text/json' } })],
      'no content type': [groups([], { headers: {} })],
      'a body that does not parse': [sample('E1', {}, { text: '{"meta":' })],
      'a 401 in HTML': [unauthorized({}, { headers: { 'content-type': 'text/html' }, text: '<p>no</p>' })],
    },
    holds: {
      'JSON with a character set': [groups([], { headers: { 'content-type': 'application/json; charset=utf-8' } })],
      'a +json type': [groups([], { headers: { 'content-type': 'application/vnd.example.v1+json' } })],
    },
    saysNothing: {
      'a refusal in HTML': [sample('E7', {}, { status: 404, headers: { 'content-type': 'text/html' }, text: '<p>' })],
      'a token refused in text': [sample('token', {}, { status: 401, headers: {}, text: 'no' })],
    },
  },
  'wire.identifiers': {
    breaks: {
      'a number': [listedGroup({ id: 12 })],
      'text that is no UUID': [connection({ organization_id: 'org_1' })],
      'an item of a list': [listedItem({ employee_id: 'e-1' })],
    },
    holds: {
      'upper-case letters': [listedGroup({ id: id(200).toUpperCase(), organization_id: id(3).toUpperCase() })],
      'null for no replacement': [createdSnapshot(), readSnapshot({ replaced_by: null })],
    },
    saysNothing: { 'a refusal': [sample('E7', { id: 1 }, { status: 404 })] },
  },
  'wire.timestamps': {
    breaks: {
      'a date': [listedGroup({ created: '2019-05-08' })],
      'a fraction': [createdDecision({ created: 1557329939.5 })],
    },
    holds: { milliseconds: [listedGroup({ created: 1557329939123, modified: 1557329939123 })] },
  },
  'wire.dates': {
    breaks: {
      'a day that does not exist': [createdDecision({ renewal_date: '2022-02-29' })],
      'an HTTP date': [listedDecision({ renewal_date: 'Sat, 01 Jan 2022 00:00:00 GMT' })],
    },
    holds: {
      'a malformed day that was sent': [
        createdDecision({ renewal_date: 'never' }, { sent: broken }),
        listedDecision({ renewal_date: 'never' }),
      ],
    },
  },
  'wire.timestamps-ordered': {
    breaks: {
      'modified before created': [listedGroup({ created: 10, modified: 9 })],
      'modified going back': [
        listedGroup({ modified: 1557329950 }),
        listedGroup({ version: id(300), modified: 1557329945 }),
      ],
      'a record made an hour before the run': [createdDecision({ created: 1557326339 }, ofRun)],
      'a list that shows another time of what was made': [
        createdDecision({}, ofRun),
        listedDecision({ version: id(303), modified: 1557339940 }, ofRun),
      ],
    },
    holds: {
      'milliseconds of the run': [createdDecision({ created: 1557329939000, modified: 1557329940000 }, ofRun)],
      'a record that was there before': [listedDecision({ created: 10 }, ofRun)],
      'an older answer that was under way meanwhile': [
        listedGroup({ version: id(300), modified: 1557329950 }, { at: [0, 50] }),
        listedGroup({ version: id(301), modified: 1557329945 }, { at: [40, 90] }),
      ],
    },
  },
  'wire.no-server-error': {
    breaks: {
      '500': [sample('E1', {}, { status: 500 })],
      'of the token service': [sample('token', {}, { status: 500 })],
      'to a malformed body': [sample('E6', {}, { status: 500, body: '{' })],
    },
    holds: { 'a refusal': [sample('E7', {}, { status: 404 })] },
    saysNothing: {
      'a target that is not available': [502, 503, 504].map((status) => sample('E1', {}, { status })),
      'a target that asks for patience': [sample('E1', {}, { status: 429 })],
    },
  },
  'snapshots.create': {
    breaks: {
      '200': [createdSnapshot({}, { status: 200 })],
      '202 without a record': [createdSnapshot({}, { status: 202, text: 'null' })],
    },
    holds: { '201': [createdSnapshot()] },
    saysNothing: {
      'a refusal of a body whose rules are not documented': [sample('E6', {}, { status: 422, sent: snapshotBody })],
    },
  },
};
