import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Violation, Invariant } from '../engine/invariant.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { firstDifference } from './comparison.ts';
import { contentViolations, decisionEchoBreaches, planViolations } from './decision-echo.ts';
import { dayOfHttpDate } from './http-date.ts';
import {
  arrayOf,
  idKey,
  isObject,
  isTokenSpent,
  objectOf,
  recordsOf,
  sameId,
  successBody,
  unless,
  type JsonObject,
  type PlacedRecord,
} from './reading.ts';
import { isLeftover } from './leftovers.ts';
import { decisionsOf } from './of-decisions.ts';
import { schemaViolations, type SchemaViolation } from './schema-violations.ts';
import { isMalformed, isTainted, isTaintedPlace } from './taint.ts';

/** Which requirement a place of a decision belongs to, where it does not follow the schema; first match counts. */
const places: readonly (readonly [pattern: RegExp, id: Invariant['id']])[] = [
  [/^\/issues\/\d+/, 'renewals.issue-record'],
  [/^\/body\/carriers\/\d+\/lines_of_coverage\/[^/]+\/plans/, 'renewals.plans'],
  [/^\/body\/carriers/, 'renewals.carriers'],
  [/^/, 'renewals.record'],
];

function breachesAt(exchange: AnsweredExchange, memory: Memory, id: Invariant['id']): readonly SchemaViolation[] {
  return schemaViolations(exchange).filter(({ pointer, keyword }) => {
    const inRecord = pointer.replace(/^\/response\/\d+/, '');
    if (inRecord === '/status' && keyword === 'enum') return id === 'renewals.status-values';
    const emptyCarriers = inRecord === '/body/carriers' && keyword === 'minItems';
    // An empty list is held against whoever made it in this run, from whatever body.
    if (isTaintedPlace(exchange, pointer, memory, emptyCarriers ? isLeftover : isTainted)) return false;
    const isInRecord = exchange.request.endpoint !== 'E5' || inRecord !== pointer;
    return isInRecord && places.find(([pattern]) => pattern.test(inRecord))?.[1] === id;
  });
}

/** An invariant that part of each decision follows the schema. */
function schemaInvariant(
  id: Invariant['id'],
  speaks: (record: JsonObject) => boolean,
  also?: (placed: PlacedRecord) => readonly Violation[],
): Invariant {
  return {
    id,
    judge(exchange, memory) {
      if (!['E3', 'E4', 'E5'].includes(exchange.request.endpoint)) return undefined;
      const records = recordsOf(exchange).filter(({ record }) => speaks(record));
      if (records.length === 0) return undefined;
      return [...breachesAt(exchange, memory, id), ...(also === undefined ? [] : records.flatMap(also))];
    },
  };
}

/** What was sent to make or edit the answered decision; undefined when the exchange is no such success. */
function sentAndAnswered(
  exchange: AnsweredExchange,
  ...of: readonly ('E3' | 'E4')[]
): { sent: JsonObject; answered: JsonObject } | undefined {
  const answered = successBody(exchange, ...of);
  const sent = exchange.request.json;
  return answered === undefined || !isObject(sent) || isMalformed(exchange) ? undefined : { sent, answered };
}

/** Group and creation time of each decision, as first seen. */
const origins: Slot<Map<string, { record: JsonObject; exchange: AnsweredExchange }>> = {
  name: 'decision origins',
  create: () => new Map(),
};

function editStatus({ answer: { status } }: AnsweredExchange): readonly Violation[] {
  return unless(status === 200, () => ({
    message: `an edit was answered with ${status}`,
    pointer: '#status',
    expected: 200,
    actual: status,
  }));
}

const edit: Invariant = {
  id: 'renewals.edit',
  judge(exchange, memory) {
    const seen = memory.at(origins);
    for (const { record } of decisionsOf(exchange, memory)) {
      if (!seen.has(idKey(record.id))) seen.set(idKey(record.id), { record, exchange });
    }
    if (exchange.request.endpoint !== 'E4' || !isSuccess(exchange) || isMalformed(exchange)) return undefined;
    const pair = sentAndAnswered(exchange, 'E4');
    if (pair === undefined) return editStatus(exchange);
    const { sent, answered } = pair;
    const id = exchange.request.pathParameters.renewal_decision_id;
    const origin = seen.get(idKey(id));
    const { group_id, created } = origin?.record ?? {};
    const kept = firstDifference({ id, group_id, created }, answered, {
      missingMembers: 'different',
      anyOrder: false,
    });
    return [
      ...editStatus(exchange),
      ...(kept === undefined
        ? []
        : [
            {
              message: `an edit changed ${kept.pointer}`,
              ...kept,
              earlier: origin === undefined ? [] : [origin.exchange],
            },
          ]),
      ...contentViolations(sent, answered),
    ];
  },
};

/** Groups that the first key was seen to have: asking for their decisions must succeed. */
const ownGroups: Slot<Set<string>> = { name: 'own groups', create: () => new Set() };

