import { printable, printableBody } from '../../results/printable.ts';
import type { Counterexample, RecordedExchange, RequirementResult } from '../../results/report.ts';
import { alsoLine, answerLine, evidenceFacts, leftOutLines, requestLine, secondRun, timesOf } from '../evidence.ts';
import type { Page, Tone } from './page.ts';

/** Nothing longer than this fits a shell's line editor; the report files have all of it. */
const limits = { value: 300, command: 6000 };
const earlierExchanges = 6;

const addressLimit = 300;
const refusalLimit = 200;
const alsoShown = 4;

function renderExchanges({ exchanges, pointer }: Counterexample, page: Page): readonly string[] {
  const last = exchanges.at(-1);
  if (last === undefined) return [];
  const before = exchanges.slice(0, -1);
  const shown = before
    .slice(-earlierExchanges)
    .map((exchange) => `    after ${requestLine(exchange, addressLimit)}, ${answerLine(exchange)}`);
  const hidden = before.length - shown.length;
  return [
    ...(hidden > 0 ? [`    after ${hidden} earlier exchanges, which the report file holds`] : []),
    ...shown,
    `    ${page.paint('strong', requestLine(last, addressLimit))}`,
    ...(last.request.body === undefined
      ? []
      : printableBody(last.request.body).map((line) => page.paint('faint', `      ${line}`))),
    `    ${answerLine(last)}${last.response === undefined ? '' : ` in ${Math.round(last.durationMs)} ms`}`,
    ...refusalLines(last, pointer).map((line) => page.paint('faint', `      ${line}`)),
    ...leftOutLines(last).map((line) => page.paint('faint', `      ${line}`)),
  ];
}

function refusalLines({ response }: RecordedExchange, pointer: string): readonly string[] {
  const said = response?.body.trim() ?? '';
  return pointer === '#status' && said !== '' ? [printable(said, refusalLimit)] : [];
}

/**
 * One failed requirement as a paragraph: what is demanded and where, the smallest exchange that shows it, how to see it
 * again.
 */
export function renderFailure(result: RequirementResult, tone: Tone, page: Page, same = ''): readonly string[] {
  const head = `  ${page.paint(tone, `✗ ${result.id}`)}  ${page.paint('faint', `${result.level} · spec/documents/${printable(result.source, 120)}`)}`;
  const title = page.wrap(printable(result.title), '    ');
  const evidence = result.counterexample;
  if (evidence === undefined)
    return [head, ...title, ...page.wrap(printable(result.detail ?? 'no exchange was kept'), '    ')];
  const also = alsoLine(evidence, alsoShown);
  const again = secondRun(evidence);
  return [
    head,
    ...title,
    ...page.wrap(`→ ${printable(evidence.message)}${timesOf(evidence)}`, '    ').map((line) => page.paint(tone, line)),
    ...(also === undefined ? [] : page.wrap(`also ${also}`, '      ').map((line) => page.paint(tone, line))),
    ...(same === '' ? [] : page.wrap(same, '      ')),
    '',
    ...renderExchanges(evidence, page),
    ...(again === undefined ? [] : ['', ...page.wrap(again, '    ').map((line) => page.paint(tone, line))]),
    '',
    ...evidenceFacts(evidence, limits).flatMap(([name, line]) => {
      if (name === 'also') return [];
      const tones: Readonly<Record<string, Tone>> = { expected: 'good', actual: tone };
      const painted = tones[name] === undefined ? line : page.paint(tones[name], line);
      return [`    ${name.padEnd(8)}  ${painted}`];
    }),
  ];
}
