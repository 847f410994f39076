import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointIds, idKey, type JsonObject, objectOf, register, sameId } from '../spec/index.ts';
import type { KeptExchange } from '../target/exchange-archive.ts';
import { isSuccess, type AnsweredExchange } from '../target/exchange.ts';
import { memberAt, unless, type Violation } from './engine/assertions.ts';
import type { Check } from './engine/check.ts';
import { part, ruleOnSuccesses } from './engine/definition.ts';
import type { Session } from './engine/session.ts';
import { waitUntil } from './engine/waiting.ts';
import { Undecided, unlessUndecided, wordsOf } from './engine/verdicts.ts';
import { askAgain } from './fixtures/asking-again.ts';
import { editDecision, editedBody } from './fixtures/decision-edits.ts';
import { currentDecision, currentListing } from './fixtures/decision-lists.ts';
import { createDecision, decisionOf, decisionOn, editPath, ownDays } from './fixtures/decision-records.ts';
import { listSnapshots } from './fixtures/employee-records.ts';
import { groupId } from './fixtures/own-groups.ts';
import { farDays, isOnePerDay } from './fixtures/renewal-days.ts';
import type { Memory, Slot } from './engine/memory.ts';
import { longWatch, pauseOfWatch } from './profiles.ts';
import type { Difference } from './judging/comparison.ts';
import { gathered, onSuccess } from './judging/on-answers.ts';
import { isIgnoredEdit } from './judging/known-records.ts';
import { hasMalformedOrigin } from './judging/malformed-origin.ts';
import { ageOf, areInOrder, type PlacedRecord, secondsOfDate, settings, spreadOver } from './judging/reading.ts';
import {
  compareWith,
  contentSeen,
  isSeenState,
  noteSighting,
  ownRecords,
  sightingKey,
  sightings,
  versioned,
  viewOf,
} from './judging/record-versions.ts';
import { groupTraffic } from './traffic/access-traffic.ts';
import { connectionTraffic, decisionTraffic, snapshotTraffic } from './traffic/body-traffic.ts';
import { listTraffic } from './traffic/list-traffic.ts';
import { watchTraffic } from './traffic/watch-traffic.ts';

const met: Slot<Set<string>> = () => new Set();

/** For each version: the record that it belongs to. */
const owners: Slot<Map<string, { id: string; kept: KeptExchange }>> = () => new Map();

/** What the latest answer shows of a record, and the first answer with the same `modified`. */
interface LatestReading {
  readonly version: string;
  readonly modified: number;
  readonly kept: KeptExchange;
  readonly since: KeptExchange;
}

const latest: Slot<Map<string, LatestReading>> = () => new Map();

/** Whether a decision of the run was changed within a minute: a service may count whole minutes. */
const finerThanMinutes: Slot<{ isSeen: boolean }> = () => ({ isSeen: false });

/** The second of its minute that a time shows, in whatever unit; undefined as far as the unit is not known. */
function secondOf(time: number, exchange: AnsweredExchange): number | undefined {
  const now = secondsOfDate(exchange);
  const age = ageOf(time, now);
  return now === undefined || age === undefined ? undefined : Math.floor(now - age) % 60;
}

/** A value as text for a message, if it is short enough to be read there. */
function inWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= longestInWords ? text : 'something else';
}

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

/** For each id of a connection, and of its group: the exchange that made it. */
const connected: Slot<Map<string, KeptExchange>> = () => new Map();

/** The members that tell which connection a body asks for. */
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

/** Whether a decision has the content that it had under another version, as after an edit that changes nothing. */
function saysTheSame(version: string, record: JsonObject, memory: Memory): boolean {
  const seen = memory.at(sightings).get(sightingKey({ ...record, version }, 'record'));
  return seen !== undefined && isDeepStrictEqual(partsOf(contentSeen(seen)), partsOf(record));
}

/** Milliseconds between two changes whose times differ in any unit. */
const apart = 2_100;

/** Edits a decision some time after it was made or changed by the service: the edit has to move `modified`. */
async function editMovesModified(check: Check): Promise<void> {
  const { session } = check;
  const [day = '', otherDay = ''] = await ownDays(session, check.id, farDays.slice(0, 2));
  const group = await groupId(session);
  const created = await createDecision(check, day);
  const decision = await restingOf(check, group, created);
  const json = await editedBody(session, await decisionOn(session, day), 1, otherDay, decision);
  const edit = await editDecision(check, group, decision, json);
  if (!isSuccess(edit)) throw new Undecided('blocked', `an edit was refused: ${wordsOf(edit)}`, edit);
}

/**
 * Most decisions that are edited twice at once, until one accepts an edit: the service had changed the others by then.
 * From the second on, the current version is read first.
 */
const mostAtOnce = 3;

