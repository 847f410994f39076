import { Option } from 'commander';
import type { Choice } from '../reference/dialects.ts';
import type { Fault } from '../reference/faults/fault.ts';
import type { Rule } from '../reference/rules/rule.ts';
import type { Page, Tone } from '../reporters/terminal/page.ts';
import { lines, type Lines, plural, printable } from '../results/printable.ts';
import type { Report } from '../results/report.ts';
import {
  byLevel,
  endpointIds,
  levels,
  parts,
  register,
  type EndpointId,
  type Level,
  type PartName,
  type Requirement,
} from '../spec/index.ts';
import type { EdgeState, JudgedEdge } from '../suites/edges/edge-coverage.ts';
import { exitCodes, UsageError } from './failures.ts';
import { listOption, option, seedNumber } from './options.ts';
import type { CommandDefinition } from './program.ts';
import { readReport } from './report-directory.ts';
import { hang, printResult, type Surroundings } from './surroundings.ts';

const examples = `
Examples:
  $ bfc list
      all requirements by part, one line each; "bfc explain <id>" shows all of one
  $ bfc list --part renewals,paging --level required
      those of two parts that can fail a run
  $ bfc list --endpoint E4 --json
      those that show at one operation, as JSON: {"requirements": […], "counts": {…}}
  $ bfc list --endpoint token
      those of the token service
  $ bfc list --faults --part groups
      the faults that prove the requirements of a part; "bfc serve --fault <name>" runs a service that has one
  $ bfc list --rules
      what a service might demand beyond the documents; "bfc serve --rule <name>" runs one that does
  $ bfc list --dialects
      what the documents leave open; "bfc serve --dialect <name>=<value>" runs a service that decides it otherwise
  $ bfc list --edges
      the places where faults hide, and which cases reach them: runs all suites against the embedded reference service
  $ bfc list --edges --report conformance-report/report.json --endpoint E5
      those of one operation, as an earlier run reached them`;

interface ListFlags {
  readonly part?: readonly PartName[];
  readonly level?: readonly Level[];
  readonly endpoint?: readonly string[];
  readonly faults?: true;
  readonly edges?: true;
  readonly rules?: true;
  readonly dialects?: true;
  readonly report?: string;
  readonly seed?: number;
  readonly json?: true;
}

/** An option that filters by values of a closed list, ignoring letter case. */
function filterOption(flags: string, description: string, allowed: readonly string[]): Option {
  return listOption(flags, description, (text, flag) => {
    const wanted = text.split(',').map((part) => {
      const word = part.trim();
      const found = allowed.find((value) => value.toLowerCase() === word.toLowerCase());
      if (found !== undefined) return found;
      throw new UsageError(
        `${flag}: ${JSON.stringify(word)} is no ${flag.slice(2)}; allowed are ${allowed.join(', ')}`,
      );
    });
    return [...new Set(wanted)];
  });
}

const isAsked = (wanted: readonly string[] | undefined, values: readonly string[]): boolean =>
  wanted?.some((value) => values.includes(value)) ?? true;

const usualSeed = 1;
/** Cases of each property in the run that edges are listed from: as many as `bfc run` has by default. */
const usualCases = 100;

async function coverReference(seed: number): Promise<Report> {
  const { runAgainstReference } = await import('./run-against-reference.ts');
  return runAgainstReference({}, { seed, cases: usualCases, coversEdges: true });
}

/** The edges of an earlier run, or of a run made for this purpose, limited to the requested endpoints. */
async function listEdges(
  { report: file, seed = usualSeed, endpoint }: ListFlags,
  { cwd, stderr }: Surroundings,
  cover: typeof coverReference,
): Promise<Listing> {
  if (file === undefined)
    stderr.write(
      `No --report given: running all suites against the embedded reference service (seed ${seed}, ${usualCases} cases); it takes some seconds.\n`,
    );
  const report = await (file === undefined ? cover(seed) : readReport(file, cwd, '--report'));
  if (report.edges.length === 0)
    throw new UsageError(`--report: ${file} does not say which edges its run reached; make a new one with "bfc run"`);
  const { edgeStates } = await import('../suites/edges/edge-coverage.ts');
  return edgeListing(edgeStates(report).filter(({ endpoints }) => isAsked(endpoint, endpoints)));
}

async function listingOf(flags: ListFlags, surroundings: Surroundings, cover: typeof coverReference): Promise<Listing> {
  if (flags.edges === true) return listEdges(flags, surroundings, cover);
  for (const name of ['report', 'seed'] as const)
    if (flags[name] !== undefined) throw new UsageError(`--${name}: belongs to --edges; add it`);
  if (flags.rules === true) return ruleListing((await import('../reference/rules/rules.ts')).rules);
  if (flags.dialects === true) return choiceListing((await import('../reference/dialects.ts')).choices);
  const requirements = register.filter(
    ({ part, level, endpoints }) =>
      isAsked(flags.part, [part]) &&
      isAsked(flags.level, [level]) &&
      isAsked(flags.endpoint, endpoints.length === 0 ? ['token'] : endpoints),
  );
  if (flags.faults !== true) return requirementListing(requirements);
  const { faults } = await import('../reference/faults/fault-catalogue.ts');
  const wanted = requirements.map(({ id }) => id);
  return faultListing(faults.filter(({ breaks }) => isAsked(wanted, breaks)));
}

