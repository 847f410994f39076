import { choices, faults, randomDialect, rules, type Dialect, type Fault, type RuleName } from '../reference/index.ts';
import { suggestion } from '../target/configuration/configuration-error.ts';
import { UsageError } from './failures.ts';

type Name = keyof typeof choices;

const isName = (text: string): text is Name => Object.hasOwn(choices, text);

function readChoice(part: string): readonly [Name, unknown] {
  const [name = '', text] = part.split(/=(.*)/s).map((side) => side.trim());
  if (!isName(name)) {
    const known = ['random', ...Object.keys(choices)];
    throw new UsageError(`--dialect: no choice is called ${JSON.stringify(name)}${suggestion(name, known)}`);
  }
  const values: readonly unknown[] = choices[name].values;
  const value = values.find((each) => String(each) === text);
  if (value !== undefined) return [name, value];
  const shown = values.map((each) => JSON.stringify(String(each))).join(', ');
  throw new UsageError(`--dialect: ${name} has no value ${JSON.stringify(text ?? '')}; choose one of ${shown}`);
}

/** Reads `random`, or choices at open points like `staleEdit=412,idCase=upper`. */
export function readDialect(text: string, seed: number): Partial<Dialect> {
  if (text.trim() === 'random') return randomDialect(seed);
  return Object.fromEntries(text.split(',').map(readChoice)) as Partial<Dialect>;
}

export function writeDialect(dialect: Partial<Dialect>): string {
  return Object.entries(dialect)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(',');
}

/** The faults that share the text's part (up to the first hyphen), or, if there are none, the parts. */
function known(text: string): string {
  const part = text.split('-')[0] ?? '';
  const alike = faults.map(({ name }) => name).filter((name) => name.startsWith(`${part}-`));
  if (alike.length > 0) return `known are ${alike.join(', ')}`;
  const parts = [...new Set(faults.map(({ name }) => name.split('-')[0] ?? name))];
  return `give one of ${parts.join(', ')} to see the names that begin with it`;
}

/** @throws UsageError for an unknown name, with similar names, or with those of the part that it names */
export function readFault(name: string): Fault {
  const fault = faults.find((each) => each.name === name);
  if (fault !== undefined) return fault;
  const names = name.includes('-') ? faults.map((each) => each.name) : [];
  throw new UsageError(`--fault: no fault is called ${JSON.stringify(name)}${suggestion(name, names, known(name))}`);
}

const isRule = (name: string): name is RuleName => Object.hasOwn(rules, name);

export function readRule(name: string, flag: string): RuleName {
  if (isRule(name)) return name;
  const otherwise = '"bfc list --rules" lists them';
  throw new UsageError(
    `${flag}: no rule is called ${JSON.stringify(name)}${suggestion(name, Object.keys(rules), otherwise)}`,
  );
}

export function describeFault({ name, description, when, breaks, also = [] }: Fault): string {
  const shows = when === undefined ? '' : ` (${when})`;
  const others = also.length === 0 ? '' : `may also break ${also.join(', ')}\n`;
  return `fault    ${name}: ${description}${shows}\nbreaks   ${breaks.join(', ')}\n${others}`;
}
