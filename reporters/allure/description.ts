import { isRequirementId, requirementOf } from '../../spec/index.ts';
import { evidenceFacts, messageOf, secondRun } from '../evidence.ts';
import { codeBlock, prose } from '../markdown/escape.ts';
import type { RequirementResult } from '../../results/report.ts';

/** The Markdown that Allure shows with a result: the statement and how it is to be read, what was seen, how to repeat it. */
export function descriptionOf(result: RequirementResult, reason: string | undefined): string {
  const { id, title, source, counterexample } = result;
  const notes = isRequirementId(id) ? requirementOf(id).notes : [];
  const again = counterexample && secondRun(counterexample);
  return [
    prose(title),
    '',
    ...notes.map((note) => `- ${prose(note)}`),
    ...(notes.length === 0 ? [] : ['']),
    `Stated in ${prose(`spec/documents/${source}`)}.`,
    ...(reason === undefined ? [] : ['', prose(reason)]),
    ...(counterexample === undefined ? [] : ['', prose(messageOf(result))]),
    ...(again === undefined ? [] : ['', prose(again)]),
    ...(counterexample === undefined
      ? []
      : ['', ...codeBlock(evidenceFacts(counterexample).map(([name, line]) => `${name.padEnd(8)}  ${line}`))]),
  ].join('\n');
}
