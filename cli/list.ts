import { Option } from 'commander';
import type { Report } from '../results/report.ts';
import { endpointIds, levels, parts, register, type Level, type PartName } from '../spec/index.ts';
import type { CommandDefinition } from './program.ts';
import { exitCodes, UsageError } from './failures.ts';
import { option, seedNumber } from './options.ts';
import { edgeListing, faultListing, requirementListing, ruleListing, type Listing } from './list-rendering.ts';
import { readReport } from './report-directory.ts';
import { printResult, type Surroundings } from './surroundings.ts';

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
  $ bfc list --edges
      the places where faults hide, and which cases reach them: runs all suites against the embedded reference service
  $ bfc list --edges --report conformance-report/report.json --endpoint E5
      those of one operation, as an earlier run reached them`;

/** What is to be listed; a filter that is not given lets all pass. */
interface ListFlags {
  readonly part?: readonly PartName[];
  readonly level?: readonly Level[];
  /** Operations, or `token`: the token service has no number. */
  readonly endpoint?: readonly string[];
  readonly faults?: true;
  readonly edges?: true;
  readonly rules?: true;
  readonly report?: string;
  readonly seed?: number;
  readonly json?: true;
}

/**
 * An option that filters by values of a closed list, in any letter case, separated by commas; a repeated flag adds to
 * what it said before. Any other word is a UsageError, with the values that are allowed.
 */
function filterOption(flags: string, description: string, allowed: readonly string[]): Option {
  const option = new Option(flags, description);
  return option.argParser<readonly string[] | undefined>((text, before = []) => {
    const wanted = text.split(',').map((part) => {
      const word = part.trim();
      const found = allowed.find((value) => value.toLowerCase() === word.toLowerCase());
      if (found !== undefined) return found;
      const list = allowed.join(', ');
      throw new UsageError(`--${option.name()}: ${JSON.stringify(word)} is no ${option.name()}; allowed are ${list}`);
    });
    return [...new Set([...before, ...wanted])];
  });
}

/** Whether any of some values is wanted. */
const isAsked = (wanted: readonly string[] | undefined, values: readonly string[]): boolean =>
  wanted?.some((value) => values.includes(value)) ?? true;

/** The seed of the run that edges are listed of where no report of one is named. */
const usualSeed = 1;
/** Cases of each property in it: as many as `bfc run` takes by default. */
const usualCases = 100;

/** Runs all suites against a reference service of its own. */
async function coverReference(seed: number): Promise<Report> {
  const { judgeReference } = await import('./judge-reference.ts');
  return judgeReference({}, { seed, cases: usualCases, coversEdges: true });
}

/** The edges of an earlier run, or of one that is made for it, as far as they belong to the endpoints asked for. */
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
  if (flags.rules === true) return ruleListing((await import('../reference/rules/rules.ts')).rules);
  if (flags.edges === true) return listEdges(flags, surroundings, cover);
  for (const name of ['report', 'seed'] as const)
    if (flags[name] !== undefined) throw new UsageError(`--${name}: belongs to --edges; add it`);
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

/** The filters that are given, as they are on the command line. */
function filtersOf({ part, level, endpoint }: ListFlags): string {
  const given = Object.entries({ part, level, endpoint });
  return given.flatMap(([name, values]) => (values === undefined ? [] : [`--${name} ${values.join(',')}`])).join(' ');
}

/**
 * `bfc list`: the requirements, or what belongs to them. It ends with 0, also when nothing matches.
 *
 * @param cover - makes the run that edges are listed of where no report of one is named
 */
export function listCommand(cover = coverReference): CommandDefinition {
  const options = (): readonly Option[] => [
    filterOption(
      '--part <names>',
      'of these parts alone, separated by commas',
      parts.map(({ name }) => name),
    ),
    filterOption('--level <levels>', 'of these levels alone: required, expected, open', levels),
    filterOption('--endpoint <ids>', 'that show at these alone: E1 to E8, or token', [...endpointIds, 'token']),
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
    new Option('--report <file>', 'with --edges: of the run that wrote this report.json').conflicts('seed'),
    option(
      '--seed <n>',
      `with --edges: of a run against the embedded reference service with this seed (default: ${usualSeed})`,
      seedNumber,
    ),
    new Option('--json', 'print one JSON object'),
  ];
  return {
    name: 'list',
    description: 'list the requirements, the faults that prove them, or the edges that a run reaches',
    options,
    examples,
    exitCodes: { 0: 'listed, also when nothing matches', 2: 'wrong usage, or no report' },
    async act(parsed, surroundings) {
      const flags = parsed.opts<ListFlags>();
      const listing = await listingOf(flags, surroundings, cover);
      printResult(surroundings, flags.json, listing.json, (page) =>
        listing.size === 0 ? [`no ${listing.noun} matches ${filtersOf(flags)}`] : listing.lines(page),
      );
      return exitCodes.success;
    },
  };
}
