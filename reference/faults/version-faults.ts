import { arrayOf, objectOf } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import { faultTable, isSuccess, shownElsewhere, withBody, withParameter, type Begin, type Behaviour } from './fault.ts';
import { readDecision, seenDecisions } from './observed.ts';
import { editRecords, everyNth, members, ofStatus, records } from './rewrites.ts';

/** Shows a decision under the version of its last write until it is written again, and takes that version in edits. */
function keepingVersionsOfDecisions(): Behaviour {
  const seen = seenDecisions();
  const shown = new Map<string, unknown>();
  return async (request, serve) => {
    const { renewal_decision_id: id = '', version } = request.path;
    const decision = seen.get(id);
    const isShown = request.place === 'E4' && version === shown.get(id) && decision !== undefined;
    const current = isShown ? await readDecision(request, serve, decision) : undefined;
    const answer = await serve(
      current === undefined ? request : withParameter(request, 'version', String(current['version'])),
    );
    if (!isSuccess(answer)) return answer;
    seen.note(request, answer);
    const body = objectOf(parsed(answer.text));
    if (request.place === 'E3' || request.place === 'E4') shown.set(String(body['id']), body['version']);
    if (request.place !== 'E5') return answer;
    return withBody(
      answer,
      editRecords(body, request, (record) => ({
        ...record,
        version: shown.get(String(record['id'])) ?? record['version'],
      })),
    );
  };
}

function keepingVersionsOfSnapshots(): Behaviour {
  const made = new Map<unknown, unknown>();
  return records('E6 E7 E8', (record, { request }) => {
    if (request.place === 'E6') made.set(record['id'], record['version']);
    return { ...record, version: made.get(record['id']) ?? record['version'] };
  })();
}

/** Adds a warning to a snapshot so many milliseconds after it was first shown with its version. */
const changingLater = (milliseconds: number) => (): Behaviour => {
  const shown = new Map<string, number>();
  return records('E6 E7', (record) => {
    const key = `${String(record['id'])} ${String(record['version'])}`;
    const first = shown.get(key) ?? performance.now();
    shown.set(key, first);
    if (performance.now() - first < milliseconds) return record;
    return { ...record, warnings: [...arrayOf(record['warnings']), { message: 'looked through again' }] };
  })();
};

/** Answers an edit with the version that was edited, from the n-th edit of a decision on. */
const keepingEditedVersions = (from: number) => (): Behaviour => {
  const edits = new Map<unknown, number>();
  return records('E4', (record, { request }) => {
    const count = (edits.get(record['id']) ?? 0) + 1;
    edits.set(record['id'], count);
    return count < from ? record : { ...record, version: request.path['version'] };
  })();
};

function repeatingVersions(): Behaviour {
  let before: unknown;
  return records('E6', (record) => {
    const version = before ?? record['version'];
    before = record['version'];
    return { ...record, version };
  })();
}

/** Answers an edit with the time that the decision was last seen with. */
const keepingModified: Begin = () => {
  const modified = new Map<unknown, unknown>();
  return records('E3 E4 E5', (record, { request }) => {
    const kept = request.place === 'E4' ? (modified.get(record['id']) ?? record['modified']) : record['modified'];
    modified.set(record['id'], kept);
    return { ...record, modified: kept };
  })();
};

/** Violations of what versions hold to (`spec/documents/9-versioning.md`). */
export const versionFaults = faultTable({
  'versions-kept-by-edits': {
    description: 'an edit is answered with the version that was edited',
    // That version stood for the content before.
    breaks: ['versions.change-on-edit', 'versions.change-with-record'],
    begin: keepingEditedVersions(1),
  },
  'versions-kept-by-second-edits': {
    description: 'an edit is answered with the version that was edited',
    when: 'the second edit of a decision',
    breaks: ['versions.change-on-edit', 'versions.change-with-record'],
    begin: keepingEditedVersions(2),
  },
  'versions-kept-by-recalculation': {
    description: 'a decision keeps its version when its status is recalculated',
    when: 'once recalculated',
    breaks: ['versions.change-with-record'],
    begin: keepingVersionsOfDecisions,
  },
  'versions-kept-by-fulfillment': {
    description: 'a snapshot keeps its version all its life',
    when: 'once sent, completed or replaced',
    breaks: ['versions.change-with-record', 'snapshots.list-agrees'],
    begin: keepingVersionsOfSnapshots,
  },
  'versions-kept-by-later-changes': {
    description: 'a snapshot gets a warning under the same version',
    when: 'eight seconds after that version was first shown',
    breaks: ['versions.change-with-record'],
    watchMs: 10_000,
    begin: changingLater(8_000),
  },
  'versions-of-the-organization': {
    description: 'all groups of an organization share one version',
    breaks: ['versions.unique'],
    begin: records('E1', (group) => ({ ...group, version: group['organization_id'] })),
  },
  'versions-repeated': {
    description: 'a new snapshot has the version of an earlier one',
    when: 'every fifth snapshot',
    breaks: ['versions.unique'],
    begin: everyNth(5, 'E6', repeatingVersions),
  },
  'versions-modified-goes-back': {
    description: 'modified is the time before creation',
    when: 'a snapshot that is completed',
    // A time that goes back with the version goes back between two readings as well.
    breaks: ['versions.modified-moves', 'wire.timestamps-ordered'],
    begin: ofStatus('completed', 'E7 E8', (record) => ({ ...record, modified: Number(record['created']) - 1 })),
  },
  'versions-modified-stands-still': {
    description: 'an edit leaves modified as it was',
    when: 'the answer to an edit',
    breaks: ['versions.modified-moves'],
    also: shownElsewhere,
    begin: keepingModified,
  },
  'versions-modified-once': {
    description: 'an edit sets modified back by an hour',
    when: 'the answer to an edit',
    breaks: ['versions.modified-moves', 'wire.timestamps-ordered'],
    also: shownElsewhere,
    begin: members('E4', 'modified', (time) => Number(time) - 3600),
  },
});
