import {
  levels,
  type Level,
  type ListedValue,
  type Operation as StatedOperation,
  type RequirementItem,
} from './compiler/document-model.ts';
import type * as names from './generated/names.ts';
import type { EndpointId, SchemaName } from './generated/names.ts';
import data from './generated/register.json' with { type: 'json' };

export { levels, type Level, type ListedValue as VocabularyValue };

export function byLevel<Value>(of: (level: Level) => Value): Readonly<Record<Level, Value>> {
  return { required: of('required'), expected: of('expected'), open: of('open') };
}

/** One thing that the documents state, imply or leave open, and that a suite may check a target for. */
export interface Requirement extends RequirementItem {
  readonly id: names.RequirementId;
  readonly part: names.PartName;
  /** The endpoints where it shows; empty for what the token service does. */
  readonly endpoints: readonly names.EndpointId[];
}

// Importing JSON widens its literals; the compiler writes this file and the names from one model.
/** Every requirement, in the order of the documents. */
export const register = data.requirements as readonly Requirement[];

/** The parts of the register with their titles, in the order of reports (`spec/documents/1-service.md`). */
export const parts = data.parts as readonly { readonly name: names.PartName; readonly title: string }[];

/** The first twelve hexadecimal digits of a SHA-256 over the documents. */
export const revision: string = data.revision;

const byId = new Map<string, Requirement>(register.map((requirement) => [requirement.id, requirement]));

export function isRequirementId(text: string): text is names.RequirementId {
  return byId.has(text);
}

/** @throws RangeError if the register has no such requirement, which a typed id can't cause */
export function requirementOf(id: names.RequirementId): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new RangeError(`the register has no requirement "${id}"`);
  return requirement;
}

/** The open vocabularies by key, the most ordinary value of each first (`spec/documents/2-resources.md`). */
export const vocabulary: Readonly<Record<names.VocabularyKey, readonly ListedValue[]>> = data.vocabulary;

/** The closed lists by name: no other values exist (`spec/documents/3-states.md` and others). */
export const valueLists: Readonly<Record<names.ValueListName, readonly string[]>> = data.valueLists;

/** Values that were seen, for lists that are not fully shown, by name of the list. */
export const seenValues: Readonly<Record<names.SeenListName, readonly string[]>> = data.seenValues;

/** An operation, whatever address its path is relative to. */
export interface Operation extends Pick<StatedOperation, 'title' | 'method' | 'path' | 'operationId' | 'source'> {
  readonly description?: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly { readonly name: string; readonly type: 'string' | 'integer' }[];
  readonly request?: SchemaName;
  readonly response: SchemaName;
  /** Undefined if it is not shown: then any 2xx will do. */
  readonly successStatus?: number | undefined;
}

/** An operation of the service; its path is relative to the base address. */
interface Endpoint extends Operation {
  readonly id: EndpointId;
}

// Importing JSON widens its literals; the compiler writes this file and the names from one model.
/** The operations of the service by id (`spec/documents/4-endpoints.md`). */
export const endpoints = data.endpoints as Readonly<Record<EndpointId, Endpoint>>;

export const endpointIds: readonly EndpointId[] = Object.values(endpoints).map(({ id }) => id);

/** The token request; its path is relative to the token service's address (`spec/documents/5-authentication.md`). */
export const tokenEndpoint = data.tokenEndpoint as Operation;

interface MatchedEndpoint {
  readonly endpoint: EndpointId | 'token';
  /** What precedes the documented path: `/gateway`; empty if nothing does. */
  readonly prefix: string;
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

/** The operation that a method and a path without a query belong to; undefined if there is none. */
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

/** Percent-decodes a part of a URL; text that is not well-formed stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
