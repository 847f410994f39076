import { expect, it } from 'vitest';
import { uuidFor } from '../../generators/index.ts';
import { arrayOf, objectOf, type JsonObject } from '../../spec/index.ts';
import { decide } from '../engine/check.ts';
import { resultOf } from '../engine/result.ts';
import { madeUpService, type Habits } from '../fixtures/made-up-service.test-data.ts';
import { bothPlanFormsTaken } from './plan-forms-of-lines.ts';

const id = 'snapshots.plan-forms';

const plans = ['medical', 'dental'].map((lineOfCoverage) => ({
  id: uuidFor(`plan of ${lineOfCoverage}`),
  name: `Example ${lineOfCoverage} plan`,
  lineOfCoverage,
}));

const coveragesIn = (body: JsonObject): readonly JsonObject[] => arrayOf(body['coverages']).map(objectOf);

const hasOf = (line: string, by: string) => (body: JsonObject) =>
  coveragesIn(body).some((coverage) => coverage['line_of_coverage'] === line && by in coverage);

const employeeOf = (body: JsonObject): unknown => objectOf(body['employee'])['id'];

const isOfKnown = (body: JsonObject, made: readonly JsonObject[]): boolean =>
  made.some(({ employee_id: employee }) => employee === employeeOf(body));

type IsRefused = (body: JsonObject, made: readonly JsonObject[]) => boolean;

it.each<[what: string, isRefused: IsRefused, outcome: string, known?: typeof plans]>([
  ['refuses nothing', () => false, 'pass'],
  ['refuses names in medical', hasOf('medical', 'plan_name'), 'fail'],
  ['refuses identifiers in dental', hasOf('dental', 'plan_id'), 'fail'],
  [
    'refuses identifiers in dental, and no configuration names one',
    hasOf('dental', 'plan_id'),
    'pass',
    plans.slice(0, 1),
  ],
  ['refuses medical', (body) => hasOf('medical', 'plan_name')(body) || hasOf('medical', 'plan_id')(body), 'pass'],
  [
    'refuses names for a known employee',
    (body, made) => isOfKnown(body, made) && ['medical', 'dental'].some((line) => hasOf(line, 'plan_name')(body)),
    'fail',
  ],
  ['refuses further snapshots of an employee', isOfKnown, 'pass'],
  ['refuses coverages of medical alone', (body) => coveragesIn(body).length === 1, 'pass'],
])('a service that %s', async (_, isRefused, outcome, known = plans) => {
  const refusesSnapshot: Habits['refusesSnapshot'] = (body, made) =>
    isRefused(body, made) ? { message: 'refused' } : undefined;
  const { session } = await madeUpService(
    { refusesSnapshot },
    { fixtures: { carrierIds: [], planIds: [], plans: known } },
  );
  await decide(session, { id, run: bothPlanFormsTaken });
  expect(resultOf(session, id)).toMatchObject({ outcome });
});
