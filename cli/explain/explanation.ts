import { faults } from '../../reference/faults/catalogue.ts';
import { endpoints, requirementOf, tokenEndpoint, type EndpointId, type Level, type PartName, type RequirementId } from '../../spec/index.ts';
import { methodOf } from '../../suites/methods/index.ts';

/** Everything that can be told of a requirement without running anything. */
export interface Explanation {
  readonly id: RequirementId;
  readonly level: Level;
  readonly part: PartName;
  readonly statement: string;
  /** Where it shows; empty for the token service. */
  readonly endpoints: readonly EndpointId[];
  /** The same with method and path. */
  readonly operations: readonly { readonly id: EndpointId | 'token'; readonly method: string; readonly path: string }[];
  /** The line that states it, as a path from the project's root. */
  readonly source: string;
  /** How the suite checks it. */
  readonly method: string;
  /** How the statement is to be read, and how it is not. */
  readonly notes: readonly string[];
  /** What the reference service can be made to do wrong so that the check has to fail. */
  readonly faults: readonly { readonly name: string; readonly description: string; readonly when?: string }[];
  /** The command that checks it alone. */
  readonly command: string;
}

function operationsOf(ids: readonly EndpointId[]): Explanation['operations'] {
  if (ids.length === 0) return [{ id: 'token', method: tokenEndpoint.method, path: tokenEndpoint.path }];
  return ids.map((id) => ({ id, method: endpoints[id].method, path: endpoints[id].path }));
}

/**
 * Gathers what is known of a requirement: from the register, from the suite's own words, and from the fault catalogue.
 *
 * @param run how the user calls `bfc run`
 */
export function explanationOf(id: RequirementId, run: string): Explanation {
  const { level, part, statement, notes, endpoints: places, source } = requirementOf(id);
  return {
    id,
    level,
    part,
    statement,
    endpoints: places,
    operations: operationsOf(places),
    source: `spec/documents/${source.document}:${source.line}`,
    method: methodOf(id),
    notes,
    faults: faults
      .filter(({ breaks }) => breaks.includes(id))
      .map(({ name, description, when }) => ({ name, description, ...(when === undefined ? {} : { when }) })),
    // A run that nothing required is selected for has no verdict, unless expected requirements count.
    command: `${run} --only ${id}${level === 'expected' ? ' --level expected' : ''}`,
  };
}
