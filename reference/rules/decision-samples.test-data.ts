import { decisionBody, firstOf } from '../reference-client.test-data.ts';
import {
  atOtherCarrier,
  brokenBy,
  changed,
  connection,
  decision,
  described,
  edit,
  elsewhere,
  lines,
  list,
  openEnrollment,
  pause,
  plans,
  twice,
  values,
  type Sample,
  type Samples,
  type RuleSamples,
} from './sample-requests.test-data.ts';

const groupId = '/group_data/carrier_group_id';

function enrollment(holdsFrom: string, holdsTo: string, breaksFrom: string, breaksTo: string): Samples {
  return changed(decision, [openEnrollment(holdsFrom, holdsTo)], [openEnrollment(breaksFrom, breaksTo)]);
}

const newYear = (year: number) => `01 Jan ${year} 00:00:00 GMT`;
const [in2022, in2024] = [`Sat, ${newYear(2022)}`, `Mon, ${newYear(2024)}`] as const;
const range = (start: string, last: string): Sample => list({ start_date: start, end_date: last });

const february = { '/renewal_date': '2027-02-01' };
const inDecember = openEnrollment('2026-12-01', '2026-12-31');
const describedEdit = edit({ [plans]: [described] });
const editByPlanId = edit((fixtures) => ({ [plans]: [{ plan_id: firstOf(fixtures).planId }] }));
const decisionOfDay: Samples = {
  holds: [decision(), decision(february), edit(february)],
  breaks: [decision(), edit()],
};

