import { Option } from 'commander';
import type { CommandDefinition } from './program.ts';
import { targetOptions } from './options.ts';
import type { ReplayFlags } from './replay-report.ts';

const examples = `
Examples:
  $ bfc replay conformance-report/report.json connections.echo --config conformance.config.yaml
      sends the recorded exchange again, then runs the whole check of the requirement with the same data
  $ bfc replay conformance-report/report.json
      everything that failed, a line each

  "fixed" means that the whole check of the requirement held with the data of that run, each time that it was run again;
  where the traffic of another check had shown the failure, that check was run with it.
  Addresses in the report are moved to the target given now. The report is left as it is.`;

export const replayCommand: CommandDefinition = {
  name: 'replay',
  description: 'run the counterexample of a failure again: fixed, still failing, or nondeterministic',
  arguments: [
    ['<report>', 'report.json of an earlier run, or the directory that holds it'],
    ['[ids...]', 'requirements that failed in it (default: all that did)'],
  ],
  options: () => [...targetOptions(), new Option('--json', 'print one JSON object, with all exchanges')],
  examples,
  exitCodes: {
    0: 'fixed',
    1: 'still failing or nondeterministic',
    2: 'wrong usage or configuration',
    3: 'no verdict',
    130: 'interrupted',
    143: 'terminated',
  },
  async act(parsed, surroundings) {
    const [path = '', ...ids] = parsed.args;
    return (await import('./replay-report.ts')).replayReport(path, ids, parsed.opts<ReplayFlags>(), surroundings);
  },
};
