import { arrayOf, idKey, type JsonObject, objectOf, pointerTo, sameId } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { memberAt, unless, type Violation } from '../engine/assertions.ts';
import type { Memory } from '../engine/memory.ts';
import { firstDifference, type Difference } from './comparison.ts';
import { inOrderOf, numberOf, recordsOf, type PlacedRecord } from './reading.ts';
import { hasMalformedOrigin } from './malformed-origin.ts';

type PlacedCarrier = ReturnType<typeof carriersOf>[number];

function idsOf(carriers: readonly PlacedCarrier[]): readonly unknown[] {
  return carriers.map(({ carrier }) => carrier.carrier_id);
}

function carriersOf(decision: JsonObject) {
  return arrayOf(objectOf(decision.body).carriers).map((carrier, index) => ({
    pointer: pointerTo('body', 'carriers', index),
    carrier: objectOf(carrier),
  }));
}

/** The lines of a carrier, without those that are null. */
function linesOf({ lines_of_coverage: lines }: JsonObject): ReadonlyMap<string, JsonObject> {
  const present = Object.entries(objectOf(lines)).filter(([, line]) => line !== null);
  return new Map(present.map(([key, line]) => [key, objectOf(line)]));
}

/** A plan of a decision, with its carrier and its line. */
export type PlacedPlan = ReturnType<typeof plansOfDecision>[number];

/** Every plan of a decision, over all of its carriers and lines. */
export function plansOfDecision(decision: unknown) {
  return carriersOf(objectOf(decision)).flatMap(({ carrier }) =>
    [...linesOf(carrier)].flatMap(([line, { plans }]) =>
      arrayOf(plans).map((plan) => ({ carrierId: carrier.carrier_id, line, plan: objectOf(plan) })),
    ),
  );
}

/** The answered carrier that matches one that was sent. */
const sameCarrier = ({ carrier_id: id }: JsonObject, found: readonly PlacedCarrier[]): PlacedCarrier | undefined =>
  found.find(({ carrier }) => sameId(carrier.carrier_id, id));

/**
 * Where an answered decision differs from what was sent: its date, its carriers (in any order), their lines and the
 * open-enrollment dates. Plans are judged by `planViolations`.
 */
export function decisionEchoViolations(sent: JsonObject, answered: JsonObject): readonly Violation[] {
  const found = carriersOf(answered);
  const wanted = carriersOf(sent);
  const carriers = {
    pointer: '/body/carriers',
    expected: inOrderOf(idsOf(found), idsOf(wanted)),
    actual: idsOf(found),
  };
  return [
    ...memberAt('/renewal_date', answered.renewal_date).equals(
      sent.renewal_date,
      'renewal_date is not what was sent',
      'renewal-date',
    ),
    ...unless(found.length === wanted.length, () => ({
      code: 'carriers',
      message: `${numberOf(found.length, 'carrier')} came back for ${wanted.length} sent`,
      ...carriers,
    })),
    ...wanted.flatMap(({ carrier }) => {
      const match = sameCarrier(carrier, found);
      if (match !== undefined) return lineViolations(carrier, match);
      return [{ code: 'carrier-missing', message: 'a carrier that was sent is missing', ...carriers }];
    }),
    ...linesOfBoth(sent, answered).flatMap(({ pointer, wanted: line, found: answeredLine }) =>
      ['open_enrollment_start_date', 'open_enrollment_end_date'].flatMap((name) =>
        line[name] === undefined
          ? []
          : memberAt(`${pointer}${pointerTo(name)}`, answeredLine[name]).equals(
              line[name],
              `${name} is not what was sent`,
              'enrollment-date',
            ),
      ),
    ),
  ];
}

function lineViolations(sent: JsonObject, { carrier, pointer }: PlacedCarrier): readonly Violation[] {
  const wanted = [...linesOf(sent).keys()];
  const found = [...linesOf(carrier).keys()];
  return unless(wanted.toSorted().join() === found.toSorted().join(), () => ({
    code: 'lines',
    message: 'the lines of coverage are not those that were sent',
    pointer: `${pointer}/lines_of_coverage`,
    expected: inOrderOf(found, wanted, Object.is),
    actual: found,
  }));
}

/** The lines that were sent and came back; the others are violations of the echo. */
function linesOfBoth(sent: JsonObject, answered: JsonObject) {
  return carriersOf(sent).flatMap(({ carrier }) => {
    const match = sameCarrier(carrier, carriersOf(answered));
    const found = linesOf(match?.carrier ?? {});
    return [...linesOf(carrier)].flatMap(([key, wanted]) => {
      const line = found.get(key);
      const pointer = `${match?.pointer}/lines_of_coverage${pointerTo(key)}`;
      return line === undefined ? [] : [{ pointer, wanted, found: line }];
    });
  });
}

