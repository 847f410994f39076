import { Command, Option } from 'commander';
import { createPage } from '../../reporters/terminal/page.ts';
import { register } from '../../spec/index.ts';
import { endpointFilter, filterText, levelFilter, partFilter, passes } from '../list/filters.ts';
import type { Filters } from '../list/filters.ts';
import type { Lister } from '../list/listing.ts';
import { wantsColour, widthOf } from '../surroundings.ts';
import type { Surroundings } from '../surroundings.ts';

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
      the faults that prove the requirements of a part; "bfc serve --fault <name>" runs a service that has one`;

/** What can be listed in place of the requirements that pass the filters, by the name of its flag; loaded when asked for. */
const catalogues = {
  faults: {
    description: 'list the faults that break them instead',
    load: async () => (await import('../list/list-faults.ts')).listFaults,
  },
} as const satisfies Record<string, { readonly description: string; readonly load: () => Promise<Lister> }>;

type CatalogueName = keyof typeof catalogues;

type ListFlags = Filters & { readonly [name in CatalogueName]?: true } & { readonly json?: true };

async function listerOf(flags: ListFlags): Promise<Lister> {
  for (const name of Object.keys(catalogues) as CatalogueName[]) {
    if (flags[name] === true) return catalogues[name].load();
  }
  return (await import('../list/list-requirements.ts')).listRequirements;
}

/** `bfc list`: the requirements, or what belongs to them. It ends with 0, also when nothing matches. */
export function listCommand({ stdout, environment }: Surroundings): Command {
  const command = new Command('list')
    .description('list the requirements, or the faults that prove them')
    .addOption(new Option('--part <names>', 'of these parts alone, separated by commas').argParser(partFilter))
    .addOption(new Option('--level <levels>', 'of these levels alone: required, expected, open').argParser(levelFilter))
    .addOption(
      new Option('--endpoint <ids>', 'that show at these alone: E1 to E8, or token').argParser(endpointFilter),
    );
  for (const [name, { description }] of Object.entries(catalogues)) {
    const others = Object.keys(catalogues).filter((other) => other !== name);
    command.addOption(new Option(`--${name}`, description).conflicts(others));
  }
  command.option('--json', 'print one JSON object').addHelpText('after', examples);
  return command.action(async () => {
    const flags = command.opts<ListFlags>();
    const list = await listerOf(flags);
    const listing = list(register.filter((requirement) => passes(requirement, flags)));
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
