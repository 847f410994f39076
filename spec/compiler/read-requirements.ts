import type { ListItem } from 'mdast';
import { bareText, isList, itemText, lineOf, nestedItems, proseText } from './markdown.ts';
import type { NoteMistake } from './mistake.ts';
import type { Level, OpenPoint, RequirementItem } from './model.ts';
import type { Section } from './sections.ts';

const levels: readonly Level[] = ['required', 'expected', 'open'];
const example = '- **groups.list** (required; E1): The list is answered with 200.';
const idPattern = /^[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*$/u;

/** What the items of a section state. */
export interface Statements {
  readonly requirements: readonly RequirementItem[];
  readonly openPoints: readonly OpenPoint[];
}

/** The bold text an item begins with. */
function idOf(item: ListItem): string | undefined {
  const [first] = itemText(item);
  return first?.type === 'strong' ? bareText(first.children) : undefined;
}

function openPointOf(item: ListItem): string | undefined {
  const text = proseText(itemText(item)).trim();
  return text.startsWith('(open point)') ? text.slice('(open point)'.length).trim() : undefined;
}

function readRequirement(
  item: ListItem,
  id: string,
  part: string,
  document: string,
  note: NoteMistake,
): RequirementItem[] {
  const line = lineOf(item);
  const rest = proseText(itemText(item).slice(1)).trim();
  const [, inBrackets, statement] = /^(?:\(([^)]*)\))?:?\s*(.*)$/u.exec(rest) ?? [];
  const [levelText = '', endpointText = ''] = (inBrackets ?? '').split(';').map((text) => text.trim());
  const level = levels.find((candidate) => candidate === levelText);
  if (!idPattern.test(id))
    note('malformed-item', line, `"${id}" is no requirement id`, `write the item like "${example}"`);
  else if (id.split('.')[0] !== part) {
    note(
      'misplaced-requirement',
      line,
      `requirement "${id}" stands under the part "${part}"`,
      `begin its id with "${part}.", or move it`,
    );
  }
  if (levelText === '')
    note('missing-level', line, `requirement "${id}" has no level`, `write the item like "${example}"`);
  else if (level === undefined) {
    note(
      'unknown-level',
      line,
      `unknown level "${levelText}" of requirement "${id}"`,
      `use one of: ${levels.join(', ')}`,
    );
  }
  if (statement === undefined || statement === '') {
    note('malformed-item', line, `requirement "${id}" states nothing`, `write the item like "${example}"`);
  }
  if (level === undefined || statement === undefined) return [];
  const endpoints = endpointText === 'all' ? 'all' : endpointText.split(',').flatMap((text) => text.trim() || []);
  const notes = nestedItems(item).map((nested) => proseText(itemText(nested)).trim());
  return [{ id, level, part, statement, notes, endpoints, source: { document, line } }];
}

/** Reads the items of a section under a part: requirements and open points, nothing else. */
export function readRequirements(section: Section, part: string, document: string, note: NoteMistake): Statements {
  const requirements: RequirementItem[] = [];
  const openPoints: OpenPoint[] = [];
  const items = section.nodes.filter(isList).flatMap((list) => list.children);
  if (items.length === 0)
    note('missing-list', section.line, `"${section.heading}" lists no requirement`, `add items like "${example}"`);
  for (const item of items) {
    const id = idOf(item);
    const openPoint = openPointOf(item);
    if (id !== undefined) requirements.push(...readRequirement(item, id, part, document, note));
    else if (openPoint !== undefined)
      openPoints.push({ statement: openPoint, source: { document, line: lineOf(item) } });
    else
      note(
        'malformed-item',
        lineOf(item),
        `an item of "${section.heading}" is neither a requirement nor an open point`,
        `write it like "${example}"`,
      );
  }
  return { requirements, openPoints };
}

/** Reads the open points that stand in prose, and refuses requirements there: they belong under a part. */
export function readProse(nodes: Section['nodes'], document: string, note: NoteMistake): readonly OpenPoint[] {
  return nodes
    .filter(isList)
    .flatMap((list) => list.children)
    .flatMap((item): OpenPoint[] => {
      const id = idOf(item);
      if (id !== undefined && idPattern.test(id)) {
        const remedy = 'move it below a heading like `### Requirements: Groups {#groups}`';
        note('misplaced-requirement', lineOf(item), `requirement "${id}" stands in prose`, remedy);
      }
      const statement = openPointOf(item);
      return statement === undefined ? [] : [{ statement, source: { document, line: lineOf(item) } }];
    });
}
