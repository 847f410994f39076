import { isTable, lineOf } from './markdown.ts';
import type { NoteMistake } from './mistake.ts';
import type { Model, Part } from './model.ts';
import { readOperation } from './read-operation.ts';
import { readProse, readRequirements } from './read-requirements.ts';
import { readResource } from './read-resource.ts';
import { readValues } from './read-values.ts';
import { readSections, type Directive, type DirectiveKind, type Section } from './sections.ts';
import { readTable } from './tables.ts';

type Reading = Partial<Model>;
type SectionReader = (section: Section, directive: Directive, document: string, note: NoteMistake) => Reading;

const partColumns = [
  { title: 'Part', needed: true },
  { title: 'Title', needed: true },
] as const;

function readParts(section: Section, document: string, note: NoteMistake): readonly Part[] {
  return readTable(section, partColumns, note).map(({ cells, line }) => ({
    name: cells.Part,
    title: cells.Title,
    source: { document, line },
  }));
}

/** The kinds whose section is a table; those of all others are lists. */
const withTable: ReadonlySet<DirectiveKind> = new Set(['Parts', 'Resource', 'Endpoint', 'Token endpoint']);

const readOneOperation: SectionReader = (...section) => {
  const operation = readOperation(...section);
  return operation === undefined ? {} : { operations: [operation] };
};

/** How the section below each kind of heading is read. */
const readers: Readonly<Record<DirectiveKind, SectionReader>> = {
  Parts: (section, _, document, note) => ({ parts: readParts(section, document, note) }),
  Resource: (...section) => ({ resources: [readResource(...section)] }),
  Values: (section, directive, document, note) => ({
    lists: [readValues(section, directive, document, 'closed', note)],
  }),
  'Seen values': (section, directive, document, note) => ({
    lists: [readValues(section, directive, document, 'seen', note)],
  }),
  Vocabulary: (section, directive, document, note) => ({
    lists: [readValues(section, directive, document, 'open', note)],
  }),
  Endpoint: readOneOperation,
  'Token endpoint': readOneOperation,
  Requirements: (section, directive, document, note) => readRequirements(section, directive.id, document, note),
};

/** What else may stand below a heading: the kinds that read no list may have open points, and none may have a table they don't read. */
function readRemainder({ heading, nodes, directive }: Section, document: string, note: NoteMistake): Reading {
  const kind = directive?.kind;
  if (kind === undefined || !withTable.has(kind)) {
    for (const table of nodes.filter(isTable)) {
      const remedy = 'put it below a heading like `### Resource: Group {#group}`';
      note('stray-table', lineOf(table), `the table below "${heading}" belongs to nothing`, remedy);
    }
  }
  return kind === undefined || withTable.has(kind) ? { openPoints: readProse(nodes, document, note) } : {};
}

/** Puts readings together, in their order. */
export function joinReadings(readings: readonly Reading[]): Model {
  return {
    resources: readings.flatMap(({ resources }) => resources ?? []),
    lists: readings.flatMap(({ lists }) => lists ?? []),
    operations: readings.flatMap(({ operations }) => operations ?? []),
    requirements: readings.flatMap(({ requirements }) => requirements ?? []),
    openPoints: readings.flatMap(({ openPoints }) => openPoints ?? []),
    parts: readings.flatMap(({ parts }) => parts ?? []),
  };
}

/** Reads one document into its part of the model, noting what is malformed. */
export function readDocument(document: string, text: string, note: NoteMistake): Model {
  const readings = readSections(text, note).flatMap((section) => {
    const { directive } = section;
    const stated = directive === undefined ? {} : readers[directive.kind](section, directive, document, note);
    return [stated, readRemainder(section, document, note)];
  });
  return joinReadings(readings);
}
