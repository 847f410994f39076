import { endpoints, tokenEndpoint } from './endpoints.ts';
import type { EndpointId } from './generated/names.ts';

/** The operation that a request was sent to, told by its method and its path. */
export interface MatchedEndpoint {
  readonly endpoint: EndpointId | 'token';
  /** What stands before the path of the documents: `/gateway`; empty where nothing does. */
  readonly prefix: string;
  /** Decoded where they can be. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

const operations = [
  ...Object.values(endpoints).map(({ id, method, path }) => ({ id, method, path })),
  { id: 'token' as const, method: tokenEndpoint.method, path: tokenEndpoint.path },
].map(({ id, method, path }) => ({
  id,
  method,
  names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  pattern: new RegExp(`^(.*)${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}));

/**
 * The operation that a method and a path belong to; undefined when they belong to none.
 *
 * @param path - as it stands in an address, without a query
 */
export function endpointOf(method: string, path: string): MatchedEndpoint | undefined {
  for (const { id, method: wanted, names, pattern } of operations) {
    const match = method === wanted ? pattern.exec(path) : null;
    if (match === null) continue;
    const [, prefix = '', ...values] = match;
    const named = names.map((name, index) => [name, percentDecoded(values[index] ?? '')] as const);
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
