import { examplesInside, isMap, type ConfigDocument, type Section } from './section.ts';

/** How a TypeScript configuration gets its types. */
export type TypeSource =
  /** By calling `defineConfig`, which this module exports. */
  | { readonly kind: 'function'; readonly from: string }
  /** By naming the type of this package, which cannot be imported from where the file is: types alone are not loaded. */
  | { readonly kind: 'type'; readonly from: string };

/** A text as a literal: JSON's own where it holds what single quotes would need signs for. */
function textLiteral(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) && !/['\\]/.test(text) ? `'${text}'` : JSON.stringify(text);
}

const keyLiteral = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : textLiteral(key));

/** A value as lines of TypeScript, the first without indentation. */
function literal(value: unknown): readonly string[] {
  if (typeof value === 'string') return [textLiteral(value)];
  const isList = Array.isArray(value);
  if (!isList && !isMap(value)) return [JSON.stringify(value)];
  const items: readonly (readonly string[])[] = isList
    ? value.map((item: unknown) => literal(item))
    : Object.entries(value).map(([key, member]) => memberLines(key, member));
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = `${open}${isList ? '' : ' '}${items.map((item) => item.join(' ')).join(', ')}${isList ? '' : ' '}${close}`;
  if (items.every((item) => item.length === 1) && line.length < 80) return [line];
  return [open, ...items.flatMap((item) => indented(ended(item))), close];
}

function memberLines(key: string, value: unknown): readonly string[] {
  const [first = '', ...others] = literal(value);
  return [`${keyLiteral(key)}: ${first}`, ...others];
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));

const ended = (lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => (index === lines.length - 1 ? `${line},` : line));

const commented = (lines: readonly string[]): readonly string[] => lines.map((line) => `// ${line}`.trimEnd());

function renderSection(section: Section): readonly string[] {
  const { key, comment, value, example } = section;
  const head = commented(comment);
  if (value === undefined) return [...head, ...commented(ended(memberLines(key, example)))];
  const inside = Object.entries(examplesInside(section)).flatMap(([name, member]) =>
    commented(ended(memberLines(name, member))),
  );
  if (inside.length === 0 || !isMap(value)) return [...head, ...ended(memberLines(key, value))];
  const members = Object.entries(value).flatMap(([name, member]) => ended(memberLines(name, member)));
  return [...head, `${keyLiteral(key)}: {`, ...indented([...members, ...inside]), '},'];
}

/** A configuration as a TypeScript module, with comments and the types that editors complete from. */
export function renderModule({ head, sections }: ConfigDocument, { kind, from }: TypeSource): string {
  const body = sections.map((section) => indented(renderSection(section)).join('\n')).join('\n\n');
  const [imported, open, close] =
    kind === 'function'
      ? [`import { defineConfig } from ${textLiteral(from)};`, 'export default defineConfig({', '});']
      : [
          `import type { TargetConfig } from ${textLiteral(from)};`,
          'const config: TargetConfig = {',
          '};\n\nexport default config;',
        ];
  return `${imported}\n\n${commented(head).join('\n')}\n${open}\n${body}\n${close}\n`;
}
