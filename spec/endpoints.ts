import type { SourceLocation } from './compiler/document-model.ts';
import type { EndpointId, SchemaName } from './generated/names.ts';
import data from './generated/register.json' with { type: 'json' };

/** What can be called, whichever address it is relative to. */
export interface Operation {
  readonly title: string;
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With parameters in braces: `/api/v1/groups/{group_id}/renewal_decisions`. */
  readonly path: string;
  readonly operationId: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly { readonly name: string; readonly type: 'string' | 'integer' }[];
  readonly request?: SchemaName;
  readonly response: SchemaName;
  /** Undefined where it is not shown: any 2xx will do then. */
  readonly successStatus?: number | undefined;
  readonly source: SourceLocation;
}

/** An operation of the service; its path is relative to the base address. */
export interface Endpoint extends Operation {
  readonly id: EndpointId;
}

// The import of a JSON file widens its literals; the compiler writes this file and the names from one model.
/** The operations of the service by id (`spec/documents/4-endpoints.md`). */
export const endpoints = data.endpoints as Readonly<Record<EndpointId, Endpoint>>;

/** The ids of the operations, in the order of the documents. */
export const endpointIds: readonly EndpointId[] = Object.values(endpoints).map(({ id }) => id);

/** How a token is asked for; its path is relative to the address of the token service (`spec/documents/5-authentication.md`). */
export const tokenEndpoint = data.tokenEndpoint as Operation;

/** The operation that a request was sent to, found by its method and its path. */
export interface MatchedEndpoint {
  readonly endpoint: EndpointId | 'token';
  /** What stands before the path of the documents: `/gateway`; empty where nothing does. */
  readonly prefix: string;
  /** Decoded where they can be. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

const operations = [...Object.values(endpoints), { ...tokenEndpoint, id: 'token' as const }].map(
  ({ id, method, path, pathParameters }) => ({
    id,
    method,
    pathParameters,
    pattern: new RegExp(`^(.*)${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  }),
);

/**
 * The operation that a method and a path belong to; undefined when they belong to none.
 *
 * @param path as it stands in an address, without a query
 */
export function endpointOf(method: string, path: string): MatchedEndpoint | undefined {
  for (const { id, method: wanted, pathParameters, pattern } of operations) {
    const match = method === wanted ? pattern.exec(path) : null;
    if (match === null) continue;
    const [, prefix = '', ...values] = match;
    const named = pathParameters.map((name, index) => [name, percentDecoded(values[index] ?? '')] as const);
    return { endpoint: id, prefix, pathParameters: Object.fromEntries(named) };
  }
  return undefined;
}

/** A part of an address as it was before it was encoded; as it stands where it cannot have been. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
