import { arrayOf, idKey, sameId } from '../spec/index.ts';
import type { AnsweredExchange } from '../target/exchange.ts';
import { answerOf, memberAt, unless } from './engine/assertions.ts';
import type { Check } from './engine/check.ts';
import { part, ruleOn } from './engine/definition.ts';
import type { Slot } from './engine/memory.ts';
import { findGroup } from './fixtures/own-groups.ts';
import { isAtMalformedOrigin } from './judging/malformed-origin.ts';
import { onRecords, onSuccess } from './judging/on-answers.ts';
import { isAuthorized, recordsOf } from './judging/reading.ts';
import { schemaViolations } from './judging/schema-violations.ts';
import { groupTraffic } from './traffic/access-traffic.ts';
import { connectionTraffic } from './traffic/body-traffic.ts';

/** The organization that each key was seen to belong to, and the exchange that showed it. */
const organizations: Slot<Map<string, { id: unknown; exchange: AnsweredExchange }>> = () => new Map();

async function fixtureListed({ api, assert, session, undecided }: Check): Promise<void> {
  const { groupId: configured } = session.plan.target.fixtures;
  if (configured === undefined) return undecided('not-configured', 'no group is configured; set fixtures.groupId');
  const { found, complete, page } = await findGroup(api, ({ id }) => idKey(id) === idKey(configured));
  if (!complete)
    return undecided(
      'not-reached',
      'the groups list could not be read to its end: it is longer than its first page, and following `offset` does not show all',
    );
  const listed = page.flatMap(recordsOf).map(({ record }) => record.id);
  return assert(
    memberAt('/response', listed, { earlier: page }).satisfies(found !== undefined, {
      code: 'not-listed',
      message: 'the configured group is not listed',
      expected: [...listed, configured],
    }),
  );
}

/** Requirements of the groups list and its records (`spec/documents/4-endpoints.md`, E1). */
export const groups = part(
  'groups',
  { traffic: [groupTraffic, connectionTraffic] },
  {
    list: {
      how: 'Every call of E1 without parameters and with a valid token, of either key, must be answered with 200 and an array `response`. Whether a valid token is accepted at all is checked by token.usable.',
      notShownBy: ['query'],
      rule: ruleOn({ endpoints: ['E1'] }, (exchange) => {
        const { status } = exchange.answer;
        if (!isAuthorized(exchange) || status === 401) return undefined;
        if (Object.keys(exchange.request.query).length > 0) return undefined;
        if (status !== 200)
          return memberAt('#status', status).equals(200, `the groups list was answered with ${status}`, 'status');
        const response = answerOf(exchange).at('/response');
        return response.satisfies(Array.isArray(response.value), {
          code: 'no-envelope',
          message: 'the groups list was answered with 200 and no page envelope',
          expected: 'an array of group records',
        });
      }),
    },

    record: {
      how: 'Every group in every answer of E1 is validated against its schema. Groups created by an invalid connection are skipped.',
      rule: onSuccess('E1', ({ body, exchange, memory }) =>
        arrayOf(body.response).length === 0
          ? undefined
          : schemaViolations(exchange).filter(
              ({ pointer }) => /^\/response\/\d/.test(pointer) && !isAtMalformedOrigin(exchange, pointer, memory),
            ),
      ),
    },

    'record-complete': {
      how: 'Every group in every answer of E1 must have the three members `sic_code`, `dba_name` and `federal_ein`, with any text. Groups created by an invalid connection are skipped.',
      rule: onRecords(['E1'], ({ pointer, record }) =>
        ['sic_code', 'dba_name', 'federal_ein'].flatMap((name) =>
          memberAt(`${pointer}/${name}`, record[name]).isPresent(
            `${name} is missing from a group`,
            'present; may be empty',
          ),
        ),
      ),
    },

    'own-organization': {
      how: 'All groups of E1 and all connections of E2 that one key received in the run must have the same `organization_id`. Those of the two keys, which are of different organizations, must differ. Both keys list groups and create connections.',
      rule: onSuccess(['E1', 'E2'], ({ exchange, memory }) => {
        if (!isAuthorized(exchange)) return undefined;
        const known = memory.at(organizations);
        const records = recordsOf(exchange).filter(({ record }) => record.organization_id !== undefined);
        if (records.length === 0) return undefined;
        return records.flatMap(({ pointer, record: { organization_id: id } }) => {
          const own = known.get(exchange.access) ?? { id, exchange };
          known.set(exchange.access, own);
          const earlier = own.exchange === exchange ? [] : [own.exchange];
          const message = 'records of one key carry different organizations';
          const at = `${pointer}/organization_id`;
          const other = known.get(exchange.access === 'first' ? 'second' : 'first');
          return [
            ...memberAt(at, id, { earlier }).isId(own.id, message, 'another-organization'),
            ...unless(other === undefined || !sameId(id, other.id), () => ({
              code: 'shared-organization',
              message: 'records of two keys, which are of different organizations, carry the same one',
              pointer: at,
              expected: "another one than that of the other key's records",
              actual: id,
              earlier: other === undefined ? [] : [other.exchange],
            })),
          ];
        });
      }),
    },

    'fixture-listed': {
      how: 'E1 is read before the run creates anything and again after everything that it creates, until the configured group is found. Further pages are read if the first one says that there are some and `offset` is honoured. It stays undecided without a configured group, or if the list cannot be read to its end.',
      needs: ['a configured group'],
      readsAlone: true,
      stage: 'aftermath',
      firstLook: fixtureListed,
      scenario: fixtureListed,
    },
  },
);
