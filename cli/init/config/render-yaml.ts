import { Document, isScalar, visit } from 'yaml';
import { examplesInside, type ConfigDocument, type Section } from './section.ts';

/** Characters of a list of plain values that still stands on one line. */
const shortList = 36;

function linesOf(value: unknown): readonly string[] {
  const document = new Document(value);
  visit(document, {
    Seq(_, list) {
      list.flow = list.items.every((item) => isScalar(item)) && JSON.stringify(list).length <= shortList;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd().split('\n');
}

const commented = (lines: readonly string[], indent = ''): readonly string[] =>
  lines.map((line) => `${indent}# ${line}`.trimEnd());

function renderSection(section: Section): readonly string[] {
  const { key, comment, value, example } = section;
  const head = commented(comment);
  if (value === undefined) return [...head, ...commented(linesOf({ [key]: example }))];
  const inside = Object.entries(examplesInside(section)).flatMap(([name, member]) =>
    commented(linesOf({ [name]: member }), '  '),
  );
  return [...head, ...linesOf({ [key]: value }), ...inside];
}

/** A configuration as YAML, with comments and a line that tells editors its schema. */
export function renderYaml({ schema, head, sections }: ConfigDocument): string {
  const blocks = [
    [`# yaml-language-server: $schema=${schema}`, ...commented(head)],
    ...sections.map((section) => renderSection(section)),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
