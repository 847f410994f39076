import {
  connection,
  createdDecision,
  createdSnapshot,
  decisionBody,
  decisions,
  editedDecision,
  groups,
  id,
  items,
  readSnapshot,
  summary,
  type Sample,
  type SampleTable,
  listedDecision,
  listedGroup,
  listedItem,
} from './exchange-samples.test-data.ts';

const malformed = { ...decisionBody, renewal_date: 7 };
const issues = [{ level: 'error', message: 'Ask the carrier.', carrier_id: id(2) }];

const recalculated = { version: id(771), modified: 1557329990, status: 'not_ready', issues };
const movedOn = { version: id(773), modified: 1557329990, status: 'completed' };

const otherConnection = {
  carrier_id: id(783),
  federal_ein: '000000784',
  group_data: { carrier_group_id: 'G-785', group_name: 'Another Group' },
};

/** A connection that has nothing in common with the ordinary one but what is given. */
function anotherConnection(parts: Readonly<Record<string, unknown>>): Sample {
  return connection({ version: id(782), ...otherConnection, ...parts }, { sent: otherConnection });
}

/** Samples of versions. */
export const versionSamples: SampleTable = {
  'versions.change-with-record': {
    breaks: {
      'another status': [createdDecision(), listedDecision({ status: 'ready' })],
      'another name': [groups(), listedGroup({ name: 'Another Group' })],
      'a third read': [readSnapshot(), readSnapshot({ warnings: undefined }), readSnapshot({ warnings: ['x'] })],
    },
    holds: {
      'the same content again': [createdDecision(), decisions(), decisions()],
      'a status recalculated under a new version': [createdDecision(), listedDecision(recalculated)],
      'a new version and a stale read under the old one': [
        createdDecision(),
        editedDecision({}, { at: [100, 150] }),
        listedDecision({}, { at: [90, 160] }),
      ],
      'null for absent': [readSnapshot({ replaced_by: undefined }), readSnapshot({ replaced_by: null })],
      'arrays in another order': [readSnapshot(), readSnapshot({ fulfillment_summary: summary().toReversed() })],
      'fields that are not shown': [createdDecision({ seen: 1 }), listedDecision({ seen: 2 })],
    },
    saysNothing: {
      'a decision made from a malformed body': [
        createdDecision({ renewal_date: 7 }, { sent: malformed }),
        listedDecision({ renewal_date: '1970-01-01' }),
      ],
    },
  },
  'versions.unique': {
    breaks: {
      'a group and a decision': [groups(), createdDecision({ version: id(101) })],
      'two connections with one id': [connection(), anotherConnection({ group_id: id(780) })],
      'two connections with one group': [connection(), anotherConnection({ id: id(781) })],
    },
    holds: {
      'each its own': [groups(), createdDecision(), createdSnapshot(), items()],
      'two connections': [connection(), anotherConnection({ id: id(781), group_id: id(780) })],
    },
  },
  'versions.modified-moves': {
    breaks: { 'an older time under a new version': [createdDecision(), editedDecision({ modified: 1557329939 })] },
    holds: {
      'the same second': [createdDecision(), editedDecision()],
      'a later one': [createdDecision(), editedDecision({ modified: 1557329950 })],
    },
    saysNothing: {
      'answers that were under way at the same time': [
        editedDecision({ modified: 1557329950 }, { at: [0, 50] }),
        listedDecision({}, { at: [40, 60] }),
      ],
    },
  },
  'snapshots.list-agrees': {
    breaks: {
      'another status in the list': [readSnapshot(), listedItem({ status: 'completed' })],
      'another summary in the record': [items(), readSnapshot({ fulfillment_summary: summary('sent') })],
    },
    holds: {
      'the same': [readSnapshot(), items()],
      'another version': [readSnapshot(), items(), listedItem(movedOn), readSnapshot(movedOn)],
      'ids in another letter case': [readSnapshot(), listedItem({ version: id(105).toUpperCase() })],
    },
    saysNothing: { 'the list alone': [items(), items()] },
  },
};
