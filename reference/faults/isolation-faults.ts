import { arrayOf, objectOf } from '../../spec/index.ts';
import { isSuccess, sentBody, type Begin, type ServiceAnswer, type ServiceRequest } from './fault.ts';
import { parsed } from '../json-values.ts';
import { claimsOf, withOtherKey, withSeenKeys } from './observed.ts';
import { breaking, editBody, fault, faultTable, having, isAt, type Places, shownElsewhere } from './rewrites.ts';

/** Lets any organization do what only another one may do, or see a part of what comes of it. */
const forAnybody = (
  places: Places,
  shows: Parameters<typeof withOtherKey>[3] = 'successes',
  isMeant: (request: ServiceRequest) => boolean = () => true,
): Begin =>
  withOtherKey(places, 404, (sent, keys, request) => (isMeant(request) ? keys.other(sent) : undefined), shows);

const isCompleted = ({ text }: ServiceAnswer): boolean => objectOf(parsed(text))['status'] === 'completed';

/** A page with those decisions alone that are done, as if it held no others. */
const doneAlone = (page: ServiceAnswer): ServiceAnswer =>
  editBody(page, ({ meta, response }) => {
    const shown = arrayOf(response).filter((record) => objectOf(record)['status'] === 'done');
    return { meta: having({ total_records: shown.length })(meta), response: shown };
  });

const withParameter = (places: Places, name: string): Begin =>
  forAnybody(places, 'successes', ({ query }) => query[name] !== undefined);

const inCapitals = (places: Places): Begin =>
  forAnybody(places, 'successes', ({ path }) => Object.values(path).some((id) => /[A-F]/.test(id)));

/** Lists some groups of the first organization to every other one, as if they were its own. */
function sharingGroups(share: (groups: readonly unknown[]) => readonly unknown[]): Begin {
  return () => {
    let groups: readonly unknown[] = [];
    return withSeenKeys(({ request, answer }, keys) => {
      if (request.place !== 'E1') return answer;
      return editBody(answer, ({ meta, response }) => {
        const own = arrayOf(response);
        const [first, asking] = [keys.ofFirst(), request.headers['authorization']].map(claimsOf);
        if (first?.['organization_id'] === asking?.['organization_id']) {
          if (groups.length === 0) groups = own;
          return { meta, response };
        }
        const shared = share(groups).map(having({ organization_id: objectOf(own[0])['organization_id'] }));
        const { page_size: size, total_records: total } = objectOf(meta);
        const counted = having({ total_records: Number(total) + shared.length })(meta);
        return { meta: counted, response: [...shared, ...own].slice(0, Number(size)) };
      });
    })();
  };
}

/** A page that counts its records, and holds none. */
const countedAlone = (page: ServiceAnswer): ServiceAnswer => editBody(page, having({ response: [] }));

/** Lets any organization make a snapshot of an employee that the service does not know yet. */
const takingNewcomers: Begin = () => {
  const known = new Set<string>();
  const open = forAnybody('E6')();
  return async (request, serve) => {
    const { id } = objectOf(objectOf(sentBody(request))['employee']);
    const isKnown = typeof id === 'string' && known.has(id.toLowerCase());
    const answer = await (isKnown ? serve(request) : open(request, serve));
    const { employee_id: employee } = isAt('E6', request) ? objectOf(parsed(answer.text)) : {};
    if (isSuccess(answer) && typeof employee === 'string') known.add(employee.toLowerCase());
    return answer;
  };
};

/** Makes a snapshot of an employee where the employee is, whoever sends it into which group. */
const attachingToNamed: Begin = () => {
  const places = new Map<string, ServiceRequest>();
  return async (request, serve) => {
    if (!isAt('E6', request)) return serve(request);
    const answer = await serve(request);
    const sent = objectOf(sentBody(request));
    const { id } = objectOf(sent['employee']);
    const known = typeof id === 'string' ? places.get(id.toLowerCase()) : undefined;
    if (known !== undefined && known.path['group_id'] !== request.path['group_id'] && answer.status !== 401)
      await serve({ ...known, body: request.body });
    const { employee_id: employee } = objectOf(parsed(answer.text));
    if (isSuccess(answer) && typeof employee === 'string' && !places.has(employee.toLowerCase()))
      places.set(employee.toLowerCase(), request);
    return answer;
  };
};

