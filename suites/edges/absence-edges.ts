import { optionalMembers, optionalTogether } from '../../generators/index.ts';
import type { EndpointId, SchemaName } from '../../spec/index.ts';
import { isBare, lacks } from './body-facts.ts';
import { edge, type Edge } from './edge.ts';

const bodies: readonly (readonly [schema: SchemaName, endpoints: readonly EndpointId[], what: string])[] = [
  ['member-snapshot-input', ['E6'], 'a snapshot'],
  ['renewal-decision-input', ['E3', 'E4'], 'a decision'],
  ['group-connection-input', ['E2'], 'a connection'],
];

/**
 * Edges of members that were left out where nothing says that they have to be there, alone and with the others of their
 * object. A target may refuse any of these; then the edge cannot be reached.
 */
export const absenceEdges: readonly Edge[] = bodies.flatMap(([schema, endpoints, what]) => [
  ...optionalMembers(schema).map(({ path }) =>
    edge(
      endpoints,
      `${what}: optional member ${path} absent`,
      'a value is made up, or a default is given',
      lacks(path),
    ),
  ),
  ...[...optionalTogether(schema).keys()].map((owner) =>
    edge(endpoints, `${what}: no optional member in ${owner}`, 'the empty object is taken for none', isBare(owner)),
  ),
]);
