/**
 * Values to try a target with: valid bodies that shrink to a canonical one, invalid ones that break one rule each,
 * request texts that are no JSON, and Authorization headers that have to be refused. All are made of the schemas in
 * `spec` and are synthetic.
 *
 * Other folders import this file alone.
 *
 * @module
 */
export {
  authorizationCases,
  type AuthorizationCase,
  type AuthorizationChoice,
} from './authorization/authorization-cases.ts';
export { arbitraryConnection, canonicalConnection, withOwnEmployer } from './bodies/connection-body.ts';
export { carriersOf, defaultContext, plansOf, type GenerationContext } from './bodies/generation-context.ts';
export {
  arbitraryDecision,
  canonicalDecision,
  decisionPlanForms,
  decisionVariations,
  mapLines,
  onlyPlans,
  onRenewalDate,
  withPeriods,
  type PlanForm,
  type PlanFormVariation,
  type Variation,
} from './bodies/decision-body.ts';
export { plansFor, withCoveragesOf, withLinesOf, type KnownPlan } from './bodies/known-plans.ts';
export { arbitrarySnapshot, canonicalSnapshot } from './bodies/snapshot-body.ts';
export {
  memberOptions,
  snapshotPlanForms,
  snapshotReductions,
  snapshotVariations,
  withOwnPeople,
  type SnapshotPart,
} from './bodies/snapshot-edits.ts';
export { atTwoCarriers } from './examples/decision-structure.ts';
export { atSeveralCarriers, withAnotherDependent, withMoreOfEach } from './examples/snapshot-structure.ts';
export { exampleBodies, type Example } from './examples/example.ts';
export {
  connectionExamples,
  decisionExamples,
  dispensableMembers,
  optionalMembers,
  optionalTogether,
  snapshotExamples,
} from './examples/example-lists.ts';
export {
  arbitraryInvalid,
  convertedBodies,
  invalidBodies,
  laterItemsInvalid,
  type InvalidCase,
} from './invalid/invalid-bodies.ts';
export { isInventedMember, malformedInputs, malformedRequests, type MalformedInput } from './invalid/malformed.ts';
export { memberPath, membersOf, withChanged } from '../spec/index.ts';
export {
  daysBetween,
  earlier,
  firstOfMonth,
  firstsOfMonths,
  httpDate,
  later,
  openEnd,
  shifted,
} from './values/calendar-dates.ts';
export { isPlainFamilyName } from './values/people.ts';
export { swapCase, uuidFor } from './values/scalars.ts';
