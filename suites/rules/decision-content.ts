import { arrayOf, idKey, type JsonObject, objectOf, pointerTo, sameId } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import { memberAt, unless, type Violation } from '../engine/assertions.ts';
import type { Memory } from '../engine/memory.ts';
import { firstDifference, type Difference } from './comparison.ts';
import { inOrderOf, numberOf, recordsOf, type PlacedRecord } from './reading.ts';
import { hasMalformedOrigin } from './malformed-origin.ts';

interface PlacedCarrier {
  readonly pointer: string;
  readonly carrier: JsonObject;
}

function idsOf(carriers: readonly PlacedCarrier[]): readonly unknown[] {
  return carriers.map(({ carrier }) => carrier.carrier_id);
}

function carriersOf(decision: JsonObject): readonly PlacedCarrier[] {
  return arrayOf(objectOf(decision.body).carriers).map((carrier, index) => ({
    pointer: pointerTo('body', 'carriers', index),
    carrier: objectOf(carrier),
  }));
}

/** Lines of a carrier; null stands for none. */
function linesOf({ lines_of_coverage: lines }: JsonObject): ReadonlyMap<string, JsonObject> {
  const present = Object.entries(objectOf(lines)).filter(([, line]) => line !== null);
  return new Map(present.map(([key, line]) => [key, objectOf(line)]));
}

/** A plan of a decision, with the carrier and the line that it is of. */
export interface PlacedPlan {
  readonly carrierId: unknown;
  readonly line: string;
  readonly plan: JsonObject;
}

/** Every plan of a decision, over all of its carriers and lines. */
export function plansOfDecision(decision: unknown): readonly PlacedPlan[] {
  return carriersOf(objectOf(decision)).flatMap(({ carrier }) =>
    [...linesOf(carrier)].flatMap(([line, { plans }]) =>
      arrayOf(plans).map((plan) => ({ carrierId: carrier.carrier_id, line, plan: objectOf(plan) })),
    ),
  );
}

/**
 * Where an answered decision is not what was sent: its date, its carriers (in any order), their lines and the
 * open-enrollment dates. Plans are judged by `planViolations`.
 */
export function decisionEchoViolations(sent: JsonObject, answered: JsonObject): readonly Violation[] {
  const found = carriersOf(answered);
  const wanted = carriersOf(sent);
  return [
    ...memberAt('/renewal_date', answered.renewal_date).equals(
      sent.renewal_date,
      'renewal_date is not what was sent',
      'renewal-date',
    ),
    ...unless(found.length === wanted.length, () => ({
      code: 'carriers',
      message: `${numberOf(found.length, 'carrier')} came back for ${wanted.length} sent`,
      ...expectedCarriers(wanted, found),
    })),
    ...wanted.flatMap(({ carrier }) => carrierViolations(carrier, wanted, found)),
  ];
}

function expectedCarriers(
  wanted: readonly PlacedCarrier[],
  found: readonly PlacedCarrier[],
): Pick<Violation, 'pointer' | 'expected' | 'actual'> {
  return { pointer: '/body/carriers', expected: inOrderOf(idsOf(found), idsOf(wanted)), actual: idsOf(found) };
}

function carrierViolations(
  sent: JsonObject,
  all: readonly PlacedCarrier[],
  found: readonly PlacedCarrier[],
): readonly Violation[] {
  const match = found.find(({ carrier }) => sameId(carrier.carrier_id, sent.carrier_id));
  if (match === undefined) {
    const message = 'a carrier that was sent is missing';
    return [{ code: 'carrier-missing', message, ...expectedCarriers(all, found) }];
  }
  const wanted = linesOf(sent);
  const answered = linesOf(match.carrier);
  const at = `${match.pointer}/lines_of_coverage`;
  return [
    ...unless([...wanted.keys()].toSorted().join() === [...answered.keys()].toSorted().join(), () => ({
      code: 'lines',
      message: 'the lines of coverage are not those that were sent',
      pointer: at,
      expected: inOrderOf([...answered.keys()], [...wanted.keys()], Object.is),
      actual: [...answered.keys()],
    })),
    ...[...wanted].flatMap(([key, line]) =>
      ['open_enrollment_start_date', 'open_enrollment_end_date'].flatMap((name) =>
        !answered.has(key) || line[name] === undefined
          ? []
          : memberAt(`${at}${pointerTo(key, name)}`, answered.get(key)?.[name]).equals(
              line[name],
              `${name} is not what was sent`,
              'enrollment-date',
            ),
      ),
    ),
  ];
}

/** Where plans that were sent, by `plan_id` or by `name`, are missing from the answered decision. */
export function planViolations(sent: JsonObject, answered: JsonObject): readonly Violation[] {
  return ofEachLine(sent, answered, linePlanViolations);
}

