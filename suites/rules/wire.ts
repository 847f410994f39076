import { pointerTo } from '../../spec/index.ts';
import { unavailableStatuses, type AnsweredExchange } from '../../target/exchange.ts';
import type { Violation, Invariant } from '../engine/invariant.ts';
import type { Slot } from '../engine/memory.ts';
import { idKey, recordsOf, unless } from './reading.ts';
import { schemaViolations, type ViolationKind } from './schema-violations.ts';
import { isTaintedPlace } from './taint.ts';

/** A media type of JSON: `application/json` or any `+json`, in any letter case, with any plan. */
const jsonMediaType = /^\s*[\w.!#$&^-]+\/(?:json|[\w.!#$&^-]+\+json)\s*(?:;|,|$)/i;

function mustBeJson({ request, answer }: AnsweredExchange): boolean {
  if (answer.status >= 200 && answer.status < 300) return true;
  return answer.status === 401 && request.endpoint !== 'token';
}

const json: Invariant = {
  id: 'wire.json',
  judge(exchange) {
    if (!mustBeJson(exchange)) return undefined;
    const { headers, isJson, text } = exchange.answer;
    const mediaType = headers['content-type'];
    return [
      ...unless(mediaType !== undefined && jsonMediaType.test(mediaType), () => ({
        message: `the content type is ${mediaType ?? 'absent'}`,
        pointer: '#headers/content-type',
        expected: 'application/json or a +json type',
        ...(mediaType === undefined ? {} : { actual: mediaType }),
      })),
      ...unless(isJson, () => ({
        message: 'the body does not parse as JSON',
        pointer: '',
        expected: 'JSON',
        actual: text,
      })),
    ];
  },
};

/** The invariant that every value of one kind, wherever it stands in a record, is what the schema asks for. */
function kindInvariant(id: Invariant['id'], kind: ViolationKind): Invariant {
  return {
    id,
    judge(exchange, memory) {
      if (recordsOf(exchange).length === 0) return undefined;
      return schemaViolations(exchange).filter(
        (violation) => violation.kind === kind && !isTaintedPlace(exchange, violation.pointer, memory),
      );
    },
  };
}

interface Clock {
  readonly created: number;
  readonly modified: number;
  readonly endedAt: number;
  readonly exchange: AnsweredExchange;
}

/** The latest `modified` seen of each record, and the exchange that showed it. */
const clocks: Slot<Map<string, Clock>> = { name: 'clocks', create: () => new Map() };

const timestampsOrdered: Invariant = {
  id: 'wire.timestamps-ordered',
  judge(exchange, memory) {
    const seen = memory.at(clocks);
    const judgements = recordsOf(exchange).flatMap(({ pointer, record: { id, created, modified } }) => {
      if (typeof created !== 'number' || typeof modified !== 'number') return [];
      const key = idKey(id);
      const before = seen.get(key);
      const now = { created, modified, endedAt: exchange.endedAt, exchange };
      if (before === undefined || modified >= before.modified) seen.set(key, now);
      return [timeViolations(pointer, now, before, exchange)];
    });
    return judgements.length === 0 ? undefined : judgements.flat();
  },
};

function timeViolations(
  pointer: string,
  now: Clock,
  before: Clock | undefined,
  exchange: AnsweredExchange,
): readonly Violation[] {
  const at = (name: string): string => `${pointer}${pointerTo(name)}`;
  const violations = unless(now.modified >= now.created, () => ({
    message: 'modified is before created',
    pointer: at('modified'),
    expected: `at least ${now.created} (created)`,
    actual: now.modified,
  }));
  // An answer that was under way while the other came says nothing of the order of the two.
  if (before === undefined || before.endedAt > exchange.startedAt) return violations;
  return [
    ...violations,
    ...unless(now.modified >= before.modified, () => ({
      message: 'modified went back between two reads of the record',
      pointer: at('modified'),
      expected: `at least ${before.modified}, as read before`,
      actual: now.modified,
      earlier: [before.exchange],
    })),
    ...unless(now.created >= before.created, () => ({
      message: 'created went back between two reads of the record',
      pointer: at('created'),
      expected: before.created,
      actual: now.created,
      earlier: [before.exchange],
    })),
  ];
}

const noServerError: Invariant = {
  id: 'wire.no-server-error',
  judge: ({ answer: { status } }) =>
    unavailableStatuses.has(status)
      ? undefined
      : unless(status < 500, () => ({
          message: `the target answered ${status}`,
          pointer: '#status',
          expected: 'no 5xx',
          actual: status,
        })),
};

/** What holds on the wire for every exchange (`spec/documents/1-service.md`). */
export const wireInvariants: readonly Invariant[] = [
  json,
  kindInvariant('wire.identifiers', 'identifier'),
  kindInvariant('wire.timestamps', 'timestamp'),
  kindInvariant('wire.dates', 'date'),
  timestampsOrdered,
  noServerError,
];
