import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { canonicalConnection, canonicalDecision, canonicalSnapshot, defaultContext } from '../generators/index.ts';
import { withChanged } from '../generators/schema/changed-members.ts';
import type { SchemaName, SchemaTypes } from '../spec/index.ts';
import { readHar } from '../suites/saved-traffic/read-har.ts';
import { validateConfig } from '../target/configuration/load-config.ts';
import type { Exchange } from '../target/exchange.ts';
import { describeConfig, renderConfig } from './init-config.ts';
import { seenInTraffic } from './init-traffic.ts';
import { withSeen } from './init.ts';
import { lockedTarget } from './init.test-data.ts';

const carrier = '7d1f8a52-3c1e-4f8e-9b7a-0d1e2f3a4b5c';
const plan = '9a8b7c6d-1e2f-4a3b-8c4d-5e6f7a8b9c0d';
const context = { ...defaultContext(), carrierIds: [carrier], planIds: [plan], planNames: ['Gold PPO 500'] };
const base = 'https://api.example.com/gateway';

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly sent?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
}

const surroundings = {
  Authorization: 'Bearer marker-token-01',
  Cookie: 'who=marker-cookie-02',
  'X-User': 'marker-user-03',
};
const namesOf = (headers: object) => Object.entries(headers).map(([name, value]) => ({ name, value }));
const json = (value: unknown) => ({ mimeType: 'application/json', text: JSON.stringify(value) });

/** A capture of calls, with secrets and people in all that surrounds them. */
function exchangesOf(calls: readonly Call[]): readonly Exchange[] {
  const entries = calls.map(({ method = 'POST', path, sent, status = 201, answer = {} }) => ({
    startedDateTime: '2026-05-05T05:05:05.000Z',
    time: 5,
    request: {
      method,
      url: `${base}${path}`,
      headers: namesOf(surroundings),
      ...(sent === undefined ? {} : { postData: json(sent) }),
    },
    response: { status, headers: namesOf({ 'Content-Type': 'application/json' }), content: json(answer) },
  }));
  return readHar('x.har', { log: { entries } }).entries.map((entry) => entry.read().exchange);
}

const group = '/api/v1/groups/0c0ffee0-0000-4000-8000-00000000abcd';
const connectionOf = (sent: unknown): Call => ({ path: '/api/v1/group_connections', sent });
const decisionOf = (sent: unknown): Call => ({ path: `${group}/renewal_decisions`, sent, answer: sent });
const snapshotOf = (sent: unknown): Call => ({
  path: `${group}/member_snapshots`,
  sent,
  answer: { member_snapshot: sent },
});

/** Members whose values are the target's own, and may be taken. */
const ofTheTarget =
  /(?:^|\.)(?:carrier_id|plan_id|plan_name|line_of_coverage|plan_type|metal_tier|snapshot_mode|plans\[\]\.name)$|^events\[\]\.(?:type|reason)$/;

/** Another value for every member that is about a person, an employer or one record, and all of these values. */
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

const settings = {
  target: lockedTarget({ credentials: { clientId: 'x', clientSecret: 'hush' } }),
  clientSecretEnv: 'BFC_CLIENT_SECRET',
  isSecretSet: true,
};
const nothing = { carrierIds: [], planIds: [], lines: [], vocabulary: {}, trial: { notTried: 'a test' } };

/** The configuration that is written for exchanges. */
function yamlOf(exchanges: readonly Exchange[]): string {
  const seen = seenInTraffic(exchanges);
  const known = withSeen(settings, seen);
  const { carrierIds, planIds } = known.target.fixtures;
  return renderConfig(describeConfig(known, { ...nothing, carrierIds, planIds }, '2027-04-01', seen.pages), './s.json');
}

test('nothing of people, employers and single records gets from saved traffic into the file', () => {
  const { markers, marked } = marking();
  const calls: Call[] = [];
  for (let round = 0; round < 3; round += 1) {
    const snapshot = marked('member-snapshot-input', canonicalSnapshot(context));
    calls.push(
      connectionOf(marked('group-connection-input', canonicalConnection(context))),
      decisionOf(marked('renewal-decision-input', canonicalDecision(context))),
      snapshotOf(snapshot),
      { method: 'GET', path: '/api/v1/groups', status: 200, answer: { meta: {}, response: [{ name: 'Mark0000er' }] } },
    );
  }
  const text = yamlOf(exchangesOf(calls));
  expect(new Set(markers).size).toBeGreaterThan(100);
  const others = ['marker-', 'Mark0000er', '0c0ffee0', 'hush'];
  expect([...markers, ...others].filter((marker) => text.includes(marker))).toEqual([]);
  expect(text).toContain(carrier);
});

describe('saved traffic shows', () => {
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
  const page = { method: 'GET', path: `${group}/renewal_decisions`, status: 200, answer: { response: [{}, {}, {}] } };
  const calls = [snapshotOf(snapshot), decisionOf(decision('2027-01-01')), decisionOf(decision('2027-03-01')), page];
  const seen = seenInTraffic(exchangesOf(calls));

  test('forms, members that are never sent, and codes that more than one person has, or that are of no person', () => {
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

  test('carriers, plans, lines, days and pages', () => {
    expect(seen.fixtures).toEqual({
      carrierIds: [carrier],
      planIds: [plan],
      plans: [
        { id: plan, carrierId: carrier, lineOfCoverage: 'medical' },
        { name: 'Gold PPO 500', carrierId: carrier, lineOfCoverage: 'vision', planType: 'epo', metalTier: 'gold' },
      ],
    });
    const { linesOfCoverage, dates, pages, bodies } = seen;
    expect([linesOfCoverage, dates, pages, bodies]).toEqual([['vision'], { step: 'month' }, { E5: 3 }, 3]);
  });

  test('nothing by what was refused', () => {
    const refused = calls.map((call) => ({ ...call, status: 422 }));
    expect(seenInTraffic(exchangesOf(refused))).toMatchObject({ values: {}, bodies: 0, fixtures: { plans: [] } });
  });

  test('what a configuration may hold', () => {
    const text = yamlOf(exchangesOf(calls));
    expect(validateConfig(parse(text), 'x')).toMatchObject({
      values: { 'employee.person.ssn': { form: 'digits' } },
      fixtures: { plans: expect.any(Array) },
      linesOfCoverage: ['vision'],
    });
    expect(text).toContain('Items of the longest pages in the saved traffic: E5 3.');
  });
});
