import {
  arrayOf,
  isObject,
  membersOf,
  objectOf,
  present,
  valuesByPath,
  vocabulary as builtIn,
  type JsonObject,
  type Member,
  type SchemaName,
  type VocabularyKey,
} from '../spec/index.ts';
import { isSuccess, type Exchange } from '../target/exchange.ts';
import type { KnownPlan } from '../generators/index.ts';
import type { KnownValues, Target, ValueForm } from '../target/configuration/target.ts';
import { plansOfDecision } from '../suites/judging/decision-content.ts';
import { isCode, isFixture, mostFrequent, seenInRecords } from './init-probe.ts';

/** Coded members that say nothing about a person; undocumented values of others must occur more than once. */
const impersonal: ReadonlySet<string> = new Set([
  'event_type',
  'event_reason',
  'snapshot_mode',
  'plan_type',
  'metal_tier',
]);

function codesAt(key: string, values: readonly unknown[]): readonly string[] {
  const known = new Set((builtIn[key as VocabularyKey] ?? []).map(({ value }) => value.toLowerCase()));
  const count = Map.groupBy(values, (value) => value);
  return mostFrequent(values, (text) => {
    const isShared = (count.get(text)?.length ?? 0) > 1;
    return isCode(text) && (impersonal.has(key) || known.has(text.toLowerCase()) || isShared);
  });
}

/** Forms of writing: each applies to the values of a member if all of them match. */
const forms: readonly (readonly [form: ValueForm, kind: Member['kind'], member: RegExp, written: RegExp])[] = [
  ['digits', 'text', /(?:^|\.)(?:ssn|federal_ein|home_phone|work_phone)$/, /^\d{4,}$/],
  ['dashes', 'text', /(?:^|\.)(?:ssn|federal_ein)$/, /^\d+(?:-\d+)+$/],
  ['upper', 'id', /./, /^(?=.*[A-F])[^a-f]*$/],
  ['whole', 'number', /./, /^\d+$/],
];

/** A single number or identifier does not show how others are written. */
const fewestForForm = 2;

function formOf({ kind, path }: Member, values: readonly unknown[]): ValueForm | undefined {
  const fits = forms.find(
    ([, of, member, written]) =>
      of === kind && member.test(path) && values.every((value) => written.test(String(value))),
  );
  return fits !== undefined && (kind === 'text' || values.length >= fewestForForm) ? fits[0] : undefined;
}

/** The path of the object that contains a member: for `dependents[].person.ssn` it is `dependents[].person`. */
const ownerOf = (path: string): string => (path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '');

/** What the values of a member have in common, without any of the values themselves. */
function knownOf(member: Member, seen: ReadonlyMap<string, readonly unknown[]>): KnownValues | undefined {
  const { path, presence } = member;
  const values = seen.get(path);
  if (values !== undefined) {
    const form = formOf(member, values);
    return form && { form };
  }
  return presence === 'unstated' && seen.has(ownerOf(path)) ? { form: 'omit' } : undefined;
}

const isPlanName = (text: string): boolean => /^\p{L}[\p{L}\p{N} .,&+()/'$%-]{0,79}$/u.test(text);

const textOf = (value: unknown, isWanted: (text: string) => boolean): string | undefined =>
  typeof value === 'string' && isWanted(value) ? value : undefined;

function planOf(plan: JsonObject, carrier: unknown, line: unknown): KnownPlan {
  return present({
    id: textOf(plan['plan_id'], isFixture),
    carrierId: textOf(carrier, isFixture),
    lineOfCoverage: textOf(line, isCode),
    name: textOf(plan['name'] ?? plan['plan_name'], isPlanName),
    planType: textOf(plan['plan_type'], isCode),
    metalTier: textOf(plan['metal_tier'], isCode),
  });
}

const coveragesOf = (snapshot: unknown): readonly JsonObject[] =>
  arrayOf(objectOf(snapshot)['coverages']).map(objectOf);

const mostPlans = 12;

/** Each plan once, with everything known about it; plans with neither an id nor a name are left out. */
function distinctPlans(plans: readonly KnownPlan[]): readonly KnownPlan[] {
  const named = plans.filter(({ id, name }) => id !== undefined || name !== undefined);
  const byKey = Map.groupBy(named, ({ id, name }) => id?.toLowerCase() ?? `named ${name}`);
  return [...byKey.values()].map((same): KnownPlan => Object.assign({}, ...same)).slice(0, mostPlans);
}

/** What exchanges show about the target, and nothing that concerns a person, an employer or a single record. */
export function seenInTraffic(exchanges: readonly Exchange[]) {
  const taken = exchanges.filter((one) => isSuccess(one) && isObject(one.request.json));
  const bodiesOf = (...endpoints: readonly string[]): readonly unknown[] =>
    taken.filter(({ request }) => endpoints.includes(request.endpoint)).map(({ request }) => request.json);
  const [connections, decisions, snapshots] = [bodiesOf('E2'), bodiesOf('E3', 'E4'), bodiesOf('E6')];
  const bySchema: readonly (readonly [SchemaName, readonly unknown[]])[] = [
    ['group-connection-input', connections],
    ['renewal-decision-input', decisions],
    ['member-snapshot-input', snapshots],
  ];

  const values: Record<string, KnownValues> = {};
  const coded = new Map<string, unknown[]>();
  for (const [schema, bodies] of bySchema) {
    if (bodies.length === 0) continue;
    const seen = valuesByPath(schema, bodies);
    for (const [path, member] of membersOf(schema)) {
      const known = knownOf(member, seen);
      if (known !== undefined) values[path] = known;
      const { vocabulary: key } = member;
      if (key !== undefined) coded.set(key, [...(coded.get(key) ?? []), ...(seen.get(path) ?? [])]);
    }
  }

  const answersOf = (...endpoints: readonly string[]): readonly JsonObject[] =>
    exchanges
      .filter((exchange) => isSuccess(exchange) && endpoints.includes(exchange.request.endpoint))
      .map(({ answer }) => objectOf(answer?.json));
  const listed = answersOf('E5').flatMap((json) => arrayOf(json['response']));
  const records = [...decisions, ...listed, ...answersOf('E3', 'E4')];
  const inDecisions = seenInRecords(records);
  const coverages = snapshots.flatMap(coveragesOf);
  const carriers = [...connections.map(objectOf), ...coverages].map(({ carrier_id: carrier }) => carrier);
  const plans = distinctPlans([
    ...records.flatMap(plansOfDecision).map(({ plan, carrierId, line }) => planOf(plan, carrierId, line)),
    ...coverages.map((coverage) => planOf(coverage, coverage['carrier_id'], coverage['line_of_coverage'])),
  ]);
  const renewals = decisions.map((body) => String(objectOf(body)['renewal_date']));
  const isMonthly = renewals.length >= fewestForForm && renewals.every((day) => day.endsWith('-01'));
  const dates: Target['dates'] = isMonthly ? { step: 'month' } : {};
  const vocabulary = [...coded].map(([key, found]) => [key, codesAt(key, found)] as const);
  return {
    values,
    dates,
    vocabulary: Object.fromEntries(vocabulary.filter(([, codes]) => codes.length > 0)),
    linesOfCoverage: inDecisions.linesOfCoverage,
    fixtures: {
      carrierIds: [...new Set([...inDecisions.fixtures.carrierIds, ...mostFrequent(carriers, isFixture)])],
      planIds: inDecisions.fixtures.planIds,
      plans,
    },
    bodies: connections.length + decisions.length + snapshots.length,
  };
}
