import { GeneratorError } from '../generator-error.ts';

/** A JSON Schema object as it is read here: nothing is known of it until looked at. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object (neither an array nor null). */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array, its items unknown. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether a value is of a type as JSON Schema names it; anything is of no type. */
export function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return isObject(value);
    case 'array':
      return isList(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function bad(pointer: string, keyword: string, wanted: string): GeneratorError {
  return new GeneratorError('bad-keyword', `${pointer}/${keyword}`, `is not ${wanted}; correct the schema`);
}

/** The number under a keyword, or `fallback` when the keyword isn't there. */
export function numberAt(node: SchemaNode, keyword: string, pointer: string, fallback: number): number {
  const value = node[keyword];
  if (value === undefined) return fallback;
  if (typeof value !== 'number') throw bad(pointer, keyword, 'a number');
  return value;
}

/** The text under a keyword, or undefined when the keyword isn't there. */
export function textAt(node: SchemaNode, keyword: string, pointer: string): string | undefined {
  const value = node[keyword];
  if (value !== undefined && typeof value !== 'string') throw bad(pointer, keyword, 'a string');
  return value;
}

/** The list under a keyword, empty when the keyword isn't there. */
export function listAt(node: SchemaNode, keyword: string, pointer: string): readonly unknown[] {
  const value = node[keyword];
  if (value === undefined) return [];
  if (!isList(value)) throw bad(pointer, keyword, 'an array');
  return value;
}

/** The object under a keyword, empty when the keyword isn't there. */
export function objectAt(node: SchemaNode, keyword: string, pointer: string): SchemaNode {
  const value = node[keyword];
  if (value === undefined) return {};
  if (!isObject(value)) throw bad(pointer, keyword, 'an object');
  return value;
}
