import { optionalTogether } from '../../generators/index.ts';
import type { EdgeCoverage, Observation } from '../../results/report.ts';
import type { RequirementId, SchemaName } from '../../spec/index.ts';
import type { EdgeSource } from './edge-source.ts';

/** What became of an edge; `refused`: the target does not take what leads there. */
export type EdgeState = 'reached' | 'refused' | 'not-reached';

/** An edge, and what became of it. */
export interface JudgedEdge extends EdgeCoverage {
  readonly state: EdgeState;
}

/** Where it is observed which bodies are not taken, and of which schema these are, by the endpoint they are sent to. */
const bodies: Readonly<Record<string, { readonly observedAs: RequirementId; readonly schema: SchemaName }>> = {
  E2: { observedAs: 'connections.accepts-generated', schema: 'group-connection-input' },
  E3: { observedAs: 'renewals.accepts-generated', schema: 'renewal-decision-input' },
  E4: { observedAs: 'renewals.accepts-generated', schema: 'renewal-decision-input' },
  E6: { observedAs: 'snapshots.accepts-generated', schema: 'member-snapshot-input' },
};

/** A path of an edge as observations write it. */
const plain = (path: string): string => path.replaceAll('[]', '');

/** The sets of members that an observation says may not be left out: each alone, and several not together. */
function neededBy(value: string): readonly (readonly string[])[] {
  return value.split('; ').flatMap((line) => {
    const alone = /^not taken: left out \((.+)\)$/.exec(line)?.[1];
    if (alone !== undefined) return alone.split(', ').map((path) => [path]);
    const parts = /^not taken: (.+)$/.exec(line)?.[1]?.split(' together with ') ?? [];
    const paths = parts.flatMap((part) => /^(.+): left out$/.exec(part)?.[1] ?? []);
    return paths.length > 0 && paths.length === parts.length ? [paths] : [];
  });
}

/** The members that have to be left out to reach an edge; none: it is reached by something else. */
function leftOutFor({ name }: EdgeCoverage, schema: SchemaName): readonly string[] {
  const alone = /: optional member (\S+) absent$/.exec(name)?.[1];
  if (alone !== undefined) return [plain(alone)];
  const owner = /: no optional member in (\S+)$/.exec(name)?.[1];
  if (owner === undefined) return [];
  return (optionalTogether(schema).get(owner) ?? []).map((member) => plain(`${owner}.${member}`));
}

function isRefused(edge: EdgeCoverage, observations: readonly Observation[]): boolean {
  return edge.endpoints.every((endpoint) => {
    const body = bodies[endpoint];
    if (body === undefined) return false;
    const leftOut = leftOutFor(edge, body.schema);
    const needed = observations.filter(({ id }) => id === body.observedAs).flatMap(({ value }) => neededBy(value));
    return needed.some((paths) => paths.every((path) => leftOut.includes(path)));
  });
}

/** Says of each edge of a run what became of it. */
export function edgeStates({ edges, observations }: EdgeSource): readonly JudgedEdge[] {
  return edges.map((edge) => ({
    ...edge,
    state: edge.exchanges > 0 ? 'reached' : isRefused(edge, observations) ? 'refused' : 'not-reached',
  }));
}
