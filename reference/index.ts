/**
 * A complete implementation of the interface, to run the suite against and to develop clients with.
 *
 * @module
 */
export type { Clock } from './sources.ts';
export { choices, defaultDialect, randomDialect } from './dialects.ts';
export type { Choice, Dialect } from './dialects.ts';
export { faults } from './faults/fault-catalogue.ts';
export type { Fault } from './faults/fault.ts';
export { randomRules, rules, withRules, type RuleName } from './rules/rules.ts';
export type { Rule } from './rules/rule.ts';
export { StartError } from './start-error.ts';
export type { StartErrorCode } from './start-error.ts';
export { startReference } from './start-reference.ts';
export type { ReferenceCredentials, ReferenceOptions, RunningReference } from './start-reference.ts';