const openRecords = breaking('isolation.records');

/** Tells any organization how many records of another one there are. */
const countsForAnybody = (records: string) =>
  openRecords(`any organization is told the number of ${records}`)
    .when('an empty page')
    // The total is that of a list with records.
    .also('paging.full-pages');

const elsewhere = "in another one's group";

/** Does what any organization asks for, and answers that there is no such record. */
const refusedButMade = (record: string, place: Places) =>
  openRecords(`a ${record} refused to an organization is made ${elsewhere} all the same`)
    .when('a create in a group')
    .by(forAnybody(place, 'nothing'));

/** What any organization does with records of another one: what, when it shows, and where. */
const done: readonly (readonly [name: string, what: string, when: string, by: Begin])[] = [
  ['isolation-snapshots-readable', 'reads a snapshot', 'a snapshot by its id', forAnybody('E7')],
  ['isolation-employees-readable', "lists an employee's snapshots", 'the list of an employee', forAnybody('E8')],
  ['isolation-capitals-readable', 'reads a snapshot', 'its id in capitals', inCapitals('E7')],
  ['isolation-pages-readable', "lists an employee's snapshots", 'a page_size', withParameter('E8', 'page_size')],
  ['isolation-decisions-readable', "lists a group's decisions", 'the list of a group', forAnybody('E5')],
  ['isolation-day-readable', "lists a group's decisions", 'a renewal_date', withParameter('E5', 'renewal_date')],
  [
    'isolation-completed-readable',
    'reads a snapshot',
    'once completed',
    forAnybody('E7', (given) => (isCompleted(given) ? given : undefined)),
  ],
  ['isolation-done-readable', "lists a group's decisions", 'once done', forAnybody('E5', doneAlone)],
  ['isolation-decisions-editable', 'edits a decision', 'an edit under the current version', forAnybody('E4')],
  ['isolation-decisions-creatable', `makes a decision ${elsewhere}`, 'a create in a group', forAnybody('E3')],
  ['isolation-snapshots-creatable', `makes a snapshot ${elsewhere}`, 'a create in a group', forAnybody('E6')],
  ['isolation-newcomers-takeable', `makes a snapshot ${elsewhere}`, 'an employee that is not known', takingNewcomers],
];

/** Violations of what keeps organizations apart (`spec/documents/5-authentication.md`). */
export const isolationFaults = faultTable({
  'isolation-groups-shared': fault('isolation.groups', 'every organization lists all groups')
    .also(...shownElsewhere)
    .by(sharingGroups((groups) => groups)),
  'isolation-last-group-shared': fault('isolation.groups', 'every organization lists one group of another')
    .when('the last group of the list')
    .also(...shownElsewhere)
    .by(sharingGroups((groups) => groups.slice(-1))),
  ...Object.fromEntries(
    done.map(([name, what, when, by]) => [name, openRecords(`any organization ${what}`).when(when).by(by)]),
  ),
  'isolation-employee-named-elsewhere': openRecords(
    'a snapshot that names an employee of another organization becomes one of that employee',
  )
    .when('a group of its own')
    .by(attachingToNamed),
  'isolation-decisions-counted': countsForAnybody("a group's decisions").by(forAnybody('E5', countedAlone)),
  'isolation-snapshots-counted': countsForAnybody("an employee's snapshots").by(forAnybody('E8', countedAlone)),
  'isolation-refused-decision-made': refusedButMade('decision', 'E3'),
  'isolation-refused-snapshot-made': refusedButMade('snapshot', 'E6'),
});
