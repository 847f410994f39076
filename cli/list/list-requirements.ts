import type { Page } from '../../reporters/terminal/page.ts';
import { parts, type Level, type Requirement } from '../../spec/index.ts';
import { endpointText } from './endpoint-text.ts';
import { levels } from './filters.ts';
import type { Lister } from './listing.ts';
import { shortened } from './shortened.ts';

/** Columns below which the beginning of a statement tells nothing. */
const narrowestStatement = 16;

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/**
 * The requirements of one part as a table without borders: id, level, endpoints, and as much of the statement as fits;
 * on a narrow page the columns that do.
 */
function rows(requirements: readonly Requirement[], page: Page): readonly string[] {
  const idWidth = longest(requirements.map(({ id }) => id));
  const levelWidth = longest(levels);
  const places = requirements.map(({ endpoints }) => endpointText(endpoints));
  const placeWidth = longest(places);
  const room = page.width - [idWidth, levelWidth, placeWidth].reduce((sum, width) => sum + 2 + width, 0);
  return requirements.map(({ id, level, statement }, index) => {
    const name = `  ${id.padEnd(idWidth)}  `;
    const about = `${level.padEnd(levelWidth)}  ${(places[index] ?? '').padEnd(placeWidth)}`;
    if (room >= 2 + narrowestStatement)
      return `${name}${page.paint('faint', about)}  ${shortened(statement, room - 2)}`;
    const fitting = [about.trimEnd(), level].find((text) => name.length + text.length <= page.width);
    return fitting === undefined ? `  ${shortened(id, page.width - 2)}` : `${name}${page.paint('faint', fitting)}`;
  });
}

function countByLevel(requirements: readonly Requirement[]): Readonly<Record<Level, number>> {
  const count = (wanted: Level): number => requirements.filter(({ level }) => level === wanted).length;
  return { required: count('required'), expected: count('expected'), open: count('open') };
}

/** The requirements, by part and in the order of the documents. */
export const listRequirements: Lister = (requirements) => {
  const counts = countByLevel(requirements);
  return {
    size: requirements.length,
    noun: ['requirement', 'requirements'],
    lines: (page) => [
      ...parts.flatMap(({ name, title }) => {
        const within = requirements.filter(({ part }) => part === name);
        const head = `${page.paint('strong', title)}${page.paint('faint', `  ${name}`)}`;
        return within.length === 0 ? [] : [head, ...rows(within, page), ''];
      }),
      ...page.wrap(
        `${requirements.length} ${requirements.length === 1 ? 'requirement' : 'requirements'}: ${levels
          .map((level) => `${counts[level]} ${level}`)
          .join(', ')}`,
        '',
      ),
    ],
    json: {
      requirements: requirements.map(({ id, level, part, endpoints, statement, source }) => ({
        id,
        level,
        part,
        endpoints,
        statement,
        source: `spec/documents/${source.document}:${source.line}`,
      })),
      counts,
    },
  };
};
