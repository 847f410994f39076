import type { NoteMistake } from './mistake.ts';
import type { Operation, Parameter } from './model.ts';
import { descriptionOf, type Directive, type Section } from './sections.ts';
import { readTable, type Row } from './tables.ts';

const columns = [
  { title: 'Part', needed: true },
  { title: 'Value', needed: true },
  { title: 'Notes', needed: false },
] as const;
type PartRow = Row<(typeof columns)[number]['title']>;

const methods = ['GET', 'POST', 'PUT'] as const;
const single = ['Method and path', 'Request body', 'Response body', 'Success status'] as const;
type Single = (typeof single)[number];
const parameterTypes = { Path: ['uuid', 'string'], Query: ['string', 'integer'] } as const;
const partForms = [...single, 'Path parameter NAME', 'Query parameter NAME'].join(', ');

function readParameter(
  row: PartRow,
  place: 'Path' | 'Query',
  name: string,
  document: string,
  note: NoteMistake,
): Parameter[] {
  const types = parameterTypes[place];
  const type = types.find((candidate) => candidate === row.cells.Value);
  if (type === undefined) {
    const problem = `unknown type "${row.cells.Value}" of ${place.toLowerCase()} parameter "${name}"`;
    note('unknown-type', row.line, problem, `use one of: ${types.join(', ')}`);
    return [];
  }
  return [{ name, type, notes: row.prose.Notes, source: { document, line: row.line } }];
}

function readStatus(row: PartRow | undefined, note: NoteMistake): number | undefined {
  if (row === undefined || row.cells.Value === 'not shown') return undefined;
  if (/^2\d\d$/u.test(row.cells.Value)) return Number(row.cells.Value);
  note(
    'malformed-status',
    row.line,
    `"${row.cells.Value}" is no success status`,
    'give a number from 200 to 299, or "not shown"',
  );
  return undefined;
}

function checkPath(path: string, parameters: readonly Parameter[], line: number, note: NoteMistake): void {
  const inPath = [...path.matchAll(/\{([^}]+)\}/gu)].map(([, name]) => name ?? '');
  const described = parameters.map(({ name }) => name);
  for (const name of inPath.filter((name) => !described.includes(name))) {
    note(
      'undescribed-parameter',
      line,
      `path parameter "${name}" is not described`,
      `add a row "Path parameter \`${name}\`"`,
    );
  }
  for (const { name, source } of parameters.filter(({ name }) => !inPath.includes(name))) {
    const remedy = `write {${name}} in the path, or take the row out`;
    note('unknown-parameter', source.line, `the path has no parameter "${name}"`, remedy);
  }
}

/** Reads the table of an endpoint. Undefined, with a mistake noted, when it lacks its method and path or its answer. */
export function readOperation(
  section: Section,
  directive: Directive,
  document: string,
  note: NoteMistake,
): Operation | undefined {
  const singles = new Map<Single, PartRow>();
  const parameters: Record<'Path' | 'Query', Parameter[]> = { Path: [], Query: [] };
  const seen = new Set<string>();
  const rows = readTable(section, columns, note);
  for (const row of rows) {
    const { Part: part } = row.cells;
    const one = single.find((name) => name === part);
    const [, place, name] = /^(Path|Query) parameter (\w+)$/u.exec(part) ?? [];
    if (seen.has(part)) note('duplicate-row', row.line, `"${part}" stands twice`, 'keep one of the two rows');
    else if (one !== undefined) singles.set(one, row);
    else if ((place === 'Path' || place === 'Query') && name !== undefined) {
      parameters[place].push(...readParameter(row, place, name, document, note));
    } else note('unknown-row', row.line, `unknown part "${part}" of an endpoint`, `use one of: ${partForms}`);
    seen.add(part);
  }
  // Where the whole table is amiss that has been noted already.
  const wanted: readonly Single[] = rows.length === 0 ? [] : ['Method and path', 'Response body', 'Success status'];
  for (const part of wanted.filter((name) => !singles.has(name))) {
    note(
      'missing-row',
      section.line,
      `"${section.heading}" doesn't say its "${part}"`,
      `add a row "${part}" to its table`,
    );
  }
  const successStatus = readStatus(singles.get('Success status'), note);
  const line = singles.get('Method and path');
  const response = singles.get('Response body');
  if (line === undefined || response === undefined) return undefined;
  const [, verb, path] = /^([A-Z]+) (\/\S*)$/u.exec(line.cells.Value) ?? [];
  const method = methods.find((candidate) => candidate === verb);
  if (method === undefined || path === undefined) {
    const problem = `"${line.cells.Value}" is no method and path`;
    note('malformed-path', line.line, problem, `write it like GET /api/v1/groups, with one of ${methods.join(', ')}`);
    return undefined;
  }
  checkPath(path, parameters.Path, line.line, note);
  return {
    id: directive.argument === '' ? undefined : directive.argument,
    title: directive.title,
    operationId: directive.id.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase()),
    description: descriptionOf(section),
    method,
    path,
    pathParameters: parameters.Path,
    queryParameters: parameters.Query,
    request: singles.get('Request body')?.cells.Value,
    response: response.cells.Value,
    successStatus,
    source: { document, line: section.line },
  };
}
