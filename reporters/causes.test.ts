import { describe, expect, it } from 'vitest';
import type { Counterexample } from '../results/report.ts';
import { failed, recordedExchange, sampleReport } from '../results/sample-reports.test-data.ts';
import type { RequirementId } from '../spec/index.ts';
import { causesOf } from './causes.ts';

const service = 'http://127.0.0.1:8080/api/v1';
const group = '6f1c2ca7-0000-4000-8000-000000000001';
const requests = {
  E3: ['POST', `/groups/${group}/renewal_decisions`],
  E5: ['GET', `/groups/${group}/renewal_decisions`],
  E6: ['POST', `/groups/${group}/member_snapshots`],
  E7: ['GET', `/member_snapshots/${group}`],
  E8: ['GET', `/employees/${group}/member_snapshots`],
} as const;

/** A failure at this place of an endpoint's answer. */
function failing(
  id: RequirementId,
  endpoint: keyof typeof requests,
  place: string,
  { status = 200, query = '', ...changes }: Partial<Counterexample> & { status?: number; query?: string } = {},
) {
  const [method, path] = requests[endpoint];
  const exchanges = [recordedExchange('{}', { method, url: `${service}${path}${query}` }, status)];
  return failed(id, { message: `${id} was broken`, code: 'not-as-sent', pointer: place, exchanges, ...changes });
}

const under = (...results: readonly ReturnType<typeof failed>[]) =>
  Object.fromEntries(causesOf(sampleReport(results)).under);

describe('failures with the same cause are reported under the requirement', () => {
  const middleName = '/member_snapshot/employee/person/middle_name';
  const echo = failing('snapshots.echo', 'E6', middleName);
  const get = failing('snapshots.get', 'E7', middleName);
  const invalidBody = failing('snapshots.invalid-body', 'E6', middleName);
  it.each([
    ['with the fewest endpoints', [echo, get], { 'snapshots.get': 'snapshots.echo' }],
    [
      'that comes first in the register',
      [
        failing('snapshots.record', 'E6', '/version', { code: 'format' }),
        failing('snapshots.list-item-fields', 'E8', '/response/3/version', { code: 'format' }),
      ],
      { 'snapshots.record': 'snapshots.list-item-fields' },
    ],
    ['that is required rather than expected', [echo, invalidBody], { 'snapshots.invalid-body': 'snapshots.echo' }],
  ])('%s', (_, failures, reported) => {
    expect(under(...failures)).toEqual(reported);
  });

  it.each([
    ['another code', failing('snapshots.get', 'E7', middleName, { code: 'changed' })],
    ['another place', failing('snapshots.get', 'E7', '/member_snapshot/employee/person/last_name')],
    ['another kind of record', failing('renewals.echo', 'E3', middleName)],
    ['no code, as in reports of early versions', failed('snapshots.get', { pointer: middleName })],
  ])('but not if one has %s', (_, other) => {
    expect(under(echo, other)).toEqual({});
  });

  it('but not if one also shows a violation that no other requirement shows', () => {
    const code = 'format';
    const both = (pointer: string) => {
      const also = [{ message: 'x', code, pointer, endpoint: 'E7', occurrences: 1 }];
      const wire = failing('wire.identifiers', 'E6', '/version', { code, also });
      return under(failing('snapshots.record', 'E6', '/version', { code }), wire);
    };
    expect(both('/version')).toEqual({ 'wire.identifiers': 'snapshots.record' });
    expect(both('/employee_id')).toEqual({});
  });

  it('outside of records and in errors, only for the same request', () => {
    const refused = { code: 'status 400', status: 400 };
    const one = failing('snapshots.create', 'E6', '#status', refused);
    expect(under(one, failing('snapshots.plan-forms', 'E6', '#status', refused))).toEqual({
      'snapshots.plan-forms': 'snapshots.create',
    });
    expect(under(one, failing('snapshots.plan-forms', 'E6', '#status', { ...refused, query: '?x=1' }))).toEqual({});
    expect(
      under(
        failing('unauthorized.missing', 'E7', '/message', { status: 401 }),
        failing('unauthorized.altered', 'E8', '/message', { status: 401 }),
      ),
    ).toEqual({});
  });
});

it('requirements that fail on the same request name each other, even if the ids of their records differ', () => {
  const at = (id: RequirementId, code: string, record: string) =>
    failing(id, 'E7', '#status', { code, query: `/${record}` });
  const other = '7d22eedf-2a97-42ad-9dce-996b7010e065';
  const { alike } = causesOf(sampleReport([at('snapshots.get', 'a', group), at('snapshots.echo', 'b', other)]));
  expect(Object.fromEntries(alike)).toEqual({
    'snapshots.get': 'The same request also fails snapshots.echo.',
    'snapshots.echo': 'The same request also fails snapshots.get.',
  });
});
