import { setTimeout as sleep } from 'node:timers/promises';
import { arrayOf, objectOf } from '../../spec/index.ts';
import { change, parsed } from '../json-values.ts';
import type { Begin, ServiceAnswer } from './fault.ts';
import { editCurrent } from './observed.ts';
import { breaking, editRecords, fault, having, isAt, Memory, nth, rewrite, shownElsewhere } from './rewrites.ts';

/** Shows a decision under the version of its last write until it is written again; edits may use that version. */
const keepingVersionsOfDecisions: Begin = (store) => {
  const memory = new Memory();
  return async (request, serve) => {
    const { renewal_decision_id: id, version } = request.path;
    const isKept = request.place === 'E4' && version === memory.get(id);
    const answer = await (isKept ? editCurrent({ request, serve, store }) : serve(request));
    if (!isAt('E3 E4 E5', request)) return answer;
    return editRecords({ request, answer, memory, store }, (record) => {
      if (request.place !== 'E5') memory.set(record['id'], record['version']);
      return { ...record, version: memory.get(record['id']) ?? record['version'] };
    });
  };
};

/** Milliseconds that an edit waits for others of the same version. */
const msToEdit = 20;

/** Accepts edits of one version that come at once, and gives them all the version that the first one makes. */
const sharingVersionsAtOnce: Begin = (store) => {
  const underWay = new Map<string, Promise<ServiceAnswer>>();
  return async (request, serve) => {
    if (request.place !== 'E4') return serve(request);
    const { renewal_decision_id: id = '', version = '' } = request.path;
    const first = underWay.get(`${id} ${version}`);
    if (first === undefined) {
      const answer = sleep(msToEdit).then(() => serve(request));
      underWay.set(`${id} ${version}`, answer);
      return answer.finally(() => underWay.delete(`${id} ${version}`));
    }
    const { version: shared } = objectOf(parsed((await first).text));
    // The decision has moved on since: both edits are stale.
    if (shared === undefined) return serve(request);
    const answer = await editCurrent({ request, serve, store });
    return editRecords({ request, answer, memory: new Memory(), store }, (record) => ({ ...record, version: shared }));
  };
};

/** Answers an edit with the version that was edited, from the n-th edit of a decision on. */
const keepingEditedVersions = (from: number): Begin =>
  rewrite.records('E4', (record, { request, memory }) =>
    memory.count(record['id']) < from ? record : { ...record, version: request.path['version'] },
  );
const sameVersion = breaking('versions.change-with-record');
const sameVersionOfEdit = breaking('versions.change-on-edit');

/** Violations of what is stated about versions (`spec/documents/9-versioning.md`). */
export const versionFaults = {
  'versions-kept-by-edits': sameVersionOfEdit('an edit is answered with the version that was edited')
    .and('versions.change-with-record')
    // That version stood for the previous content.
    .by(keepingEditedVersions(1)),
  'versions-kept-by-second-edits': sameVersionOfEdit('an edit is answered with the version that was edited')
    .and('versions.change-with-record')
    .when('the second edit of a decision')
    .by(keepingEditedVersions(2)),
  'versions-kept-by-late-edits': sameVersionOfEdit('an edit is answered with the version that was edited')
    .and('versions.change-with-record')
    .when('a decision that is no longer submitted')
    .records('E3 E4 E5', (record, { request, memory }) => {
      const before = memory.swap(record['id'], record['status']);
      const isLate = request.place === 'E4' && before !== undefined && before !== 'submitted';
      return isLate ? { ...record, version: request.path['version'] } : record;
    }),
  'versions-kept-by-recalculation': sameVersion('a decision keeps its version when its status is recalculated')
    .when('once recalculated')
    .by(keepingVersionsOfDecisions),
  'versions-kept-by-fulfillment': sameVersion('a snapshot keeps its version all its life')
    .and('snapshots.list-agrees')
    .when('once sent, completed or replaced')
    .records('E6 E7 E8', (record, { request, memory }) => {
      if (request.place === 'E6') memory.set(record['id'], record['version']);
      return { ...record, version: memory.get(record['id']) ?? record['version'] };
    }),
  'versions-kept-by-second-carrier': sameVersion('a snapshot keeps its version when its second carrier is sent')
    .and('snapshots.list-agrees')
    .when('several carriers')
    .records('E7 E8', (record, { memory }) => {
      const isBefore = memory.count(`${String(record['id'])} ${String(record['version'])}`) === 1;
      const behind = nth(1, (entry) =>
        objectOf(entry)['status'] === 'sent' ? having({ status: 'processing' })(entry) : entry,
      );
      return isBefore ? change(record, 'fulfillment_summary[]', behind) : record;
    }),
  'versions-kept-by-replacement': sameVersion('a snapshot that is replaced keeps its version')
    .when('read when it was completed, and when it was replaced')
    // The list had its item under that version too.
    .also('snapshots.list-agrees')
    .records('E7', (record, { memory }) => {
      if (record['status'] !== 'completed') return record;
      if (typeof record['replaced_by'] !== 'string') memory.set(record['id'], record['version']);
      return { ...record, version: memory.get(record['id']) ?? record['version'] };
    }),
  'versions-kept-by-later-changes': sameVersion('a snapshot gets a warning under the same version')
    .when('eight seconds after that version was first shown')
    .proof({ watchMs: 10_000 })
    .records('E6 E7', (record, { memory }) => {
      const shown = memory.first(`${String(record['id'])} ${String(record['version'])}`, performance.now());
      if (performance.now() - Number(shown) < 8_000) return record;
      return { ...record, warnings: [...arrayOf(record['warnings']), { message: 'looked through again' }] };
    }),
  'versions-of-the-organization': fault('versions.unique', 'all groups of an organization share one version').records(
    'E1',
    (group) => ({ ...group, version: group['organization_id'] }),
  ),
  'versions-repeated': fault('versions.unique', 'a new snapshot has the version of an earlier one')
    .when('every fifth snapshot')
    .every(5)
    .records('E6', (record, { memory }) => {
      const { version } = record;
      return { ...record, version: memory.swap('version', version) ?? version };
    }),
  'versions-shared-by-edits-at-once': fault('versions.unique', 'two edits of a decision are answered with one version')
    .when('both under the same version, at once')
    .also(...shownElsewhere)
    .by(sharingVersionsAtOnce),
  'versions-modified-goes-back': fault('versions.modified-moves', 'modified is the time before creation')
    .and('wire.timestamps-ordered')
    .when('a snapshot that is completed')
    // A time that goes back with the version also goes back between two reads.
    .ofStatus('E7 E8', 'completed', (record) => ({ ...record, modified: Number(record['created']) - 1 })),
  'versions-modified-stands-still': fault('versions.modified-moves', 'an edit leaves modified as it was')
    .when('the answer to an edit')
    .also(...shownElsewhere)
    .records('E3 E4 E5', (record, { request, memory }) => {
      const before = request.place === 'E4' ? memory.get(record['id']) : undefined;
      const modified = before ?? record['modified'];
      memory.set(record['id'], modified);
      return { ...record, modified };
    }),
  'versions-modified-once': fault('versions.modified-moves', 'an edit sets modified back by an hour')
    .and('wire.timestamps-ordered')
    .when('the answer to an edit')
    .also(...shownElsewhere)
    .members('E4', 'modified', (time) => Number(time) - 3600),
};
