/**
 * The interface as data: requirements, endpoints, schemas, value lists and types, all compiled from `spec/documents`.
 *
 * @module
 */
export type * from './generated/names.ts';
export type * from './generated/types.ts';
export * from './calendar-dates.ts';
export * from './json.ts';
export * from './json-schemas.ts';
export * from './json-web-token.ts';
export * from './register.ts';
// Compiling schemas takes modules of its own: `validator` is imported from `validator.ts` by those who need it.
export type { SchemaError } from './validator.ts';
