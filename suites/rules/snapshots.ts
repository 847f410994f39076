import { schemas, pointerTo } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Violation, Invariant } from '../engine/invariant.ts';
import { differences, firstDifference, type Comparison, type Difference } from './comparison.ts';
import { asksForAnOrdinaryPage, pageOf } from './paging.ts';
import {
  arrayOf,
  isObject,
  isTokenSpent,
  objectOf,
  recordsOf,
  sameId,
  successBody,
  unless,
  type JsonObject,
} from './reading.ts';
import { schemaViolations } from './schema-violations.ts';
import { isOwnEmployee, madeBy, membersOf, snapshotMade } from './snapshot-memory.ts';
import { snapshotRecordInvariants, summaryViolations } from './snapshot-record.ts';
import { isMalformed, isTaintedPlace } from './taint.ts';

/** A service may mask social security numbers: that has a requirement of its own. */
function isSocialSecurityNumber(pointer: string): boolean {
  return pointer.endsWith('/person/ssn');
}

/** Everything that was sent is there and equal; more may be. */
const echo: Comparison = {
  missingMembers: 'different',
  anyOrder: false,
  except: isSocialSecurityNumber,
};

/** The people of a snapshot, with where they stand. */
function peopleOf(snapshot: JsonObject): readonly { readonly pointer: string; readonly person: JsonObject }[] {
  return membersOf(snapshot).map(({ type, member }, index) => ({
    pointer: `/member_snapshot${type === 'employee' ? '/employee' : pointerTo('dependents', index - 1)}/person`,
    person: objectOf(member.person),
  }));
}

/** Social security numbers that are not what was sent. People that are lost altogether are judged by `snapshots.echo`. */
function ssnViolations(sent: JsonObject, answered: unknown): readonly Violation[] {
  const people = peopleOf(sent);
  const found = peopleOf(objectOf(answered));
  if (people.length !== found.length) return [];
  return people.flatMap(({ pointer, person: { ssn } }, index) =>
    unless(ssn === undefined || found[index]?.person.ssn === ssn, () => ({
      message: 'a social security number is not what was sent',
      pointer: `${pointer}/ssn`,
      expected: ssn,
      actual: found[index]?.person.ssn,
    })),
  );
}

function echoViolations(sent: JsonObject, answered: unknown): readonly Violation[] {
  return differences(sent, answered, echo, '/member_snapshot').map((difference) => ({
    message: `${difference.pointer} is not what was sent`,
    ...difference,
  }));
}

const create: Invariant = {
  id: 'snapshots.create',
  judge(exchange) {
    if (
      exchange.request.endpoint !== 'E6' ||
      isMalformed(exchange) ||
      !isSuccess(exchange) ||
      exchange.request.body === undefined
    )
      return undefined;
    const { status, json } = exchange.answer;
    return unless(status === 201 && isObject(json), () => ({
      message: `a snapshot was created with ${status}${isObject(json) ? '' : ' and no record'}`,
      pointer: status === 201 ? '' : '#status',
      expected: status === 201 ? 'a snapshot record' : 201,
      actual: status === 201 ? json : status,
    }));
  },
};

/** An invariant over the answers of snapshot creation. */
function ofCreated(
  id: Invariant['id'],
  judge: (
    made: { sent: JsonObject; answered: JsonObject },
    exchange: AnsweredExchange,
  ) => readonly Violation[] | undefined,
): Invariant {
  return {
    id,
    judge(exchange) {
      const made = madeBy(exchange);
      return made === undefined ? undefined : judge(made, exchange);
    },
  };
}

const get: Invariant = {
  id: 'snapshots.get',
  judge(exchange, memory) {
    const { endpoint, pathParameters } = exchange.request;
    const made = snapshotMade(pathParameters.snapshot_id, memory);
    if (endpoint !== 'E7' || exchange.access !== 'first' || made === undefined || isTokenSpent(exchange))
      return undefined;
    const { status, json } = exchange.answer;
    if (status !== 200) {
      return [
        {
          message: `a snapshot that was created is answered with ${status}`,
          pointer: '#status',
          expected: 200,
          actual: status,
          earlier: [made.exchange],
        },
      ];
    }
    if (!isObject(json)) {
      return [
        {
          message: 'a snapshot that was created is answered with a body that is no JSON object',
          pointer: '',
          expected: 'a snapshot record',
          ...(json === undefined ? {} : { actual: json }),
          earlier: [made.exchange],
        },
      ];
    }
    const { id, employee_id, created, member_snapshot } = made.answered;
    const same: Comparison = {
      missingMembers: 'allowed',
      anyOrder: false,
      except: isSocialSecurityNumber,
    };
    const compared = [
      () => differences({ id, employee_id, created }, json, { ...same, missingMembers: 'different' }),
      () => differences({ member_snapshot: made.sent }, json, echo),
      () => differences({ member_snapshot }, json, same),
    ];
    // What was lost on create already is told once.
    const found = compared.reduce<readonly Difference[]>((told, look) => (told.length > 0 ? told : look()), []);
    return found.map((difference) => ({
      message: `${difference.pointer} is not what it was on create`,
      ...difference,
      earlier: [made.exchange],
    }));
  },
};

