import { endpointOf, endpoints, percentDecoded, type EndpointId } from '../../spec/index.ts';

/** What a request asks for, told by its method and its address. */
export interface Addressed {
  readonly endpoint: EndpointId | 'token';
  /** What stands before the path of the documents: `https://example.com/gateway`. */
  readonly base: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Whether each parameter of the query is one of the documents', given once. */
  readonly isFamiliar: boolean;
}

const familiar: ReadonlySet<string> = new Set(
  Object.values(endpoints).flatMap(({ queryParameters }) => queryParameters.map(({ name }) => name)),
);

/** The operation that a request is for; undefined when it is none of the interface's. */
export function addressed(method: string, address: string): Addressed | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, searchParams } = new URL(address);
  const matched = endpointOf(method, pathname);
  if (matched === undefined) return undefined;
  const { endpoint, prefix, pathParameters } = matched;
  const plan = [...searchParams];
  const query = Object.fromEntries(plan);
  return {
    endpoint,
    base: `${origin}${prefix}`,
    pathParameters,
    query,
    isFamiliar: plan.length === Object.keys(query).length && plan.every(([name]) => familiar.has(name)),
  };
}

/** The address without a user, and without the values of unfamiliar plan: keys and tokens are handed over in such. */
export function withoutStrangeValues(address: string): string {
  const bare = address.replace(/#.*$/s, '').replace(/^([a-z]+:\/\/)[^/?]*@/i, '$1');
  const [before = '', search] = bare.split(/\?(.*)/s);
  if (search === undefined) return before;
  const plan = search.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=');
    return familiar.has(percentDecoded(name)) ? parameter : `${name}=redacted`;
  });
  return `${before}?${plan.join('&')}`;
}