function filtersOf({ part, level, endpoint }: ListFlags): string {
  const given = Object.entries({ part, level, endpoint });
  return given.flatMap(([name, values]) => (values === undefined ? [] : [`--${name} ${values.join(',')}`])).join(' ');
}

/** @param cover - makes the run whose edges are listed if no report is given */
export function listCommand(cover = coverReference): CommandDefinition<ListFlags> {
  return {
    options: () => [
      filterOption(
        '--part <names>',
        'only those of these parts, separated by commas',
        parts.map(({ name }) => name),
      ),
      filterOption('--level <levels>', 'only those of these levels: required, expected, open', levels),
      filterOption('--endpoint <ids>', 'only those that show at these endpoints: E1 to E8, or token', [
        ...endpointIds,
        'token',
      ]),
      new Option('--faults', 'list the faults that break them instead'),
      new Option('--edges', 'list the places where faults hide, and which cases of a run reached them').conflicts([
        'faults',
        'part',
        'level',
      ]),
      new Option('--rules', 'list what the reference service can demand beyond the documents').conflicts([
        'faults',
        'edges',
        'part',
        'level',
        'endpoint',
      ]),
      new Option(
        '--dialects',
        'list the points that the documents leave open, with the values that a dialect can choose',
      ).conflicts(['faults', 'edges', 'rules', 'part', 'level', 'endpoint']),
      new Option('--report <file>', 'with --edges: of the run that wrote this report.json').conflicts('seed'),
      option(
        '--seed <n>',
        `with --edges: of a run against the embedded reference service with this seed (default: ${usualSeed})`,
        seedNumber,
      ),
      new Option('--json', 'print one JSON object'),
    ],
    examples,
    exitCodes: { 0: 'listed, also when nothing matches', 2: 'wrong usage, or no report' },
    async act(flags, surroundings) {
      const { noun, entries, rows, summary, counts } = await listingOf(flags, surroundings, cover);
      printResult(surroundings, flags.json, { [`${noun}s`]: entries, counts }, (page) =>
        entries.length === 0 ? [`no ${noun} matches ${filtersOf(flags)}`] : lines([rows(page), page.wrap(summary, '')]),
      );
      return exitCodes.success;
    },
  };
}

interface Listing {
  readonly noun: string;
  readonly entries: readonly object[];
  /** The entries as lines of a page, each group of them followed by an empty line. */
  readonly rows: (page: Page) => Lines;
  readonly summary: string;
  readonly counts?: object;
}

/** Endpoints in short: `E4`, `E1, E5, E8`, `E3-E8`; if there are none, `token`. */
export function endpointText(endpoints: readonly EndpointId[]): string {
  if (endpoints.length === 0) return 'token';
  // Consecutive endpoints have the same difference between their positions in the list and among all endpoints.
  const runs = Map.groupBy(endpoints, (id) => endpointIds.indexOf(id) - endpoints.indexOf(id));
  return [...runs.values()]
    .flatMap((run) => (run.length < 3 ? run : [`${String(run[0])}-${String(run.at(-1))}`]))
    .join(', ');
}

