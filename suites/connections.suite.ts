import { canonicalConnection } from '../generators/index.ts';
import { objectOf, sameId } from '../spec/index.ts';
import { canonicalTaken } from './engine/check.ts';
import { part, ruleOnSuccesses } from './engine/definition.ts';
import { needsNumber } from './fixtures/configured-bodies.ts';
import { allRefused, brokenBodies, requestsWith } from './fixtures/invalid-requests.ts';
import { leanConnections } from './fixtures/lean-bodies.ts';
import { connectionBase } from './fixtures/taken-bodies.ts';
import { findGroup } from './fixtures/own-groups.ts';
import { leftOutOfHealth } from './profiles.ts';
import { asViolations, differences, exactly } from './judging/comparison.ts';
import { isNewlyMade } from './judging/known-records.ts';
import { isMalformed } from './judging/malformed-origin.ts';
import { onSuccess } from './judging/on-answers.ts';
import { seenOf } from './judging/open-points.ts';
import { schemaViolations, type SchemaViolation } from './judging/schema-violations.ts';
import { settings } from './judging/reading.ts';
import { connectionTraffic } from './traffic/body-traffic.ts';
import { send } from './traffic/workload.ts';

/** Whether a violation is about the value of the status, which has a requirement of its own. */
const isStatusValue = ({ pointer, code }: SchemaViolation): boolean => pointer === '/status' && code === 'enum';

/** Requirements of group connections (`spec/documents/4-endpoints.md`, E2). */
export const connections = part(
  'connections',
  { needs: ['writes'], traffic: [connectionTraffic] },
  {
    create: {
      how: 'The plain connection is sent, with the carriers of the configuration or with a generated one: it must get a 2xx with a body. A 4xx leaves it undecided, with the words of the target and the fixture to set.',
      scenario: (check) => canonicalTaken(check, 'a valid group connection', connectionBase(check.session)),
    },

    record: {
      how: 'Every success of E2 in the run for a body of the documented types is validated against its schema, except for the value of `status`. Generated connections are sent for this, with any text as names and numbers, and with and without each member.',
      rule: ruleOnSuccesses(['E2'], (exchange) =>
        exchange.answer.isJson && !isMalformed(exchange)
          ? schemaViolations(exchange).filter((violation) => !isStatusValue(violation))
          : undefined,
      ),
    },

    'initial-status': {
      how: 'Every success of E2 in the run for a body of the documented types must have the status `created`; generated connections are sent for this. An answer with an existing connection is ignored: one that another create was answered with, or that is older than the answer.',
      notShownBy: ['resent creates'],
      rule: onSuccess(
        'E2',
        ({ answer, exchange, memory }) =>
          isNewlyMade(exchange, memory)
            ? answer.at('/status').equals('created', 'a new connection does not begin as created')
            : undefined,
        { validBody: true },
      ),
    },

    'status-values': {
      how: 'In every success of E2 in the run, the status must be in the documented list, or be the configured `reviewStatus`.',
      rule: onSuccess('E2', ({ body, exchange, memory }) => {
        if (body.status === undefined) return undefined;
        const { reviewStatus } = memory.at(settings);
        return schemaViolations(exchange).filter((one) => isStatusValue(one) && one.actual !== reviewStatus);
      }),
    },

    echo: {
      how: 'Outside the profile health, every run sends named examples, then generated connections (at least half of `--cases`), with text of all kinds of scripts, lengths and quoting. The four members of each answer are compared with what was sent. A case that fails is shrunk towards the plain body, and then to what the failure needs. A refused case is sent again without what the target does not accept, and is ignored if that is refused too. If the target accepts none of the employer numbers of the suite, the requirement is only decided in part.',
      async scenario(check) {
        const { context, reduce } = await connectionBase(check.session);
        needsNumber(check, 'federal_ein', reduce(canonicalConnection(context)));
      },
      rule: onSuccess(
        'E2',
        ({ body, sent, exchange }) => {
          if (exchange.request.json === undefined) return undefined;
          const { carrier_id, federal_ein, group_data } = sent;
          const { carrier_group_id, group_name } = objectOf(group_data);
          const wanted = { carrier_id, federal_ein, group_data: { carrier_group_id, group_name } };
          const found = differences(wanted, body, exactly, '', 1);
          return asViolations(found, 'not-as-sent', (pointer) => `${pointer} is not what was sent`);
        },
        { validBody: true },
      ),
    },

    'invalid-body': {
      how: 'From the plain connection that was accepted, up to four bodies are made for each member and each documented rule about it, starting with the plainest wrong value; then one of each form that parsers convert; then a quarter of `--cases` more are generated. All that are not answered with a 4xx are reported in one finding, with one entry for each rule that is not enforced.',
      footprint: { least: 1, variations: 30, perCase: 0.25 },
      profiles: leftOutOfHealth.refusedWrites,
      stage: 'invalid bodies',
      async scenario(check) {
        const { body: sound } = await connectionBase(check.session);
        const cases = brokenBodies(check, 'group-connection-input', sound, { values: 4 });
        await allRefused(
          check,
          requestsWith(cases, { sound, kind: leanConnections }, (json) => check.api.call('E2', { json })),
        );
      },
    },

    'accepts-generated': {
      how: 'Observed while named examples and generated connections are sent: how many were accepted, with which status codes others were refused, and the smallest part of a refused body that the target does not accept: a kind of value, a missing member, a number of items, or several of these together.',
      profiles: leftOutOfHealth.variations,
      looksAt: connectionTraffic,
      scenario: ({ session }) => send(session, connectionTraffic),
    },

    'request-type': {
      how: 'Observed: the status code and the `request_type` of the answer to the plain connection, and the members of connections that the documents do not list.',
      async scenario({ session, observe }) {
        const { exchange } = await connectionBase(session);
        const { request_type: type } = objectOf(exchange.answer.json);
        const fields = [...seenOf('unknown fields', session.memory).keys()].filter((name) =>
          name.startsWith('group-connection.'),
        );
        const others = fields.length === 0 ? '' : `, with ${fields.toSorted().join(', ')}`;
        observe(`${exchange.answer.status}, request_type ${String(type)}${others}`, { shownBy: () => exchange });
      },
    },

    'new-group': {
      how: 'Observed after the plain connection: whether its group is on one of the pages of E1.',
      async scenario({ api, session, observe, undecided }) {
        const { exchange } = await connectionBase(session);
        const { group_id: group } = objectOf(exchange.answer.json);
        // Search the whole list: the page that the group is on depends on the number of groups, not on the target.
        const { found, complete } = await findGroup(api, ({ id }) => sameId(id, group));
        if (!complete) return undecided('not-reached', 'the groups list cannot be followed to its end');
        return observe(found === undefined ? 'not listed at once' : 'listed at once');
      },
    },
  },
);