/** Where an answered decision has more plans than were sent: an edit replaces the old content. */
function extraPlanViolations(sent: JsonObject, answered: JsonObject): readonly Violation[] {
  return ofEachLine(sent, answered, (wanted, found, pointer) =>
    unless(found.length <= wanted.length, () => ({
      code: 'plans-added',
      message: `${numberOf(found.length, 'plan')} came back for ${wanted.length} sent`,
      pointer,
      ...expectedPlans(wanted, found),
    })),
  );
}

/** Where a decision is not just what was sent: its echo, its plans, and none beyond them. */
export function contentViolations(sent: JsonObject, answered: JsonObject): readonly Violation[] {
  return [
    ...decisionEchoViolations(sent, answered),
    ...planViolations(sent, answered),
    ...extraPlanViolations(sent, answered),
  ];
}

/** The violations at the plans of each line that was sent; missing lines and carriers are judged by the echo. */
function ofEachLine(
  sent: JsonObject,
  answered: JsonObject,
  judge: (sent: readonly JsonObject[], answered: readonly JsonObject[], pointer: string) => readonly Violation[],
): readonly Violation[] {
  const carriers = carriersOf(answered);
  return carriersOf(sent).flatMap(({ carrier }) => {
    const match = carriers.find((candidate) => sameId(candidate.carrier.carrier_id, carrier.carrier_id));
    if (match === undefined) return [];
    const answeredLines = linesOf(match.carrier);
    return [...linesOf(carrier)].flatMap(([key, line]) => {
      const found = answeredLines.get(key);
      if (found === undefined) return [];
      const plans = arrayOf(found.plans).map(objectOf);
      const pointer = `${match.pointer}/lines_of_coverage${pointerTo(key, 'plans')}`;
      return judge(arrayOf(line.plans).map(objectOf), plans, pointer);
    });
  });
}

/** Whether an answered plan is the one that was sent, by `plan_id` or by `name`. */
function isSentPlan(sent: JsonObject, answered: JsonObject): boolean {
  return sent.plan_id === undefined ? answered.name === sent.name : sameId(answered.plan_id, sent.plan_id);
}

/**
 * The answered plans as they should be: those that were sent as they came back, since a service may add what it knows of a
 * plan; a lost one in the place of one that was not sent, or at the end; and no others.
 */
function expectedPlans(
  sent: readonly JsonObject[],
  answered: readonly JsonObject[],
): Pick<Violation, 'expected' | 'actual'> {
  const lost = [...new Map(sent.map((plan) => [identityOf(plan), plan])).values()];
  const isSent = answered.map((entry) => {
    const at = lost.findIndex((plan) => isSentPlan(plan, entry));
    if (at >= 0) lost.splice(at, 1);
    return at >= 0;
  });
  const expected = answered.flatMap((entry, index) => {
    const plan = isSent[index] === true ? {} : lost.shift();
    return plan === undefined ? [] : [{ ...entry, ...plan }];
  });
  return { expected: [...expected, ...lost], actual: answered };
}

/** What makes a plan one of its own: a plan that is sent twice may come back once. */
function identityOf({ plan_id: id, name, plan_type: type, metal_tier: tier }: JsonObject): string {
  return JSON.stringify(id === undefined ? [name, type, tier] : [id]);
}

function linePlanViolations(
  sent: readonly JsonObject[],
  answered: readonly JsonObject[],
  pointer: string,
): readonly Violation[] {
  const lost = sent.filter((plan) => !answered.some((entry) => isSentPlan(plan, entry)));
  const distinct = new Set(sent.map(identityOf)).size;
  return [
    ...lost.map((plan) => ({
      code: 'plan-missing',
      message: `a plan sent by ${plan.plan_id === undefined ? 'name' : 'plan_id'} is missing`,
      pointer,
      ...expectedPlans(sent, answered),
    })),
    ...unless(lost.length > 0 || answered.length >= distinct, () => ({
      code: 'plans-missing',
      message: `${numberOf(answered.length, 'plan')} came back for ${distinct} sent`,
      pointer,
      ...expectedPlans(sent, answered),
    })),
  ];
}

/** The decisions of an answer, except those made from malformed bodies. */
export function decisionsOf(exchange: AnsweredExchange, memory: Memory): readonly PlacedRecord[] {
  if (!['E3', 'E4', 'E5'].includes(exchange.request.endpoint)) return [];
  return recordsOf(exchange).filter(({ record }) => !hasMalformedOrigin(record.id, memory));
}

/** What an edit that is not carried out, or of another decision, leaves alone; all else is the service's own to recalculate. */
function content({ renewal_date, body, group_id, created }: JsonObject): JsonObject {
  return { renewal_date, body, group_id, created };
}

/** The first place where a decision is not what it was, except for what the service may recalculate. */
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
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The day (`YYYY-MM-DD`) that an HTTP date names; undefined for any other text. */
export function dayOfHttpDate(text: string): string | undefined {
  if (!httpDate.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}
