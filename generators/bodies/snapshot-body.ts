import * as fc from 'fast-check';
import type { MemberSnapshotInput } from '../../spec/index.ts';
import { constant, oneOf, varied, type ValueGenerator } from '../schema/value-generator.ts';
import { openEnd } from '../values/calendar-dates.ts';
import {
  emails,
  firstNames,
  lastNames,
  phones,
  postalCodes,
  socialSecurityNumberFor,
  socialSecurityNumbers,
} from '../values/people.ts';
import { amounts, uuid, uuidFor } from '../values/scalars.ts';
import { makeConsistent } from './consistent-snapshot.ts';
import { carriersOf, plansOf, type GenerationContext } from './generation-context.ts';
import {
  alternativeWith,
  bodyGenerator,
  dateWithin,
  list,
  placeholder,
  planName,
  textLike,
  withMembers,
  type Overrides,
} from './overrides.ts';

const maxDependents = 5;
const maxEvents = 3;

interface Persona {
  readonly firstName: string;
  readonly dateOfBirth: string;
  /** The last day on which such a person may have been born. */
  readonly bornBefore: string;
  /** Makes the social security number the person's own: a run tag and a role. */
  readonly words: readonly string[];
}

function address(path: string): Overrides {
  return {
    [`${path}.street_one`]: textLike('1 Example Street', "12½ Rue de l'Exemple", 'Beispielstraße 7'),
    [`${path}.city`]: textLike('Exampleville', 'São Exemplo', 'Přílkladov'),
    [`${path}.zip_code`]: () => varied('00501', postalCodes()),
  };
}

/** A person at a path of the body, such as `employee.person`: synthetic, and seen to be so. */
function person(path: string, { firstName, dateOfBirth, bornBefore, words }: Persona): Overrides {
  return {
    [`${path}.first_name`]: textLike(firstName, ...firstNames),
    [`${path}.middle_name`]: textLike('Quinn', ...firstNames),
    [`${path}.last_name`]: textLike('Example', ...lastNames),
    [`${path}.suffix`]: textLike('Jr.', 'III', 'Ph.D.'),
    [`${path}.date_of_birth`]: dateWithin(dateOfBirth, '1930-01-01', bornBefore),
    [`${path}.ssn`]: () => varied(socialSecurityNumberFor(...words), socialSecurityNumbers()),
    ...address(`${path}.home_address`),
    [`${path}.home_address.county`]: textLike('Example County', 'Exämple'),
    ...address(`${path}.mailing_address`),
    [`${path}.contact.email_address`]: () => varied(`${firstName.toLowerCase()}@example.com`, emails()),
    [`${path}.contact.home_phone`]: () => varied('+12025550100', phones()),
    [`${path}.contact.work_phone`]: () => varied('+12025550101', phones()),
  };
}

/** The end of a person's own name for the target: nothing canonically, else some text. */
const nameEnding = varied(
  '',
  fc.constantFrom('a', 'ö', '𝒜', 'x y', "o'"),
  fc.string({ unit: fc.constantFrom(...Array.from('abc-_.019')), maxLength: 80 }),
);

