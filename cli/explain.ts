import { Option } from 'commander';
import { faults } from '../reference/faults/fault-catalogue.ts';
import type { Page } from '../reporters/terminal/page.ts';
import { endpointIds, endpoints, requirementOf, tokenEndpoint, type RequirementId } from '../spec/index.ts';
import { definitions, fileOf } from '../suites/index.ts';
import type { CommandDefinition } from './program.ts';
import { exitCodes } from './failures.ts';
import { requirementList } from './options.ts';
import { hang, invocation, printResult } from './surroundings.ts';
import { endpointText } from './list.ts';

const examples = `
Examples:
  $ bfc explain renewals.edit-listed
      what is demanded and where, how it is checked, how it is to be read, and which faults prove the check
  $ bfc explain token.issue 'paging.*'
      several, by id or by prefix; "bfc list" has all of them
  $ bfc explain wire.json --json
      the same as JSON: {"requirements": […]}`;

/** What is known about a requirement. @param run - how the user calls `bfc run` */
function explanationOf(id: RequirementId, run: string) {
  const { level, part, statement, notes, endpoints: places, source } = requirementOf(id);
  const shownAt = places.length === 0 ? [{ ...tokenEndpoint, id: 'token' }] : places.map((place) => endpoints[place]);
  return {
    id,
    level,
    part,
    statement,
    endpoints: places,
    operations: shownAt.map(({ id: place, method: verb, path }) => ({ id: place, method: verb, path })),
    source: `spec/documents/${source.document}:${source.line}`,
    method: definitions[id].how,
    definition: fileOf(id),
    notes,
    faults: faults
      .filter(({ breaks }) => breaks.includes(id))
      .map(({ name, description, when }) => ({ name, description, when })),
    // A run without required requirements has no verdict, unless expected ones count.
    command: `${run} --only ${id}${level === 'expected' ? ' --level expected' : ''}`,
  };
}

type Explanation = ReturnType<typeof explanationOf>;

const indent = '    ';

function operationLines({ operations }: Explanation): readonly string[] {
  if (operations.length === endpointIds.length) return [`${indent}every operation, E1 to E8`];
  const width = Math.max(...operations.map(({ id }) => id.length));
  return operations.map(({ id, method, path }) => `${indent}${id.padEnd(width)}  ${method} ${path}`);
}

function render(explanation: Explanation, page: Page): string {
  const { id, level, endpoints: places, source, statement, method, definition, notes, faults, command } = explanation;
  const item = (text: string) => hang(page, `${indent}- `, text);
  const noFault = level === 'open' ? 'none: an open point is observed, and never fails' : 'none in the catalogue';
  const proofs = faults.flatMap(({ name, description, when }) =>
    item(`${name}: ${description}${when === undefined ? '' : ` (when: ${when})`}`),
  );
  const sections: Readonly<Record<string, readonly string[]>> = {
    'Where it shows': operationLines(explanation),
    'How it is checked': [...page.wrap(method, indent), ...page.wrap(`Defined in ${definition}.`, indent)],
    'How it is to be read': notes.flatMap(item),
    'Faults that prove the check': proofs.length === 0 ? page.wrap(noFault, indent) : proofs,
    'To check it alone': [`${indent}${command}`],
  };
  return [
    page.paint('strong', id),
    ...page.wrap(`${level} · ${endpointText(places)} · ${source}`, '  ', 'faint'),
    ...page.wrap(statement, '  '),
    ...Object.entries(sections)
      .filter(([, lines]) => lines.length > 0)
      .flatMap(([title, lines]) => ['', page.paint('strong', `  ${title}`), ...lines]),
  ].join('\n');
}

export const command: CommandDefinition<{ readonly json?: true }> = {
  arguments: [['<ids...>', 'ids, or prefixes like renewals.*']],
  options: () => [new Option('--json', 'print one JSON object')],
  examples,
  exitCodes: { 0: 'explained', 2: 'wrong usage' },
  act({ json }, surroundings, words) {
    const ids = requirementList(words.join(','), 'explain');
    const run = invocation('run', surroundings.cwd);
    const explanations = ids.map((id) => explanationOf(id, run));
    printResult(surroundings, json, { requirements: explanations }, (page) => [
      explanations.map((explanation) => render(explanation, page)).join('\n\n'),
    ]);
    return exitCodes.success;
  },
};