const list: Invariant = {
  id: 'snapshots.list',
  judge(exchange, memory) {
    const { endpoint, pathParameters } = exchange.request;
    if (endpoint !== 'E8' || exchange.access !== 'first' || isTokenSpent(exchange)) return undefined;
    if (!isOwnEmployee(pathParameters.employee_id, memory)) return undefined;
    if (!isSuccess(exchange) && !asksForAnOrdinaryPage(exchange, 1)) return undefined;
    if (Number(exchange.request.query.page_size ?? 1) > 20 && !isSuccess(exchange)) return undefined;
    return [
      ...unless(exchange.answer.status === 200, () => ({
        message: `the snapshots of an employee are answered with ${exchange.answer.status}`,
        pointer: '#status',
        expected: 200,
        actual: exchange.answer.status,
      })),
      ...recordsOf(exchange).flatMap(({ pointer, record }) =>
        unless(sameId(record.employee_id, pathParameters.employee_id), () => ({
          message: 'a snapshot of another employee is listed',
          pointer: `${pointer}/employee_id`,
          expected: pathParameters.employee_id,
          actual: record.employee_id,
        })),
      ),
    ];
  },
};

/** The only fields that an item of E8's list has. */
const itemFields: ReadonlySet<string> = new Set(Object.keys(schemas['snapshot-list-item'].properties ?? {}));

const listItemFields: Invariant = {
  id: 'snapshots.list-item-fields',
  judge(exchange, memory) {
    if (exchange.request.endpoint !== 'E8' || (pageOf(exchange)?.length ?? 0) === 0) return undefined;
    const violations = schemaViolations(exchange).filter(
      ({ pointer }) =>
        /^\/response\/\d+/.test(pointer) &&
        !/\/fulfillment_summary\/\d/.test(pointer) &&
        !isTaintedPlace(exchange, pointer, memory),
    );
    // Elsewhere null says the same as leaving a member out; here a member too many is one whatever it holds.
    const empty = recordsOf(exchange).flatMap(({ pointer, record }) =>
      Object.keys(record)
        .filter((name) => record[name] === null && !itemFields.has(name))
        .map((name) => ({
          message: `${name} is not one of the fields of a list item`,
          pointer: `${pointer}${pointerTo(name)}`,
          expected: 'absent',
          actual: null,
        })),
    );
    return [...violations, ...empty];
  },
};

const listedSummary: Invariant = {
  id: 'snapshots.summary',
  judge(exchange, memory) {
    if (exchange.request.endpoint !== 'E8' || recordsOf(exchange).length === 0) return undefined;
    return [
      ...schemaViolations(exchange).filter(
        ({ pointer }) =>
          /^\/response\/\d+\/fulfillment_summary\/\d/.test(pointer) && !isTaintedPlace(exchange, pointer, memory),
      ),
      ...recordsOf(exchange).flatMap(({ pointer, record }) => {
        const made = snapshotMade(record.id, memory);
        return made === undefined
          ? []
          : summaryViolations(record.fulfillment_summary, made.sent, `${pointer}/fulfillment_summary`);
      }),
    ];
  },
};

const echoGroup: Invariant = {
  id: 'snapshots.echo-group',
  judge(exchange, memory) {
    const record = successBody(exchange, 'E6', 'E7');
    const made = record === undefined ? undefined : (madeBy(exchange) ?? snapshotMade(record.id, memory));
    if (record === undefined || made === undefined) return undefined;
    const wanted = made.exchange.request.pathParameters.group_id;
    const group = objectOf(objectOf(record.member_snapshot).employee).group_id;
    return unless(sameId(group, wanted), () => ({
      message: 'the echoed employee does not carry the group of the path',
      pointer: '/member_snapshot/employee/group_id',
      expected: wanted,
      actual: group,
    }));
  },
};

/** What the summary entry of a carrier has that has not moved on. */
const initialEntry = { status: 'processing', errors: [] } as const;

/** What every snapshot answer holds to (`spec/documents/4-endpoints.md`, E6 to E8). */
export const snapshotInvariants: readonly Invariant[] = [
  create,
  ofCreated('snapshots.initial-status', ({ answered: { status } }) =>
    unless(status === 'processing', () => ({
      message: 'a new snapshot is not processing',
      pointer: '/status',
      expected: 'processing',
      actual: status,
    })),
  ),
  ofCreated('snapshots.echo', ({ sent, answered }) => echoViolations(sent, answered.member_snapshot)),
  ofCreated('snapshots.echo-ssn', ({ sent, answered }) => ssnViolations(sent, answered.member_snapshot)),
  echoGroup,
  ofCreated('snapshots.summary-initial', ({ answered: { fulfillment_summary: summary } }) => {
    const wanted = arrayOf(summary).map(() => initialEntry);
    const difference = firstDifference(wanted, arrayOf(summary), echo, '/fulfillment_summary');
    return unless(difference === undefined, () => ({
      message: 'a summary entry of a new snapshot is not processing without errors',
      pointer: '/fulfillment_summary',
      expected: initialEntry,
      ...difference,
    }));
  }),
  ...snapshotRecordInvariants,
  get,
  list,
  listItemFields,
  listedSummary,
  {
    id: 'snapshots.echo-ssn',
    judge(exchange, memory) {
      const record = successBody(exchange, 'E7');
      const made = record === undefined ? undefined : snapshotMade(record.id, memory);
      return record === undefined || made === undefined ? undefined : ssnViolations(made.sent, record.member_snapshot);
    },
  },
];
