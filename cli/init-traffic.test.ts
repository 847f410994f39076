import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  canonicalConnection,
  canonicalDecision,
  canonicalSnapshot,
  defaultContext,
  withChanged,
} from '../generators/index.ts';
import type { SchemaName, SchemaTypes } from '../spec/index.ts';
import { sample, type Sample } from '../suites/judging/exchange-samples.test-data.ts';
import { addressedExchange, jwtOf } from '../suites/saved-traffic/saved-samples.test-data.ts';
import { validateConfig } from '../target/configuration/load-config.ts';
import { describeConfig, renderConfig } from './init-config.ts';
import { seenInTraffic } from './init-traffic.ts';
import { withSeen } from './init-settings.ts';
import { sampleTarget } from '../suites/engine/sample-session.test-data.ts';

const carrier = '7d1f8a52-3c1e-4f8e-9b7a-0d1e2f3a4b5c';
const plan = '9a8b7c6d-1e2f-4a3b-8c4d-5e6f7a8b9c0d';
const context = { ...defaultContext(), carrierIds: [carrier], planIds: [plan], planNames: ['Gold PPO 500'] };
const group = '0c0ffee0-0000-4000-8000-00000000abcd';
const created = (endpoint: 'E2' | 'E3' | 'E6', sent: unknown, answer = sent): Sample =>
  sample(endpoint, answer, { status: 201, sent, path: { group_id: group } });
const connectionOf = (sent: unknown): Sample => created('E2', sent, {});
const decisionOf = (sent: unknown): Sample => created('E3', sent);
const snapshotOf = (sent: unknown): Sample => created('E6', sent, { member_snapshot: sent });

/** Members whose values belong to the target, and may be copied to the configuration. */
const ofTheTarget =
  /(?:^|\.)(?:carrier_id|plan_id|plan_name|line_of_coverage|plan_type|metal_tier|snapshot_mode|plans\[\]\.name)$|^events\[\]\.(?:type|reason)$/;

/** Changes the values of all members that concern a person, an employer or one record, and collects the new values. */
function marking() {
  const markers: string[] = [];
  const next = (): number => markers.length + 1;
  const marked = <Name extends SchemaName>(name: Name, body: SchemaTypes[Name]): SchemaTypes[Name] =>
    withChanged(name, body, ({ path, kind }, value) => {
      if (ofTheTarget.test(path) || (typeof value !== 'string' && typeof value !== 'number')) return value;
      const number = String(next()).padStart(4, '0');
      const made: Readonly<Record<string, string | number>> = {
        text: /ssn|ein|phone/.test(path) ? `98765${number}` : `Mark${number}er`,
        code: `marked-${number}`,
        id: `aaaaaaaa-bbbb-4ccc-8ddd-00000000${number}`,
        date: `19${number.slice(2)}-0${1 + (next() % 9)}-1${next() % 10}`,
        number: Number(`7654${number}.25`),
      };
      const marker = made[kind] ?? value;
      markers.push(String(marker));
      return marker;
    });
  return { markers, marked };
}

function yamlOf(samples: readonly Sample[]): string {
  const seen = seenInTraffic(samples.map(addressedExchange));
  const target = withSeen(sampleTarget({ credentials: { clientId: 'x', clientSecret: 'hush' } }), seen);
  const learned = { target, isDefaultGroup: false, trial: { notTried: 'a test' } };
  return renderConfig(describeConfig(learned, 'BFC_CLIENT_SECRET', '2027-04-01'), './s.json');
}

test('no data of people, employers or single records gets from saved traffic into the configuration', () => {
  const { markers, marked } = marking();
  const calls: Sample[] = [];
  for (let round = 0; round < 3; round += 1) {
    const snapshot = marked('member-snapshot-input', canonicalSnapshot(context));
    calls.push(
      connectionOf(marked('group-connection-input', canonicalConnection(context))),
      decisionOf(marked('renewal-decision-input', canonicalDecision(context))),
      snapshotOf(snapshot),
      sample('E1', { meta: {}, response: [{ name: 'Mark0000er' }] }),
    );
  }
  const text = yamlOf(calls);
  expect(new Set(markers).size).toBeGreaterThan(100);
  const others = [jwtOf('first'), 'Mark0000er', '0c0ffee0', 'hush'];
  expect([...markers, ...others].filter((marker) => text.includes(marker))).toEqual([]);
  expect(text).toContain(carrier);
});

describe('what is learned from saved traffic', () => {
  const person = { first_name: 'A', ssn: '900123456', sex: 'female' };
  const other = { first_name: 'B', ssn: '900123457', sex: 'female', contact: { email_address_type: 'secret' } };
  const snapshot = {
    employee: { id: 'AAAAAAAA-0000-4000-8000-00000000000A', person },
    dependents: [{ id: 'AAAAAAAA-0000-4000-8000-00000000000B', person: other }],
    coverages: [{ carrier_id: carrier, line_of_coverage: 'medical', plan_id: plan }],
    events: [{ id: '1', type: 'enrollment_2' }],
  };
  const decision = (renewal: string) => ({
    renewal_date: renewal,
    body: {
      carriers: [
        {
          carrier_id: carrier,
          lines_of_coverage: {
            vision: { plans: [{ plan_id: plan }, { name: 'Gold PPO 500', plan_type: 'epo', metal_tier: 'gold' }] },
          },
        },
      ],
    },
  });
  const calls = [snapshotOf(snapshot), decisionOf(decision('2027-01-01')), decisionOf(decision('2027-03-01'))];
  const seen = seenInTraffic(calls.map(addressedExchange));

  test('has forms, members that are never sent, and codes that several people share or that belong to no person', () => {
    expect(seen.values).toMatchObject({
      'employee.person.ssn': { form: 'digits' },
      'dependents[].person.ssn': { form: 'digits' },
      'employee.person.middle_name': { form: 'omit' },
      'employee.employment': { form: 'omit' },
    });
    const paths = Object.keys(seen.values).join();
    expect(paths).not.toMatch(/employee\.employment\.|federal_ein|metal_tier|plan_name|first_name/);
    expect(seen.vocabulary).toMatchObject({ sex: ['female'], event_type: ['enrollment_2'], plan_type: ['epo'] });
    expect(seen.vocabulary).not.toHaveProperty('email_address_type');
  });

  test('has carriers, plans, lines of coverage and dates', () => {
    expect(seen.fixtures).toEqual({
      carrierIds: [carrier],
      planIds: [plan],
      plans: [
        { id: plan, carrierId: carrier, lineOfCoverage: 'medical' },
        { name: 'Gold PPO 500', carrierId: carrier, lineOfCoverage: 'vision', planType: 'epo', metalTier: 'gold' },
      ],
    });
    const { linesOfCoverage, dates, bodies } = seen;
    expect([linesOfCoverage, dates, bodies]).toEqual([['vision'], { step: 'month' }, 3]);
  });

  test('has nothing from refused requests', () => {
    const refused = calls.map((call, at) => addressedExchange({ ...call, status: 422 }, at));
    expect(seenInTraffic(refused)).toMatchObject({ values: {}, bodies: 0, fixtures: { plans: [] } });
  });

  test('is a valid configuration', () => {
    expect(validateConfig(parse(yamlOf(calls)), 'x')).toMatchObject({
      values: { 'employee.person.ssn': { form: 'digits' } },
      fixtures: { plans: expect.any(Array) },
      linesOfCoverage: ['vision'],
    });
  });
});
