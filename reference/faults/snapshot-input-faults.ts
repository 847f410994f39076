import { arrayOf, isObject, mapTexts, objectOf, openEnd, type JsonObject } from '../../spec/index.ts';
import { membersAt, parsed, someText } from '../json-values.ts';
import type { Store } from '../store/store.ts';
import { answerWith, isSuccess, sentBody, withJson, type ServiceRequest } from './fault.ts';
import { breaking, dashed, dayWithTime, padded, undashedId, unpaddedDay } from './rewrites.ts';

const sentCoverages = (request: ServiceRequest): readonly JsonObject[] =>
  arrayOf(objectOf(sentBody(request))['coverages']).map(objectOf);

const enrolledIn = (request: ServiceRequest): readonly JsonObject[] =>
  membersAt(sentBody(request), 'coverages[].enrolled_members[]').map(([, member]) => objectOf(member));

const lacksLatestChange = (member: JsonObject): boolean => !('latest_change_effective_date' in member);

const lacksVolume =
  (line: string) =>
  ({ line_of_coverage: covered, enrolled_members: members }: JsonObject): boolean =>
    covered === line && arrayOf(members).some((member) => !('volume' in objectOf(member)));

const isOfLineBy =
  (line: string, by: 'plan_id' | 'plan_name') =>
  (coverage: JsonObject): boolean =>
    coverage['line_of_coverage'] === line && by in coverage;

const namesKnownEmployee = (request: ServiceRequest, { employees }: Store): boolean =>
  request.place === 'E6' &&
  employees.find(String(objectOf(objectOf(sentBody(request))['employee'])['id'])) !== undefined;

const isMidnight = (value: unknown): boolean => typeof value === 'number' && value > 0 && value % 86_400 === 0;

const takingInvalid = breaking('snapshots.invalid-body');
const refusing = breaking('snapshots.optional-members');
const refusingForm = breaking('snapshots.plan-forms');

