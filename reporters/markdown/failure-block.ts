import {
  evidenceFacts,
  exchangeLines,
  messageOf,
  secondRun,
  shownExchanges,
  type EvidenceLimits,
} from '../evidence.ts';
import type { RequirementResult } from '../../results/report.ts';
import { codeBlock, html, prose } from './escape.ts';

/** A summary is read on a page with many others: the JSON and HTML reports have all of it. */
const limits: EvidenceLimits = { bodyLines: 40, line: 200, value: 600, exchanges: 4, command: 4000 };

/** A failure as a fold: id and what was seen to the outside, statement and evidence within. */
export function failureBlock(result: RequirementResult): readonly string[] {
  const { id, level, title, source, counterexample } = result;
  const head = [
    '<details>',
    `<summary>${html(id)} (${level}): ${html(messageOf(result, 300), 400)}</summary>`,
    '',
    `${prose(title)} (${prose(`spec/documents/${source}`, 200)})`,
    '',
  ];
  if (counterexample === undefined) return [...head, prose(messageOf(result)), '', '</details>', ''];
  const { shown, hidden } = shownExchanges(counterexample, limits);
  const again = secondRun(counterexample);
  return [
    ...head,
    prose(messageOf(result)),
    '',
    ...(again === undefined ? [] : [prose(again), '']),
    ...codeBlock(evidenceFacts(counterexample, limits).map(([name, line]) => `${name.padEnd(8)}  ${line}`)),
    '',
    ...(hidden === 0 ? [] : [`${hidden} earlier exchanges are in the JSON report.`, '']),
    ...shown.flatMap((exchange) => [...codeBlock(exchangeLines(exchange, limits)), '']),
    '</details>',
    '',
  ];
}
