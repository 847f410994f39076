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

/** One thing that the documents state, imply or leave open, as a suite may hold a target to it. */
export interface Requirement extends RequirementItem {
  readonly id: names.RequirementId;
  readonly part: names.PartName;
  /** Where it shows; empty for what the token service does. */
  readonly endpoints: readonly names.EndpointId[];
}

// The import of a JSON file widens its literals; the compiler writes this file and the names from one model.
/** Every requirement, in the order of the documents. */
export const register = data.requirements as readonly Requirement[];

/** The parts of the register with their titles, in the order they are reported in (`spec/documents/1-service.md`). */
export const parts = data.parts as readonly { readonly name: names.PartName; readonly title: string }[];

/** The first twelve hexadecimal digits of a SHA-256 over the documents. */
export const revision: string = data.revision;

const byId = new Map<string, Requirement>(register.map((requirement) => [requirement.id, requirement]));

export function isRequirementId(text: string): text is names.RequirementId {
  return byId.has(text);
}

/** @throws RangeError when the register has no such requirement, which a typed id can't cause */
export function requirementOf(id: names.RequirementId): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new RangeError(`the register has no requirement "${id}"`);
  return requirement;
}

/** The open vocabularies by key, the most ordinary value of each first (`spec/documents/2-resources.md`). */
export const vocabulary: Readonly<Record<names.VocabularyKey, readonly ListedValue[]>> = data.vocabulary;

/** The closed lists by name: there is no value outside of them (`spec/documents/3-states.md` and others). */
export const valueLists: Readonly<Record<names.ValueListName, readonly string[]>> = data.valueLists;

/** Values that were seen where the full list is not shown, by name of the list. */
export const seenValues: Readonly<Record<names.SeenListName, readonly string[]>> = data.seenValues;

/** What can be called, whichever address it is relative to. */
export interface Operation extends Pick<StatedOperation, 'title' | 'method' | 'path' | 'operationId' | 'source'> {
  readonly description?: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly { readonly name: string; readonly type: 'string' | 'integer' }[];
  readonly request?: SchemaName;
  readonly response: SchemaName;
  /** Undefined where it is not shown: any 2xx will do then. */
  readonly successStatus?: number | undefined;
}

/** An operation of the service; its path is relative to the base address. */
interface Endpoint extends Operation {
  readonly id: EndpointId;
}

// The import of a JSON file widens its literals; the compiler writes this file and the names from one model.
/** The operations of the service by id (`spec/documents/4-endpoints.md`). */
export const endpoints = data.endpoints as Readonly<Record<EndpointId, Endpoint>>;

export const endpointIds: readonly EndpointId[] = Object.values(endpoints).map(({ id }) => id);

/** How a token is asked for; its path is relative to the address of the token service (`spec/documents/5-authentication.md`). */
export const tokenEndpoint = data.tokenEndpoint as Operation;

interface MatchedEndpoint {
  readonly endpoint: EndpointId | 'token';
  /** What stands before the path of the documents: `/gateway`; empty where nothing does. */
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

/** The operation that a method and a path without a query belong to; undefined when they belong to none. */
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
