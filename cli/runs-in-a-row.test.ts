import { expect, it } from 'vitest';
import { isSuccess, sentBody, withJson, type Fault } from '../reference/faults/fault.ts';
import { editBody, editRecords, Memory } from '../reference/faults/rewrites.ts';
import { parsed } from '../reference/json-values.ts';
import { arrayOf, isObject, objectOf } from '../spec/index.ts';
import type { ProfileName } from '../suites/profiles.ts';
import { runInThisProcess } from './run-against-reference.ts';
import { failedIn, servedTarget } from './judged-reference.test-data.ts';

/** By endpoint: the member of a record that shows the invalid value, that value in the body, and the member of the id. */
const lenient = {
  E2: { member: 'name', of: (body: Fields) => objectOf(body['group_data'])['group_name'], id: 'group_id' },
  E3: { member: 'renewal_date', of: (body: Fields) => body['renewal_date'], id: 'id' },
} as const;

type Fields = Readonly<Record<string, unknown>>;

const sound = {
  E2: (body: Fields) => ({ ...body, group_data: { ...objectOf(body['group_data']), group_name: 'Some Group' } }),
  E3: (body: Fields) => ({ ...body, renewal_date: '2031-05-05' }),
} as const;

/** A service that accepts a name and a date of any kind, stores them, and shows them from then on. */
const keepsAnything: Fault = {
  name: 'keeps-anything',
  description: 'names of groups and renewal dates are kept whatever they are',
  breaks: ['connections.invalid-body', 'renewals.invalid-body'],
  begin(store) {
    const memory = new Memory();
    return async (request, serve) => {
      const { place } = request;
      const sent = sentBody(request);
      let answer = await serve(request);
      if ((place === 'E2' || place === 'E3') && answer.status === 422 && isObject(sent)) {
        answer = await serve(withJson(request, sound[place](sent)));
        const { member, of, id } = lenient[place];
        if (isSuccess(answer)) memory.set(objectOf(parsed(answer.text))[id], { [member]: of(sent) });
      }
      if (!['E1', 'E3', 'E4', 'E5'].includes(String(place))) return answer;
      const shown = (record: Fields) => ({ ...record, ...objectOf(memory.get(record['id'])) });
      return editRecords({ request, answer, memory, store }, shown);
    };
  },
};

const only = [
  'wire.dates',
  'groups.record',
  'connections.invalid-body',
  'renewals.record',
  'renewals.carriers',
  'renewals.invalid-body',
] as const;

/** The same, but without another group to write to. */
const keepsInOneGroup: Fault = {
  ...keepsAnything,
  name: 'keeps-anything-in-one-group',
  description: 'the same, and every group is connected as the one that is there',
  begin(store) {
    const keeping = keepsAnything.begin(store);
    let only: unknown;
    return async (request, serve) =>
      editBody(await keeping(request, serve), (body) => {
        if (request.place === 'E2' && only !== undefined) return { ...body, group_id: only };
        if (request.place !== 'E1') return body;
        const [group] = arrayOf(body['response']);
        only ??= objectOf(group)['id'];
        return { ...body, meta: { ...objectOf(body['meta']), total_records: 1 }, response: [group] };
      });
  },
};

it.each([keepsAnything, keepsInOneGroup])(
  'two runs report the same failures of a target that stores invalid values: $description',
  async (fault) => {
    const target = await servedTarget({ fault, seed: 3, pace: 1000 });
    const failing = async (seed: number, profile: ProfileName = 'gate'): Promise<readonly string[]> => {
      return failedIn(await runInThisProcess(target, { seed, cases: 2, profile, only }));
    };
    const first = await failing(1);
    expect(first).toEqual(expect.arrayContaining(['connections.invalid-body', 'renewals.invalid-body']));
    expect(first).not.toContain('wire.dates');
    expect(await failing(2)).toEqual(first);
    expect(await failing(3, 'health')).toEqual([]);
  },
);
