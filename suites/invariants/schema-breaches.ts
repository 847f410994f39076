import { createValidator, endpoints, type SchemaName, pointerTo, valueAt } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange } from '../../target/exchange.ts';
import type { Breach } from '../engine/invariant.ts';
import { isObject } from './reading.ts';

/** What kind of value the schema asks for where a breach is. */
export type BreachKind = 'identifier' | 'timestamp' | 'date' | 'other';

/** One place where an answer does not follow its schema. */
export interface SchemaBreach extends Breach {
  readonly kind: BreachKind;
  /** The JSON Schema keyword that does not hold. */
  readonly keyword: string;
}

const validator = createValidator();
const judged = new WeakMap<AnsweredExchange, readonly SchemaBreach[]>();

/**
 * Where a success of E1 to E8 does not follow its response schema. Judged once for each exchange, however many
 * invariants ask.
 */
export function schemaBreaches(exchange: AnsweredExchange): readonly SchemaBreach[] {
  const known = judged.get(exchange);
  if (known !== undefined) return known;
  const { endpoint } = exchange.request;
  const breaches =
    endpoint === 'token' || !isSuccess(exchange) || !exchange.answer.isJson
      ? []
      : breachesOf(endpoints[endpoint].response, exchange.answer.json);
  judged.set(exchange, breaches);
  return breaches;
}

/** Where a value does not follow a schema of the specification, in words of the report. */
export function breachesOf(schema: SchemaName, value: unknown): readonly SchemaBreach[] {
  return validator
    .validate(schema, withoutEmptyOptions(value))
    .map(({ pointer, keyword, message, params, documentedType }) => {
      const missing = keyword === 'required' ? String(params.missingProperty) : undefined;
      const extra = keyword === 'additionalProperties' ? String(params.additionalProperty) : undefined;
      const member = missing ?? extra;
      const at = member === undefined ? pointer : `${pointer}${pointerTo(member)}`;
      const actual = valueAt(value, at);
      return {
        pointer: at,
        keyword,
        kind: (keyword === 'required' ? undefined : kinds[documentedType?.replace(/ or null$/, '') ?? '']) ?? 'other',
        message: missing === undefined ? `${at === '' ? 'the body' : at} ${message}` : `${at} is missing`,
        expected: missing === undefined ? message : 'present',
        ...(actual === undefined ? {} : { actual }),
      };
    });
}

/** Types of the documents that have a requirement of their own wherever they stand. */
const kinds: Readonly<Record<string, BreachKind>> = { uuid: 'identifier', timestamp: 'timestamp', date: 'date' };

/** Members that a record may lack: null says the same of them as leaving them out. */
const mayBeNull = /^(?!sic_code$|dba_name$|federal_ein$)/;

/** The value with null members left out, but for the group's texts, which are strings whenever they are there. */
function withoutEmptyOptions(value: unknown): unknown {
  if (!hasNull(value)) return value;
  if (Array.isArray(value)) return value.map(withoutEmptyOptions);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null || !mayBeNull.test(name))
      .map(([name, member]) => [name, withoutEmptyOptions(member)]),
  );
}

/** Whether there is a null anywhere in the value: most answers have none, and need no copy. */
function hasNull(value: unknown): boolean {
  if (value === null) return true;
  if (Array.isArray(value)) return value.some(hasNull);
  if (!isObject(value)) return false;
  for (const name in value) if (hasNull(value[name])) return true;
  return false;
}
