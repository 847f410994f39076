import { setTimeout as sleep } from 'node:timers/promises';
import { arrayOf, idKey, objectOf, sameId } from '../../spec/index.ts';
import type { EmployeeRecord } from '../store/store.ts';
import {
  answerWith,
  isSuccess,
  sentBody,
  withAuthorization,
  withJson,
  withParameter,
  type Begin,
  type ServiceAnswer,
} from './fault.ts';
import { change, parsed } from '../json-values.ts';
import {
  claimsOf,
  keepingReads,
  refusalAlone,
  withOtherKey,
  withSeenKeys,
  type SeenKeys,
  type Shows,
} from './observed.ts';
import {
  breaking,
  editBody,
  fault,
  having,
  isAt,
  type Places,
  recordsIn,
  type Served,
  rewrite,
  shownElsewhere,
} from './rewrites.ts';

const successes: Shows = (given, refusal) => (isSuccess(given) ? given : refusal);

type IsMeant = (exchange: Served, keys: SeenKeys) => boolean;

/** Lets any organization do what only another one may do, or see a part of the result. */
const forAnybody = (places: Places, shows = successes, isMeant: IsMeant = () => true): Begin =>
  withOtherKey(places, 404, (sent, keys, exchange) => (isMeant(exchange, keys) ? keys.other(sent) : undefined), shows);

const completedAlone: Shows = (given, refusal) =>
  objectOf(parsed(given.text))['status'] === 'completed' ? given : refusal;

/** A page with only the decisions that are done, as if it held no others. */
const doneAlone: Shows = (given, refusal) =>
  editBody(successes(given, refusal), ({ meta, response }) => {
    const shown = arrayOf(response).filter((record) => objectOf(record)['status'] === 'done');
    return { meta: having({ total_records: shown.length })(meta), response: shown };
  });

const givenParameter = (places: Places, name: string): Begin =>
  forAnybody(places, successes, ({ request }) => request.query[name] !== undefined);

const hasCapitals = (id: string): boolean => /[A-F]/.test(id);

const inCapitals = (places: Places): Begin =>
  forAnybody(places, successes, ({ request: { path } }) => Object.values(path).some(hasCapitals));

/** Whether the request comes from the organization whose key was seen first. */
const isOfFirst: IsMeant = ({ request }, keys) =>
  claimsOf(request.headers['authorization'])['organization_id'] === claimsOf(keys.ofFirst())['organization_id'];

/** A page with further records put first, cut to its size. */
const withMore = (answer: ServiceAnswer, more: readonly unknown[]): ServiceAnswer =>
  editBody(answer, ({ meta, response }) => {
    const { page_size: size, total_records: total } = objectOf(meta);
    const counted = having({ total_records: Number(total) + more.length })(meta);
    return { meta: counted, response: [...more, ...arrayOf(response)].slice(0, Number(size)) };
  });

/** Lists groups of the first organization, from one of them on, to every other organization as that one's own. */
const sharingGroups = (from: number, isMeant: IsMeant = () => true): Begin =>
  withSeenKeys((exchange, keys) => {
    const { request, answer, memory } = exchange;
    if (request.place !== 'E1' || !isSuccess(answer)) return answer;
    const [own] = recordsIn(answer, request);
    if (isOfFirst(exchange, keys)) memory.first('groups', recordsIn(answer, request));
    else if (isMeant(exchange, keys)) {
      const ownId = having({ organization_id: own?.['organization_id'] });
      return withMore(answer, arrayOf(memory.get('groups')).slice(from).map(ownId));
    }
    return answer;
  });

const countedAlone: Shows = (given, refusal) => editBody(successes(given, refusal), having({ response: [] }));

/** The id of the employee that a snapshot names; empty if it names none. */
function nameOfEmployee({ request }: Served): string {
  const { id } = objectOf(objectOf(sentBody(request))['employee']);
  return typeof id === 'string' ? id : '';
}

const namedEmployee = (exchange: Served): EmployeeRecord | undefined =>
  exchange.store.employees.find(nameOfEmployee(exchange));

