/**
 * Values to try a target with: valid bodies that shrink to a canonical one, invalid ones that break one rule each,
 * request texts that are no JSON, and Authorization headers that have to be refused. All are made of the schemas in
 * `spec` and are synthetic.
 *
 * Other folders import this file alone.
 *
 * @module
 */
export type { AuthorizationCase } from './authorization/authorization-case.ts';
export { authorizationCases } from './authorization/authorization-cases.ts';
export { arbitraryConnection, canonicalConnection } from './bodies/connection.ts';
export { carriersOf, defaultContext, plansOf, type GenerationContext } from './bodies/context.ts';
export { arbitraryDecision, canonicalDecision } from './bodies/decision.ts';
export { decisionVariations, type DecisionVariation } from './bodies/decision-variations.ts';
export { arbitrarySnapshot, canonicalSnapshot } from './bodies/snapshot.ts';
export { snapshotReductions, type SnapshotReduction } from './bodies/snapshot-reductions.ts';
export { snapshotVariations, type SnapshotVariation } from './bodies/snapshot-variations.ts';
export { optionalMembers, optionalTogether } from './examples/absent.ts';
export { exampleBodies, type Example, type ExampleBody, type ExamplePart } from './examples/example.ts';
export { connectionExamples, decisionExamples, snapshotExamples } from './examples/examples.ts';
export { memberPath, membersOf, type Member, type MemberKind } from './examples/members.ts';
export { withOwnPeople } from './examples/own-people.ts';
export { arbitraryInvalid, invalidBodies, type InvalidCase } from './invalid/invalid-bodies.ts';
export { isInventedMember, malformedInputs, type MalformedInput } from './invalid/malformed-inputs.ts';
export { malformedRequests, type MalformedRequest, type SoundRequest } from './invalid/malformed-requests.ts';
export type { InvalidRule } from './invalid/wrong-values.ts';
export { httpDate, openEnd, shifted } from './values/dates.ts';
