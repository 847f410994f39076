import type { Fault } from '../reference/faults/fault.ts';
import type { Rule } from '../reference/rules/rule.ts';
import { plural, printable } from '../results/printable.ts';
import type { Page, Tone } from '../reporters/terminal/page.ts';
import { byLevel, endpointIds, levels, parts, type EndpointId, type Requirement } from '../spec/index.ts';
import type { EdgeState, JudgedEdge } from '../suites/edges/edge-coverage.ts';
import { hang } from './surroundings.ts';

/** What `bfc list` prints: for people and for programs. */
export interface Listing {
  /** How many entries it has. */
  readonly size: number;
  /** What an entry is called. */
  readonly noun: string;
  /** The entries as lines of a page, ending with their counts. */
  lines(page: Page): readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}

/** Endpoints as one word or a few: `E4`, `E1, E5, E8`, `E3-E8`; none are those of the token service. */
export function endpointText(endpoints: readonly EndpointId[]): string {
  if (endpoints.length === 0) return 'token';
  // Those in a row are as far from their place in the list as from their place among all.
  const runs = Map.groupBy(endpoints, (id) => endpointIds.indexOf(id) - endpoints.indexOf(id));
  return [...runs.values()]
    .flatMap((run) => (run.length < 3 ? run : [`${String(run[0])}-${String(run.at(-1))}`]))
    .join(', ');
}

