import type { IdsOf } from './ids-of.ts';

/** How the requirements of `groups` are checked (`spec/documents/4-endpoints.md`). */
export const groupMethods: Readonly<Record<IdsOf<'groups'>, string>> = {
  'groups.list':
    'Every call of E1 without plan and with a good token, by either key, has to be answered with 200 and an array `response`. A 401 that only says that a token is spent is asked again with a new one.',
  'groups.record':
    'Every group in every answer of E1 is validated against its schema. Groups that came with an invalid connection are left out.',
  'groups.record-complete':
    'Every group in every answer of E1 has to have the three members, whatever their text. Groups that came with an invalid connection are left out.',
  'groups.own-organization':
    'Every group of E1 and every connection of E2 that one key was answered in the run has to carry one and the same `organization_id`; the two keys are looked at apart, and both list groups and make connections.',
  'groups.fixture-listed':
    'E1 is read, and further pages of it where the first one says that there are some and `offset` is honoured, until the configured group is met. Without a configured group, or where the list cannot be read to its end, it stays undecided.',
};
