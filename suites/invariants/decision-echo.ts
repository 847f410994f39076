import { pointerTo } from '../../spec/index.ts';
import type { Breach } from '../engine/invariant.ts';
import { arrayOf, objectOf, sameId, unless, type JsonObject } from './reading.ts';

/** A carrier of a decision's body, with where it stands. */
interface PlacedCarrier {
  readonly pointer: string;
  readonly carrier: JsonObject;
}

function carriersOf(decision: JsonObject): readonly PlacedCarrier[] {
  return arrayOf(objectOf(decision.body).carriers).map((carrier, index) => ({
    pointer: pointerTo('body', 'carriers', index),
    carrier: objectOf(carrier),
  }));
}

/** Lines of a carrier that are there; a line that is null is not. */
function linesOf({ lines_of_coverage: lines }: JsonObject): ReadonlyMap<string, JsonObject> {
  const present = Object.entries(objectOf(lines)).filter(([, line]) => line !== null);
  return new Map(present.map(([key, line]) => [key, objectOf(line)]));
}

/**
 * Where an answered decision is not what was sent: its date, its carriers (in any order), their lines and the
 * open-enrollment dates. Plans are judged by `planBreaches`.
 */
export function decisionEchoBreaches(sent: JsonObject, answered: JsonObject): readonly Breach[] {
  const found = carriersOf(answered);
  const wanted = carriersOf(sent);
  return [
    ...unless(sent.renewal_date === answered.renewal_date, () => ({
      message: 'renewal_date is not what was sent',
      pointer: '/renewal_date',
      expected: sent.renewal_date,
      actual: answered.renewal_date,
    })),
    ...unless(found.length === wanted.length, () => ({
      message: `${wanted.length} carriers were sent, ${found.length} came back`,
      pointer: '/body/carriers',
      expected: wanted.map(({ carrier }) => carrier.carrier_id),
      actual: found.map(({ carrier }) => carrier.carrier_id),
    })),
    ...wanted.flatMap(({ carrier }) => carrierBreaches(carrier, found)),
  ];
}

function carrierBreaches(sent: JsonObject, found: readonly PlacedCarrier[]): readonly Breach[] {
  const match = found.find(({ carrier }) => sameId(carrier.carrier_id, sent.carrier_id));
  if (match === undefined) {
    return [
      {
        message: 'a carrier that was sent is missing',
        pointer: '/body/carriers',
        expected: sent.carrier_id,
        actual: found.map(({ carrier }) => carrier.carrier_id),
      },
    ];
  }
  const wanted = linesOf(sent);
  const answered = linesOf(match.carrier);
  const at = `${match.pointer}/lines_of_coverage`;
  return [
    ...unless([...wanted.keys()].toSorted().join() === [...answered.keys()].toSorted().join(), () => ({
      message: 'the lines of coverage are not those that were sent',
      pointer: at,
      expected: [...wanted.keys()],
      actual: [...answered.keys()],
    })),
    ...[...wanted].flatMap(([key, line]) =>
      ['open_enrollment_start_date', 'open_enrollment_end_date'].flatMap((name) =>
        unless(!answered.has(key) || line[name] === undefined || answered.get(key)?.[name] === line[name], () => ({
          message: `${name} is not what was sent`,
          pointer: `${at}${pointerTo(key, name)}`,
          expected: line[name],
          actual: answered.get(key)?.[name],
        })),
      ),
    ),
  ];
}

/** Where plans that were sent, by `plan_id` or by `name`, are missing from the answered decision. */
export function planBreaches(sent: JsonObject, answered: JsonObject): readonly Breach[] {
  return ofEachLine(sent, answered, linePlanBreaches);
}

/** Where an answered decision has more plans than were sent: an edit puts new content in place of the old. */
export function extraPlanBreaches(sent: JsonObject, answered: JsonObject): readonly Breach[] {
  return ofEachLine(sent, answered, (wanted, found, pointer) =>
    unless(found.length <= wanted.length, () => ({
      message: `${wanted.length} plans were sent, ${found.length} came back`,
      pointer,
      expected: wanted,
      actual: found,
    })),
  );
}

/** Where a decision is not just what was sent: its echo, its plans, and none beyond them. */
export function contentBreaches(sent: JsonObject, answered: JsonObject): readonly Breach[] {
  return [
    ...decisionEchoBreaches(sent, answered),
    ...planBreaches(sent, answered),
    ...extraPlanBreaches(sent, answered),
  ];
}

/** What is found at the plans of each line that was sent; lines and carriers that are missing are judged by the echo. */
function ofEachLine(
  sent: JsonObject,
  answered: JsonObject,
  judge: (sent: readonly JsonObject[], answered: readonly JsonObject[], pointer: string) => readonly Breach[],
): readonly Breach[] {
  const found = carriersOf(answered);
  return carriersOf(sent).flatMap(({ carrier }) => {
    const match = found.find((candidate) => sameId(candidate.carrier.carrier_id, carrier.carrier_id));
    if (match === undefined) return [];
    const answeredLines = linesOf(match.carrier);
    return [...linesOf(carrier)].flatMap(([key, line]) => {
      const plans = arrayOf(answeredLines.get(key)?.plans).map(objectOf);
      const pointer = `${match.pointer}/lines_of_coverage${pointerTo(key, 'plans')}`;
      return judge(arrayOf(line.plans).map(objectOf), plans, pointer);
    });
  });
}

function linePlanBreaches(
  sent: readonly JsonObject[],
  answered: readonly JsonObject[],
  pointer: string,
): readonly Breach[] {
  const lost = sent.filter(
    (plan) =>
      !answered.some((entry) =>
        plan.plan_id === undefined ? entry.name === plan.name : sameId(entry.plan_id, plan.plan_id),
      ),
  );
  const distinct = new Set(sent.map((plan) => JSON.stringify(plan.plan_id ?? plan.name))).size;
  return [
    ...lost.map((plan) => ({
      message: `a plan sent by ${plan.plan_id === undefined ? 'name' : 'plan_id'} is missing`,
      pointer,
      expected: plan,
      actual: answered,
    })),
    ...unless(lost.length > 0 || answered.length >= distinct, () => ({
      message: `${distinct} plans were sent, ${answered.length} came back`,
      pointer,
      expected: sent,
      actual: answered,
    })),
  ];
}
