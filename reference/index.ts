/**
 * A complete implementation of the interface, to run the suite against and to develop clients with.
 *
 * @module
 */
export type { Clock } from './clock.ts';
export { choices } from './dialect/choices.ts';
export type { Choice } from './dialect/choice.ts';
export type { Dialect } from './dialect/dialect.ts';
export { defaultDialect, randomDialect } from './dialect/resolve-dialect.ts';
export { faults } from './faults/catalogue.ts';
export type { Fault } from './faults/fault.ts';
export { StartError } from './start-error.ts';
export type { StartErrorCode } from './start-error.ts';
export { startReference } from './start-reference.ts';
export type { ReferenceCredentials, ReferenceOptions, RunningReference } from './start-reference.ts';
