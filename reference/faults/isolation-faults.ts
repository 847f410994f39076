import { arrayOf, objectOf } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import { faultTable, isSuccess, shownElsewhere, withAuthorization, withBody, type Begin } from './fault.ts';
import { withSeenKeys } from './observed.ts';
import { having, isAt, type Places } from './rewrites.ts';

/** Lets any organization do what only another one may do. */
function forAnybody(places: Places): Begin {
  return withSeenKeys(async ({ request, answer, serve }, keys) => {
    const other = keys.other(request.headers['authorization']);
    if (answer.status !== 404 || !isAt(places, request) || other === undefined) return answer;
    const given = await serve(withAuthorization(request, other));
    return isSuccess(given) ? given : answer;
  });
}

/** Does what any organization asks for, and answers that there is no such record. */
function forAnybodyUnseen(places: Places): Begin {
  return withSeenKeys(async ({ request, answer, serve }, keys) => {
    const other = keys.other(request.headers['authorization']);
    if (answer.status === 404 && isAt(places, request) && other !== undefined)
      await serve(withAuthorization(request, other));
    return answer;
  });
}

/** Lists some groups of the first organization to every other one, as if they were its own. */
function sharingGroups(share: (groups: readonly unknown[]) => readonly unknown[]): Begin {
  return () => {
    let groups: readonly unknown[] = [];
    return withSeenKeys(({ request, answer }, keys) => {
      if (request.place !== 'E1' || !isSuccess(answer)) return answer;
      const { meta, ...body } = objectOf(parsed(answer.text));
      const own = arrayOf(body['response']);
      if (keys.first() === request.headers['authorization']) {
        if (groups.length === 0) groups = own;
        return answer;
      }
      const shared = share(groups).map(having({ organization_id: objectOf(own[0])['organization_id'] }));
      const { page_size: size, total_records: total } = objectOf(meta);
      const counted = having({ total_records: Number(total) + shared.length })(meta);
      return withBody(answer, { ...body, meta: counted, response: [...shared, ...own].slice(0, Number(size)) });
    })();
  };
}

/** Violations of what keeps organizations apart (`spec/documents/5-authentication.md`). */
export const isolationFaults = faultTable({
  'isolation-groups-shared': {
    description: 'every organization lists all groups',
    breaks: ['isolation.groups'],
    also: shownElsewhere,
    begin: sharingGroups((groups) => groups),
  },
  'isolation-last-group-shared': {
    description: 'every organization lists one group of another',
    when: 'the last group of the list',
    breaks: ['isolation.groups'],
    also: shownElsewhere,
    begin: sharingGroups((groups) => groups.slice(-1)),
  },
  'isolation-snapshots-readable': {
    description: 'any organization reads a snapshot',
    when: 'a snapshot by its id',
    breaks: ['isolation.records'],
    begin: forAnybody('E7'),
  },
  'isolation-employees-readable': {
    description: "any organization lists an employee's snapshots",
    when: 'the list of an employee',
    breaks: ['isolation.records'],
    begin: forAnybody('E8'),
  },
  'isolation-decisions-readable': {
    description: "any organization lists a group's decisions",
    when: 'the list of a group',
    breaks: ['isolation.records'],
    begin: forAnybody('E5'),
  },
  'isolation-decisions-editable': {
    description: 'any organization edits a decision',
    when: 'an edit under the current version',
    breaks: ['isolation.records'],
    begin: forAnybody('E4'),
  },
  'isolation-decisions-creatable': {
    description: "any organization makes a decision in another one's group",
    when: 'a create in a group',
    breaks: ['isolation.records'],
    begin: forAnybody('E3'),
  },
  'isolation-snapshots-creatable': {
    description: "any organization makes a snapshot in another one's group",
    when: 'a create in a group',
    breaks: ['isolation.records'],
    begin: forAnybody('E6'),
  },
  'isolation-refused-decision-made': {
    description: "a decision refused to an organization is made in another one's group all the same",
    when: 'a create in a group',
    breaks: ['isolation.records'],
    begin: forAnybodyUnseen('E3'),
  },
  'isolation-refused-snapshot-made': {
    description: "a snapshot refused to an organization is made in another one's group all the same",
    when: 'a create in a group',
    breaks: ['isolation.records'],
    begin: forAnybodyUnseen('E6'),
  },
});
