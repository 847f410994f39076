import { Command, Option } from 'commander';
import { createPage } from '../../reporters/terminal/page.ts';
import { register } from '../../spec/index.ts';
import { wholeNumber } from '../arguments/numbers.ts';
import type { EdgeSource } from '../edges/edge-source.ts';
import { endpointFilter, filterText, levelFilter, partFilter, passes, type Filters } from '../list/filters.ts';
import type { Lister, Listing } from '../list/listing.ts';
import { wantsColour, widthOf, type Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';

const examples = `
Examples:
  $ bfc list
      all requirements by part, one line each; "bfc explain <id>" tells all of one
  $ bfc list --part renewals,paging --level required
      those of two parts that can fail a run
  $ bfc list --endpoint E4 --json
      those that show at one operation, as JSON: {"requirements": […], "counts": {…}}
  $ bfc list --endpoint token
      those of the token service
  $ bfc list --faults --part groups
      the faults that prove the requirements of a part; "bfc serve --fault <name>" runs a service that has one
  $ bfc list --edges
      the places where faults hide, and which cases reach them: runs all suites against the embedded reference service
  $ bfc list --edges --report conformance-report/report.json --endpoint E5
      those of one operation, as an earlier run reached them`;

/** What can be listed in place of the requirements that pass the filters, by the name of its flag; loaded when asked for. */
const catalogues = {
  faults: {
    description: 'list the faults that break them instead',
    load: async () => (await import('../list/list-faults.ts')).listFaults,
  },
} as const satisfies Record<string, { readonly description: string; readonly load: () => Promise<Lister> }>;

type CatalogueName = keyof typeof catalogues;

interface EdgeFlags {
  readonly edges?: true;
  readonly report?: string;
  readonly seed?: number;
}

type ListFlags = Filters & { readonly [name in CatalogueName]?: true } & EdgeFlags & { readonly json?: true };

/** The seed of the run that edges are told of where no report of one is named. */
const usualSeed = 1;

/** What `bfc list --edges` is made of, as an argument so that the command can be tested without a run. */
export interface ListParts {
  /** Runs all suites against a reference service of its own. */
  readonly coverReference: (seed: number) => Promise<EdgeSource>;
}

const realParts: ListParts = {
  coverReference: async (seed) => (await import('../edges/cover-reference.ts')).coverReference(seed),
};

/** The edges of an earlier run, or of one that is made for it, as far as they belong to the endpoints asked for. */
async function listingOfEdges(
  { report, seed, endpoint }: ListFlags,
  { cwd, stderr }: Surroundings,
  { coverReference }: ListParts,
): Promise<Listing> {
  const [{ edgeStates }, { listEdges }] = await Promise.all([
    import('../edges/edge-states.ts'),
    import('../list/list-edges.ts'),
  ]);
  const read = async (file: string): Promise<EdgeSource> =>
    (await import('../edges/read-edges.ts')).readEdges(file, cwd);
  const cover = async (run: number): Promise<EdgeSource> => {
    const { usualCases } = await import('../edges/cover-reference.ts');
    stderr.write(
      `No --report given: running all suites against the embedded reference service (seed ${run}, ${usualCases} cases); it takes some seconds.\n`,
    );
    return coverReference(run);
  };
  const source = await (report === undefined ? cover(seed ?? usualSeed) : read(report));
  const isWanted = (places: readonly string[]): boolean => endpoint?.some((wanted) => places.includes(wanted)) ?? true;
  return listEdges(edgeStates(source).filter(({ endpoints }) => isWanted(endpoints)));
}

async function listingOf(flags: ListFlags, surroundings: Surroundings, parts: ListParts): Promise<Listing> {
  const { edges, report, seed } = flags;
  if (edges === true) return listingOfEdges(flags, surroundings, parts);
  if (report !== undefined || seed !== undefined)
    throw new UsageError(`--${report === undefined ? 'seed' : 'report'}: belongs to --edges; add it`);
  const requirements = register.filter((requirement) => passes(requirement, flags));
  for (const name of Object.keys(catalogues) as CatalogueName[]) {
    if (flags[name] === true) return (await catalogues[name].load())(requirements);
  }
  return (await import('../list/list-requirements.ts')).listRequirements(requirements);
}

/** `bfc list`: the requirements, or what belongs to them. It ends with 0, also when nothing matches. */
export function listCommand(surroundings: Surroundings, _done?: unknown, parts: ListParts = realParts): Command {
  const { stdout, environment } = surroundings;
  const command = new Command('list')
    .description('list the requirements, the faults that prove them, or the edges that a run reaches')
    .addOption(new Option('--part <names>', 'of these parts alone, separated by commas').argParser(partFilter))
    .addOption(new Option('--level <levels>', 'of these levels alone: required, expected, open').argParser(levelFilter))
    .addOption(
      new Option('--endpoint <ids>', 'that show at these alone: E1 to E8, or token').argParser(endpointFilter),
    );
  for (const [name, { description }] of Object.entries(catalogues)) {
    const others = Object.keys(catalogues).filter((other) => other !== name);
    command.addOption(new Option(`--${name}`, description).conflicts(others));
  }
  command
    .addOption(
      new Option('--edges', 'list the places where faults hide, and which cases of a run reached them').conflicts([
        ...Object.keys(catalogues),
        'part',
        'level',
      ]),
    )
    .addOption(new Option('--report <file>', 'with --edges: of the run that wrote this report.json').conflicts('seed'))
    .addOption(
      new Option(
        '--seed <n>',
        `with --edges: of a run against the embedded reference service with this seed (default: ${usualSeed})`,
      ).argParser(wholeNumber('--seed', 0, 2 ** 31 - 1)),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples);
  return command.action(async () => {
    const flags = command.opts<ListFlags>();
    const listing = await listingOf(flags, surroundings, parts);
    if (flags.json === true) {
      stdout.write(`${JSON.stringify(listing.json, undefined, 2)}\n`);
      return;
    }
    if (listing.size === 0) {
      stdout.write(`no ${listing.noun[0]} matches ${filterText(flags)}\n`);
      return;
    }
    const page = createPage(widthOf(stdout, environment), wantsColour(stdout, environment));
    stdout.write(`${listing.lines(page).join('\n')}\n`);
  });
}
