import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointIds, idKey, type JsonObject, objectOf, sameId } from '../spec/index.ts';
import type { KeptExchange } from '../target/exchange-archive.ts';
import { isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { memberAt, unless, type Violation } from './engine/assertions.ts';
import type { Check } from './engine/check.ts';
import { part, ruleOnSuccesses } from './engine/definition.ts';
import { Undecided, wordsOf } from './engine/verdicts.ts';
import { editDecision, editedBody } from './fixtures/decision-edits.ts';
import { currentListing } from './fixtures/decision-lists.ts';
import { createDecision, decisionOf, decisionOn, ownDays } from './fixtures/decision-records.ts';
import { groupId } from './fixtures/own-groups.ts';
import { farDays } from './fixtures/renewal-days.ts';
import type { Slot } from './engine/memory.ts';
import type { Difference } from './rules/comparison.ts';
import { gathered, onSuccess } from './rules/on-answers.ts';
import { areInOrder, type PlacedRecord, settings } from './rules/reading.ts';
import {
  compareWith,
  contentSeen,
  isSeenState,
  noteSighting,
  sightingKey,
  sightings,
  versioned,
  viewOf,
} from './rules/record-versions.ts';
import { groupTraffic } from './traffic/access-traffic.ts';
import { connectionTraffic, decisionTraffic, snapshotTraffic } from './traffic/body-traffic.ts';
import { listTraffic } from './traffic/list-traffic.ts';
import { watchOn, watchTraffic } from './traffic/watch-traffic.ts';

const met: Slot<Set<string>> = () => new Set();

/** For each version the record it belongs to. */
const owners: Slot<Map<string, { id: string; kept: KeptExchange }>> = () => new Map();

/** For each record the latest answer: its version and modified. */
const latest: Slot<Map<string, { version: string; modified: number; kept: KeptExchange }>> = () => new Map();

/** A value in a message, where it is short enough to be read there. */
function inWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= longestInWords ? text : 'something else';
}

/** Most characters of a value in a message. */
const longestInWords = 60;

const versionsApart = ruleOnSuccesses(endpointIds, (exchange, memory) => {
  const known = memory.at(owners);
  return gathered(
    versioned(exchange, memory).map(({ pointer, record }) => {
      const version = idKey(record.version);
      const id = idKey(record.id);
      const owner = known.get(version) ?? { id, kept: memory.archive.keep(exchange) };
      known.set(version, owner);
      return unless(owner.id === id, () => ({
        code: 'shared',
        message: 'two records carry the same version',
        pointer: `${pointer}/version`,
        expected: 'a version of its own',
        actual: record.version,
        earlier: owner.kept === memory.archive.keep(exchange) ? [] : [owner.kept.recall()],
      }));
    }),
  );
});

/** For each id of a connection, and of its group, what it was made from. */
const connected: Slot<Map<string, KeptExchange>> = () => new Map();

/** What says which connection a body asks for. */
function marksOf({ carrier_id, federal_ein, group_data }: JsonObject): readonly string[] {
  const { carrier_group_id, group_name } = objectOf(group_data);
  return [carrier_id, federal_ein, carrier_group_id, group_name].map(idKey);
}

/** Judges that connections whose bodies have nothing in common are two, with two groups. */
const connectedApart = onSuccess(
  'E2',
  ({ body, sent, exchange, memory }) => {
    const known = memory.at(connected);
    return ['id', 'group_id'].flatMap((name): readonly Violation[] => {
      const id = body[name];
      if (typeof id !== 'string') return [];
      const key = `${name} ${idKey(id)}`;
      const before = known.get(key)?.recall();
      if (before === undefined) known.set(key, memory.archive.keep(exchange));
      const others = before === undefined ? [] : marksOf(objectOf(before.request.json));
      const isAnother = before !== undefined && marksOf(sent).every((mark, at) => mark !== others[at]);
      return memberAt(`/${name}`, id, { earlier: before === undefined ? [] : [before] }).satisfies(!isAnother, {
        code: 'shared-id',
        message: `two connections whose bodies have nothing in common share their ${name}`,
        expected: 'an id of its own',
      });
    });
  },
  { validBody: true },
);

/** Milliseconds between two changes that differ in any unit of time. */
const apart = 2_100;

/** Edits a decision some time after it was made: the edit is when it was modified. */
async function editMovesModified(check: Check): Promise<void> {
  const { api, assert, session } = check;
  const [day = '', otherDay = ''] = await ownDays(session, check.id, farDays.slice(0, 2));
  const group = await groupId(session);
  const created = await createDecision(check, day);
  const json = await editedBody(session, await decisionOn(session, day), 1, otherDay);
  const before = (await restingSince(check, group, created)) ?? { decision: decisionOf(created), page: [created] };
  const edit = await editDecision(session, api, group, before.decision, json);
  if (!isSuccess(edit)) throw new Undecided('blocked', `an edit was refused: ${wordsOf(edit)}`, edit);
  const [earlier, later] = [before.decision.modified, decisionOf(edit).modified];
  if (typeof earlier !== 'number' || typeof later !== 'number') return;
  const modified = memberAt('/modified', later, { exchange: edit, earlier: before.page, isOfClock: true });
  assert(
    modified.satisfies(later > earlier, {
      code: 'stood-still',
      message: 'an edit two seconds later left modified as it was',
      expected: `later than ${earlier}`,
    }),
  );
}

/** Readings of a decision at most until two of them, two seconds apart, are the same. */
const mostReadings = 2;

