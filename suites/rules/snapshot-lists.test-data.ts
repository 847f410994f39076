import {
  createdSnapshot,
  employeeId,
  id,
  items,
  sample,
  snapshotId,
  unauthorized,
  type SampleTable,
  listedItem,
} from './exchange-samples.test-data.ts';

/** Samples of an employee's list. */
export const snapshotListSamples: SampleTable = {
  'snapshots.list': {
    breaks: {
      'a refusal': [createdSnapshot(), sample('E8', {}, { status: 404, path: { employee_id: employeeId } })],
      'a refusal of a page size that is shown': [
        createdSnapshot(),
        sample('E8', {}, { status: 400, path: { employee_id: employeeId }, query: { page_size: '20' } }),
      ],
      'a snapshot of another employee': [
        createdSnapshot(),
        listedItem({ id: id(760), version: id(761), employee_id: id(762) }),
      ],
    },
    holds: {
      'the snapshot': [createdSnapshot(), items()],
      'an offset past the end': [
        createdSnapshot(),
        items([], {
          text: JSON.stringify({ meta: { offset: 9, page_num: 1, page_size: 20, total_records: 1 }, response: [] }),
          query: { offset: '9' },
        }),
      ],
    },
    saysNothing: {
      'an employee of somebody else': [sample('E8', {}, { status: 404, path: { employee_id: id(763) } })],
      'a large page size that is refused': [
        createdSnapshot(),
        sample('E8', {}, { status: 400, path: { employee_id: employeeId }, query: { page_size: '500' } }),
      ],
      'a token that has expired meanwhile': [
        createdSnapshot(),
        unauthorized({}, { endpoint: 'E8', path: { employee_id: employeeId }, access: 'first' }),
      ],
    },
  },
  'snapshots.list-item-fields': {
    breaks: {
      'a field too many': [listedItem({ warnings: [] })],
      'a field that is missing': [listedItem({ status: undefined })],
      'an item that is an id': [items([snapshotId])],
    },
    holds: {
      'the seven fields': [items()],
      'a status that was not seen before': [listedItem({ status: 'partially_done' })],
    },
    saysNothing: { 'an empty list': [items([])] },
  },
};
