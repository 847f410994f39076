import { describe, expect, it } from 'vitest';
import { choices } from '../dialects.ts';
import { objectOf } from '../../spec/index.ts';
import {
  expectSchema,
  withClient,
  type ReferenceClient,
  type Reply,
  connectionBody,
  decisionBody,
  put,
  snapshotBody,
} from '../reference-client.test-data.ts';
import { decisionSamples } from './decision-samples.test-data.ts';
import { differing, person, snapshot, type RuleSamples, type Sample } from './sample-requests.test-data.ts';
import { snapshotSamples } from './snapshot-samples.test-data.ts';
import type { Rule } from './rule.ts';
import { randomRules, rules, type RuleName } from './rules.ts';

function sender(client: ReferenceClient) {
  let last = { id: '', version: '' };
  let connected = '';
  const { fixtures } = client;
  const group_id = fixtures.groupId;
  return async ([what, changes]: Sample): Promise<Reply | void> => {
    const changed = typeof changes === 'function' ? changes(fixtures) : changes;
    const bodyFrom = (body: unknown): unknown =>
      Object.entries(changed).reduce((made, [pointer, value]) => put(made, pointer, value), body);
    if (what === 'pause') return client.later(2000);
    if (what === 'list') return client.call('E5', { path: { group_id }, query: changed as Record<string, string> });
    if (what === 'connection') {
      const reply = await client.call('E2', { body: bodyFrom(connectionBody(fixtures)) });
      if (reply.status === 201) connected = expectSchema('group-connection', reply.json).group_id;
      return reply;
    }
    if (what === 'snapshot') return client.call('E6', { path: { group_id }, body: bodyFrom(snapshotBody(fixtures)) });
    const body = bodyFrom(decisionBody(fixtures));
    if (what === 'edit') {
      // A recalculation may have given it another version.
      const { json } = await client.call('E5', { path: { group_id } });
      const { version } = expectSchema('renewal-decision-page', json).response.find(({ id }) => id === last.id) ?? last;
      return client.call('E4', { path: { renewal_decision_id: last.id, version }, body });
    }
    const reply = await client.call('E3', { path: { group_id: what === 'elsewhere' ? connected : group_id }, body });
    if (reply.status === 201) last = expectSchema('renewal-decision', reply.json);
    return reply;
  };
}

const samples: RuleSamples = { ...snapshotSamples, ...decisionSamples };
const table = Object.entries(rules) as readonly (readonly [RuleName, Rule])[];

const statuses: Readonly<Record<string, number>> = {
  invalid: 422,
  taken: 409,
  'too-early': 425,
  'too-soon': 429,
  forbidden: 403,
  'not-found': 404,
  unavailable: 503,
};

describe('each rule', () => {
  it.each(table.map(([name]) => name).filter((name) => samples[name] !== undefined))(
    '%s refuses what breaks it, and accepts what does not',
    (name) =>
      withClient({ rules: [name] }, async (client) => {
        const send = sender(client);
        const { holds = [], breaks = [] } = samples[name] ?? {};
        for (const sample of holds) {
          const reply = await send(sample);
          expect({ sample, refused: (reply?.status ?? 200) >= 300 && reply?.text }).toEqual({ sample, refused: false });
        }
        for (const sample of breaks) {
          const { status = 0, json } = (await send(sample)) ?? {};
          const error = objectOf(objectOf(json)['error']);
          const broken = (error['errors'] as { rule: string }[] | undefined)?.map(({ rule }) => rule);
          const expected = sample[0] === 'list' ? 400 : statuses[rules[name].refusal ?? 'invalid'];
          expect({ sample, status, broken: [...new Set(broken)] }).toEqual({
            sample,
            status: expected,
            broken: [name],
          });
        }
        expect(breaks).not.toEqual([]);
      }),
  );

  it('has samples, or is made of existing dialect choices', () => {
    const without = table.filter(([name, { dialect }]) => samples[name] === undefined && dialect === undefined);
    const missing = without.map(([name]) => name);
    expect(missing, 'add bodies to snapshot-samples.test-data.ts or decision-samples.test-data.ts').toEqual([]);
    for (const [name, { dialect = {} }] of table) {
      for (const [choice, value] of Object.entries(dialect)) {
        const { values: known }: { readonly values: readonly unknown[] } = choices[choice as keyof typeof choices];
        expect({ name, choice, known }).toEqual({ name, choice, known: expect.arrayContaining([value]) });
      }
    }
  });
});

it('random rules are reproducible from a seed, distinct and seldom slow', () => {
  const drawn = Array.from({ length: 300 }, (_unused, seed) => randomRules(seed, [0, 1, 5]));
  expect(drawn).toEqual(Array.from({ length: 300 }, (_unused, seed) => randomRules(seed, [0, 1, 5])));
  expect(new Set(drawn.map(({ length }) => length))).toEqual(new Set([0, 1, 5]));
  expect(new Set(drawn.flat()).size).toBeGreaterThan(table.length / 2);
  for (const [seed, names] of drawn.entries()) {
    expect({ seed, distinct: new Set(names).size }).toEqual({ seed, distinct: names.length });
    const ways = names.flatMap((name) => rules[name].oneOf ?? []);
    expect({ seed, ways: new Set(ways).size }).toEqual({ seed, ways: ways.length });
    expect({ seed, slow: names.filter((name) => rules[name].slows).length }).toSatisfy(({ slow }) => slow <= 1);
  }
  expect(drawn.filter((names) => names.some((name) => rules[name].slows)).length).toBeLessThan(60);
});

it('a body that breaks several rules is refused with all of them, before conflicts with other records', () =>
  withClient({ rules: ['ssn-without-dashes', 'names-30', 'one-decision-of-date', 'ssn-once'] }, async (client) => {
    const send = sender(client);
    const { status, text } = (await send(snapshot({ [`${person}/last_name`]: 'a'.repeat(31) }))) ?? {};
    expect({ status, text }).toEqual({ status: 422, text: expect.stringMatching(/ssn-without-dashes.*names-30/) });
    expect(text).not.toContain('ssn-once');
    expect((await send(snapshot(differing('/person/ssn', ['900000001', '900000002']))))?.status).toBe(201);
  }));
