import { choices, randomDialect, type Dialect } from '../../reference/index.ts';
import { suggestion } from '../../target/configuration/index.ts';
import { UsageError } from '../usage-error.ts';

type Name = keyof typeof choices;

const isName = (text: string): text is Name => Object.hasOwn(choices, text);

function readChoice(part: string): readonly [Name, unknown] {
  const [name = '', text] = part.split(/=(.*)/s).map((side) => side.trim());
  if (!isName(name)) {
    const known = text === undefined ? ['random', ...Object.keys(choices)] : Object.keys(choices);
    throw new UsageError(`--dialect: no choice is called ${JSON.stringify(name)}${suggestion(name, known)}`);
  }
  const values: readonly unknown[] = choices[name].values;
  const value = values.find((each) => String(each) === text);
  if (value !== undefined) return [name, value];
  const shown = values.map((each) => JSON.stringify(String(each))).join(', ');
  throw new UsageError(`--dialect: ${name} has no value ${JSON.stringify(text ?? '')}; choose one of ${shown}`);
}

/**
 * Reads `random`, or choices at the open points like `staleEdit=412,idCase=upper`.
 *
 * @param seed draws a random dialect
 * @throws UsageError for a name or a value that is none, with what is
 */
export function readDialect(text: string, seed: number): Partial<Dialect> {
  if (text.trim() === 'random') return randomDialect(seed);
  // Each value was found among those of its name.
  return Object.fromEntries(text.split(',').map(readChoice)) as Partial<Dialect>;
}

/** A dialect as `--dialect` takes it. */
export function writeDialect(dialect: Partial<Dialect>): string {
  return Object.entries(dialect)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(',');
}
