import type * as fc from 'fast-check';
import { firstOfMonth, shifted, yearOf, yearsAfter, type MemberSnapshotInput } from '../../spec/index.ts';
import { constant, distinctive, oneOf, varied, type ValueGenerator } from '../schema/value-generator.ts';
import { firstNames, lastNames, zipCodesOf } from '../values/people.ts';
import { amounts, uuids } from '../values/scalars.ts';
import { arbitraryOf, between, copied, listed, mapped, pick, some, type Random } from '../values/values.ts';
import { makeConsistent, untilKnown } from './consistent-snapshot.ts';
import type { Override } from '../schema/schema-walk.ts';
import {
  alternativeWith,
  bodyGenerator,
  carriersOf,
  countWithin,
  dateWithin,
  list,
  madeOnce,
  placeholder,
  planName,
  plansOf,
  textLike,
  withMembers,
  type GenerationContext,
  type Overrides,
} from './generation-context.ts';

const maxDependents = 5;
const maxEvents = 3;

/** A postal code of one of the states, sometimes of nine digits; which state it has to match is not known yet. */
function zipCode({ vocabulary: { state: states } }: GenerationContext): Override {
  const codes = some(states.flatMap(zipCodesOf), '');
  const ofNineDigits = (random: Random) => `-${String(random.nextInt(1, 9999)).padStart(4, '0')}`;
  const draw = (random: Random) => pick(random, codes) + (random.nextInt(0, 1) === 0 ? '' : ofNineDigits(random));
  return () => varied(codes[0], { draw });
}

function address(path: string, context: GenerationContext): Overrides {
  return {
    [`${path}.street_one`]: textLike('1 Example Street', "12½ Rue de l'Exemple", 'Beispielstraße 7'),
    [`${path}.city`]: textLike('Exampleville', 'São Exemplo', 'Přílkladov'),
    [`${path}.zip_code`]: zipCode(context),
  };
}

/** Members that are derived from a person's own name: nothing is drawn for them. */
const ofOwnName: Override = () => constant('');

function person(path: string, firstName: string, dateOfBirth: Override, context: GenerationContext): Overrides {
  return {
    [`${path}.first_name`]: textLike(firstName, ...firstNames),
    [`${path}.middle_name`]: textLike('Quinn', ...firstNames),
    [`${path}.last_name`]: textLike('Example', ...lastNames),
    [`${path}.suffix`]: textLike('Jr.', 'III', 'Ph.D.'),
    [`${path}.date_of_birth`]: dateOfBirth,
    [`${path}.ssn`]: ofOwnName,
    ...address(`${path}.home_address`, context),
    [`${path}.home_address.county`]: textLike('Example County', 'Exämple'),
    ...address(`${path}.mailing_address`, context),
    [`${path}.contact.email_address`]: ofOwnName,
    [`${path}.contact.home_phone`]: ofOwnName,
    [`${path}.contact.work_phone`]: ofOwnName,
  };
}

const lettersAndDigits = some(Array.from('abcdefghijklmnopqrstuvwxyz0123456789'), 'a');

/** The end of a person's own name for the target: canonically empty, else unlike any other in the run. */
const nameEnding: Override = () =>
  distinctive('', {
    draw: (random) => Array.from({ length: 9 }, () => pick(random, lettersAndDigits)).join(''),
  });

function employee(context: GenerationContext): Overrides {
  const { employeeId, today } = context;
  const at = 'employee.employment';
  const hours = mapped(between(0, 240), (quarters) => quarters / 4);
  const birth = dateWithin(`${yearOf(today) - 40}-04-12`, shifted(yearsAfter(today, -75), 1), yearsAfter(today, -19));
  return {
    'employee.id': () => (employeeId === undefined ? varied('', uuids) : constant('')),
    // A known employee keeps its name: under another one it could be taken for somebody else.
    'employee.custom_individual_id': (fromSchema) => (employeeId === undefined ? nameEnding(fromSchema) : constant('')),
    'employee.event_id': placeholder(maxEvents),
    'employee.classifications.*': textLike('full-time staff'),
    [`${at}.employment_dates.hire_date`]: dateWithin(
      firstOfMonth(today, -72),
      yearsAfter(today, -15),
      yearsAfter(today, -1),
    ),
    // Days after the hire.
    [`${at}.employment_dates.full_time_start`]: countWithin(30, 0, 300),
    [`${at}.hours_worked`]: () => varied(40, hours),
    [`${at}.occupation`]: textLike('Analyst', 'Maître d’hôtel', 'データ分析'),
    [`${at}.salary.amount`]: () => varied(52_000, amounts),
    [`${at}.salary.effective_date`]: dateWithin(firstOfMonth(today, -5), yearsAfter(today, -5), shifted(today, -1)),
    ...person('employee.person', 'Avery', birth, context),
  };
}

