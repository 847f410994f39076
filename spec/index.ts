/**
 * The interface as data: requirements, endpoints, schemas, value lists and types, all compiled from `spec/documents`.
 *
 * @module
 */
export {
  endpointIds,
  endpointOf,
  endpoints,
  percentDecoded,
  tokenEndpoint,
  type Endpoint,
  type MatchedEndpoint,
  type Operation,
} from './register.ts';
export { isDay, isUuid } from './formats.ts';
export type * from './generated/names.ts';
export type * from './generated/types.ts';
export {
  arrayOf,
  idKey,
  isList,
  isObject,
  objectOf,
  pointerTo,
  replaceAt,
  sameId,
  stepsOf,
  valueAt,
  type JsonObject,
} from './json.ts';
export {
  byLevel,
  isRequirementId,
  levels,
  openPoints,
  parts,
  register,
  requirementOf,
  revision,
  seenValues,
  valueLists,
  vocabulary,
  type Level,
  type OpenPoint,
  type Requirement,
  type SourceLocation,
  type VocabularyValue,
} from './register.ts';
export {
  isSchemaName,
  schemaNames,
  schemas,
  type JsonScalar,
  type JsonSchema,
  type JsonType,
  type Presence,
} from './json-schemas.ts';
export { memberPath, membersOf, resolved, type Member, type MemberKind } from './members.ts';
// Compiling schemas takes modules of its own: `validator` is imported from `validator.ts` by those who need it.
export type { SchemaError, SchemaValidator } from './validator.ts';
