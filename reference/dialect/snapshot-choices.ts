import { choice, type Numbers } from './choice.ts';

const day = 24 * 60 * 60 * 1000;

/** What is open about member snapshots (`spec/documents/3-states.md`). */
export const snapshotChoices = {
  pace: choice<Numbers>('milliseconds per step of recalculation and fulfilment', [1000, 50, 250, 1, day], {
    weights: [3, 4, 4, 4, 1],
  }),
  snapshotCourse: choice('how fulfilment ends', ['completed', 'failed', 'one-by-one']),
  employeeIds: choice('identifier of an employee that is not known: the one that was sent, or one of its own', [
    'sent',
    'assigned',
  ]),
  createdMembers: choice('members listed as created', ['new', 'all', 'none']),
  summaryOrder: choice('order of the carriers in a fulfillment summary', ['as-sent', 'by-id']),
  replacement: choice('what takes the place of a snapshot: the next one of the same employee, or nothing', [
    'newest',
    'never',
  ]),
  replacedByUnset: choice('replaced_by before a replacement', ['null', 'absent']),
};
