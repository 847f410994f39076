/** A complete implementation of the interface, to run the suite against and to develop clients with. */
export { choices, defaultDialect, outOfReachIn, randomDialect } from './dialects.ts';
export type { Dialect } from './dialects.ts';
export { faults } from './faults/fault-catalogue.ts';
export type { Fault } from './faults/fault.ts';
export { randomRules, rules, withRules, type RuleName } from './rules/rules.ts';
export type { Rule } from './rules/rule.ts';
export { startReference } from './start-reference.ts';
export type { ReferenceOptions, RunningReference } from './start-reference.ts';
