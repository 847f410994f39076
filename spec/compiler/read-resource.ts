import type { Presence } from '../json-schema.ts';
import type { NoteMistake } from './mistake.ts';
import type { Field, Resource } from './model.ts';
import { descriptionOf, type Directive, type Section } from './sections.ts';
import { readTable, type Row } from './tables.ts';
import { parseType, typeForms } from './type-expression.ts';

const columns = [
  { title: 'Field', needed: true },
  { title: 'Type', needed: true },
  { title: 'Presence', needed: true },
  { title: 'Notes', needed: true },
] as const;
type FieldRow = Row<(typeof columns)[number]['title']>;

const plainPresences = ['always', 'expected', 'optional', 'unstated', 'echoed'] as const;
const presenceForms = [...plainPresences, 'either: WAY', 'either: WAY, optional'].join(', ');

type PresenceCell = Pick<Field, 'presence' | 'way'>;

function readPresence(text: string): PresenceCell | undefined {
  const plain: Presence | 'echoed' | undefined = plainPresences.find((presence) => presence === text);
  if (plain !== undefined) return { presence: plain };
  const [, label, optional] = /^either: ([^,]+?)(, optional)?$/u.exec(text) ?? [];
  return label === undefined ? undefined : { presence: 'either', way: { label, optional: optional !== undefined } };
}

interface Draft extends Omit<Field, 'members'> {
  readonly members: Draft[];
}

function readRow(row: FieldRow, document: string, note: NoteMistake): Draft | undefined {
  const { Field: path, Type: typeText, Presence: presenceText } = row.cells;
  const type = parseType(typeText);
  const presence = readPresence(presenceText);
  if (type === undefined) {
    note('unknown-type', row.line, `unknown type "${typeText}" for field "${path}"`, `use one of: ${typeForms}`);
  }
  if (presence === undefined) {
    const problem = `unknown presence "${presenceText}" for field "${path}"`;
    note('unknown-presence', row.line, problem, `use one of: ${presenceForms}`);
  }
  if (presence?.way !== undefined && path.includes('.')) {
    note(
      'unknown-presence',
      row.line,
      `the nested field "${path}" can't be one way of several`,
      'make its object a resource of its own',
    );
  }
  if (type === undefined || presence === undefined) return undefined;
  const name = path.slice(path.lastIndexOf('.') + 1);
  return {
    name,
    type,
    typeText,
    ...presence,
    notes: row.prose.Notes,
    members: [],
    source: { document, line: row.line },
  };
}

/** Reads a field table. A dotted field lies in the inline object of a row above it. */
export function readResource(section: Section, directive: Directive, document: string, note: NoteMistake): Resource {
  const fields: Draft[] = [];
  const byPath = new Map<string, { line: number; draft: Draft | undefined }>();
  for (const row of readTable(section, columns, note)) {
    const path = row.cells.Field;
    const before = byPath.get(path);
    if (before !== undefined) {
      note(
        'duplicate-field',
        row.line,
        `field "${path}" stands already on line ${before.line}`,
        'keep one of the two rows',
      );
      continue;
    }
    const draft = readRow(row, document, note);
    byPath.set(path, { line: row.line, draft });
    if (draft === undefined) continue;
    if (!path.includes('.')) {
      fields.push(draft);
      continue;
    }
    const parentPath = path.slice(0, path.lastIndexOf('.'));
    const parent = byPath.get(parentPath);
    const type = parent?.draft?.type;
    if (parent === undefined || (type !== undefined && !(type.kind === 'scalar' && type.name === 'object'))) {
      note(
        'missing-parent',
        row.line,
        `field "${path}" lies in no object`,
        `put a row for "${parentPath}" with the type object above it`,
      );
    }
    parent?.draft?.members.push(draft);
  }
  return {
    name: directive.id,
    title: directive.title,
    description: descriptionOf(section),
    exhaustive: directive.flags.includes('exhaustive'),
    fields,
    source: { document, line: section.line },
  };
}