/** Violations of what E6 accepts, and of what it refuses (`spec/documents/4-endpoints.md`). */
export const snapshotInputFaults = {
  'snapshots-names-refused': refusingForm('a coverage with plan_name is refused')
    .when('plans by name')
    .refuses('E6', (request) => sentCoverages(request).some((coverage) => 'plan_name' in coverage)),
  'snapshots-ids-refused-alone': refusingForm('a snapshot is refused when all its plans are given by identifier')
    .when('plans by identifier alone')
    .refuses('E6', (request) => {
      const sent = sentCoverages(request);
      return sent.length > 0 && sent.every((coverage) => 'plan_id' in coverage);
    }),
  'snapshots-medical-name-refused': refusingForm('a coverage with plan_name is refused')
    .when('a medical coverage')
    .refuses('E6', (request) => sentCoverages(request).some(isOfLineBy('medical', 'plan_name'))),
  'snapshots-dental-id-refused': refusingForm('a coverage with plan_id is refused')
    .when('a dental coverage')
    .proof({ namesPlans: true })
    .refuses('E6', (request) => sentCoverages(request).some(isOfLineBy('dental', 'plan_id'))),
  'snapshots-names-of-known-refused': refusingForm('a coverage with plan_name is refused')
    .when('a further snapshot of an employee')
    .by((store) => async (request, serve) => {
      const isNamed = sentCoverages(request).some((coverage) => 'plan_name' in coverage);
      return serve(isNamed && namesKnownEmployee(request, store) ? withJson(request, {}) : request);
    }),
  'snapshots-latest-change-needed': refusing('an enrolled member without latest_change_effective_date is refused')
    // The variations are refused for what the canonical snapshot is refused for.
    .also('snapshots.plan-forms')
    .refuses('E6', (request) => enrolledIn(request).some(lacksLatestChange)),
  'snapshots-latest-change-of-ended-needed': refusing(
    'an enrolled member without latest_change_effective_date is refused',
  )
    .when('a coverage that ends')
    .refuses('E6', (request) =>
      enrolledIn(request).some(
        (member) => lacksLatestChange(member) && ![undefined, openEnd].includes(member['effective_end_date'] as string),
      ),
    ),
  'snapshots-latest-change-of-dependents-needed': refusing(
    'an enrolled member without latest_change_effective_date is refused',
  )
    .when('a dependent')
    .also('snapshots.plan-forms')
    .refuses('E6', (request) =>
      enrolledIn(request).some((member) => lacksLatestChange(member) && member['individual_type'] === 'dependent'),
    ),
  'snapshots-latest-change-of-known-needed': refusing(
    'an enrolled member without latest_change_effective_date is refused',
  )
    .when('a further snapshot of an employee')
    .by((store) => async (request, serve) => {
      const lacks = namesKnownEmployee(request, store) && enrolledIn(request).some(lacksLatestChange);
      return lacks ? answerWith(422) : serve(request);
    }),
  'snapshots-volume-needed': refusing('a snapshot without any volume is refused')
    .when('no life coverage')
    // The coverages with plans by identifier have no volume.
    .also('snapshots.plan-forms')
    .refuses('E6', (request) => isObject(sentBody(request)) && !request.body.includes('"volume"')),
  'snapshots-dental-volume-needed': refusing('a coverage without volume is refused')
    .when('a dental coverage')
    .refuses('E6', (request) => sentCoverages(request).some(lacksVolume('dental'))),
  'snapshots-vision-volume-needed': refusing('a coverage without volume is refused')
    .when('a vision coverage')
    .proof({ namesPlans: true })
    .refuses('E6', (request) => sentCoverages(request).some(lacksVolume('vision'))),
  'snapshots-names-of-any-type': takingInvalid('a name that is no string is taken and turned into text')
    .when('the first name of the employee')
    .takesNonTexts('E6', 'employee.person.first_name'),
  'snapshots-known-unchecked': takingInvalid('a broken snapshot is answered with what a sound one would be')
    .when('an employee who is known')
    .by((store) => {
      let good: ServiceRequest | undefined;
      return async (request, serve) => {
        const answer = await serve(request);
        if (request.place !== 'E6') return answer;
        if (isSuccess(answer)) good = request;
        return answer.status === 422 && namesKnownEmployee(request, store) && good !== undefined
          ? serve(withJson(request, sentBody(good)))
          : answer;
      };
    }),
  'snapshots-second-dependent-unchecked': takingInvalid('the person of a dependent may be text')
    .when('the second dependent')
    .takesLater('E6', 'dependents', 'person'),
  'snapshots-one-item-as-list': takingInvalid('an item is taken for a list of one')
    .when('the dependents')
    .takes('E6', 'dependents', isObject, (item) => [item]),
  'snapshots-numbers-converted': takingInvalid('a number may be text')
    .when('hours_worked')
    .takesTexts('E6', 'employee.employment.hours_worked', /^\d+(?:\.\d+)?$/, Number),
  'snapshots-booleans-converted': takingInvalid('a boolean may be text')
    .when('enable_member_auto_link')
    .takesTexts('E6', 'enable_member_auto_link', /^(?:true|false)$/, parsed),
  'snapshots-numbers-as-booleans': takingInvalid('a boolean may be 0 or 1')
    .when('enable_member_auto_link')
    .takes('E6', 'enable_member_auto_link', (value) => value === 0 || value === 1, Boolean),
  'snapshots-times-cut': takingInvalid('a date may have a time, which is cut off')
    .when('the dates of an employment')
    .takesTexts('E6', 'employee.employment.employment_dates.*', dayWithTime, (text) => text.slice(0, 10)),
  'snapshots-days-counted': takingInvalid('a date may be seconds since 1970, of a midnight')
    .when('the dates of an employment')
    .takes('E6', 'employee.employment.employment_dates.*', isMidnight, (seconds) =>
      new Date(Number(seconds) * 1000).toISOString().slice(0, 10),
    ),
  'snapshots-days-unpadded': takingInvalid('a date may lack its zeros')
    .when('the date of birth of the employee')
    .takesTexts('E6', 'employee.person.date_of_birth', unpaddedDay, padded),
  'snapshots-days-basic': takingInvalid('a date may lack its dashes')
    .when('the dates of an employment')
    .takesTexts('E6', 'employee.employment.employment_dates.*', /^\d{8}$/, (text) =>
      text.replace(/(....)(..)(..)/, '$1-$2-$3'),
    ),
  'snapshots-ids-undashed': takingInvalid('an identifier may lack its dashes')
    .when('the plan of a coverage')
    .takesTexts('E6', 'coverages[].plan_id', undashedId, dashed),
  'snapshots-ids-braced': takingInvalid('an identifier may be in braces').takesTexts(
    'E6',
    'employee.id',
    /^\{.{36}\}$/,
    (text) => text.slice(1, -1),
  ),
  'snapshots-empty-object-as-list': takingInvalid('an empty object is taken for an empty list')
    .when('the dependents')
    .takes(
      'E6',
      'dependents',
      (value) => isObject(value) && Object.keys(value).length === 0,
      () => [],
    ),
  'snapshots-impossible-day-taken': takingInvalid('a day that no calendar has is taken for the first of its month')
    .when('29 February of a year without one')
    .requests('E6', (request) => {
      const sent = sentBody(request);
      const isImpossible = (text: string): boolean => text === '2021-02-29';
      // Some bodies nest deeper than the call stack allows.
      if (!someText(sent, isImpossible)) return undefined;
      return withJson(
        request,
        mapTexts(sent, (text) => (isImpossible(text) ? '2021-02-01' : text)),
      );
    }),
};
