import type { JsonSchema, Presence } from '../json-schemas.ts';

/** A line of a document, counted from 1. */
export interface SourceLocation {
  readonly document: string;
  readonly line: number;
}

interface Stated {
  readonly source: SourceLocation;
}

/** A source as text: `2-resources.md:17`. */
export function sourceText({ document, line }: SourceLocation): string {
  return `${document}:${line}`;
}

/** The scalar types, as JSON Schema and as TypeScript. */
export const scalars = {
  uuid: [{ type: 'string', format: 'uuid' }, 'string'],
  string: [{ type: 'string' }, 'string'],
  'non-empty string': [{ type: 'string', minLength: 1 }, 'string'],
  integer: [{ type: 'integer' }, 'number'],
  number: [{ type: 'number' }, 'number'],
  boolean: [{ type: 'boolean' }, 'boolean'],
  date: [{ type: 'string', format: 'date' }, 'string'],
  timestamp: [{ type: 'integer' }, 'number'],
  object: [{ type: 'object' }, 'Record<string, unknown>'],
  array: [{ type: 'array' }, 'unknown[]'],
  any: [{}, 'unknown'],
} as const satisfies Record<string, readonly [schema: JsonSchema, type: string]>;
type ScalarName = keyof typeof scalars;

export function isScalarName(text: string): text is ScalarName {
  return Object.hasOwn(scalars, text);
}

/** What a type may refer to: a resource, a resource as a response echoes it, or a list of values. */
export type ReferenceKind = 'resource' | 'echo' | ValueList['kind'];

/** What the Type column of a table says. References are by title, or by key for a vocabulary. */
export type TypeExpression =
  | { readonly kind: 'scalar'; readonly name: ScalarName }
  | { readonly kind: 'constant'; readonly value: string | number | boolean }
  | { readonly kind: 'array'; readonly of: TypeExpression; readonly atLeast: 0 | 1 }
  | { readonly kind: 'map'; readonly of: TypeExpression; readonly keys: string | undefined }
  | { readonly kind: 'nullable'; readonly of: TypeExpression }
  | Reference;

interface Reference {
  readonly kind: ReferenceKind;
  readonly to: string;
}

export function referencesWithin(type: TypeExpression): readonly Reference[] {
  if ('to' in type) return [type];
  if (!('of' in type)) return [];
  const keys: readonly Reference[] =
    type.kind === 'map' && type.keys !== undefined ? [{ kind: 'seen', to: type.keys }] : [];
  return [...keys, ...referencesWithin(type.of)];
}

export function withReferences(type: TypeExpression, replace: (reference: Reference) => Reference): TypeExpression {
  if ('to' in type) return replace(type);
  return 'of' in type ? { ...type, of: withReferences(type.of, replace) } : type;
}

/** A row of a field table. `echoed` members occur only in responses; `either` ones belong to one of several ways. */
export interface Field extends Stated {
  readonly name: string;
  readonly type: TypeExpression;
  readonly typeText: string;
  readonly presence: Presence | 'echoed';
  /** The way that an `either` member belongs to, and whether the member is optional in it. */
  readonly way?: { readonly label: string; readonly optional: boolean };
  readonly notes: string;
  readonly members: readonly Field[];
}

/** Fields, and the members of their inline objects at any depth. */
export function allFields(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => [field, ...allFields(field.members)]);
}

export interface Resource extends Stated {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  /** No member other than the listed ones is allowed. */
  readonly exhaustive: boolean;
  readonly fields: readonly Field[];
}

export interface ListedValue {
  readonly value: string;
  /** It appears in a sample rather than being assumed: an assumed value may be refused. */
  readonly shown: boolean;
}

/** `closed`: there is no other value. `seen`: others may exist. `open`: a vocabulary that clients choose from. */
export interface ValueList extends Stated {
  readonly kind: 'closed' | 'seen' | 'open';
  readonly name: string;
  readonly title: string;
  readonly values: readonly ListedValue[];
}

export interface Parameter extends Stated {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'uuid';
  readonly notes: string;
}

export interface Operation extends Stated {
  /** `E1` and so on; undefined for the token service. */
  readonly id: string | undefined;
  readonly title: string;
  readonly operationId: string;
  readonly description: string | undefined;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With parameters in braces: `/api/v1/groups/{group_id}/renewal_decisions`. */
  readonly path: string;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  /** Title of the request body's resource. */
  readonly request: string | undefined;
  readonly response: string;
  /** Undefined if it is not shown. */
  readonly successStatus: number | undefined;
}

/** `required` is stated, `expected` is implied, `open` is not shown and never fails. */
export const levels = ['required', 'expected', 'open'] as const;

export type Level = (typeof levels)[number];

export interface RequirementItem extends Stated {
  readonly id: string;
  readonly level: Level;
  readonly part: string;
  /** A sentence in the present tense. */
  readonly statement: string;
  /** How to read the statement, and how not to. */
  readonly notes: readonly string[];
  readonly endpoints: readonly string[] | 'all';
}

export interface OpenPoint extends Stated {
  readonly statement: string;
}

interface Part extends Stated {
  readonly name: string;
  readonly title: string;
}

export interface Model {
  readonly resources: readonly Resource[];
  readonly lists: readonly ValueList[];
  readonly operations: readonly Operation[];
  readonly requirements: readonly RequirementItem[];
  readonly openPoints: readonly OpenPoint[];
  readonly parts: readonly Part[];
}
