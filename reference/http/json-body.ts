import { isUtf8 } from 'node:buffer';
import { measure, parsed } from '../json-values.ts';
import { Problem } from './problems.ts';

/** Objects and arrays within each other at most: no documented body comes near. */
const maxDepth = 64;

/** Items and members in a body at most, at all levels together: checking a body takes time for each of them. */
const maxValues = 20_000;

/** A number of many digits, or with an exponent; where it begins, no text does. */
const suspicious = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE])|^\s*-?\d/;
const decimal = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A decimal number as digits without zeros around them, and the power of ten of the last digit. */
function normalForm(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = decimal.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${source.startsWith('-') ? '-' : ''}${significant}e${power}`;
}

/**
 * Whether a JSON number comes back as the number it is: one past the range or precision of a double would be answered
 * as another number.
 */
function isKept(source: string): boolean {
  const value = Number(source);
  return Number.isFinite(value) && normalForm(source) === normalForm(String(value));
}

/** The first number in a JSON text that this service could not give back unchanged; undefined when there is none. */
function firstLossyNumber(json: string): string | undefined {
  if (!suspicious.test(json)) return undefined;
  let found: string | undefined;
  JSON.parse(json, (_name, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value === 'number' && context?.source !== undefined && !isKept(context.source)) found ??= context.source;
    return value;
  });
  return found;
}

/**
 * A request body, parsed. Of a member given twice the last counts; `__proto__` is a name like any other; a number
 * that can't be given back unchanged is refused.
 *
 * @throws Problem when the bytes are no such JSON
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Problem('malformed', 'a JSON body is needed, and it is empty');
  if (!isUtf8(bytes)) throw new Problem('malformed', 'the body is not UTF-8');
  const text = bytes.toString('utf8');
  const value = parsed(text);
  if (value === undefined) throw new Problem('malformed', 'the body is not JSON');
  const { depth, values } = measure(value);
  if (depth > maxDepth) throw new Problem('malformed', `the body nests more than ${maxDepth} levels deep`);
  if (values > maxValues) throw new Problem('too-large', `the body holds more than ${maxValues} values`);
  const lossy = firstLossyNumber(text);
  if (lossy !== undefined) {
    throw new Problem('malformed', `the number ${lossy.slice(0, 40)} is outside the range or precision kept`);
  }
  return value;
}