/** Edits a decision twice at once, under its current version: if both are accepted, each makes its own version. */
async function editsAtOnce({ api, assert, id, session }: Check): Promise<void> {
  for (let made = 0; made < mostAtOnce && !isOnePerDay(session); made += 1) {
    const [day = '', ...others] = await ownDays(session, `${id} at once ${made}`, farDays.slice(0, 3), true);
    const sent = await decisionOn(session, day);
    const created = decisionOf(await createDecision({ api, session }, day));
    const current = made === 0 ? undefined : await currentDecision(api, await groupId(session), created);
    const decision = current ?? created;
    const bodies = await Promise.all(others.map((other, at) => editedBody(session, sent, at + 1, other, decision)));
    const path = editPath(decision);
    const edits = await Promise.all(bodies.map((json) => api.call('E4', { path, json })));
    const [one, other] = edits.filter(isSuccess);
    if (one === undefined) continue;
    if (other === undefined) return;
    const [first, second] = [decisionOf(one), decisionOf(other)];
    if (isDeepStrictEqual(partsOf(first), partsOf(second))) return;
    return assert(
      memberAt('/version', second.version, { exchange: other, earlier: [one] }).satisfies(
        !sameId(first.version, second.version),
        { code: 'shared', message: 'two edits at once made one version', expected: 'a version of its own' },
      ),
    );
  }
}

/** Milliseconds between two reads of a decision that is left alone, and the longest time for which it is read. */
const readings = { pause: 350, longest: 8_000 } as const;

/** A decision once the service has left it unchanged for two seconds, or as last read if it never does. */
async function restingOf({ api }: Check, group: string, created: AnsweredExchange): Promise<JsonObject> {
  let known = decisionOf(created);
  let since = performance.now();
  const end = since + readings.longest;
  while (performance.now() <= Math.min(since + apart, end)) {
    await sleep(readings.pause);
    const { decision = known } = await currentListing(api, group, known);
    if (decision.modified !== known.modified) since = performance.now();
    known = decision;
  }
  return known;
}

/**
 * Records that the run made through these endpoints, as last answered, in the order they were made. If there are more
 * than wanted, half of them are spread over the run, and the others are the latest.
 */
function someRecords(session: Session, endpoints: readonly string[], most: number): readonly JsonObject[] {
  const made = [...ownRecords(session.memory, endpoints).values()];
  const half = Math.floor(most / 2);
  const [earlier, latest] = made.length <= most ? [[], made] : [made.slice(0, -half), made.slice(-half)];
  return [...spreadOver(earlier, half), ...latest].map((kept) => objectOf(kept.recall().answer.json));
}

/**
 * Reads records of the run again and again (E5, E7, E8) for as long as the run was asked to, regardless of what they show:
 * some services change them minutes later. Every answer is judged like any other.
 */
async function watchOn({ session, api }: Check): Promise<void> {
  const { watchMs } = session.plan;
  if (watchMs === undefined) return;
  const snapshots = someRecords(session, ['E6'], longWatch.snapshots);
  const decisions = someRecords(session, ['E3', 'E4'], longWatch.decisions);
  const employees = [...new Set(snapshots.map((record) => String(record.employee_id)))].slice(-longWatch.employees);
  if (snapshots.length + decisions.length === 0)
    throw new Undecided('not-reached', 'the run made no records that could be watched (--watch)');
  const end = performance.now() + watchMs;
  for (let next = performance.now(); !session.isCutShort; next += pauseOfWatch(watchMs)) {
    await waitUntil(session, Math.min(next, end), 'watching records', end);
    const isLast = performance.now() >= end;
    await Promise.all([
      ...snapshots.map(({ id }) => api.call('E7', { path: { snapshot_id: String(id) } })),
      ...decisions.map((decision) => currentDecision(api, String(decision.group_id), decision)),
      ...employees.map((id) => listSnapshots(api, id)),
    ]);
    if (isLast) break;
  }
  for (const { id } of register) {
    const { finding, confirmed } = session.ledger.entry(id);
    if (finding !== undefined && !confirmed) await askAgain(session, id);
  }
}

/** The violation for a record whose version has not changed with it: the version is wrong, not the member. */
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

/** The parts of a decision that an edit sets. */
function partsOf({ renewal_date, body }: JsonObject): readonly unknown[] {
  return [renewal_date, body];
}

