import { endpoints, tokenEndpoint, type EndpointId } from '../../spec/index.ts';

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

const operations = [
  ...Object.values(endpoints).map(({ id, method, path }) => ({ id, method, path })),
  { id: 'token' as const, method: tokenEndpoint.method, path: tokenEndpoint.path },
].map(({ id, method, path }) => ({
  id,
  method,
  names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  pattern: new RegExp(`^(.*)${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}));

const familiar: ReadonlySet<string> = new Set(
  Object.values(endpoints).flatMap(({ queryParameters }) => queryParameters.map(({ name }) => name)),
);

/** The operation that a request is for; undefined when it is none of the interface's. */
export function addressed(method: string, address: string): Addressed | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, searchParams } = new URL(address);
  for (const { id, method: wanted, names, pattern } of operations) {
    const match = method === wanted ? pattern.exec(pathname) : null;
    if (match === null) continue;
    const [, prefix = '', ...values] = match;
    const parameters = [...searchParams];
    const query = Object.fromEntries(parameters);
    return {
      endpoint: id,
      base: `${origin}${prefix}`,
      pathParameters: Object.fromEntries(names.map((name, index) => [name, decoded(values[index] ?? '')])),
      query,
      isFamiliar: parameters.length === Object.keys(query).length && parameters.every(([name]) => familiar.has(name)),
    };
  }
  return undefined;
}

/** The address with the values of unfamiliar parameters left out: keys and tokens are handed over in such. */
export function withoutStrangeValues(address: string): string {
  const [before = '', search] = address.replace(/#.*$/s, '').split(/\?(.*)/s);
  if (search === undefined) return before;
  const parameters = search.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=');
    return familiar.has(decoded(name)) ? parameter : `${name}=redacted`;
  });
  return `${before}?${parameters.join('&')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
