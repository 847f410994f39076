import * as fc from 'fast-check';
import type { MemberSnapshotInput } from '../../spec/index.ts';
import type { Override } from '../schema/place.ts';
import { around, oneOfValues, only, type Sketch } from '../schema/sketch.ts';
import { amounts } from '../values/amounts.ts';
import { openEnd } from '../values/dates.ts';
import { uuid, uuidFor } from '../values/uuid.ts';
import { carriersOf, plansOf, type GenerationContext } from './context.ts';
import { planName } from './decision.ts';
import { draftOf } from './draft.ts';
import { as, choice, dateAround, list, textAround, wayWith, withMembers } from './override.ts';
import { nameEnding, personOverrides } from './person-overrides.ts';
import { settleSnapshot } from './settle-snapshot.ts';

type Overrides = Readonly<Record<string, Override>>;

const maxDependents = 5;
const maxEvents = 3;
const eventChoice = as(choice(maxEvents));

function employee({ employeeId, runTag }: GenerationContext): Overrides {
  const at = 'employee.employment';
  return {
    'employee.id': as(employeeId === undefined ? around(uuidFor(runTag, 'employee'), uuid()) : only(employeeId)),
    // A known employee keeps its name: with another one it could be taken for somebody else.
    'employee.custom_individual_id': as(employeeId === undefined ? nameEnding : only('')),
    'employee.event_id': eventChoice,
    'employee.classifications.*': textAround('full-time staff'),
    [`${at}.employment_dates.hire_date`]: dateAround('2016-02-01', '2015-01-01', '2019-12-31'),
    [`${at}.employment_dates.full_time_start`]: dateAround('2016-03-01', '2015-01-01', '2019-12-31'),
    [`${at}.hours_worked`]: as(
      around(
        40,
        fc.integer({ min: 0, max: 672 }).map((quarters) => quarters / 4),
      ),
    ),
    [`${at}.occupation`]: textAround('Analyst', 'Maître d’hôtel', 'データ分析'),
    [`${at}.salary.amount`]: as(around(52_000, amounts())),
    [`${at}.salary.effective_date`]: dateAround('2021-01-01', '2019-12-31', '2021-12-31'),
    ...personOverrides('employee.person', {
      firstName: 'Avery',
      dateOfBirth: '1985-04-12',
      bornBefore: '1998-12-31',
      words: [runTag, 'employee'],
    }),
  };
}

function dependents({ runTag }: GenerationContext): Overrides {
  return {
    dependents: list({ min: 0, max: maxDependents, canonical: (item) => [item.canonical] }),
    'dependents[].id': as(around(uuidFor(runTag, 'dependent', '1'), uuid())),
    'dependents[].custom_individual_id': as(nameEnding),
    'dependents[].event_id': eventChoice,
    ...personOverrides('dependents[].person', {
      firstName: 'Robin',
      dateOfBirth: '2014-09-30',
      bornBefore: '2018-12-31',
      words: [runTag, 'dependent'],
    }),
  };
}

/** The two people of the canonical body; only the employee's entry has the day of a latest change. */
function employeeAndDependent(item: Sketch): readonly unknown[] {
  return [item.canonical, withMembers(item.canonical, { individual_id: '1', latest_change_effective_date: undefined })];
}

function coverages(context: GenerationContext): Overrides {
  const lines = new Set(['medical', 'dental', 'life', ...context.linesOfCoverage]);
  const dental = context.planNames[0] ?? 'Example Dental 1000';
  const life = context.planNames[1] ?? context.planNames[0] ?? 'Example Life 50';
  const member = 'coverages[].enrolled_members[]';
  return {
    coverages: list({
      min: 1,
      max: 6,
      canonical: (item) => [
        withMembers(wayWith(item, 'plan_id'), { line_of_coverage: 'medical' }),
        withMembers(wayWith(item, 'plan_name'), { line_of_coverage: 'dental', plan_name: dental }),
        withMembers(wayWith(item, 'plan_name'), { line_of_coverage: 'life', plan_name: life }),
      ],
    }),
    'coverages[].carrier_id': as(oneOfValues(carriersOf(context))),
    'coverages[].line_of_coverage': as(oneOfValues(['medical', ...[...lines].filter((line) => line !== 'medical')])),
    'coverages[].plan_id': as(oneOfValues(plansOf(context))),
    'coverages[].plan_name': planName(context, 'Example Dental 1000'),
    'coverages[].signature_date': dateAround('2021-11-20', '2020-01-01', '2021-12-31'),
    'coverages[].enrolled_members': list({ min: 1, max: 1 + maxDependents, canonical: employeeAndDependent }),
    [`${member}.individual_id`]: as(choice(1 + maxDependents)),
    [`${member}.event_id`]: eventChoice,
    [`${member}.effective_start_date`]: dateAround('2022-01-01', '2020-01-01', '2030-12-31'),
    [`${member}.effective_end_date`]: dateAround(openEnd, '2020-01-01', '2040-12-31'),
    [`${member}.latest_change_effective_date`]: dateAround('2022-02-01', '2020-01-01', '2040-12-31'),
    [`${member}.volume`]: as(around(50_000, amounts())),
  };
}

function events(): Overrides {
  return {
    events: list({ min: 1, max: maxEvents, canonical: (item) => [item.canonical] }),
    'events[].id': as(around('event-1', fc.constantFrom('1', 'E-2', 'événement'), uuid())),
    'events[].date': dateAround('2021-11-15', '2020-01-01', '2021-12-31'),
  };
}

function draft(context: GenerationContext): Sketch {
  return draftOf('member-snapshot-input', context, {
    ...employee(context),
    ...dependents(context),
    ...coverages(context),
    ...events(),
    enable_member_auto_link: as(oneOfValues([false, true])),
  });
}

/**
 * The plain body of E6 (`spec/documents/4-endpoints.md`): an employee and a dependent, one event of open enrollment,
 * both covered without end by a medical plan given by identifier, a dental one given by name and a life one with a volume.
 */
export function canonicalSnapshot(context: GenerationContext): MemberSnapshotInput {
  return settleSnapshot(draft(context).canonical as MemberSnapshotInput, context.runTag);
}

/**
 * Bodies of E6 that its schema accepts and that make sense as a whole: zero to five dependents, one to six coverages at
 * one to all of the carriers; shrinks to the canonical one.
 */
export function arbitrarySnapshot(context: GenerationContext): fc.Arbitrary<MemberSnapshotInput> {
  const drafts = draft(context).arbitrary as fc.Arbitrary<MemberSnapshotInput>;
  return drafts.map((body) => settleSnapshot(body, context.runTag));
}
