import type { IdsOf } from './ids-of.ts';

/** How the requirements of `versions` are checked (`spec/documents/9-versioning.md`). */
export const versionMethods: Readonly<Record<IdsOf<'versions'>, string>> = {
  'versions.change-on-edit':
    'Every success of E4 in the run is looked at: each generated decision is edited twice, and others up to three times. An edit that says what was known to be there already is not judged.',
  'versions.change-with-record':
    'Every record of every answer in the run, of groups, connections, decisions and snapshots, is compared with what was first seen under the same id and version, on the documented members that both have; list items of E8 are compared with each other. Decisions and snapshots are also left alone and looked at for up to six seconds, then edited.',
  'versions.unique':
    'Every record of every answer in the run is looked at: a version that was seen with one id may not be seen with another.',
  'versions.modified-moves':
    'Every record of every answer in the run whose version differs from the reading before is compared with that reading: `modified` may not be lower. Readings that overlap in time are not compared.',
};
