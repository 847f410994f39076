/**
 * Writes the parts of pages that repeat the code: tables between `<!-- generated: NAME -->` and `<!-- end -->` (flags,
 * exit codes, keys of the configuration, profiles), in quoted reports the line of the document that states a
 * requirement, and in README.md the counts of requirements. Run by `npm run docs`; `pages.test.ts` fails if a page is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { format } from 'oxfmt';
import formatting from '../.oxfmtrc.json' with { type: 'json' };
import type { SchemaMember } from '../cli/init-config.ts';
import { commands, createProgram } from '../cli/program.ts';
import { levels, parts, register } from '../spec/index.ts';
import { costOf, profileNames, profiles } from '../suites/profiles.ts';
import { targetConfigSchema } from '../target/configuration/target-config.ts';

const folder = import.meta.dirname;

export const generatedPages = [
  'command-line.md',
  'configuration.md',
  'safety.md',
  'reports.md',
  'architecture.md',
  '../README.md',
  'recipes/verify-my-implementation.md',
  'recipes/nightly-sandbox-check.md',
  'recipes/regression-gate.md',
] as const;

type Row = readonly string[];

/** A text from the code as a cell: plain, except that flags, variables and file names are formatted as code. */
function cell(text: string): string {
  return text
    .replaceAll(/[|*<]/g, String.raw`\$&`)
    .replaceAll(/(?<![\w`])(--[a-z][\w-]*|BFC_[A-Z_]+[A-Z]|conformance\.config\.\w+)/g, '`$1`');
}

const code = (text: string): string => `\`${text}\``;

function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function splitDefault(description: string, pattern: RegExp): readonly [text: string, fallback: string] {
  const fallback = pattern.exec(description)?.[1] ?? '';
  return [description.replace(pattern, '').trim(), fallback];
}

function defaultOf({ defaultValue, defaultValueDescription, negate }: Option): string {
  if (defaultValueDescription !== undefined) return cell(defaultValueDescription);
  return defaultValue === undefined || negate ? '' : code(String(defaultValue));
}

function flagRow(option: Option): Row {
  const { flags, description, argChoices = [], envVar } = option;
  const [text, inWords] = splitDefault(description, / ?\(default: (.*?)\)/);
  const choices = argChoices.length === 0 ? '' : `: ${argChoices.map(code).join(', ')}`;
  const variable = envVar === undefined ? '' : `; or ${code(envVar)}`;
  return [code(flags), `${cell(text)}${choices}${variable}`, defaultOf(option) || cell(inWords)];
}

function argumentRow(argument: Argument): Row {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  const [text, inWords] = splitDefault(argument.description, / ?\(default: (.*?)\)/);
  return [code(argument.required ? `<${name}>` : `[${name}]`), cell(text), cell(inWords)];
}

function flagsOf(command: Command): string {
  const shown = command.options.filter(({ hidden }) => !hidden);
  const rows = [...command.registeredArguments.map(argumentRow), ...shown.map(flagRow)];
  return table([command.registeredArguments.length === 0 ? 'Flag' : 'Argument or flag', 'Means', 'Default'], rows);
}

async function exitCodesTable(): Promise<string> {
  const codesOf = await Promise.all(
    Object.entries(commands).map(async ([name, [, load]]) => [name, (await load()).command.exitCodes] as const),
  );
  const codes = [...new Set(codesOf.flatMap(([, meanings]) => Object.keys(meanings).map(Number)))].toSorted(
    (a, b) => a - b,
  );
  const rows = codesOf.map(([name, meanings]) => [code(name), ...codes.map((each) => cell(meanings[each] ?? ''))]);
  return table(['Command', ...codes.map(String)], rows);
}

/** Its members are the open points, which `bfc list --level open` lists. */
const openPoints = 'expect';

function typeOf({ type = '', enum: values, items, properties }: SchemaMember): string {
  if (type === 'array') return `list of ${items?.properties === undefined ? `${items?.type ?? ''}s` : 'objects'}`;
  if (properties !== undefined) return 'object';
  return values !== undefined && values.length < 10 ? values.map(code).join(' or ') : type;
}

function keyRows(members: Readonly<Record<string, SchemaMember>>, prefix = ''): readonly Row[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const key = `${prefix}${name}`;
    const [text, fallback] = splitDefault(member.description ?? '', /(?<=^| )Default: (.*?)\.(?= |$)/);
    const usual = member.default === undefined ? fallback : JSON.stringify(member.default);
    const row = [code(key), typeOf(member), cell(text), cell(usual)];
    const inner = member.items?.properties ?? member.properties;
    if (inner === undefined || key === openPoints) return [row];
    return [row, ...keyRows(inner, `${key}${member.items === undefined ? '' : '[]'}.`)];
  });
}

function profilesTable(): string {
  const rows = profileNames.map((name) => {
    const { about, cases, timeBudgetMs, limits } = profiles[name];
    const { requests, atMost } = costOf(name, cases);
    const pace =
      limits === undefined ? 'as configured' : `${limits.concurrency} at a time, ${limits.requestsPerSecond} a second`;
    const figures = [cases, `${timeBudgetMs / 60_000} min`, requests, atMost.requests, atMost.records].map(String);
    return [code(name), cell(about), ...figures, pace];
  });
  const figures = ['Cases', 'Time', 'Requests, usually', 'Requests, at most', 'Records, at most'];
  return table(['Profile', 'For', ...figures, 'Pace'], rows);
}

async function makeTables(): Promise<Readonly<Record<string, string>>> {
  const program = await createProgram();
  const summary = program.commands.map((command) => [code(`bfc ${command.name()}`), cell(command.description())]);
  return {
    commands: table(['Command', 'Does'], summary),
    'exit codes': await exitCodesTable(),
    'keys of the configuration': table(['Key', 'Type', 'Means', 'Default'], keyRows(targetConfigSchema.properties)),
    profiles: profilesTable(),
    ...Object.fromEntries(program.commands.map((command) => [`flags of ${command.name()}`, flagsOf(command)])),
  };
}

/** A text in which the heads of quoted failures name the current lines of their requirements. */
function withSources(text: string): string {
  return text.replaceAll(
    /([a-z]+\.[a-z-]+)( +[a-z]+ · )spec\/documents\/[\w.-]+:\d+/g,
    (quoted, id: string, level: string) => {
      const source = register.find((requirement) => requirement.id === id)?.source;
      return source === undefined ? quoted : `${id}${level}spec/documents/${source.document}:${source.line}`;
    },
  );
}

/** A text in which the verdicts and the rows of parts count the requirements as they are. */
export function withCounts(text: string): string {
  const countsOf = (title: string): readonly number[] => {
    const part = parts.find((one) => one.title === title)?.name;
    const counted = register.filter((one) => title === 'all' || one.part === part);
    return levels.map((level) => counted.filter((one) => one.level === level).length);
  };
  const [required] = countsOf('all');
  return text
    .replaceAll(/^ {2}(\S.*?)(?: +\d+[ ·]*){3}$/gm, (row, title: string) => {
      const counts = countsOf(title).values();
      return row.replaceAll(/ +\d+/g, (count) => String(counts.next().value).padStart(count.length));
    })
    .replaceAll(/\d+ of \d+ (?=required pass)/g, `${required} of ${required} `)
    .replaceAll(/(?<= of )\d+(?= required fail)/g, String(required));
}

/**
 * A page with its tables, quoted document lines and counts brought up to date.
 *
 * @throws Error if the page asks for a table that does not exist
 */
export async function renderPage(name: string): Promise<string> {
  const path = join(folder, name);
  const tables = await makeTables();
  const quoted = withSources(readFileSync(path, 'utf8'));
  const counted = name === '../README.md' ? withCounts(quoted) : quoted;
  const text = counted.replaceAll(
    /(<!-- generated: (.*?) -->\n).*?(<!-- end -->)/gs,
    (_whole, begin: string, of: string, end: string) => {
      const made = tables[of];
      if (made === undefined) throw new Error(`${name}: there is no table of ${of}`);
      return `${begin}\n${made}\n\n${end}`;
    },
  );
  const formatted = await format(path, text, formatting);
  return formatted.code;
}

if (import.meta.main) {
  for (const name of generatedPages) writeFileSync(join(folder, name), await renderPage(name));
}
