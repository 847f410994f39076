import { expect, it } from 'vitest';
import { isSuccess, sentBody, withBody, withJson, type Fault } from '../reference/faults/fault.ts';
import { parsed } from '../reference/json-values.ts';
import { isObject, objectOf } from '../spec/index.ts';
import type { ProfileName } from '../suites/profiles.ts';
import { judgeDirectly } from './judge-reference.ts';
import { failedIn, servedTarget } from './judged-reference.test-data.ts';

/** Where a body that is taken for another says what its record then shows, and what is put in its place. */
const lenient = {
  E2: { member: 'name', of: (body: Fields) => objectOf(body['group_data'])['group_name'], id: 'group_id' },
  E3: { member: 'renewal_date', of: (body: Fields) => body['renewal_date'], id: 'id' },
} as const;

type Fields = Readonly<Record<string, unknown>>;

const sound = {
  E2: (body: Fields) => ({ ...body, group_data: { ...objectOf(body['group_data']), group_name: 'Some Group' } }),
  E3: (body: Fields) => ({ ...body, renewal_date: '2031-05-05' }),
} as const;

/** A service that takes a name and a date of any kind, keeps them, and shows them from then on. */
const keepsAnything: Fault = {
  name: 'keeps-anything',
  description: 'names of groups and renewal dates are kept whatever they are',
  breaks: ['connections.invalid-body', 'renewals.invalid-body'],
  begin() {
    const kept = new Map<unknown, Fields>();
    const shown = (record: unknown): unknown => (isObject(record) ? { ...record, ...kept.get(record['id']) } : record);
    return async (request, serve) => {
      const { place } = request;
      const sent = sentBody(request);
      let answer = await serve(request);
      if ((place === 'E2' || place === 'E3') && answer.status === 422 && isObject(sent)) {
        answer = await serve(withJson(request, sound[place](sent)));
        const { member, of, id } = lenient[place];
        if (isSuccess(answer)) kept.set(objectOf(parsed(answer.text))[id], { [member]: of(sent) });
      }
      const body = isSuccess(answer) ? parsed(answer.text) : undefined;
      if (!isObject(body) || !['E1', 'E3', 'E4', 'E5'].includes(String(place))) return answer;
      const records = body['response'];
      return withBody(
        answer,
        Array.isArray(records) ? { ...body, response: records.map((record) => shown(record)) } : shown(body),
      );
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

/** There is no other group to write to. */
const keepsInOneGroup: Fault = {
  ...keepsAnything,
  name: 'keeps-anything-in-one-group',
  description: 'the same, and every group is connected as the one that is there',
  begin(store) {
    const keeping = keepsAnything.begin(store);
    let only: unknown;
    return async (request, serve) => {
      const answer = await keeping(request, serve);
      const body = isSuccess(answer) ? parsed(answer.text) : undefined;
      if (!isObject(body)) return answer;
      if (request.place === 'E2' && only !== undefined) return withBody(answer, { ...body, group_id: only });
      const records = body['response'];
      if (request.place !== 'E1' || !Array.isArray(records)) return answer;
      const [group] = records;
      only ??= objectOf(group)['id'];
      const page = { ...objectOf(body['meta']), total_records: 1 };
      return withBody(answer, { ...body, meta: page, response: [group] });
    };
  },
};

it.each([keepsAnything, keepsInOneGroup])(
  'a target that keeps what it is sent is judged alike by two runs: $description',
  async (fault) => {
    const target = await servedTarget({ fault, seed: 3, pace: 1000 });
    const failing = async (seed: number, profile: ProfileName = 'gate'): Promise<readonly string[]> => {
      return failedIn(await judgeDirectly(target, { seed, cases: 2, profile, only }));
    };
    const first = await failing(1);
    expect(first).toEqual(expect.arrayContaining(['connections.invalid-body', 'renewals.invalid-body']));
    expect(first).not.toContain('wire.dates');
    expect(await failing(2)).toEqual(first);
    expect(await failing(3, 'health')).toEqual([]);
  },
);
