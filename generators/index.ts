/** Values to try a target with, all synthetic and made from the schemas in `spec`. Other folders import only this. */
export * from './authorization/authorization-cases.ts';
export * from './bodies/connection-body.ts';
export * from './bodies/decision-body.ts';
export * from './bodies/snapshot-body.ts';
export * from './bodies/snapshot-edits.ts';
export * from './examples/example-lists.ts';
export * from './invalid/invalid-bodies.ts';
export * from './invalid/malformed.ts';
export {
  carriersOf,
  defaultContext,
  isMadeUpCarrier,
  isVocabularyKey,
  plansOf,
  type GenerationContext,
} from './bodies/generation-context.ts';
export {
  mostUsualFirst,
  onKnownCoverages,
  onKnownLines,
  plansFor,
  withCoveragesOf,
  withLinesOf,
  type KnownPlan,
} from './bodies/known-plans.ts';
export { atTwoCarriers } from './examples/decision-structure.ts';
export { atSeveralCarriers, withAnotherDependent, withMoreOfEach } from './examples/snapshot-structure.ts';
export { exampleBodies, type Example } from './examples/example.ts';
export { memberPath, membersOf, uuidFor, withChanged } from '../spec/index.ts';
export * from '../spec/calendar-dates.ts';
export { isPlainFamilyName } from './values/people.ts';
export { swapCase } from './values/scalars.ts';