function shortened(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1)).trimEnd()}…`;
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

function requirementRows(requirements: readonly Requirement[], page: Page): readonly string[] {
  const idWidth = longest(requirements.map(({ id }) => id));
  const levelWidth = longest(levels);
  const placeWidth = longest(requirements.map(({ endpoints }) => endpointText(endpoints)));
  return requirements.map(({ id, level, endpoints, statement }) => {
    const name = `  ${id.padEnd(idWidth)}  `;
    const about = `${level.padEnd(levelWidth)}  ${endpointText(endpoints).padEnd(placeWidth)}`;
    const row = shortened(`${name}${about}  ${statement}`, page.width);
    const [from, to] = [name.length, name.length + about.length];
    return `${row.slice(0, from)}${page.paint('faint', row.slice(from, to))}${row.slice(to)}`;
  });
}

function requirementListing(requirements: readonly Requirement[]): Listing {
  const counts = byLevel((wanted) => requirements.filter(({ level }) => level === wanted).length);
  const shown = levels.map((level) => `${counts[level]} ${level}`).join(', ');
  return {
    noun: 'requirement',
    entries: requirements.map(({ id, level, part, endpoints, statement, source }) => ({
      id,
      level,
      part,
      endpoints,
      statement,
      source: `spec/documents/${source.document}:${source.line}`,
    })),
    rows: (page) =>
      parts.map(({ name, title }) => {
        const within = requirements.filter(({ part }) => part === name);
        const head = `${page.paint('strong', title)}${page.paint('faint', `  ${name}`)}`;
        return within.length > 0 && [head, requirementRows(within, page), ''];
      }),
    summary: `${plural(requirements.length, 'requirement')}: ${shown}`,
    counts,
  };
}

function faultListing(faults: readonly Fault[]): Listing {
  const hidden = faults.filter(({ when }) => when !== undefined).length;
  return {
    noun: 'fault',
    entries: faults.map(({ name, description, when, breaks, also }) => ({ name, description, when, breaks, also })),
    rows: (page) => [
      faults.map(({ name, description, when, breaks }) => [
        `  ${page.paint('strong', name)}`,
        page.wrap(breaks.join(', '), '    '),
        page.wrap(when === undefined ? description : `${description} · when: ${when}`, '    ', 'faint'),
      ]),
      '',
    ],
    summary: `${plural(faults.length, 'fault')}: ${hidden} only on certain data, in a certain order or now and then`,
  };
}

function ruleListing(rules: Readonly<Record<string, Rule>>): Listing {
  const listed = Object.entries(rules).map(([name, { about, outOfReach = [] }]) => ({ name, about, outOfReach }));
  const width = longest(listed.map(({ name }) => name));
  return {
    noun: 'rule',
    entries: listed,
    rows: (page) => [
      listed.map(({ name, about, outOfReach }) => {
        const notes = outOfReach.length === 0 ? '' : `; out of reach: ${outOfReach.join(', ')}`;
        const head = name.padEnd(width);
        return hang(page, `  ${head}  `, `${about}${notes}`, `  ${page.paint('strong', head)}  `);
      }),
      '',
    ],
    summary: plural(listed.length, 'rule'),
  };
}

function choiceListing(choices: Readonly<Record<string, Choice<unknown>>>): Listing {
  const listed = Object.entries(choices).map(([name, { about, values }]) => ({ name, about, values }));
  return {
    noun: 'choice',
    entries: listed,
    rows: (page) => [
      listed.map(({ name, about, values }) => [
        `  ${page.paint('strong', name)}`,
        page.wrap(values.map((value) => String(value) || '""').join(', '), '    '),
        page.wrap(about, '    ', 'faint'),
      ]),
      '',
    ],
    summary: `${plural(listed.length, 'choice')}, each with its usual value first`,
  };
}

const signs: Readonly<Record<EdgeState, readonly [sign: string, tone: Tone, note: string]>> = {
  reached: ['✓', 'good', ''],
  refused: ['–', 'faint', 'the target does not take that'],
  'not-reached': ['✗', 'bad', 'not reached'],
};

/** Longer names do not move the next column. */
const widestName = 44;

const missed = 'Not reached';

function endpointsOf(endpoints: readonly string[]): string {
  return endpointText(endpointIds.filter((id) => endpoints.includes(id)));
}

/** The heading of an edge (its subject, or the requests that may reach it), and its name below that. */
function shownEdge(edge: JudgedEdge) {
  const { name, state, endpoints } = edge;
  const [subject = '', ...rest] = name.split(': ');
  if (state !== 'reached') return { edge, head: missed, name };
  if (rest.length === 0) return { edge, head: `any request of ${endpointsOf(endpoints)}`, name };
  return { edge, head: subject, name: rest.join(': ') };
}

function edgeRows(edges: readonly ReturnType<typeof shownEdge>[], page: Page): readonly string[] {
  const counts = edges.map(({ edge }) => (edge.exchanges === 0 ? '' : `${edge.exchanges}×`));
  const countWidth = longest(counts);
  const nameWidth = Math.min(widestName, longest(edges.map(({ name }) => name)));
  return edges.map(({ name, edge: { state, cases } }, index) => {
    const [sign, tone, note] = signs[state];
    const head = `${sign} ${(counts[index] ?? '').padStart(countWidth)}${countWidth === 0 ? '' : ' '}`;
    const about = state === 'reached' ? cases.map((label) => printable(label)).join(', ') : note;
    const shown = printable(name);
    const row = shortened(`${shown.padEnd(nameWidth)}  ${about}`.trimEnd(), page.width - 2 - head.length);
    return `  ${page.paint(tone, head)}${row.slice(0, shown.length)}${page.paint('faint', row.slice(shown.length))}`;
  });
}

/** Edges with their states: those not reached come first. */
function edgeListing(edges: readonly JudgedEdge[]): Listing {
  const of = (wanted: EdgeState) => edges.filter(({ state }) => state === wanted);
  const [reached, refused, notReached] = [of('reached'), of('refused'), of('not-reached')];
  const groups = Map.groupBy([...notReached, ...refused, ...reached].map(shownEdge), ({ head }) => head);
  const others = refused.length === 0 ? '' : `; the target refuses what leads to ${refused.length}`;
  return {
    noun: 'edge',
    entries: edges,
    rows: (page) =>
      [...groups].map(([head, within]) => {
        const at = endpointsOf(within.flatMap(({ edge }) => edge.endpoints));
        const suffix = head === missed || head.includes(at) ? '' : page.paint('faint', `  ${at}`);
        return [`${page.paint('strong', printable(head))}${suffix}`, edgeRows(within, page), ''];
      }),
    summary: `${reached.length} of ${edges.length} edges reached${others}`,
    counts: { edges: edges.length, reached: reached.length, refused: refused.length, notReached: notReached.length },
  };
}

export const command = listCommand();