/** Also makes a snapshot in the group of the employee that it names, whoever sends it into another group. */
const attachingToNamed = (isMeant: (id: string) => boolean) =>
  withSeenKeys(async (exchange, keys) => {
    const { request, answer, serve } = exchange;
    const { groupId } = (isAt('E6', request) && isSuccess(answer) && namedEmployee(exchange)) || {};
    const owner = isMeant(nameOfEmployee(exchange)) ? keys.other(request.headers['authorization']) : undefined;
    if (groupId !== undefined && owner !== undefined && !sameId(groupId, request.path['group_id']))
      await serve(withAuthorization(withParameter(request, 'group_id', groupId), owner));
    return answer;
  });

/** Takes a snapshot in another one's group, if it names an employee of its sender. */
const takingOwnEmployees: Begin = forAnybody('E6', successes, (exchange) => {
  const group = exchange.store.groups.find(namedEmployee(exchange)?.groupId ?? '');
  return group?.organizationId === claimsOf(exchange.request.headers['authorization'])['organization_id'];
});

/** Also makes a snapshot of the first employee with a `custom_individual_id`, whoever sends that name. */
const attachingToNameSakes = withSeenKeys(async (exchange, keys) => {
  const { request, answer, memory, serve } = exchange;
  if (!isAt('E6', request) || !isSuccess(answer)) return answer;
  const body = objectOf(sentBody(request));
  const { custom_individual_id: name, id: named } = objectOf(body['employee']);
  const { authorization } = request.headers;
  const { employee_id: id } = objectOf(parsed(answer.text));
  const group = request.path['group_id'] ?? '';
  const own = { id, sent: body, group, owner: claimsOf(authorization)['organization_id'] };
  const first = memory.first(name, own) as typeof own;
  const other = keys.other(authorization);
  if (typeof name !== 'string' || first.owner === own.owner || sameId(named, first.id) || other === undefined)
    return answer;
  const sentAs = String(objectOf(first.sent['employee'])['id']);
  const text = JSON.stringify(first.sent).replaceAll(sentAs, String(first.id));
  await serve(withAuthorization(withParameter(withJson(request, parsed(text)), 'group_id', first.group), other));
  return answer;
});

/** Answers lists of groups that are asked for at the same time as the one that was asked for last. */
const answeringTheLast: Begin = () => {
  let last = '';
  return async (request, serve) => {
    const answer = await serve(request);
    if (request.place !== 'E1' || !isSuccess(answer)) return answer;
    last = request.headers['authorization'] ?? '';
    await sleep(msToList);
    return serve(withAuthorization(request, last));
  };
};

/** Lists the last group that a connection has made for another organization to every organization. */
const sharingNewGroups: Begin = rewrite.exchanges('E1 E2', ({ request, answer, memory }) => {
  const owner = claimsOf(request.headers['authorization'])['organization_id'];
  const made = arrayOf(memory.get('made')).map(objectOf);
  const { group_id: id } = objectOf(parsed(answer.text));
  if (request.place === 'E2' && isSuccess(answer)) memory.set('made', [...made, { owner, id }]);
  if (request.place !== 'E1' || !isSuccess(answer)) return answer;
  const [own] = recordsIn(answer, request);
  const others = made.filter((one) => one['owner'] !== owner).slice(-1);
  return withMore(
    answer,
    others.map((one) => ({ ...own, id: one['id'], version: one['id'] })),
  );
});

/** Hands an employee of the first organization to another one that names it in a snapshot: it is no longer listed. */
const takingOver = withSeenKeys((exchange, keys) => {
  const { request, answer, memory } = exchange;
  const isOther = !isOfFirst(exchange, keys);
  if (isAt('E6', request) && isSuccess(answer) && isOther && namedEmployee(exchange) !== undefined)
    memory.set(idKey(nameOfEmployee(exchange)), true);
  const isTaken = isAt('E8', request) && memory.get(idKey(request.path['employee_id'])) === true;
  return isTaken ? answerWith(404) : answer;
});

