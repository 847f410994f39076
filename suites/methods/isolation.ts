import type { IdsOf } from './ids-of.ts';

/** How the requirements of `isolation` are checked (`spec/documents/5-authentication.md`). */
export const isolationMethods: Readonly<Record<IdsOf<'isolation'>, string>> = {
  'isolation.groups':
    'E1 is read with both keys: no group of the first list, nor the group that the run works in, may be in the second. Without a second key, or where its list is refused, it stays undecided.',
  'isolation.records':
    'With the second key a snapshot, an employee with one snapshot, the decisions of the group and an edit of a decision are asked for, all of the first: the snapshot and the edit may get no 2xx, the lists no record, and afterwards the decision has to be as it was. Without a second key it stays undecided.',
};