/** A text cut to so many columns, with a sign that it was. */
function shortened(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1)).trimEnd()}…`;
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/** Columns below which the beginning of a statement says nothing. */
const narrowestStatement = 16;

/** The requirements of one part: id, level, endpoints, and as much of the statement as fits. */
function requirementRows(requirements: readonly Requirement[], page: Page): readonly string[] {
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
    return shortened(`${name}${about}`.trimEnd(), page.width);
  });
}

/** The requirements, by part and in the order of the documents. */
export function requirementListing(requirements: readonly Requirement[]): Listing {
  const counts = byLevel((wanted) => requirements.filter(({ level }) => level === wanted).length);
  const shown = levels.map((level) => `${counts[level]} ${level}`).join(', ');
  return {
    size: requirements.length,
    noun: 'requirement',
    lines: (page) => [
      ...parts.flatMap(({ name, title }) => {
        const within = requirements.filter(({ part }) => part === name);
        const head = `${page.paint('strong', title)}${page.paint('faint', `  ${name}`)}`;
        return within.length === 0 ? [] : [head, ...requirementRows(within, page), ''];
      }),
      ...page.wrap(`${plural(requirements.length, 'requirement')}: ${shown}`, ''),
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
}

/** Faults of the reference service, in the order of the catalogue. */
export function faultListing(faults: readonly Fault[]): Listing {
  const hidden = faults.filter(({ when }) => when !== undefined).length;
  const counts = `${plural(faults.length, 'fault')}: ${hidden} only on certain data, in a certain order or now and then`;
  return {
    size: faults.length,
    noun: 'fault',
    lines: (page) => [
      ...faults.flatMap(({ name, description, when, breaks }) => [
        `  ${page.paint('strong', name)}`,
        ...page.wrap(breaks.join(', '), '    '),
        ...page.wrap(when === undefined ? description : `${description} · when: ${when}`, '    ', 'faint'),
      ]),
      '',
      ...page.wrap(counts, ''),
    ],
    json: {
      faults: faults.map(({ name, description, when, breaks, also }) => ({ name, description, when, breaks, also })),
    },
  };
}

/** What the reference service can demand beyond the documents. */
export function ruleListing(rules: Readonly<Record<string, Rule>>): Listing {
  const listed = Object.entries(rules).map(([name, { about, outOfReach = [] }]) => ({ name, about, outOfReach }));
  const width = longest(listed.map(({ name }) => name));
  return {
    size: listed.length,
    noun: 'rule',
    lines: (page) => [
      ...listed.flatMap(({ name, about, outOfReach }) => {
        const notes = outOfReach.length === 0 ? '' : `; out of reach: ${outOfReach.join(', ')}`;
        const head = name.padEnd(width);
        return hang(page, `  ${head}  `, `${about}${notes}`, `  ${page.paint('strong', head)}  `);
      }),
      '',
      plural(listed.length, 'rule'),
    ],
    json: { rules: listed },
  };
}

const signs: Readonly<Record<EdgeState, readonly [sign: string, tone: Tone, note: string]>> = {
  reached: ['✓', 'good', ''],
  refused: ['–', 'faint', 'the target does not take that'],
  'not-reached': ['✗', 'bad', 'not reached'],
};

/** Names wider than this don't move the column after those of their group. */
const widestName = 44;
/** Columns below which the beginning of the cases says nothing. */
const narrowestCases = 12;

type NamedEdge = readonly [name: string, edge: JudgedEdge];

function endpointsOf(endpoints: readonly string[]): string {
  return endpointText(endpointIds.filter((id) => endpoints.includes(id)));
}

/** The subject of an edge, which those of one group share, and the rest of its name. */
function partsOf({ name, endpoints }: JudgedEdge): readonly [subject: string, rest: string] {
  const [subject, ...rest] = name.split(': ');
  // Without a subject of its own it is grouped by the requests that may reach it.
  if (subject === undefined || rest.length === 0) return [`any request of ${endpointsOf(endpoints)}`, name];
  return [subject, rest.join(': ')];
}

/** Edges as lines: the sign, how many exchanges reached it, its name, and the first cases that did. */
function edgeRows(edges: readonly NamedEdge[], page: Page): readonly string[] {
  const counts = edges.map(([, { exchanges }]) => (exchanges === 0 ? '' : `${exchanges}×`));
  const countWidth = longest(counts);
  const nameWidth = Math.min(widestName, longest(edges.map(([name]) => name)));
  return edges.map(([name, { state, cases }], index) => {
    const [sign, tone, note] = signs[state];
    const head = `${sign} ${(counts[index] ?? '').padStart(countWidth)}${countWidth === 0 ? '' : ' '}`;
    const room = page.width - 2 - head.length;
    const shown = shortened(printable(name), room);
    const left = room - Math.max(shown.length, nameWidth) - 2;
    const about = state === 'reached' ? cases.map((label) => printable(label)).join(', ') : note;
    const isShown = about !== '' && left >= Math.min(narrowestCases, about.length);
    const rest = isShown ? `${' '.repeat(Math.max(nameWidth - shown.length, 0))}  ${shortened(about, left)}` : '';
    return `  ${page.paint(tone, head)}${shown}${page.paint('faint', rest)}`;
  });
}

/** The edges that were reached, by what they are edges of. */
function reachedLines(edges: readonly JudgedEdge[], page: Page): readonly string[] {
  const groups = Map.groupBy(edges, (edge) => partsOf(edge)[0]);
  return [...groups].flatMap(([subject, within]) => {
    const at = endpointsOf(within.flatMap(({ endpoints }) => endpoints));
    const suffix = subject.includes(at) ? '' : page.paint('faint', `  ${at}`);
    const named = within.map((edge): NamedEdge => [partsOf(edge)[1], edge]);
    return [`${page.paint('strong', printable(subject))}${suffix}`, ...edgeRows(named, page), ''];
  });
}

/** Edges with what became of them: those that were not reached first, then the others by what they are edges of. */
export function edgeListing(edges: readonly JudgedEdge[]): Listing {
  const of = (wanted: EdgeState) => edges.filter(({ state }) => state === wanted);
  const [reached, refused, notReached] = [of('reached'), of('refused'), of('not-reached')];
  const missed = [...notReached, ...refused].map((edge): NamedEdge => [edge.name, edge]);
  const others = refused.length === 0 ? '' : `; the target refuses what leads to ${refused.length}`;
  return {
    size: edges.length,
    noun: 'edge',
    lines: (page) => [
      ...(missed.length === 0 ? [] : [page.paint('strong', 'Not reached'), ...edgeRows(missed, page), '']),
      ...reachedLines(reached, page),
      ...page.wrap(`${reached.length} of ${edges.length} edges reached${others}`, ''),
    ],
    json: {
      edges,
      counts: {
        edges: edges.length,
        reached: reached.length,
        refused: refused.length,
        notReached: notReached.length,
      },
    },
  };
}
