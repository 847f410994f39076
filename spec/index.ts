/**
 * The interface as data: requirements, endpoints, schemas, value lists and types, all compiled from `spec/documents`.
 *
 * @module
 */
export { endpointOf, percentDecoded, type MatchedEndpoint } from './endpoint-of.ts';
export { endpointIds, endpoints, tokenEndpoint, type Endpoint, type Operation } from './endpoints.ts';
export type * from './generated/names.ts';
export type * from './generated/types.ts';
export { isList, isObject, pointerTo, replaceAt, stepsOf, valueAt } from './json.ts';
export type { JsonScalar, JsonSchema, JsonType, Presence } from './json-schema.ts';
export {
  isRequirementId,
  openPoints,
  parts,
  register,
  requirementOf,
  revision,
  type Level,
  type OpenPoint,
  type Requirement,
  type SourceLocation,
} from './register.ts';
export { isSchemaName, schemaNames, schemas } from './schemas.ts';
export { createValidator, type SchemaError, type SchemaValidator } from './validator.ts';
export { seenValues, valueLists, vocabulary, type VocabularyValue } from './values.ts';
