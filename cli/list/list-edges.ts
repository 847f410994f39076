import { printable } from '../../results/printable.ts';
import type { Page, Tone } from '../../reporters/terminal/page.ts';
import { endpointIds } from '../../spec/index.ts';
import type { EdgeState, JudgedEdge } from '../edges/edge-states.ts';
import { endpointText } from './endpoint-text.ts';
import type { Listing } from './listing.ts';
import { shortened } from './shortened.ts';

const signs: Readonly<Record<EdgeState, readonly [sign: string, tone: Tone, note: string]>> = {
  reached: ['✓', 'good', ''],
  refused: ['–', 'faint', 'the target does not take that'],
  'not-reached': ['✗', 'bad', 'not reached'],
};

/** Names wider than this don't move what stands beside the others of their group. */
const widestName = 44;
/** Columns below which the beginning of the cases tells nothing. */
const narrowestCases = 12;

/** The subject of an edge, which those of one group share, and the rest of its name. */
function partsOf({ name, endpoints }: JudgedEdge): readonly [subject: string, rest: string] {
  const [subject, ...rest] = name.split(': ');
  // Without a subject of its own it is grouped by the requests that may reach it.
  if (subject === undefined || rest.length === 0) return [`any request of ${endpointsOf(endpoints)}`, name];
  return [subject, rest.join(': ')];
}

function endpointsOf(endpoints: readonly string[]): string {
  return endpointText(endpointIds.filter((id) => endpoints.includes(id)));
}

/** Edges as lines: the sign, how many exchanges reached it, its name, and the first cases that did. */
function rows(named: readonly (readonly [name: string, edge: JudgedEdge])[], page: Page): readonly string[] {
  const counts = named.map(([, { exchanges }]) => (exchanges === 0 ? '' : `${exchanges}×`));
  const countWidth = Math.max(...counts.map(({ length }) => length));
  const nameWidth = Math.min(widestName, Math.max(...named.map(([name]) => name.length)));
  return named.map(([name, { state, cases }], index) => {
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

/** The edges that were not reached: those that the target keeps anyone from last. */
function missing(edges: readonly JudgedEdge[], page: Page): readonly string[] {
  const missed = (['not-reached', 'refused'] as const).flatMap((state) =>
    edges.filter((edge) => edge.state === state).map((edge) => [edge.name, edge] as const),
  );
  return missed.length === 0 ? [] : [page.paint('strong', 'Not reached'), ...rows(missed, page), ''];
}

/** The edges that were reached, by what they are edges of. */
function reached(edges: readonly JudgedEdge[], page: Page): readonly string[] {
  const groups = new Map<string, (readonly [string, JudgedEdge])[]>();
  for (const edge of edges.filter(({ state }) => state === 'reached')) {
    const [subject, rest] = partsOf(edge);
    groups.set(subject, [...(groups.get(subject) ?? []), [rest, edge]]);
  }
  return [...groups].flatMap(([subject, within]) => {
    const places = endpointsOf(within.flatMap(([, { endpoints }]) => endpoints));
    const isPlace = subject.includes(places);
    const head = `${page.paint('strong', printable(subject))}${isPlace ? '' : page.paint('faint', `  ${places}`)}`;
    return [head, ...rows(within, page), ''];
  });
}

/** Edges with what became of them: those that were not reached first, then the others by what they are edges of. */
export function listEdges(edges: readonly JudgedEdge[]): Listing {
  const count = (wanted: EdgeState): number => edges.filter(({ state }) => state === wanted).length;
  const counts = {
    edges: edges.length,
    reached: count('reached'),
    refused: count('refused'),
    notReached: count('not-reached'),
  };
  const others = counts.refused === 0 ? '' : `; the target refuses what leads to ${counts.refused}`;
  return {
    size: edges.length,
    noun: ['edge', 'edges'],
    lines: (page) => [
      ...missing(edges, page),
      ...reached(edges, page),
      ...page.wrap(`${counts.reached} of ${counts.edges} edges reached${others}`, ''),
    ],
    json: { edges, counts },
  };
}
