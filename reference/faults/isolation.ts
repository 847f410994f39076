import { change, listOf, objectOf, type JsonObject } from './change.ts';
import { isSuccess, parsed, withAuthorization, withBody } from './exchange.ts';
import type { Behaviour, Fault } from './fault.ts';
import { seenKeys } from './keys.ts';
import { isAt, type Places } from './rewrite.ts';

/** Lets any organization do what only another one may. */
function forAnybody(places: Places): () => Behaviour {
  return () => {
    const keys = seenKeys();
    return async (request, serve) => {
      const answer = await serve(request);
      keys.note(request, answer);
      const other = keys.other(request.headers['authorization']);
      if (answer.status !== 404 || !isAt(places, request) || other === undefined) return answer;
      const given = await serve(withAuthorization(request, other));
      return isSuccess(given) ? given : answer;
    };
  };
}

/** Lists some groups of the first organization to every other one, as if they were its own. */
function sharingGroups(share: (groups: readonly unknown[]) => readonly unknown[]): () => Behaviour {
  return () => {
    const keys = seenKeys();
    let groups: readonly unknown[] = [];
    return async (request, serve) => {
      const answer = await serve(request);
      keys.note(request, answer);
      if (request.place !== 'E1' || !isSuccess(answer)) return answer;
      const body = objectOf(parsed(answer.text));
      const own = listOf(body['response']);
      if (keys.first() === request.headers['authorization']) {
        if (groups.length === 0) groups = own;
        return answer;
      }
      const { organization_id: organization } = objectOf(own[0]);
      const shared = share(groups).map((group): JsonObject => ({ ...objectOf(group), organization_id: organization }));
      const counted = change(body, 'meta.total_records', (total) => Number(total) + shared.length);
      const size = Number(objectOf(body['meta'])['page_size']);
      return withBody(
        answer,
        change(counted, 'response', () => [...shared, ...own].slice(0, size)),
      );
    };
  };
}

/** Violations of what keeps organizations apart (`spec/documents/5-authentication.md`). */
export const isolationFaults: readonly Fault[] = [
  {
    name: 'isolation-groups-shared',
    description: 'every organization lists all groups',
    breaks: ['isolation.groups'],
    // The group has another organization under the same version.
    also: ['versions.change-with-record'],
    begin: sharingGroups((groups) => groups),
  },
  {
    name: 'isolation-last-group-shared',
    description: 'every organization lists one group of another',
    when: 'the last group of the list',
    breaks: ['isolation.groups'],
    also: ['versions.change-with-record'],
    begin: sharingGroups((groups) => groups.slice(-1)),
  },
  {
    name: 'isolation-snapshots-readable',
    description: 'any organization reads a snapshot',
    when: 'a snapshot by its id',
    breaks: ['isolation.records'],
    begin: forAnybody('E7'),
  },
  {
    name: 'isolation-employees-readable',
    description: "any organization lists an employee's snapshots",
    when: 'the list of an employee',
    breaks: ['isolation.records'],
    begin: forAnybody('E8'),
  },
  {
    name: 'isolation-decisions-readable',
    description: "any organization lists a group's decisions",
    when: 'the list of a group',
    breaks: ['isolation.records'],
    begin: forAnybody('E5'),
  },
  {
    name: 'isolation-decisions-editable',
    description: 'any organization edits a decision',
    when: 'an edit under the current version',
    breaks: ['isolation.records'],
    begin: forAnybody('E4'),
  },
];
