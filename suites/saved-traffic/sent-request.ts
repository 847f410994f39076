import {
  endpointOf,
  endpoints,
  isSchemaName,
  percentDecoded,
  schemas,
  type EndpointId,
  type JsonSchema,
  type SchemaName,
} from '../../spec/index.ts';
import { isNestedDeeper } from '../../target/read-answer.ts';
import { isObject } from '../rules/reading.ts';

/** What a request asks for according to its method and address. */
export interface MatchedAddress {
  readonly endpoint: EndpointId | 'token';
  /** What precedes the documented path: `https://example.com/gateway`. */
  readonly base: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Whether each query parameter is documented and given once. */
  readonly isDocumented: boolean;
}

const documentedParameters: ReadonlySet<string> = new Set(
  Object.values(endpoints).flatMap(({ queryParameters }) => queryParameters.map(({ name }) => name)),
);

/** The operation that a request is for; undefined when it is none of the interface's. */
export function matchAddress(method: string, address: string): MatchedAddress | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, searchParams } = new URL(address);
  const matched = endpointOf(method, pathname);
  if (matched === undefined) return undefined;
  const { endpoint, prefix, pathParameters } = matched;
  const parameters = [...searchParams];
  const query = Object.fromEntries(parameters);
  const isDocumented =
    parameters.length === Object.keys(query).length && parameters.every(([name]) => documentedParameters.has(name));
  return { endpoint, base: `${origin}${prefix}`, pathParameters, query, isDocumented };
}

/** The address without its user and the values of undocumented parameters, which often are keys and tokens. */
export function withoutUndocumentedValues(address: string): string {
  const bare = address.replace(/#.*$/s, '').replace(/^([a-z]+:\/\/)[^/?]*@/i, '$1');
  const [path = '', search] = bare.split(/\?(.*)/s);
  if (search === undefined) return path;
  const parameters = search.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=');
    return documentedParameters.has(percentDecoded(name)) ? parameter : `${name}=redacted`;
  });
  return `${path}?${parameters.join('&')}`;
}

/** Bodies that are nested deeper are sent to see what happens, and are not compared with anything. */
const deepest = 100;
const jsonText = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/**
 * The JSON of a request that another client wrote, if every parser reads the same in it: no repeated key, no number that
 * is too large for a double, no lone surrogate, NUL or `__proto__`, no extreme nesting.
 *
 * @returns undefined if it is ambiguous, or no JSON
 */
export function unambiguousJson(text: string): unknown {
  if (isNestedDeeper(text, deepest)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const keysWritten = text.replaceAll(jsonText, '').split(':').length - 1;
    return keysIn(value) === keysWritten ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The number of keys in a value, at any depth; NaN if something in it is ambiguous. */
function keysIn(value: unknown): number {
  if (typeof value === 'string') return isPlain(value) ? 0 : Number.NaN;
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + keysIn(item), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + 1 + keysIn(member) + (isPlain(name) && name !== '__proto__' ? 0 : Number.NaN),
    0,
  );
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** A request's body without undocumented members: clients may send such, and nothing says what becomes of them. */
export function documentedPart(name: SchemaName, value: unknown): unknown {
  return partOf(schemas[name], value);
}

function partOf(schema: JsonSchema, value: unknown): unknown {
  const alternatives = alternativesOf(schema);
  if (Array.isArray(value)) {
    const items = alternatives.find((one) => one.items !== undefined)?.items;
    return items === undefined ? value : value.map((item) => partOf(items, item));
  }
  if (!isObject(value)) return value;
  const members = new Map(alternatives.flatMap(({ properties = {} }) => Object.entries(properties)));
  const others = alternatives
    .map(({ additionalProperties }) => additionalProperties)
    .find((rest) => typeof rest === 'object');
  const isFree = members.size === 0 && others === undefined;
  if (isFree) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const known = members.get(key) ?? others;
      return known === undefined ? [] : [[key, partOf(known, member)]];
    }),
  );
}

/** The schema and the alternatives of its `anyOf`, with references resolved. */
function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const name = schema.$ref?.replace(/\.json$/, '');
  const resolved = name !== undefined && isSchemaName(name) ? schemas[name] : schema;
  return [resolved, ...(resolved.anyOf ?? []).flatMap(alternativesOf)];
}
