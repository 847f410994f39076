import { Command } from 'commander';
import { requirementList } from '../arguments/selection.ts';
import { invocation } from '../invocation.ts';
import { readPackageInfo } from '../package-info.ts';
import { wantsColour, widthOf, type Surroundings } from '../surroundings.ts';

const examples = `
Examples:
  $ bfc explain renewals.edit-listed
      what is demanded and where, how it is checked, how it is to be read, and which faults prove the check
  $ bfc explain token.issue 'paging.*'
      several, by id or by the beginning of ids; "bfc list" has all of them
  $ bfc explain wire.json --json
      the same as JSON: {"requirements": […]}`;

/** `bfc explain`: tells what there is to know of requirements. It ends with 0, or fails as wrong usage. */
export function explainCommand({ stdout, environment, cwd }: Surroundings): Command {
  const command = new Command('explain')
    .description('tell of a requirement what is demanded, how it is checked and what proves the check')
    .argument('<ids...>', 'ids, or beginnings like renewals.*')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples);
  return command.action(async (words: readonly string[]) => {
    const ids = requirementList('explain')(words.join(','));
    // Loaded when needed: help and mistakes of usage are then told at once.
    const [{ explanationOf }, { renderExplanation }, { createPage }] = await Promise.all([
      import('../explain/explanation.ts'),
      import('../explain/render-explanation.ts'),
      import('../../reporters/terminal/page.ts'),
    ]);
    const run = invocation('run', cwd, readPackageInfo());
    const explanations = ids.map((id) => explanationOf(id, run));
    if (command.opts<{ json?: true }>().json === true) {
      stdout.write(`${JSON.stringify({ requirements: explanations }, undefined, 2)}\n`);
      return;
    }
    const page = createPage(widthOf(stdout, environment), wantsColour(stdout, environment));
    const paragraphs = explanations.map((explanation) => renderExplanation(explanation, page).join('\n'));
    stdout.write(`${paragraphs.join('\n\n')}\n`);
  });
}