const list: Invariant = {
  id: 'renewals.list',
  judge(exchange, memory) {
    const { endpoint, pathParameters, query } = exchange.request;
    const own = memory.at(ownGroups);
    if (exchange.access !== 'first') return undefined;
    if (endpoint === 'E1') for (const { record } of recordsOf(exchange)) own.add(idKey(record.id));
    if (endpoint !== 'E5' || !own.has(idKey(pathParameters.group_id)) || isTokenSpent(exchange)) return undefined;
    if (Object.keys(query).length > 0 && !isSuccess(exchange)) return undefined;
    return [
      ...unless(exchange.answer.status === 200, () => ({
        message: `the list was answered with ${exchange.answer.status}`,
        pointer: '#status',
        expected: 200,
        actual: exchange.answer.status,
      })),
      ...recordsOf(exchange).flatMap(({ pointer, record }) =>
        unless(sameId(record.group_id, pathParameters.group_id), () => ({
          message: 'a decision of another group is listed',
          pointer: `${pointer}/group_id`,
          expected: pathParameters.group_id,
          actual: record.group_id,
        })),
      ),
    ];
  },
};

/** The filters of a list request that are in the shown form, as days. */
function filtersOf({ request: { query } }: AnsweredExchange): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(query).flatMap(([name, text]) => {
      const day = dayOfHttpDate(text);
      return day === undefined ? [] : [[name, day] as const];
    }),
  );
}

/** Whether a decision's date passes a filter; days compare as text. */
const passes: Readonly<Record<string, (date: string, day: string) => boolean>> = {
  renewal_date: (date, day) => date === day,
  start_date: (date, day) => date >= day,
  end_date: (date, day) => date <= day,
};

/** The dates that a filter asks for. */
const asked: Readonly<Record<string, (day: string) => string>> = {
  renewal_date: (day) => day,
  start_date: (day) => `${day} or later`,
  end_date: (day) => `${day} or earlier`,
};

/** An invariant over lists that were filtered by the given parameter alone, or by several. */
function filterInvariant(id: Invariant['id'], applies: (names: readonly string[]) => boolean): Invariant {
  return {
    id,
    judge(exchange, memory) {
      const filters = filtersOf(exchange);
      if (exchange.request.endpoint !== 'E5' || !isSuccess(exchange) || !applies([...filters.keys()])) return undefined;
      return decisionsOf(exchange, memory).flatMap(({ pointer, record: { renewal_date: date } }) =>
        [...filters].flatMap(([name, day]) =>
          unless(typeof date !== 'string' || passes[name]?.(date, day) !== false, () => ({
            message: `a decision of ${String(date)} is listed with ${name} ${day}`,
            pointer: `${pointer}/renewal_date`,
            expected: asked[name]?.(day),
            actual: date,
          })),
        ),
      );
    },
  };
}

/** What every decision and every list of decisions holds to (`spec/documents/4-endpoints.md`, E3 to E5). */
export const renewalInvariants: readonly Invariant[] = [
  {
    id: 'renewals.record',
    judge(exchange, memory) {
      const { endpoint } = exchange.request;
      if (!isSuccess(exchange) || !exchange.answer.isJson || isMalformed(exchange)) return undefined;
      const holdsRecords = endpoint === 'E5' && arrayOf(objectOf(exchange.answer.json).response).length > 0;
      // What is no object is no record either: it is looked at all the same.
      return endpoint === 'E3' || endpoint === 'E4' || holdsRecords
        ? breachesAt(exchange, memory, 'renewals.record')
        : undefined;
    },
  },
  schemaInvariant('renewals.status-values', ({ status }) => status !== undefined),
  schemaInvariant(
    'renewals.issue-record',
    ({ issues }) => arrayOf(issues).length > 0,
    ({ pointer, record }) =>
      arrayOf(record.issues).flatMap((issue, index) =>
        unless(objectOf(issue).message !== '', () => ({
          message: 'an issue has an empty message',
          pointer: `${pointer}/issues/${index}/message`,
          expected: 'text',
          actual: '',
        })),
      ),
  ),
  schemaInvariant('renewals.carriers', ({ body }) => body !== undefined),
  schemaInvariant('renewals.plans', ({ body }) => body !== undefined),
  {
    id: 'renewals.initial-status',
    judge(exchange) {
      const answered = sentAndAnswered(exchange, 'E3')?.answered;
      if (answered === undefined) return undefined;
      const difference = firstDifference({ status: 'submitted', issues: [] }, answered, {
        missingMembers: 'different',
        anyOrder: false,
      });
      return difference === undefined
        ? []
        : [{ message: `a new decision has another ${difference.pointer.slice(1)}`, ...difference }];
    },
  },
  {
    id: 'renewals.echo',
    judge(exchange) {
      const pair = sentAndAnswered(exchange, 'E3');
      if (pair === undefined) return undefined;
      const group = exchange.request.pathParameters.group_id;
      return [
        ...unless(sameId(pair.answered.group_id, group), () => ({
          message: 'group_id is not the group of the path',
          pointer: '/group_id',
          expected: group,
          actual: pair.answered.group_id,
        })),
        ...decisionEchoBreaches(pair.sent, pair.answered),
      ];
    },
  },
  {
    id: 'renewals.plans',
    judge(exchange) {
      const pair = sentAndAnswered(exchange, 'E3', 'E4');
      return pair === undefined ? undefined : planViolations(pair.sent, pair.answered);
    },
  },
  edit,
  list,
  filterInvariant('renewals.filter-date', (names) => names.length === 1 && names[0] === 'renewal_date'),
  filterInvariant('renewals.filter-range', (names) => names.length === 1 && names[0] !== 'renewal_date'),
  filterInvariant('renewals.filter-combined', (names) => names.length > 1),
];
