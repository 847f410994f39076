import { endpointIds } from '../../spec/index.ts';
import type { Slot } from '../engine/memory.ts';
import { objectOf, idKey, successBody } from '../rules/reading.ts';
import { edgesAt, edgeTable, type EdgeRow, type FactReader, type FactsOf } from './edge.ts';

const connections: Slot<{ count: number; readonly carriers: Set<string>; readonly employers: Set<unknown> }> = {
  name: 'connections made',
  create: () => ({ count: 0, carriers: new Set(), employers: new Set() }),
};

/** Reads where a connection stands among those made before. */
const readNew = ((exchange, memory) => {
  if (successBody(exchange, 'E2') === undefined) return undefined;
  const { carrier_id: carrier, federal_ein: employer } = objectOf(exchange.request.json);
  const known = memory.at(connections);
  const isOfKnownEmployer = known.employers.has(employer);
  const isOfOtherEmployer = !isOfKnownEmployer && known.employers.size > 0 && employer !== undefined;
  known.count += 1;
  known.carriers.add(idKey(carrier));
  known.employers.add(employer);
  return { count: known.count, carriers: known.carriers.size, isOfKnownEmployer, isOfOtherEmployer };
}) satisfies FactReader<unknown>;

// prettier-ignore
const newRows: readonly EdgeRow<FactsOf<typeof readNew>>[] = [
  ['a second connection', 'it takes the place of the first one', ({ count }) => count > 1],
  ['a connection to a second carrier', 'every connection goes to the first carrier', ({ carriers }) => carriers > 1],
  ['a connection with an employer number seen before', 'the group of the one before is given',
    ({ isOfKnownEmployer }) => isOfKnownEmployer],
  ['a connection with another employer number', 'every connection is of the first employer',
    ({ isOfOtherEmployer }) => isOfOtherEmployer],
];

/** Connections that were made after others (E2). */
export const newConnections = edgeTable(readNew, edgesAt(['E2'], 'E2: ', newRows));

const tokensUsed: Slot<Map<string, string[]>> = { name: 'tokens in the order of use', create: () => new Map() };

/** Reads with which token a request was taken: its position among those of its organization, from 1. */
const readToken = (({ access, request }, memory) => {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const used = memory.at(tokensUsed).get(access) ?? [];
  memory.at(tokensUsed).set(access, used);
  if (!used.includes(authorization)) used.push(authorization);
  return { position: used.indexOf(authorization) + 1, isOfSecondKey: access === 'second' };
}) satisfies FactReader<unknown>;

const tokenRows: readonly EdgeRow<FactsOf<typeof readToken>>[] = [
  ['a token after another one', 'only the first token, or its key, is known', ({ position }) => position > 1],
  ['a second key', 'records of one organization are shown to another', ({ isOfSecondKey }) => isOfSecondKey],
];

/** Tokens, at every endpoint. */
export const tokens = edgeTable(readToken, edgesAt(endpointIds, '', tokenRows));