function employee({ employeeId, runTag }: GenerationContext): Overrides {
  const at = 'employee.employment';
  const hours = fc.integer({ min: 0, max: 672 }).map((quarters) => quarters / 4);
  return {
    'employee.id': () =>
      employeeId === undefined ? varied(uuidFor(runTag, 'employee'), uuid()) : constant(employeeId),
    // A known employee keeps its name: with another one it could be taken for somebody else.
    'employee.custom_individual_id': () => (employeeId === undefined ? nameEnding : constant('')),
    'employee.event_id': placeholder(maxEvents),
    'employee.classifications.*': textLike('full-time staff'),
    [`${at}.employment_dates.hire_date`]: dateWithin('2016-02-01', '2015-01-01', '2019-12-31'),
    [`${at}.employment_dates.full_time_start`]: dateWithin('2016-03-01', '2015-01-01', '2019-12-31'),
    [`${at}.hours_worked`]: () => varied(40, hours),
    [`${at}.occupation`]: textLike('Analyst', 'Maître d’hôtel', 'データ分析'),
    [`${at}.salary.amount`]: () => varied(52_000, amounts()),
    [`${at}.salary.effective_date`]: dateWithin('2021-01-01', '2019-12-31', '2021-12-31'),
    ...person('employee.person', {
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
    'dependents[].id': () => varied(uuidFor(runTag, 'dependent', '1'), uuid()),
    'dependents[].custom_individual_id': () => nameEnding,
    'dependents[].event_id': placeholder(maxEvents),
    ...person('dependents[].person', {
      firstName: 'Robin',
      dateOfBirth: '2014-09-30',
      bornBefore: '2018-12-31',
      words: [runTag, 'dependent'],
    }),
  };
}

/** The two people of the canonical body; only the employee's entry has the day of a latest change. */
function employeeAndDependent({ canonical }: ValueGenerator): readonly unknown[] {
  return [canonical, withMembers(canonical, { individual_id: '1', latest_change_effective_date: undefined })];
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
        withMembers(alternativeWith(item, 'plan_id'), { line_of_coverage: 'medical' }),
        withMembers(alternativeWith(item, 'plan_name'), { line_of_coverage: 'dental', plan_name: dental }),
        withMembers(alternativeWith(item, 'plan_name'), { line_of_coverage: 'life', plan_name: life }),
      ],
    }),
    'coverages[].carrier_id': () => oneOf(carriersOf(context)),
    'coverages[].line_of_coverage': () => oneOf(['medical', ...[...lines].filter((line) => line !== 'medical')]),
    'coverages[].plan_id': () => oneOf(plansOf(context)),
    'coverages[].plan_name': planName(context, 'Example Dental 1000'),
    'coverages[].signature_date': dateWithin('2021-11-20', '2020-01-01', '2021-12-31'),
    'coverages[].enrolled_members': list({ min: 1, max: 1 + maxDependents, canonical: employeeAndDependent }),
    [`${member}.individual_id`]: placeholder(1 + maxDependents),
    [`${member}.event_id`]: placeholder(maxEvents),
    [`${member}.effective_start_date`]: dateWithin('2022-01-01', '2020-01-01', '2030-12-31'),
    [`${member}.effective_end_date`]: dateWithin(openEnd, '2020-01-01', '2040-12-31'),
    [`${member}.latest_change_effective_date`]: dateWithin('2022-02-01', '2020-01-01', '2040-12-31'),
    [`${member}.volume`]: () => varied(50_000, amounts()),
  };
}

function events(): Overrides {
  return {
    events: list({ min: 1, max: maxEvents, canonical: (item) => [item.canonical] }),
    'events[].id': () => varied('event-1', fc.constantFrom('1', 'E-2', 'événement'), uuid()),
    'events[].date': dateWithin('2021-11-15', '2020-01-01', '2021-12-31'),
  };
}

function generator(context: GenerationContext): ValueGenerator {
  return bodyGenerator('member-snapshot-input', context, {
    ...employee(context),
    ...dependents(context),
    ...coverages(context),
    ...events(),
    enable_member_auto_link: () => oneOf([false, true]),
  });
}

/**
 * The plain body of E6 (`spec/documents/4-endpoints.md`): an employee and a dependent, one event of open enrollment,
 * both covered without end by a medical plan given by identifier, a dental one given by name and a life one with a volume.
 */
export function canonicalSnapshot(context: GenerationContext): MemberSnapshotInput {
  // The walk gives what has the shape of the schema that the type was made of; the tests have Ajv confirm it.
  return makeConsistent(generator(context).canonical as MemberSnapshotInput, context.runTag);
}

/**
 * Bodies of E6 that its schema accepts and whose members agree: zero to five dependents, one to six coverages at one to
 * all of the carriers; shrinks to the canonical one.
 */
export function arbitrarySnapshot(context: GenerationContext): fc.Arbitrary<MemberSnapshotInput> {
  const drawn = generator(context).arbitrary as fc.Arbitrary<MemberSnapshotInput>;
  return drawn.map((body) => makeConsistent(body, context.runTag));
}
