/** What the requirements have in common that are judged on decisions left to themselves (`suites/drives/watch.ts`). */
export const watched =
  'Decisions with described plans, with plans by their id, and of the first two carriers with the first three plans in every pairing are left alone and looked at for up to six seconds, and then the whole list of the group is read.';