/** Samples of the rules for connections, decisions and their lists. */
export const decisionSamples: RuleSamples = {
  'ein-form': values(connection, '/federal_ein', ['00-3000001', '003000001'], ['003-000001', '']),
  'ein-of-group': values(connection, '/federal_ein', ['00-1000002', '001000001'], ['00-7000001', '']),
  'ein-with-dash': values(connection, '/federal_ein', ['00-3000001'], ['003000001']),
  'ein-without-dash': values(connection, '/federal_ein', ['003000001'], ['00-3000001']),
  'ein-issued': values(connection, '/federal_ein', ['12-3000001', '123000001'], ['00-3000001', '079000001']),
  'ein-issued-if-any': values(connection, '/federal_ein', [undefined, '12-3000001'], ['00-3000001']),
  'one-carrier': brokenBy(decision, twice('/body/carriers', decisionBody)),
  'group-connected': { holds: [connection({ '/federal_ein': '001000001' }), decision()], breaks: [atOtherCarrier] },
  'carrier-connected': { holds: [connection(), decision()], breaks: [atOtherCarrier] },
  'carrier-connected-for-a-second': { holds: [connection(), pause, decision()], breaks: [atOtherCarrier] },
  'carrier-group-id-digits': values(connection, groupId, ['100'], ['C-1', '']),
  'carrier-group-id-10': values(connection, groupId, ['a'.repeat(10)], ['a'.repeat(11)]),
  'carrier-group-id-7': values(connection, groupId, ['1234567'], ['123456', '12345678', 'A234567']),
  'carrier-group-id-pattern': values(connection, groupId, ['1012345', '9000000'], ['1112345', '0012345']),
  'group-name-letters': values(connection, '/group_data/group_name', ['Sample Group'], ['Group 1', '']),
  'group-name-50': values(connection, '/group_data/group_name', ['a'.repeat(50)], ['a'.repeat(51)]),
  'metal-tier-of-medical': changed(
    decision,
    [{ [plans]: [{ ...described, metal_tier: 'silver' }] }],
    [{ [`${lines}/dental`]: { plans: [{ ...described, metal_tier: 'silver' }] } }],
  ),
  'plan-type-known': changed(
    decision,
    [{}, { [plans]: [described] }],
    [{ [plans]: [{ ...described, plan_type: 'group' }] }],
  ),
  'medical-and-dental': values(decision, `${lines}/dental`, [{ plans: [described] }], [undefined]),
  'two-plans-of-line': values(decision, plans, [[described, { ...described, name: 'Gold' }]], [[], [described]]),
  'one-plan-of-line': values(decision, plans, [[], [described]], [[described, { ...described, name: 'Gold' }]]),
  'one-plan-form-of-line': changed(
    decision,
    [{ [plans]: [described, { ...described, name: 'Gold' }] }],
    [(fixtures) => ({ [plans]: [described, { plan_id: firstOf(fixtures).planId }] })],
  ),
  'plans-once': changed(
    decision,
    [{ [plans]: [described, { ...described, name: 'Gold' }], [`${lines}/dental`]: { plans: [described] } }],
    [{ [plans]: [described, described] }],
  ),
  'carriers-once': brokenBy(decision, twice('/body/carriers', decisionBody)),
  'plans-offered': values(decision, plans, [[described]], [[]]),
  'renewal-first-of-quarter': values(decision, '/renewal_date', ['2027-04-01'], ['2027-05-01', '2027-04-02']),
  'renewal-first-of-month': values(decision, '/renewal_date', ['2027-02-01'], ['2027-02-02', '2027-01-31']),
  'renewal-last-of-month': values(decision, '/renewal_date', ['2027-02-28'], ['2027-02-27', '2028-02-28']),
  'renewal-on-workday': values(decision, '/renewal_date', ['2027-02-01'], ['2027-02-06', '2027-02-07']),
  'renewal-on-15th': values(decision, '/renewal_date', ['2027-02-15'], ['2027-02-01', '2027-02-05']),
  'renewal-on-even-day': values(decision, '/renewal_date', ['2027-02-02'], ['2027-02-01', '2027-02-27']),
  'renewal-30-to-180-days-ahead': values(
    decision,
    '/renewal_date',
    ['2026-02-14', '2026-07-14'],
    ['2026-02-13', '2026-07-15'],
  ),
  'renewal-at-new-year': values(decision, '/renewal_date', ['2028-01-01'], ['2027-04-01']),
  'renewal-at-anniversary': values(decision, '/renewal_date', ['2027-07-01'], ['2027-01-01', '2027-07-02']),
  'renewal-not-past': values(decision, '/renewal_date', ['2026-01-15'], ['2026-01-14']),
  'renewal-30-days-ahead': values(decision, '/renewal_date', ['2026-02-14'], ['2026-02-13', '2020-01-01']),
  'renewal-within-12-months': values(decision, '/renewal_date', ['2027-01-15', '2020-01-01'], ['2027-01-16']),
  'renewal-within-18-months': values(decision, '/renewal_date', ['2027-07-15', '2020-01-01'], ['2027-07-16']),
  'enrollment-not-over': enrollment('2026-01-01', '2026-01-15', '2026-01-01', '2026-01-14'),
  'enrollment-ends-before-renewal': enrollment('2026-12-01', '2026-12-31', '2026-12-01', '2027-01-01'),
  'enrollment-120-days-before': enrollment('2026-09-03', '2026-12-31', '2026-09-02', '2026-12-31'),
  'enrollment-from-workday': enrollment('2026-11-02', '2026-11-15', '2026-11-01', '2026-11-15'),
  'enrollment-from-business-day': enrollment('2026-09-08', '2026-09-20', '2026-09-07', '2026-09-20'),
  'enrollment-from-monday': enrollment('2026-11-02', '2026-11-15', '2026-11-03', '2026-11-15'),
  'enrollment-to-friday': enrollment('2026-11-02', '2026-11-13', '2026-11-02', '2026-11-14'),
  'enrollment-5-days': enrollment('2026-11-01', '2026-11-05', '2026-11-01', '2026-11-04'),
  'enrollment-10-days': enrollment('2026-11-01', '2026-11-10', '2026-11-01', '2026-11-11'),
  'enrollment-of-month-before': enrollment('2026-12-01', '2026-12-31', '2026-12-01', '2026-12-30'),
  'enrollment-60-days': enrollment('2026-11-01', '2026-12-30', '2026-11-01', '2026-12-31'),
  'decision-once': decisionOfDay,
  'one-decision-of-date': decisionOfDay,
  'one-decision-of-month': {
    holds: [decision(), decision(february), edit(february)],
    breaks: [decision({ '/renewal_date': '2027-01-31' }), edit()],
  },
  'one-decision-of-quarter': {
    holds: [decision(), decision({ '/renewal_date': '2027-04-01' }), edit({ '/renewal_date': '2027-07-31' })],
    breaks: [decision(february), edit()],
  },
  'windows-of-their-own': { holds: [decision(), decision(inDecember)], breaks: [decision(february)] },
  'one-decision-of-group': {
    holds: [decision(), edit(february), connection(), elsewhere],
    breaks: [decision(february)],
  },
  'ten-decisions-of-group': { holds: Array.from({ length: 10 }, () => decision()), breaks: [decision()] },
  'renewals-in-order': { holds: [decision(), decision(february)], breaks: [decision()] },
  'one-edit': { holds: [decision(), edit(february)], breaks: [edit()] },
  'edit-when-processed': { holds: [decision(), pause, edit(february)], breaks: [edit()] },
  'edit-until-processed': { holds: [decision(), describedEdit], breaks: [edit(february)] },
  'group-settled': { holds: [pause, connection(), decision()], breaks: [elsewhere] },
  'new-groups-found-later': {
    holds: [pause, connection(), pause, pause, elsewhere, connection()],
    breaks: [elsewhere],
  },
  'new-groups-found-next-day': { holds: [pause, connection(), decision()], breaks: [elsewhere] },
  'twenty-connections': { holds: Array.from({ length: 20 }, () => connection()), breaks: [connection()] },
  'group-name-once': values(connection, '/group_data/group_name', ['One', 'Two'], ['One']),
  'ein-once': values(connection, '/federal_ein', ['00-3000001', '00-3000002'], ['003000001']),
  'carriers-fixed': {
    holds: [decision(), edit(february)],
    breaks: [edit(({ carrierIds: [, other] }) => ({ '/body/carriers/0/carrier_id': other }))],
  },
  'edit-changes': { holds: [decision(), edit(february), describedEdit], breaks: [describedEdit] },
  'edit-plans-by-id': { holds: [decision({ [plans]: [described] }), editByPlanId], breaks: [describedEdit] },
  'edit-of-latest': { holds: [decision(february), edit(february), decision()], breaks: [edit()] },
  'renewal-date-alone-edited': { holds: [decision(), edit(february)], breaks: [describedEdit] },
  'renewal-date-fixed': { holds: [decision(), describedEdit], breaks: [edit(february)] },
  'done-is-final': {
    holds: [decision({ '/renewal_date': '2026-01-01' }), edit({ '/renewal_date': '2026-01-01' }), pause],
    breaks: [edit()],
  },
  'range-in-order': { holds: [range(in2022, in2022)], breaks: [range('Sun, 02 Jan 2022 00:00:00 GMT', in2022)] },
  'range-of-31-days': {
    holds: [range(in2022, 'Tue, 01 Feb 2022 00:00:00 GMT')],
    breaks: [range(in2022, 'Wed, 02 Feb 2022 00:00:00 GMT')],
  },
  'range-of-days': { holds: [range(in2022, 'Sun, 02 Jan 2022 00:00:00 GMT')], breaks: [range(in2022, in2022)] },
  'range-of-two-years': {
    holds: [list({ start_date: in2022 }), list({ end_date: in2024 }), range(in2022, in2024)],
    breaks: [range(`Fri, ${newYear(2021)}`, in2024)],
  },
};
