import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../target/exchange.ts';
import { createdSnapshot, group, groups, sample } from '../judging/exchange-samples.test-data.ts';
import { addressedExchange, base, entryOf, judged, readCapture, resultIn } from './saved-samples.test-data.ts';

const ofCapture = (...entries: readonly unknown[]) => judged(readCapture(entries));

test('the report contains no tokens, session headers or personal data', () => {
  const secret = 'opaque-token-of-somebody';
  const headers = [
    { name: 'Authorization', value: `Bearer ${secret}` },
    { name: 'Cookie', value: 'sid=crumbs' },
    { name: 'X-Session', value: 'other-secret' },
  ];
  const person = { first_name: 'Ada', last_name: 'O\'Brien "x"', ssn: '078-05-1120', date_of_birth: '1990-01-01' };
  const answer = { ...group(), version: 'no UUID', person, note: secret };
  const exchange = addressedExchange(groups([answer]), 0);
  const report = JSON.stringify(ofCapture(entryOf(exchange, { headers })).report);
  for (const hidden of [secret, 'crumbs', 'other-secret', 'Ada', 'Brien', '078-05', '1990-01-01'])
    expect(report).not.toContain(hidden);
  expect(report).toContain('<personal>');
  expect(report).toContain(base);
});

describe('an Authorization header', () => {
  const report = (value: string, note: string) =>
    ofCapture(
      entryOf(addressedExchange(groups([{ ...group(), version: 'no UUID', note }]), 0), {
        headers: [{ name: 'Authorization', value }],
      }),
    ).report;

  test.each([
    ['opaqueRawToken0123456789', '<redacted>', 'opaqueRawToken0123456789'],
    ['Token tok-0123456789', 'Token <redacted>', 'tok-0123456789'],
    ['Basic somebody:his-secret', 'Basic <redacted>', 'his-secret'],
    ['Bearer two words', 'Bearer <redacted>', 'two words'],
    ['Digest username="u", response="f00dcafe"', 'Digest <redacted>', 'username="u", response="f00dcafe"'],
    ['Bearer opaque-token-of-somebody', 'Bearer $BFC_TOKEN', 'opaque-token-of-somebody'],
    ['Bearer', 'Bearer', 'opaque-token'],
  ])('%s is shown as %s, and its secret appears nowhere', (value, shown, secret) => {
    const evidence = report(value, value.includes(secret) ? secret : '').requirements.flatMap(
      ({ counterexample }) => counterexample ?? [],
    );
    expect(evidence.flatMap(({ exchanges }) => exchanges.map(({ request }) => request.headers))).toContainEqual({
      authorization: shown,
    });
    expect(JSON.stringify(evidence.map((one) => one.exchanges))).not.toContain(secret);
  });
});

test('redacts secrets in a form body, and their echo in the answer', () => {
  const token = addressedExchange(sample('token', { access_token: 7, hint: 'of the-very-secret' }), 0);
  const postData = { text: 'grant_type=client_credentials&client_secret=the-very-secret&password=other' };
  const { report } = ofCapture(entryOf(token, { postData }, { status: 500 }));
  const written = JSON.stringify(report);
  expect(written).toContain('client_secret=<');
  expect(written).not.toMatch(/the-very-secret|=other/);
});

test('masks all values within personal members, whatever their type, even in a body that is cut short', () => {
  const home_address = { street_one: '1 Main', city: 'Springfield', state: 'NY', zip_code: 'B-17' };
  const person = { ssn: '900-12-3456', sex: 'female', home_address, nickname: 'Dodo' };
  const employee = {
    custom_individual_id: 'emp-4711',
    employment: { occupation: 'Astronaut', salary: { amount: 98765, unit: 'yearly' } },
    person,
  };
  const sent = { employee, dependents: [], coverages: [], events: [] };
  const secrets = /900-?12|female|1 Main|Springfield|"NY"|B-17|Dodo|emp-4711|Astronaut|98765/;
  const back = { ...sent, employee: { ...employee, person: { ...person, ssn: ['900-12-3456', { other: 90012 }] } } };
  const echoed = entryOf(addressedExchange(createdSnapshot({ member_snapshot: back }), 0), {
    postData: { text: JSON.stringify(sent, undefined, 2) },
  });
  const text = JSON.stringify({ employee }).slice(0, -30);
  const cut = entryOf(addressedExchange(createdSnapshot(), 0), {}, { status: 500, content: { size: 4711, text } });
  for (const entry of [echoed, cut]) {
    const { report } = ofCapture(entry);
    expect(report.requirements.some(({ outcome }) => outcome === 'fail')).toBe(true);
    expect(JSON.stringify(report)).not.toMatch(secrets);
  }
});

test('shows the shape of a personal value that came back changed', () => {
  const person = { first_name: 'Žofie 𠮷 1', ssn: '078-05-1120' };
  const sent = { employee: { person }, dependents: [], coverages: [], events: [] };
  const name = (first_name: string, ssn = person.ssn) =>
    addressedExchange(createdSnapshot({ member_snapshot: { ...sent, employee: { person: { first_name, ssn } } } }), 0);
  const evidence = (exchange: Exchange, requirement: string) =>
    resultIn(ofCapture(entryOf(exchange, { postData: { text: JSON.stringify(sent) } })), requirement)?.counterexample;
  expect(evidence(name('Žofie ? 1'), 'snapshots.echo')).toMatchObject({
    expected: '<personal> ñxxxx 𝒙 0',
    actual: '<personal> ñxxxx ? 0',
  });
  expect(evidence(name(person.first_name, 'XXX-XX-1120'), 'snapshots.echo-ssn')).toMatchObject({
    expected: '<personal> 000-00-0000',
    actual: '<personal> XXX-XX-0000',
  });
});
