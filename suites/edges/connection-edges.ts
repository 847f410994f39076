import { endpointIds, idKey, objectOf } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { successBody } from '../rules/reading.ts';
import { edgeTable } from './edge.ts';

const connections = () => ({ count: 0, carriers: new Set<string>(), employers: new Set<unknown>() });

function readNew(exchange: AnsweredExchange, memory: Memory) {
  if (successBody(exchange, 'E2') === undefined) return undefined;
  const { carrier_id: carrier, federal_ein: employer } = objectOf(exchange.request.json);
  const known = memory.at(connections);
  const isOfKnownEmployer = known.employers.has(employer);
  const isOfOtherEmployer = !isOfKnownEmployer && known.employers.size > 0 && employer !== undefined;
  known.count += 1;
  known.carriers.add(idKey(carrier));
  known.employers.add(employer);
  return { count: known.count, carriers: known.carriers.size, isOfKnownEmployer, isOfOtherEmployer };
}

// oxfmt-ignore
export const newConnections = edgeTable(readNew, [['E2'], 'E2: ', [
  ['a second connection', 'it takes the place of the first one', ({ count }) => count > 1],
  ['a connection to a second carrier', 'every connection goes to the first carrier', ({ carriers }) => carriers > 1],
  ['a connection with an employer number seen before', 'the group of the one before is given',
    ({ isOfKnownEmployer }) => isOfKnownEmployer],
  ['a connection with another employer number', 'every connection is of the first employer',
    ({ isOfOtherEmployer }) => isOfOtherEmployer],
]]);

const tokensUsed: Slot<Map<string, string[]>> = () => new Map();

/** Reads with which token a request was taken: its position among those of its organization, from 1. */
function readToken({ access, request }: AnsweredExchange, memory: Memory) {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const used = memory.at(tokensUsed).get(access) ?? [];
  memory.at(tokensUsed).set(access, used);
  if (!used.includes(authorization)) used.push(authorization);
  return { position: used.indexOf(authorization) + 1, isOfSecondKey: access === 'second' };
}

// oxfmt-ignore
export const tokens = edgeTable(readToken, [endpointIds, '', [
  ['a token after another one', 'only the first token, or its key, is known', ({ position }) => position > 1],
  ['a second key', 'records of one organization are shown to another', ({ isOfSecondKey }) => isOfSecondKey],
]]);
