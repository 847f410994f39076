import { choices, faults, randomDialect, rules, type Dialect, type Fault, type RuleName } from '../reference/index.ts';
import { parts } from '../spec/index.ts';
import { suggestion } from '../target/configuration/configuration-error.ts';
import { UsageError } from './failures.ts';

type Name = keyof typeof choices;

const isName = (text: string): text is Name => Object.hasOwn(choices, text);

const random = 'random';

function readChoice(part: string): readonly [Name, unknown] {
  const [name = '', text] = part.split(/=(.*)/s).map((side) => side.trim());
  if (!isName(name)) {
    const otherwise = '"bfc list --dialects" lists them';
    throw new UsageError(
      `--dialect: no choice is called ${JSON.stringify(name)}${suggestion(name, [random, ...Object.keys(choices)], otherwise)}`,
    );
  }
  const values: readonly unknown[] = choices[name].values;
  const value = values.find((each) => String(each) === text);
  if (value !== undefined) return [name, value];
  const shown = values.map((each) => JSON.stringify(String(each))).join(', ');
  throw new UsageError(`--dialect: ${name} has no value ${JSON.stringify(text ?? '')}; choose one of ${shown}`);
}

/** Reads `random`, or choices at open points like `staleEdit=412,idCase=upper`. */
export function readDialect(text: string, seed: number): Partial<Dialect> {
  const given = text.split(',').map((part) => part.trim());
  if (given.includes(random)) {
    if (given.length === 1) return randomDialect(seed);
    throw new UsageError('--dialect: random decides every point, so it stands alone; leave it or the choices out');
  }
  const chosen = given.map(readChoice);
  const names = chosen.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new UsageError(`--dialect: ${repeated} is chosen twice; keep one`);
  return Object.fromEntries(chosen) as Partial<Dialect>;
}

export function writeDialect(dialect: Partial<Dialect>): string {
  return Object.entries(dialect)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(',');
}

/** @throws UsageError for an unknown name, with a similar name, or with the command that lists those of its part */
export function readFault(name: string): Fault {
  const fault = faults.find((each) => each.name === name);
  if (fault !== undefined) return fault;
  const names = name.includes('-') ? faults.map((each) => each.name) : [];
  const part = parts.find((each) => each.name === name.split('-')[0]);
  const otherwise = `"bfc list --faults${part === undefined ? '' : ` --part ${part.name}`}" lists them`;
  throw new UsageError(`--fault: no fault is called ${JSON.stringify(name)}${suggestion(name, names, otherwise)}`);
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
