import type { Page } from '../../reporters/terminal/page.ts';
import { endpointIds } from '../../spec/index.ts';
import { endpointText } from '../list/endpoint-text.ts';
import type { Explanation } from './explanation.ts';

const indent = '    ';

/** A wrapped paragraph with a sign before its first line. */
function item(text: string, page: Page): readonly string[] {
  return page.wrap(text, `${indent}  `).map((line, index) => (index === 0 ? `${indent}- ${line.trimStart()}` : line));
}

function operationLines({ operations }: Explanation): readonly string[] {
  if (operations.length === endpointIds.length) return [`${indent}every operation, E1 to E8`];
  const width = Math.max(...operations.map(({ id }) => id.length));
  return operations.map(({ id, method, path }) => `${indent}${id.padEnd(width)}  ${method} ${path}`);
}

/** Why no fault is named, where none is. */
function withoutFaults({ level }: Explanation): string {
  return level === 'open' ? 'none: an open point is observed, and never fails' : 'none in the catalogue';
}

/** An explanation as a paragraph with headings, for a page of any width. */
export function renderExplanation(explanation: Explanation, page: Page): readonly string[] {
  const { id, level, endpoints, source, statement, method, notes, faults, command } = explanation;
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Where it shows', operationLines(explanation)],
    ['How it is checked', page.wrap(method, indent)],
    ['How it is to be read', notes.flatMap((note) => item(note, page))],
    [
      'Faults that prove the check',
      faults.length === 0
        ? page.wrap(withoutFaults(explanation), indent)
        : faults.flatMap(({ name, description, when }) =>
            item(`${name}: ${description}${when === undefined ? '' : ` (when: ${when})`}`, page),
          ),
    ],
    ['To check it alone', [`${indent}${command}`]],
  ];
  const head = page.wrap(`${level} · ${endpointText(endpoints)} · ${source}`, '  ');
  return [
    page.paint('strong', id),
    ...head.map((line) => page.paint('faint', line)),
    ...page.wrap(statement, '  '),
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .flatMap(([title, lines]) => ['', page.paint('strong', `  ${title}`), ...lines]),
  ];
}
