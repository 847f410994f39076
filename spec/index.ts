/**
 * The interface as data: requirements, endpoints, schemas, value lists and types, all compiled from `spec/documents`.
 *
 * @module
 */
export type * from './generated/names.ts';
export type * from './generated/types.ts';
export {
  arrayOf,
  idKey,
  isList,
  isObject,
  mapLeaves,
  mapTexts,
  objectOf,
  pointerTo,
  filled,
  present,
  replaceAt,
  sameId,
  stepsOf,
  valueAt,
  type JsonObject,
} from './json.ts';
export {
  byLevel,
  endpointIds,
  endpointOf,
  endpoints,
  isRequirementId,
  levels,
  parts,
  percentDecoded,
  register,
  requirementOf,
  revision,
  seenValues,
  tokenEndpoint,
  valueLists,
  vocabulary,
  type Endpoint,
  type Level,
  type Operation,
  type Requirement,
  type VocabularyValue,
} from './register.ts';
export {
  isDay,
  isUuid,
  memberPath,
  membersOf,
  msPerDay,
  resolved,
  schemaNames,
  schemas,
  withChanged,
  type Change,
  type JsonSchema,
  type JsonType,
  type Member,
  type MemberKind,
} from './json-schemas.ts';
// Compiling schemas takes modules of its own: `validator` is imported from `validator.ts` by those who need it.
export type { SchemaError } from './validator.ts';
