const suspicious = /\d{16}|\d[eE]/;
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
export function firstLossyNumber(json: string): string | undefined {
  if (!suspicious.test(json)) return undefined;
  let found: string | undefined;
  JSON.parse(json, (_name, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value === 'number' && context?.source !== undefined && !isKept(context.source)) found ??= context.source;
    return value;
  });
  return found;
}
