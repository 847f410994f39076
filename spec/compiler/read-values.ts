import { isList, itemText, lineOf, proseText } from './markdown.ts';
import type { NoteMistake } from './mistake.ts';
import type { ListedValue, ValueList } from './model.ts';
import type { Directive, Section } from './sections.ts';

const forms = {
  closed: { pattern: /^(?:: (?<notes>.+))?$/u, example: '- `ready`: what it means' },
  seen: { pattern: /^(?:: (?<notes>.+))?$/u, example: '- `initial`: what it means' },
  open: { pattern: /^ \((?<mark>shown|assumed)\)(?:: (?<notes>.+))?$/u, example: '- `ppo` (shown): where' },
} as const satisfies Record<ValueList['kind'], { pattern: RegExp; example: string }>;

/** Reads a list of values: one code span per item, for a vocabulary with its mark, then what it means. */
export function readValues(
  section: Section,
  directive: Directive,
  document: string,
  kind: ValueList['kind'],
  note: NoteMistake,
): ValueList {
  const { pattern, example } = forms[kind];
  const items = section.nodes.filter(isList).flatMap((list) => list.children);
  const values: ListedValue[] = [];
  if (items.length === 0)
    note('missing-list', section.line, `"${section.heading}" lists no value`, `add items like "${example}"`);
  for (const item of items) {
    const line = lineOf(item);
    const [first, ...rest] = itemText(item);
    const groups = pattern.exec(proseText(rest).trimEnd())?.groups;
    const matched = pattern.test(proseText(rest).trimEnd());
    if (first?.type !== 'inlineCode' || !matched) {
      note('malformed-item', line, `an item of "${section.heading}" is no value`, `write it like "${example}"`);
      continue;
    }
    const { value } = first;
    if (values.some((other) => other.value === value)) {
      note('duplicate-value', line, `the value "${value}" is listed twice`, 'keep one of the two items');
      continue;
    }
    values.push({
      value,
      shown: groups?.['mark'] !== 'assumed',
      notes: groups?.['notes'] ?? '',
      source: { document, line },
    });
  }
  return { kind, name: directive.id, title: directive.title, values, source: { document, line: section.line } };
}
