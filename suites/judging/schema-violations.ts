import { validator } from '../../spec/validator.ts';
import { endpoints, isObject, pointerTo, type SchemaError, type SchemaName, valueAt } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import { oneOf, type Violation } from '../engine/assertions.ts';
import { numberOf, onceForEach } from './reading.ts';

/** The kind of value that the schema asks for at the place of a violation. */
export type ViolationKind = 'identifier' | 'timestamp' | 'date' | 'other';

/** One place where an answer does not follow its schema; its code is the JSON Schema keyword that does not hold. */
export interface SchemaViolation extends Violation {
  readonly kind: ViolationKind;
}

/** Where a success of E1 to E8 does not follow its response schema. */
export const schemaViolations = onceForEach((exchange: AnsweredExchange): readonly SchemaViolation[] => {
  const { endpoint } = exchange.request;
  if (endpoint === 'token' || !isSuccess(exchange) || !exchange.answer.isJson) return [];
  return violationsOf(endpoints[endpoint].response, exchange.answer.json);
});

/** Where a value does not follow a schema of the specification, in words of the report. */
export function violationsOf(schema: SchemaName, value: unknown): readonly SchemaViolation[] {
  // A member that may be null is never required, so what fits with nulls also fits without them.
  if (validator.accepts(schema, value)) return [];
  return validator.validate(schema, withoutEmptyOptions(value)).map((error) => {
    const { pointer, keyword, params, documentedType, message } = error;
    const member = params.missingProperty ?? params.additionalProperty;
    const at = typeof member === 'string' ? `${pointer}${pointerTo(member)}` : pointer;
    const actual = valueAt(value, at);
    const [wrongness, expected] = wordings[keyword]?.(params, actual) ?? [message, message];
    return {
      code: keyword,
      pointer: at,
      kind: (keyword === 'required' ? undefined : kinds[documentedType?.replace(/ or null$/, '') ?? '']) ?? 'other',
      message: `${at === '' ? 'the body' : at} ${wrongness}`,
      ...(keyword === 'enum' && Array.isArray(expected) ? oneOf(expected) : { expected }),
      ...(actual === undefined ? {} : { actual }),
    };
  });
}

/** Words for the formats and types of JSON Schema. */
const kindWords: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a date YYYY-MM-DD',
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

function inWords(kind: unknown): string {
  const kinds: readonly unknown[] = Array.isArray(kind) ? kind : [kind];
  return kinds.map((one) => kindWords[String(one)] ?? String(one)).join(' or ');
}

/** How a value breaks a keyword, as the end of a sentence, and what the keyword asks for: a value, or a phrase. */
type Wording = readonly [wrongness: string, expected: unknown];

const wordings: Readonly<Record<string, (params: SchemaError['params'], actual: unknown) => Wording>> = {
  // A member that is null counts as left out.
  required: (_, actual) => [actual === null ? 'is null' : 'is missing', 'present'],
  additionalProperties: () => ['must not be there', 'absent'],
  enum: ({ allowedValues }) => ['is none of the allowed values', allowedValues],
  const: ({ allowedValue }) => [`is not ${JSON.stringify(allowedValue)}`, allowedValue],
  format: ({ format }) => [`is not ${inWords(format)}`, inWords(format)],
  minItems: ({ limit }) => {
    const items = numberOf(Number(limit), 'item');
    return [`has fewer than ${items}`, `at least ${items}`];
  },
  type: ({ type }) => [`is not ${inWords(type)}`, inWords(type)],
};

/** Types of the documents that have a requirement of their own. */
const kinds: Readonly<Record<string, ViolationKind>> = { uuid: 'identifier', timestamp: 'timestamp', date: 'date' };

/** Members for which null is the same as leaving them out. */
const mayBeNull = /^(?!sic_code$|dba_name$|federal_ein$)/;

/** The value without null members, except the group's texts, which have to be strings if present. */
function withoutEmptyOptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyOptions);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null || !mayBeNull.test(name))
      .map(([name, member]) => [name, withoutEmptyOptions(member)]),
  );
}