/** Requirements of versions, across all answers of a run (`spec/documents/9-versioning.md`). */
export const versions = part(
  'versions',
  { traffic: [groupTraffic, connectionTraffic, decisionTraffic, snapshotTraffic, listTraffic, watchTraffic] },
  {
    'change-with-record': {
      how: 'Every record in every answer of the run (groups, connections, decisions and snapshots) is compared with what was first seen under the same id and version, on the documented members that both have. List items of E8 are compared with each other; social security numbers are checked by snapshots.echo-ssn. Decisions and snapshots, one of them with coverages at several carriers, are also left alone and read for up to six seconds; then the decisions are edited, and that snapshot is replaced twice. With --watch, up to thirty of each are read again at the end of the run, for the time that it gives.',
      scenario: watchOn,
      looksAt: 'all traffic',
      stage: 'watch',
      rule: ruleOnSuccesses(endpointIds, (exchange, memory) => {
        const view = viewOf(exchange);
        const placed = versioned(exchange, memory);
        const known = memory.at(met);
        // If a known record is seen under another version, its version has changed.
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
      how: 'Every record in every answer of the run is checked: a version that was seen with one id must not be seen with another. A decision is edited twice at the same time under one version: if both edits are accepted and their results differ, their versions must differ too. Connections created from bodies that have no carrier, employer number, group identifier or group name in common must share neither id nor group.',
      footprint: { least: 3, writes: 1 },
      profiles: { health: { scenario: null } },
      rule: [versionsApart, connectedApart],
      scenario: (check) => editsAtOnce(check).catch(unlessUndecided),
    },

    'change-on-edit': {
      how: 'In every success of E4 in the run, the version must differ from that in the path. For this, each generated decision is edited twice, and others several times. An edit that repeats the content that was already known to be there is not judged, and neither is an edit of a version that no answer has shown after a malformed write.',
      needs: ['writes'],
      rule: onSuccess('E4', ({ answer, body, exchange, memory }) => {
        const { version } = exchange.request.pathParameters;
        // A version changes with the record, so an edit that repeats the content need not change it.
        const before = memory.at(sightings).get(sightingKey({ ...body, version }, 'record'));
        const isKnown = before !== undefined && before.first.kept !== memory.archive.keep(exchange);
        if (isKnown && isDeepStrictEqual(partsOf(contentSeen(before)), partsOf(body))) return undefined;
        // The old content is unknown if a malformed write may have changed it, or if the traffic is partial.
        const isOpen = memory.at(settings).isPartial || hasMalformedOrigin(body.id, memory);
        if (!isKnown && isOpen) return undefined;
        return answer.at('/version').satisfies(!sameId(body.version, version), {
          code: 'kept',
          message: 'an edit kept the version',
          expected: `another version than ${version}`,
        });
      }),
    },

    'modified-moves': {
      how: 'Every record in every answer of the run whose version differs from the reading before is compared with that reading: `modified` must not be lower, unless the record was seen like that before. Readings that overlap in time are not compared. If an edit comes two seconds after a decision was first seen with its `modified`, the answer must have a later one; for this, a decision is left alone for that time and then edited. That is not judged as long as `modified` of all decisions of the run, by the `Date` header, is a whole minute, or in no unit that is known.',
      needs: ['writes'],
      profiles: { gate: { scenario: null }, health: { scenario: null } },
      stage: 'meanwhile',
      scenario: editMovesModified,
      rule: ruleOnSuccesses(endpointIds, (exchange, memory) => {
        const known = memory.at(latest);
        const finer = memory.at(finerThanMinutes);
        const isOfDecisions = ['E3', 'E4', 'E5'].includes(exchange.request.endpoint);
        return gathered(
          versioned(exchange, memory).map(({ pointer, record }) => {
            if (typeof record.modified !== 'number') return undefined;
            const { modified } = record;
            if (isOfDecisions && !finer.isSeen) finer.isSeen = (secondOf(modified, exchange) ?? 0) > 0;
            const version = idKey(record.version);
            const before = known.get(idKey(record.id));
            if (before === undefined || before.kept.endedAt <= exchange.startedAt) {
              const kept = memory.archive.keep(exchange);
              const since = before?.modified === modified ? before.since : kept;
              known.set(idKey(record.id), { version, modified, kept, since });
            }
            if (before === undefined || before.version === version || !areInOrder(before.kept, exchange, memory))
              return undefined;
            const isStill =
              exchange.request.endpoint === 'E4' &&
              finer.isSeen &&
              modified === before.modified &&
              exchange.startedAt - before.since.endedAt > apart &&
              !isSeenState(record, exchange, memory) &&
              !isIgnoredEdit(exchange, memory) &&
              !saysTheSame(before.version, record, memory);
            const isInOrder = modified >= before.modified || isSeenState(record, exchange, memory);
            const place = { pointer: `${pointer}/modified`, actual: modified };
            return [
              ...unless(!isStill, () => ({
                ...place,
                code: 'stood-still',
                message: 'an edit two seconds later left modified as it was',
                expected: `later than ${before.modified}`,
                earlier: [before.since.recall()],
                isOfClock: true,
              })),
              ...unless(isInOrder, () => ({
                ...place,
                code: 'went-back',
                message: 'modified went back when the version changed',
                expected: `at least ${before.modified}`,
                earlier: [before.kept.recall()],
                isOfReplicas: true,
              })),
            ];
          }),
        );
      }),
    },
  },
);
