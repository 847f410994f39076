import { stepsOf } from '../../spec/index.ts';
import { isList, isObject } from '../schema/node.ts';

function replaceAlong(value: unknown, steps: readonly string[], replacement: unknown): unknown {
  const [step, ...others] = steps;
  if (step === undefined) return replacement;
  if (isList(value)) {
    return value.map((item, index) => (String(index) === step ? replaceAlong(item, others, replacement) : item));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === step ? replaceAlong(member, others, replacement) : member,
    ]),
  );
}

/** A copy of a value with another one at a JSON pointer. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  return replaceAlong(value, stepsOf(pointer), replacement);
}