/** Lists the decisions of all organizations if no filter is given. */
const listingAll = rewrite.exchanges('E3 E5', ({ request, answer, memory }) => {
  const ownerOf = claimsOf(request.headers['authorization'])?.['organization_id'];
  const made = arrayOf(memory.get('made')).map(objectOf);
  if (request.place === 'E3' && isSuccess(answer))
    memory.set('made', [...made, { record: parsed(answer.text), ownerOf }]);
  if (request.place !== 'E5' || !isSuccess(answer) || Object.keys(request.query).length > 0) return answer;
  const others = made.filter((one) => one['ownerOf'] !== ownerOf).map(({ record }) => record);
  return withMore(answer, others);
});

/** Milliseconds that it takes to list groups if it matters what is listed at the same time. */
const msToList = 10;

const openRecords = breaking('isolation.records');

/** Tells any organization how many records another one has. */
const countsForAnybody = (records: string) =>
  openRecords(`any organization is told the number of ${records}`)
    .when('an empty page')
    // The total is that of a list that has records.
    .also('paging.full-pages');

const elsewhere = "in another one's group";

/** Carries out what any organization asks for, and answers that there is no such record. */
const refusedButMade = (record: string, place: Places) =>
  openRecords(`a ${record} refused to an organization is made ${elsewhere} all the same`)
    .when('a create in a group')
    .by(forAnybody(place, refusalAlone));

/** Milliseconds within which a decision is processed, and no run has ended. */
const momentMs = 1_500;

/** What any organization can do with another one's records, when it shows, and the behaviour. */
const done: readonly (readonly [name: string, what: string, when: string, by: Begin])[] = [
  ['isolation-snapshots-readable', 'reads a snapshot', 'a snapshot by its id', forAnybody('E7')],
  ['isolation-employees-readable', "lists an employee's snapshots", 'the list of an employee', forAnybody('E8')],
  ['isolation-capitals-readable', 'reads a snapshot', 'its id in capitals', inCapitals('E7')],
  ['isolation-fresh-readable', 'reads a snapshot', 'one that was read a moment ago', keepingReads('E7', 404)],
  ['isolation-pages-readable', "lists an employee's snapshots", 'a page_size', givenParameter('E8', 'page_size')],
  ['isolation-decisions-readable', "lists a group's decisions", 'the list of a group', forAnybody('E5')],
  ['isolation-day-readable', "lists a group's decisions", 'a renewal_date', givenParameter('E5', 'renewal_date')],
  ['isolation-completed-readable', 'reads a snapshot', 'once completed', forAnybody('E7', completedAlone)],
  ['isolation-done-readable', "lists a group's decisions", 'once done', forAnybody('E5', doneAlone)],
  ['isolation-decisions-editable', 'edits a decision', 'an edit under the current version', forAnybody('E4')],
  [
    'isolation-edited-decisions-editable',
    'edits a decision',
    'a decision that was edited',
    forAnybody('E4', successes, ({ request: { path }, store }) => {
      const decision = store.decisions.find(path['renewal_decision_id'] ?? '');
      return decision !== undefined && decision.submitted > decision.created;
    }),
  ],
  [
    'isolation-processed-decisions-editable',
    'edits a decision, which is refused',
    'a decision that was processed',
    forAnybody('E4', refusalAlone, ({ request: { path }, store }) => {
      const { status } = store.decisions.find(path['renewal_decision_id'] ?? '') ?? {};
      return status !== undefined && status !== 'submitted';
    }),
  ],
  [
    'isolation-fresh-decisions-editable',
    'edits a decision, which is refused',
    'a decision that was processed a moment ago',
    forAnybody('E4', refusalAlone, ({ request: { path }, store }) => {
      const { status, submitted = 0 } = store.decisions.find(path['renewal_decision_id'] ?? '') ?? {};
      return status !== undefined && status !== 'submitted' && Date.now() - submitted < momentMs;
    }),
  ],
  ['isolation-capitals-editable', 'edits a decision', 'its id in capitals', inCapitals('E4')],
  [
    'isolation-capitals-creatable',
    `makes records ${elsewhere}`,
    'the id of the group in capitals',
    inCapitals('E3 E6'),
  ],
  ['isolation-own-takeable', `makes a snapshot ${elsewhere}`, 'an employee of its own', takingOwnEmployees],
  ['isolation-decisions-creatable', `makes a decision ${elsewhere}`, 'a create in a group', forAnybody('E3')],
  ['isolation-snapshots-creatable', `makes a snapshot ${elsewhere}`, 'a create in a group', forAnybody('E6')],
  [
    'isolation-newcomers-takeable',
    `makes a snapshot ${elsewhere}`,
    'an employee that is not known',
    forAnybody('E6', successes, (exchange) => namedEmployee(exchange) === undefined),
  ],
];

