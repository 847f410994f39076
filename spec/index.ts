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
// Compiling schemas needs modules of its own: import `validator` from `validator.ts` where it is needed.
export type { SchemaError } from './validator.ts';
