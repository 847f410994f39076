/** The names and indexes that a JSON pointer (RFC 6901) goes through. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A member's name or an index, or several below each other, as a JSON pointer. */
export function pointerTo(...steps: readonly (string | number)[]): string {
  let pointer = '';
  for (const step of steps) pointer += `/${typeof step === 'number' ? step : escaped(step)}`;
  return pointer;
}

/** Hardly any name needs it, and judging asks for pointers a million times in a run. */
function escaped(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** The value at a JSON pointer; undefined when nothing is there. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const step of stepsOf(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}