/** Violations of the isolation of organizations (`spec/documents/5-authentication.md`). */
export const isolationFaults = {
  'isolation-groups-shared': fault('isolation.groups', 'every organization lists all groups')
    .also(...shownElsewhere)
    .by(sharingGroups(0)),
  'isolation-last-group-shared': fault('isolation.groups', 'every organization lists one group of another')
    .when('the last group of the list')
    .also(...shownElsewhere)
    .by(sharingGroups(-1)),
  ...Object.fromEntries(
    done.map(([name, what, when, by]) => [name, openRecords(`any organization ${what}`).when(when).by(by)]),
  ),
  'isolation-employee-named-elsewhere': openRecords(
    'a snapshot that names an employee of another organization becomes one of that employee',
  )
    .when('a group of its own')
    .by(attachingToNamed(() => true)),
  'isolation-employee-named-in-capitals': openRecords(
    'a snapshot that names an employee of another organization becomes one of that employee',
  )
    .when('a group of its own, and the id in capitals')
    .by(attachingToNamed(hasCapitals)),
  'isolation-employee-of-name-taken': openRecords(
    'a snapshot that gives an employee a name of another organization becomes one of that employee',
  )
    .when('a custom_individual_id that is known')
    .by(attachingToNameSakes),
  'isolation-employee-taken-over': openRecords('an employee becomes that of another organization that names it')
    .and('snapshots.list')
    .when('a snapshot in a group of its own')
    .also('paging.total')
    .by(takingOver),
  'isolation-decisions-counted': countsForAnybody("a group's decisions").by(forAnybody('E5', countedAlone)),
  'isolation-snapshots-counted': countsForAnybody("an employee's snapshots").by(forAnybody('E8', countedAlone)),
  'isolation-refused-decision-made': refusedButMade('decision', 'E3'),
  'isolation-refused-snapshot-made': refusedButMade('snapshot', 'E6'),
  'isolation-groups-shared-by-page': fault('isolation.groups', 'every organization lists all groups')
    .when('a page_size')
    .also(...shownElsewhere)
    .by(sharingGroups(0, ({ request }) => request.query['page_size'] !== undefined)),
  'isolation-groups-at-once': fault('isolation.groups', 'a list of groups is that of another organization')
    .when('two lists that are asked for at the same time')
    // The key that is answered for the other one sees groups of two organizations.
    .also('groups.own-organization')
    .by(answeringTheLast),
  'isolation-new-group-shared': fault('isolation.groups', 'every organization lists a group of another')
    .when('a group that came with a connection')
    // It is listed as the connection shows it, and its decisions are found only with the key that it belongs to.
    .also(
      'renewals.list',
      'groups.record',
      'groups.record-complete',
      'wire.timestamps-ordered',
      'versions.modified-moves',
      ...shownElsewhere,
    )
    .by(sharingNewGroups),
  'isolation-groups-counted': fault('isolation.groups', 'the total of a list of groups counts those of others').by(
    (store) =>
      rewrite.bodies('E1', (body) => change(body, 'meta.total_records', () => store.groups.all().length))(store),
  ),
  'isolation-decisions-of-all-listed': openRecords("the list of a group has other organizations' decisions as well")
    .and('renewals.list')
    .when('no filter')
    .also(...shownElsewhere)
    .by(listingAll),
  'isolation-first-reads-all': openRecords('one organization reads the snapshots of all')
    .when('the one whose key is used first')
    .by(forAnybody('E7', successes, isOfFirst)),
};