/** For each line: the plans that were sent, the same without duplicates, and those that came back. */
function plansOfLines(sent: JsonObject, answered: JsonObject) {
  return linesOfBoth(sent, answered).map((line) => {
    const wanted = arrayOf(line.wanted.plans).map(objectOf);
    const found = arrayOf(line.found.plans).map(objectOf);
    const distinct = [...new Map(wanted.map((plan) => [identityOf(plan), plan])).values()];
    const violation = (code: string, message: string): Violation => ({
      code,
      message,
      pointer: `${line.pointer}/plans`,
      // A service may add what it knows about a plan.
      expected: inOrderOf(found, distinct, isSentPlan),
      actual: found,
    });
    return { sent: wanted, distinct, found, violation };
  });
}

/** Whether an answered plan is the one that was sent, by `plan_id` or by `name`. */
function isSentPlan(answered: JsonObject, sent: JsonObject): boolean {
  return sent.plan_id === undefined ? answered.name === sent.name : sameId(answered.plan_id, sent.plan_id);
}

/** A key that identifies a plan: a plan that is sent twice may come back once. */
function identityOf({ plan_id: id, name, plan_type: type, metal_tier: tier }: JsonObject): string {
  return JSON.stringify(id === undefined ? [name, type, tier] : [id]);
}

/** Answered plans that match one sent by `plan_id` and one sent by `name`: a service may know they are the same. */
function ofTwoSent(found: readonly JsonObject[], sent: readonly JsonObject[]): readonly JsonObject[] {
  const isByName = (plan: JsonObject): boolean => plan.plan_id === undefined;
  return found.filter((entry) => {
    const same = sent.filter((plan) => isSentPlan(entry, plan));
    return same.some(isByName) && !same.every(isByName);
  });
}

/** Where plans that were sent, by `plan_id` or by `name`, are missing from the answered decision. */
export function planViolations(sent: JsonObject, answered: JsonObject): readonly Violation[] {
  return plansOfLines(sent, answered).flatMap(({ sent: plans, distinct, found, violation }) => {
    const lost = plans.filter((plan) => !found.some((entry) => isSentPlan(entry, plan)));
    const isComplete = lost.length > 0 || found.length + ofTwoSent(found, distinct).length >= distinct.length;
    const counted = `${numberOf(found.length, 'plan')} came back for ${distinct.length} sent`;
    return [
      ...lost.map(({ plan_id: id }) =>
        violation('plan-missing', `a plan sent by ${id === undefined ? 'name' : 'plan_id'} is missing`),
      ),
      ...unless(isComplete, () => violation('plans-missing', counted)),
    ];
  });
}

/** Where a decision is not exactly what was sent: echo, plans, and no further plans, as an edit replaces them. */
export function contentViolations(sent: JsonObject, answered: JsonObject): readonly Violation[] {
  return [
    ...decisionEchoViolations(sent, answered),
    ...planViolations(sent, answered),
    ...plansOfLines(sent, answered).flatMap(({ sent: plans, found, violation }) =>
      unless(found.length <= plans.length, () =>
        violation('plans-added', `${numberOf(found.length, 'plan')} came back for ${plans.length} sent`),
      ),
    ),
  ];
}

/** The decisions of an answer, except those made from malformed bodies. */
export function decisionsOf(exchange: AnsweredExchange, memory: Memory): readonly PlacedRecord[] {
  if (!['E3', 'E4', 'E5'].includes(exchange.request.endpoint)) return [];
  return recordsOf(exchange).filter(({ record }) => !hasMalformedOrigin(record.id, memory));
}

/** What only an edit of the decision that is carried out may change. A service may recalculate everything else. */
function content({ renewal_date, body, group_id, created }: JsonObject): JsonObject {
  return { renewal_date, body, group_id, created };
}

/** The first place where a decision has changed, except for what the service may recalculate. */
export function contentChange(before: JsonObject, now: JsonObject): Difference | undefined {
  return firstDifference(content(before), content(now), { missingMembers: 'different', anyOrder: true });
}

/** The carriers of a decision, in one letter case and order. */
export function carrierIdsOf(decision: JsonObject): readonly string[] {
  return carriersOf(decision)
    .map(({ carrier }) => idKey(carrier.carrier_id))
    .toSorted();
}

/** The documented form of filters: `Sat, 01 Jan 2022 00:00:00 GMT`. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} (\d{4}) \d{2}:\d{2}:\d{2} GMT$/;

/** The day (`YYYY-MM-DD`) that an HTTP date names; undefined for any other text. */
export function dayOfHttpDate(text: string): string | undefined {
  const [, year = ''] = httpDate.exec(text) ?? [];
  const time = year === '' ? Number.NaN : Date.parse(text);
  // `Date` reads the year 1 as 2001.
  return Number.isNaN(time) ? undefined : `${year}${new Date(time).toISOString().slice(4, 10)}`;
}

/** The filters of a list request that are in the shown form, as days. */
export function filtersOf({ request: { query } }: AnsweredExchange): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(query).flatMap(([name, text]) => {
      const day = dayOfHttpDate(text);
      return day === undefined ? [] : [[name, day] as const];
    }),
  );
}