/** A decision that has not been changed by the service for two seconds, and what shows it; undefined where it always is. */
async function restingSince(
  { api }: Check,
  group: string,
  created: AnsweredExchange,
): Promise<{ readonly decision: JsonObject; readonly page: readonly AnsweredExchange[] } | undefined> {
  let known = decisionOf(created);
  for (let readings = 0; readings < mostReadings; readings += 1) {
    await sleep(apart);
    const { decision = known, page } = await currentListing(api, group, known);
    if (decision.modified === known.modified) return { decision, page };
    known = decision;
  }
  return undefined;
}

/** What a record is whose version has not changed with it: it is the version that is wrong, not the member. */
function keptVersion(
  { record, pointer: at }: PlacedRecord,
  { pointer, expected, actual }: Difference,
): Partial<Violation> {
  const version = String(record.version);
  return {
    code: 'kept-version',
    message: `the record changed (${pointer} from ${inWords(expected)} to ${inWords(actual)}) under the same version ${version}`,
    pointer: `${at}/version`,
    expected: `another version than ${version}`,
    actual: record.version,
    ...(pointer === '/modified' ? { isOfClock: true } : {}),
  };
}

/** What an edit gives a decision. */
function partsOf({ renewal_date, body }: JsonObject): readonly unknown[] {
  return [renewal_date, body];
}

/** Requirements of versions, across all answers of a run (`spec/documents/9-versioning.md`). */
export const versions = part(
  'versions',
  { traffic: [groupTraffic, connectionTraffic, decisionTraffic, snapshotTraffic, listTraffic, watchTraffic] },
  {
    'change-with-record': {
      how: 'Every record of every answer in the run, of groups, connections, decisions and snapshots, is compared with what was first seen under the same id and version, on the documented members that both have; list items of E8 are compared with each other; social security numbers are left to snapshots.echo-ssn. Decisions and snapshots, one of them with coverages at several carriers, are also left alone and looked at for up to six seconds; then the decisions are edited, and that snapshot is replaced twice. With --watch, up to thirty of each are read again at the end of the run for as long as that says.',
      scenario: watchOn,
      looksAt: 'all traffic',
      stage: 'watch',
      rule: ruleOnSuccesses(endpointIds, (exchange, memory) => {
        const view = viewOf(exchange);
        const placed = versioned(exchange, memory);
        const known = memory.at(met);
        // A record that is met again under another version is one of which the version has changed.
        const judgements = placed.map(
          (one) =>
            compareWith(view, one, exchange, memory, keptVersion) ?? (known.has(idKey(one.record.id)) ? [] : undefined),
        );
        for (const one of placed) {
          known.add(idKey(one.record.id));
          noteSighting(view, one, exchange, memory);
        }
        return gathered(judgements);
      }),
    },

    unique: {
      how: 'Every record of every answer in the run is looked at: a version that was seen with one id may not be seen with another. Connections made from bodies that have neither carrier, employer number, group identifier nor group name in common may share neither id nor group.',
      rule: [versionsApart, connectedApart],
    },

    'change-on-edit': {
      how: 'Every success of E4 in the run is looked at: each generated decision is edited twice, and others up to three times. An edit that says what was known to be there already is not judged.',
      needs: ['writes'],
      rule: onSuccess('E4', ({ answer, body, exchange, memory }) => {
        const { version } = exchange.request.pathParameters;
        // A version changes with the record: an edit that says what was there already need not be one.
        const before = memory.at(sightings).get(sightingKey({ ...body, version }, 'record'));
        const isKnown = before !== undefined && before.first.kept !== memory.archive.keep(exchange);
        if (isKnown && isDeepStrictEqual(partsOf(contentSeen(before)), partsOf(body))) return undefined;
        if (!isKnown && memory.at(settings).isPartial) return undefined;
        return answer.at('/version').satisfies(!sameId(body.version, version), {
          code: 'kept',
          message: 'an edit kept the version',
          expected: `another version than ${version}`,
        });
      }),
    },

    'modified-moves': {
      how: 'Every record of every answer in the run whose version differs from the reading before is compared with that reading: `modified` may not be lower, unless the record was seen like that before. Readings that overlap in time are not compared. A decision is edited when it has stood as it is for two seconds: the answer has to have a later `modified`.',
      needs: ['writes'],
      profiles: { gate: { scenario: null }, health: { scenario: null } },
      scenario: editMovesModified,
      rule: ruleOnSuccesses(endpointIds, (exchange, memory) => {
        const known = memory.at(latest);
        return gathered(
          versioned(exchange, memory).map(({ pointer, record }) => {
            if (typeof record.modified !== 'number') return undefined;
            const { modified } = record;
            const version = idKey(record.version);
            const before = known.get(idKey(record.id));
            if (before === undefined || before.kept.endedAt <= exchange.startedAt)
              known.set(idKey(record.id), { version, modified, kept: memory.archive.keep(exchange) });
            if (before === undefined || before.version === version || !areInOrder(before.kept, exchange, memory))
              return undefined;
            const isInOrder = modified >= before.modified || isSeenState(record, exchange, memory);
            return unless(isInOrder, () => ({
              code: 'went-back',
              message: 'modified went back when the version changed',
              pointer: `${pointer}/modified`,
              expected: `at least ${before.modified}`,
              actual: modified,
              earlier: [before.kept.recall()],
              isOfReplicas: true,
            }));
          }),
        );
      }),
    },
  },
);
