import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Violation, Invariant } from '../engine/invariant.ts';
import type { Slot } from '../engine/memory.ts';
import { numberOf } from './number-of.ts';
import { arrayOf, idKey, objectOf, sameId, successBody, unless, type JsonObject } from './reading.ts';
import { schemaViolations } from './schema-violations.ts';
import { carriersOf, madeBy, membersOf, snapshotMade } from './snapshot-memory.ts';
import { isMalformed, isTainted } from './taint.ts';
import { inOrderOf, oneOf } from './wanted.ts';

/** Which requirement a place of a snapshot belongs to, where it does not follow the schema; first match counts. */
const places: readonly (readonly [pattern: RegExp, id: Invariant['id'] | undefined])[] = [
  [/^\/member_snapshot\//, undefined], // judged by snapshots.echo: it is what the suite sent
  [/^\/created_members\/\d+/, 'snapshots.created-members'],
  [/^\/fulfillment_summary\/\d+/, 'snapshots.summary'],
  [/^\/replaced_by$/, undefined], // judged by wire.identifiers
  [/^/, 'snapshots.record'],
];

/** An invariant over full snapshot records (E6, E7): their schema at the places of `id`, and what `also` finds. */
function ofSnapshots(
  id: Invariant['id'],
  also?: (record: JsonObject, sent: JsonObject | undefined) => readonly Violation[],
): Invariant {
  return {
    id,
    judge(exchange, memory) {
      const record = successBody(exchange, 'E6', 'E7');
      if (record === undefined || isMalformed(exchange) || isTainted(record.id, memory)) return undefined;
      const sent = madeBy(exchange)?.sent ?? snapshotMade(record.id, memory)?.sent;
      return [
        ...schemaViolations(exchange).filter(
          ({ pointer }) => places.find(([pattern]) => pattern.test(pointer))?.[1] === id,
        ),
        ...(also?.(record, sent) ?? []),
      ];
    },
  };
}

/** One entry for each distinct carrier: what `fulfillment_summary` must hold. */
export function summaryViolations(summary: unknown, sent: JsonObject, at: string): readonly Violation[] {
  // Whose coverage it is then is not said: a service may know the carrier by the plan.
  if (arrayOf(sent.coverages).some((coverage) => typeof objectOf(coverage).carrier_id !== 'string')) return [];
  const wanted = [...carriersOf(sent)].toSorted();
  const found = arrayOf(summary).map((entry) => objectOf(entry).carrier_id);
  return unless(wanted.join() === found.map(idKey).toSorted().join(), () => ({
    message: `the coverages name ${numberOf(wanted.length, 'distinct carrier')}, the summary has ${numberOf(found.length, 'entry', 'entries')}`,
    pointer: at,
    expected: inOrderOf(found, wanted),
    actual: found,
  }));
}

function createdMembersBreaches(
  { created_members: entries }: JsonObject,
  sent: JsonObject | undefined,
): readonly Violation[] {
  const created = arrayOf(entries).map(objectOf);
  const ids = created.map(({ id }) => idKey(id));
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  const violations = unless(repeated < 0, () => ({
    message: 'an id appears twice in created_members',
    pointer: `/created_members/${repeated}/id`,
    expected: 'distinct ids',
    actual: created[repeated]?.id,
  }));
  if (sent === undefined) return violations;
  const members = membersOf(sent);
  const names = new Set(members.map(({ member }) => member.custom_individual_id));
  // What a service calls somebody who was sent without a name of their own is not shown.
  const areNamed = !names.has(undefined);
  return [
    ...violations,
    ...unless(created.length <= members.length, () => ({
      message: `created_members has ${numberOf(created.length, 'entry', 'entries')} for ${numberOf(members.length, 'member')} sent`,
      pointer: '/created_members',
      expected: `at most ${numberOf(members.length, 'entry', 'entries')}`,
      actual: numberOf(created.length, 'entry', 'entries'),
    })),
    ...created.flatMap(({ custom_individual_id: name }, index) =>
      unless(name === undefined || name === null || names.has(name) || !areNamed, () => ({
        message: 'a created member has a custom_individual_id that was not sent',
        pointer: `/created_members/${index}/custom_individual_id`,
        ...oneOf([...names]),
        actual: name,
      })),
    ),
  ];
}

function namedMembersBreaches(
  { created_members: entries }: JsonObject,
  sent: JsonObject | undefined,
): readonly Violation[] {
  const members = sent === undefined ? [] : membersOf(sent);
  const types = new Map(members.map(({ type, member }) => [member.custom_individual_id, type]));
  if (types.size !== members.length || types.has(undefined)) return [];
  return arrayOf(entries).flatMap((entry, index) => {
    const { id, custom_individual_id: name, type } = objectOf(entry);
    // A service that keeps the ids that were sent says by them which member an entry is for.
    const own = members.find(({ member }) => member.id !== undefined && sameId(member.id, id));
    return [
      ...unless(types.get(name) === type, () => ({
        message: types.has(name)
          ? `created_members gives ${String(name)} another type`
          : 'a created member lacks the custom_individual_id it was sent with',
        pointer: `/created_members/${index}${types.has(name) ? '/type' : '/custom_individual_id'}`,
        ...oneOf(types.has(name) ? [types.get(name)] : [...types.keys()]),
        actual: types.has(name) ? type : name,
      })),
      ...unless(own === undefined || own.member.custom_individual_id === name, () => ({
        message: 'a created member has the custom_individual_id of another',
        pointer: `/created_members/${index}/custom_individual_id`,
        expected: own?.member.custom_individual_id,
        actual: name,
      })),
    ];
  });
}

/** For each replaced snapshot what was said to have replaced it. */
const replacements: Slot<Map<string, { by: string; exchange: AnsweredExchange }>> = {
  name: 'replacements',
  create: () => new Map(),
};

/** What every full snapshot record (E6, E7) holds to (`spec/documents/2-resources.md`). */
export const snapshotRecordInvariants: readonly Invariant[] = [
  ofSnapshots('snapshots.record'),
  ofSnapshots('snapshots.summary', ({ fulfillment_summary: summary }, sent) =>
    sent === undefined ? [] : summaryViolations(summary, sent, '/fulfillment_summary'),
  ),
  ofSnapshots('snapshots.created-members', createdMembersBreaches),
  {
    id: 'snapshots.created-members-named',
    judge(exchange, memory) {
      const record = successBody(exchange, 'E6', 'E7');
      const sent = madeBy(exchange)?.sent ?? (record === undefined ? undefined : snapshotMade(record.id, memory)?.sent);
      if (record === undefined || sent === undefined || arrayOf(record.created_members).length === 0) return undefined;
      return namedMembersBreaches(record, sent);
    },
  },
  {
    id: 'snapshots.replaced-by',
    judge(exchange, memory) {
      const record = successBody(exchange, 'E7');
      if (record === undefined || snapshotMade(record.id, memory) === undefined) return undefined;
      const { replaced_by: by } = record;
      const seen = memory.at(replacements);
      const before = seen.get(idKey(record.id));
      if (typeof by === 'string' && before === undefined) seen.set(idKey(record.id), { by, exchange });
      const names = typeof by === 'string' && !sameId(by, record.id);
      const overtaken = before !== undefined && before.exchange.endedAt > exchange.startedAt;
      return unless(names || ((by === undefined || by === null) && (before === undefined || overtaken)), () => ({
        message:
          before === undefined
            ? 'replaced_by does not name another snapshot'
            : 'replaced_by was given before and is gone',
        pointer: '/replaced_by',
        expected: before?.by ?? 'the id of the snapshot that replaced this one, null, or absent until then',
        actual: by,
        earlier: before === undefined ? [] : [before.exchange],
      }));
    },
  },
];
