import { choice } from './choice.ts';

/** What is open about group connections (`spec/documents/4-endpoints.md`, E2). */
export const connectionChoices = {
  connectionStatus: choice('success status of creating a connection', [201, 200, 202]),
  connectionOutcome: choice('the two members whose names are not shown: by one set of names, by another, or absent', [
    'empty',
    'renamed',
    'absent',
  ]),
  groupVersions: choice('when a group changes: never, or with everything that is made in it', [
    'never',
    'with-content',
  ]),
  newGroups: choice('whether the group that comes with a connection is listed', ['listed', 'unlisted']),
};
