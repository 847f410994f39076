import { expect, test } from 'vitest';
import { validator } from './validator.ts';

const id = '00000000-0000-0000-0000-000000000000';
const group = { id, version: id, created: 1, modified: 1, organization_id: id, name: 'Acme' };

const pointersOf = (...args: Parameters<typeof validator.validate>) =>
  validator.validate(...args).map(({ pointer, keyword }) => `${pointer} ${keyword}`);

const errorsOfId = (text: string) => pointersOf('group', { ...group, id: text });
const errorsOfDate = (text: string) => pointersOf('renewal-decision-input', { renewal_date: text });

test('an identifier is a UUID of any kind, and nothing else', () => {
  const good = [
    id,
    id.replaceAll('0', 'f'),
    '0190163D-8694-739B-AEA5-966C26F8AD91',
    'f81d4fae-7dec-11d0-c765-00a0c91e6bf6',
  ];
  const bad = ['', id.replaceAll('-', ''), `{${id}}`, `urn:uuid:${id}`, id.slice(1), `${id}\n`];
  expect(good.flatMap(errorsOfId)).toEqual([]);
  expect(bad.map(errorsOfId)).toEqual(bad.map(() => ['/id format']));
});

test('a date is a calendar date, and nothing else', () => {
  const good = ['9999-12-31', '2020-02-29', '2000-02-29', '1900-01-01'];
  const unreal = ['2021-02-29', '1900-02-29', '2021-13-01', '2021-00-10', '2021-04-31'];
  const malformed = ['2021-1-1', '20210101', '2021-01-01T00:00:00Z', 'Fri, 01 Jan 2021 00:00:00 GMT'];
  const bad = [...unreal, ...malformed, '', ' 2021-01-01', '2021-01-01\n'];
  expect(good.flatMap(errorsOfDate)).toEqual([]);
  expect(bad.map(errorsOfDate)).toEqual(bad.map(() => ['/renewal_date format']));
});

test('a timestamp is an integer, however it is written', () => {
  expect(validator.validate('group', { ...group, created: JSON.parse('1557329939.0') })).toEqual([]);
  expect(pointersOf('group', { ...group, created: 1.5, modified: '1' })).toEqual(['/created type', '/modified type']);
});

test('a value with several alternatives is validated against the closest one', () => {
  expect(pointersOf('coverage', { plan_id: 5 })).toEqual(['/plan_id type']);
  expect(pointersOf('coverage', { plan_name: 'Gold', carrier_id: 'x', enrolled_members: [{ volume: null }] })).toEqual([
    '/carrier_id format',
    '/enrolled_members/0/volume type',
  ]);
  expect(pointersOf('member-snapshot-input', { coverages: [7, { plan_name: 3 }] })).toEqual([
    '/coverages/0 type',
    '/coverages/1/plan_name type',
  ]);
});