function dependents(context: GenerationContext): Overrides {
  const { today } = context;
  // A child: born before any coverage begins, and under 26 when it does.
  const birth = dateWithin(
    `${yearOf(today) - 11}-09-30`,
    yearsAfter(firstOfMonth(today, 6), -26),
    firstOfMonth(today, -3),
  );
  return {
    dependents: list({ min: 0, max: maxDependents, canonical: (item) => [item.canonical] }),
    'dependents[].id': () => varied('', uuids),
    'dependents[].custom_individual_id': nameEnding,
    'dependents[].event_id': placeholder(maxEvents),
    ...person('dependents[].person', 'Robin', birth, context),
  };
}

function employeeAndDependent({ canonical }: ValueGenerator): readonly unknown[] {
  return [canonical, withMembers(canonical, { individual_id: '1', latest_change_effective_date: undefined })];
}

function coverages(context: GenerationContext): Overrides {
  const lines = new Set(['medical', 'dental', 'life', ...context.linesOfCoverage]);
  const dental = context.planNames[0] ?? 'Example Dental 1000';
  const life = context.planNames[1] ?? context.planNames[0] ?? 'Example Life 50';
  const member = 'coverages[].enrolled_members[]';
  const { usual, joining } = untilKnown.start;
  const { open, ofYear } = untilKnown.end;
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
    // Days before the coverage's last possible day of signing, counted from 1.
    'coverages[].signature_date': countWithin(3, 1, 30),
    'coverages[].enrolled_members': list({ min: 1, max: 1 + maxDependents, canonical: employeeAndDependent }),
    [`${member}.individual_id`]: placeholder(1 + maxDependents),
    [`${member}.event_id`]: placeholder(maxEvents),
    [`${member}.effective_start_date`]: () => varied(usual, listed([usual, joining]), mapped(between(-2, 4), String)),
    [`${member}.effective_end_date`]: () => varied(open, listed([ofYear]), mapped(between(0, 11), String)),
    // Months after the start.
    [`${member}.latest_change_effective_date`]: countWithin(1, 0, 12),
    [`${member}.volume`]: () => varied(50_000, amounts),
  };
}

const events: Overrides = {
  events: list({ min: 1, max: maxEvents, canonical: (item) => [item.canonical] }),
  // An empty id is replaced by one that nobody else has.
  'events[].id': () => varied('', listed(['1', 'E-2', 'événement']), uuids),
  // Days before the coverages begin.
  'events[].date': countWithin(15, 0, 31),
};

const generator = madeOnce((context) =>
  bodyGenerator('member-snapshot-input', context, {
    ...employee(context),
    ...dependents(context),
    ...coverages(context),
    ...events,
    enable_member_auto_link: () => oneOf([false, true]),
  }),
);

/** The plain body of E6 (`spec/documents/4-endpoints.md`): an employee and a dependent with three coverages and one event. */
export function canonicalSnapshot(context: GenerationContext): MemberSnapshotInput {
  // The walk gives the shape of the schema that the type was generated from; tests confirm it with Ajv.
  return makeConsistent(copied(generator(context).canonical) as MemberSnapshotInput, context);
}

/** Bodies of E6 that its schema accepts and whose members agree; they shrink to the canonical one. */
export function arbitrarySnapshot(context: GenerationContext): fc.Arbitrary<MemberSnapshotInput> {
  return arbitraryOf(generator(context), (body) => makeConsistent(body as MemberSnapshotInput, context));
}
