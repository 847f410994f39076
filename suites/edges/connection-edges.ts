import { endpointIds, idKey, objectOf } from '../../spec/index.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Memory, Slot } from '../engine/memory.ts';
import { successBody } from '../judging/reading.ts';
import { edgeTable } from './edge.ts';

const connections = () => ({ carriers: new Set<string>(), employers: new Set<unknown>() });

function readNew(exchange: AnsweredExchange, memory: Memory) {
  if (successBody(exchange, 'E2') === undefined) return undefined;
  const { carrier_id: carrier, federal_ein: employer } = objectOf(exchange.request.json);
  const { carriers, employers } = memory.at(connections);
  const isFirst = employers.size === 0;
  const isOfKnownEmployer = employers.has(employer);
  const isOfOtherEmployer = !isFirst && !isOfKnownEmployer && employer !== undefined;
  carriers.add(idKey(carrier));
  employers.add(employer);
  return { isFirst, carriers: carriers.size, isOfKnownEmployer, isOfOtherEmployer };
}

// oxfmt-ignore
export const newConnections = edgeTable(readNew, [['E2'], 'E2: ', [
  ['a second connection', 'it takes the place of the first one', ({ isFirst }) => !isFirst],
  ['a connection to a second carrier', 'every connection goes to the first carrier', ({ carriers }) => carriers > 1],
  ['a connection with an employer number seen before', 'the group of the one before is given',
    ({ isOfKnownEmployer }) => isOfKnownEmployer],
  ['a connection with another employer number', 'every connection is of the first employer',
    ({ isOfOtherEmployer }) => isOfOtherEmployer],
]]);

/** The first token seen, by organization. */
const firstTokens: Slot<Map<string, string>> = () => new Map();

function readToken({ access, request }: AnsweredExchange, memory: Memory) {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const first = memory.at(firstTokens).get(access) ?? authorization;
  memory.at(firstTokens).set(access, first);
  return { isFirst: authorization === first, isOfSecondKey: access === 'second' };
}

// oxfmt-ignore
export const tokens = edgeTable(readToken, [endpointIds, '', [
  ['a token after another one', 'only the first token, or its key, is known', ({ isFirst }) => !isFirst],
  ['a second key', 'records of one organization are shown to another', ({ isOfSecondKey }) => isOfSecondKey],
]]);
